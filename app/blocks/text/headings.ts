import {
  type FlowNode,
  inlineText,
  type ListItem,
  type RichTextDocument,
  type TableCell,
  type TableRow,
} from './document.ts'

type HeadingNode = Extract<FlowNode, { type: 'heading' }>

/** A heading of a text as it is shown: where it can be linked to, and how deep it lies. */
export type HeadingEntry = { node: HeadingNode; id: string; text: string; level: number }

/**
 * The headings of a document in order, with levels that begin at `base` and never skip one, whatever levels the
 * editor chose, and with ids that are unique within the document.
 */
export function tableOfContents(document: RichTextDocument, base: number): HeadingEntry[] {
  const open: number[] = []
  const taken = new Set<string>()
  const entries: HeadingEntry[] = []
  for (const node of headings(document.content)) {
    while (open.length > 0 && (open.at(-1) ?? 0) >= node.level) open.pop()
    const level = Math.min(6, base + open.length)
    open.push(node.level)
    const text = inlineText(node.content).trim()
    const wanted = node.id ?? anchorOf(text)
    let id = wanted
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`
    taken.add(id)
    entries.push({ node, id, text, level })
  }
  return entries
}

function* headings(nodes: readonly (FlowNode | ListItem | TableRow | TableCell)[]): Generator<HeadingNode> {
  for (const node of nodes) {
    if (node.type === 'heading') yield node
    else if (node.type !== 'paragraph' && node.type !== 'blok' && 'content' in node)
      yield* headings(node.content)
  }
}

const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** An anchor out of a heading's words: „Was heißt 585?“ → `was-heisst-585`. */
export function anchorOf(text: string): string {
  const anchor = text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return anchor === '' ? 'abschnitt' : anchor
}
