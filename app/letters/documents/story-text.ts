import type { AnyBlock } from '#app/blocks/block.ts'
import { parseRoot } from '#app/blocks/parse-blocks.ts'
import type { FlowNode, InlineNode, ListItem } from '#app/blocks/text/document.ts'
import type { FoundStory } from '#app/content/story.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'

/** Some words of a paragraph; `href` where they are a link. */
export type Run = { place: number; text: string; bold: boolean; href: string | null }

export type TextPart =
  | { kind: 'title' | 'lead'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; runs: Run[] }
  /** An item of a list; `mark` is its number or a bullet. */
  | { kind: 'item'; mark: string; depth: number; runs: Run[] }

/**
 * The words of a page made of blocks, in order, for paper: titles and running text; everything else is for screens.
 * Where they name or link the online withdrawal, they say its address below `siteUrl` in the paper's language.
 */
export function storyText(
  found: FoundStory,
  { locale, siteUrl }: { locale: Locale; siteUrl: string },
): TextPart[] {
  const parsed = parseRoot('page', found.story.content, { locale, apiUrl: '' })
  if (!parsed.ok) throw new Error(`the story ${found.slug} cannot be printed: ${parsed.reason}`)
  const withdrawal = new URL(siteUrl + pathTo(locale, 'withdrawal'))
  return parsed.content.body
    .flatMap(partsOf)
    .map((part) =>
      'runs' in part ? { ...part, runs: part.runs.map((run) => tellWithdrawal(run, withdrawal)) } : part,
    )
}

const withdrawalPath = `/(?:${locales.map((locale) => pathTo(locale, 'withdrawal').slice(1)).join('|')})(?![\\w/-])`
/** The page's address as somebody wrote it into a text, on whatever host. */
const writtenAddress = new RegExp(
  `(?:https?://)?[a-z\\d](?:[a-z\\d.-]*[a-z\\d])?(?::\\d+)?${withdrawalPath}`,
  'gi',
)
const linkedAddress = new RegExp(`^(?:https?://[^/]+)?${withdrawalPath}`, 'i')

/** Paper cannot be clicked, and an address that an editor typed may be another shop's: ours is what counts. */
function tellWithdrawal(run: Run, withdrawal: URL): Run {
  const address = withdrawal.host + withdrawal.pathname
  const text = run.text.replaceAll(writtenAddress, address)
  if (run.href === null || !linkedAddress.test(run.href)) return { ...run, text }
  return { ...run, text: text.includes(address) ? text : `${text} (${address})`, href: withdrawal.href }
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
