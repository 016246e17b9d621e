import type { AnyBlock } from '#app/content/block.ts'
import { parseRoot } from '#app/content/parse-blocks.ts'
import type { FlowNode, InlineNode, ListItem } from '#app/content/rich-text/document.ts'
import type { FoundStory } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'

/** Some words of a paragraph; `href` where they are a link. */
export type Run = { place: number; text: string; bold: boolean; href: string | null }

export type TextPart =
  | { kind: 'title' | 'lead'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; runs: Run[] }
  /** An item of a list; `mark` is its number or a bullet. */
  | { kind: 'item'; mark: string; depth: number; runs: Run[] }

/** The words of a page made of blocks, in order, for paper: titles and running text; everything else is for screens. */
export function storyText(found: FoundStory, locale: Locale): TextPart[] {
  const parsed = parseRoot('page', found.story.content, { locale, apiUrl: '' })
  if (!parsed.ok) throw new Error(`the story ${found.slug} cannot be printed: ${parsed.reason}`)
  return parsed.content.body.flatMap(partsOf)
}

function partsOf(block: AnyBlock): TextPart[] {
  switch (block.component) {
    case 'page-title':
      return [
        { kind: 'title', text: block.title },
        ...(block.lead ? [{ kind: 'lead' as const, text: block.lead }] : []),
      ]
    case 'rich-text':
      return block.text.content.flatMap((node) => flow(node, 0))
    case 'container':
      return block.content.flatMap(partsOf)
    case 'global-reference':
      return block.reference.blocks?.flatMap(partsOf) ?? []
    default:
      return []
  }
}

function flow(node: FlowNode, depth: number): TextPart[] {
  switch (node.type) {
    case 'heading':
      return [
        {
          kind: 'heading',
          level: node.level,
          text: runs(node.content)
            .map(({ text }) => text)
            .join(''),
        },
      ]
    case 'paragraph':
      return [{ kind: 'paragraph', runs: runs(node.content) }]
    case 'bullet_list':
      return node.content.flatMap((item) => listItem(item, '–', depth))
    case 'ordered_list':
      return node.content.flatMap((item, index) => listItem(item, `${(node.start ?? 1) + index}.`, depth))
    case 'blockquote':
      return node.content.flatMap((inner) => flow(inner, depth))
    case 'table':
      return node.content.map((row) => ({
        kind: 'paragraph',
        runs: runs(
          row.content.flatMap((cell, index) => [...(index > 0 ? [separator] : []), ...inlines(cell.content)]),
        ),
      }))
    default:
      return []
  }
}

const separator: InlineNode = { type: 'text', text: ' · ' }

const inlines = (nodes: readonly FlowNode[]): InlineNode[] =>
  nodes.flatMap((node) => (node.type === 'paragraph' || node.type === 'heading' ? node.content : []))

function listItem(item: ListItem, mark: string, depth: number): TextPart[] {
  let first = true
  return item.content.flatMap((node): TextPart[] => {
    if (node.type !== 'paragraph') return flow(node, depth + 1)
    const part: TextPart = { kind: 'item', mark: first ? mark : '', depth, runs: runs(node.content) }
    first = false
    return [part]
  })
}

function runs(nodes: readonly InlineNode[]): Run[] {
  return nodes.map((node, place): Run => {
    if (node.type === 'hard_break') return { place, text: '\n', bold: false, href: null }
    const link = node.marks?.find((mark) => mark.type === 'link')
    return {
      place,
      text: node.text,
      bold: node.marks?.some((mark) => mark.type === 'bold') ?? false,
      href: link?.type === 'link' ? link.link.href : null,
    }
  })
}
