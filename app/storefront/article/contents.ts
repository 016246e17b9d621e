import type { AnyBlock } from '#app/blocks/block.ts'
import { tableOfContents } from '#app/blocks/text/headings.ts'

export type ContentsEntry = { id: string; text: string }

/**
 * The table of contents of an article: its texts' headings of the highest level, and other blocks that have a title
 * and an anchor to link to. Of two with the same anchor a link can only reach the first.
 */
export function contentsOf(body: readonly AnyBlock[]): ContentsEntry[] {
  const entries = body.flatMap((block): ContentsEntry[] => {
    if (block.component === 'rich-text') {
      return tableOfContents(block.text, 2)
        .filter(({ level }) => level === 2)
        .map(({ id, text }) => ({ id, text }))
    }
    if (block.component === 'broken-block' || !('title' in block) || !block.title || !block.anchor) return []
    return [{ id: block.anchor, text: block.title }]
  })
  return entries.filter(({ id }, at) => entries.findIndex((entry) => entry.id === id) === at)
}
