import { isRecord } from '#app/content/raw.ts'
import type { AnyBlock } from './block.ts'
import { blockDeclarations } from './declaration.ts'
import type { Fields } from './fields.ts'
import { plainText, type RichTextDocument } from './text/document.ts'

/**
 * The words that people read in blocks and in everything nested in them, one line a field: for searching and
 * counting. What is chosen rather than written (anchors, options, addresses) is not among them.
 */
export function readableText(blocks: readonly AnyBlock[]): string {
  return [...blocks.flatMap((block) => [...textsOfBlock(block)])].join('\n')
}

function* textsOfBlock(block: AnyBlock): Generator<string> {
  if (block.component !== 'broken-block')
    yield* textsOf(blockDeclarations[block.component].schema.fields, block)
}

function* textsOf(fields: Fields, values: Record<string, unknown>): Generator<string> {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (value === undefined) continue
    switch (field.kind) {
      case 'text':
        if (field.format === undefined) yield value as string
        break
      case 'multiline':
        yield value as string
        break
      case 'rich-text':
        yield plainText(value as RichTextDocument)
        yield* textsInside(value as RichTextDocument)
        break
      case 'blocks':
        for (const block of value as AnyBlock[]) yield* textsOfBlock(block)
        break
      case 'parts':
        for (const part of value as Record<string, unknown>[]) yield* textsOf(field.part.fields, part)
        break
      case 'story':
        for (const block of (value as { blocks?: AnyBlock[] }).blocks ?? []) yield* textsOfBlock(block)
        break
    }
  }
}

/** Of the blocks that stand within a formatted text, at whatever depth. */
function* textsInside(node: { content?: unknown; type?: unknown }): Generator<string> {
  if (!Array.isArray(node.content)) return
  for (const inner of node.content) {
    if (node.type === 'blok') yield* textsOfBlock(inner as AnyBlock)
    else if (isRecord(inner)) yield* textsInside(inner)
  }
}
