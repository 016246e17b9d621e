import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'
import { ContentLink } from '../frame/ContentLink.tsx'
import { Heading, type HeadingSize, Narrower } from '../frame/Heading.tsx'
import { Nested } from '../frame/Nested.tsx'
import { usePlace } from '../frame/place.ts'
import { ContentPicture } from '../media/ContentPicture.tsx'
import type {
  FlowNode,
  InlineNode,
  ListItem,
  Mark,
  RichTextDocument,
  TableRow,
  TextStyle,
} from './document.ts'
import { type HeadingEntry, tableOfContents } from './headings.ts'

/**
 * Renders a sanitised document. Every element and attribute is named here: nothing of the stored JSON reaches React
 * but text, sizes, and addresses that the sanitiser made.
 */
export function RichText({
  document,
  className = '',
  aside = false,
}: {
  document: RichTextDocument
  className?: string
  /** Where there is room, the uppermost headings stand left of their text. */
  aside?: boolean
}) {
  const { level } = usePlace()
  const headings = new Map(tableOfContents(document, level).map((entry) => [entry.node as FlowNode, entry]))
  return (
    <div className={className}>
      {aside ? chapters(document.content, headings) : flow(document.content, headings)}
    </div>
  )
}

function chapters(nodes: readonly FlowNode[], headings: Headings): ReactNode {
  const top = Math.min(...[...headings.values()].map(({ level }) => level))
  const parts: { heading: FlowNode | undefined; body: FlowNode[] }[] = []
  for (const node of nodes) {
    if (headings.get(node)?.level === top) parts.push({ heading: node, body: [] })
    else if (parts.at(-1)) parts.at(-1)?.body.push(node)
    else parts.push({ heading: undefined, body: [node] })
  }
  return byPlace(parts, ({ heading, body }, index) => (
    <div
      className={`grid gap-x-12 gap-y-4 @3xl:grid-cols-12 @6xl:gap-x-20 ${index === 0 ? '' : 'mt-10'} ${heading ? '@3xl:border-line @3xl:border-t @3xl:pt-6' : ''}`}
    >
      {heading && (
        <div className="min-w-0 below-head @3xl:sticky @3xl:col-span-5 @3xl:self-start">
          {flow([heading], headings)}
        </div>
      )}
      <div className="min-w-0 max-w-prose @3xl:col-span-7 @3xl:col-start-6">
        <Narrower share={7 / 12}>{flow(body, headings)}</Narrower>
      </div>
    </div>
  ))
}

type Headings = ReadonlyMap<FlowNode, HeadingEntry>

function flow(nodes: readonly FlowNode[], headings: Headings): ReactNode {
  return byPlace(nodes, (node, index) => {
    const gap = index === 0 ? '' : node.type === 'heading' ? 'mt-10' : spaced.has(node.type) ? 'mt-7' : 'mt-4'
    return <Flow node={node} gap={gap} headings={headings} />
  })
}

const spaced = new Set<FlowNode['type']>(['image', 'table', 'blok', 'blockquote', 'horizontal_rule'])

const alignments = { center: 'text-center', right: 'text-right' } as const

function Flow({ node, gap, headings }: { node: FlowNode; gap: string; headings: Headings }) {
  switch (node.type) {
    case 'paragraph':
      return <p className={classes(gap, node.align && alignments[node.align])}>{inline(node.content)}</p>
    case 'heading': {
      const entry = headings.get(node)
      return (
        <Heading
          size={headingSize(entry?.level ?? 2)}
          {...(entry && { level: entry.level, id: entry.id })}
          className={classes(gap, node.align && alignments[node.align])}
        >
          {inline(node.content)}
        </Heading>
      )
    }
    case 'bullet_list':
      return <ul className={`${gap} list-disc pl-5 marker:text-brass`}>{items(node.content, headings)}</ul>
    case 'ordered_list':
      return (
        <ol className={`${gap} num list-decimal pl-6 marker:text-brass`} start={node.start}>
          {items(node.content, headings)}
        </ol>
      )
    case 'blockquote':
      return (
        <blockquote className={`${gap} border-brass border-l pl-6 text-step-1`}>
          {flow(node.content, headings)}
        </blockquote>
      )
    case 'code_block':
      return (
        <pre className={`${gap} overflow-x-auto bg-paper-deep p-4 text-step--1`}>
          <code>{node.text}</code>
        </pre>
      )
    case 'horizontal_rule':
      return <hr className={`${gap} border-line`} />
    case 'image':
      return (
        <figure className={gap}>
          <ContentPicture picture={node.picture} />
          {node.picture.credit && (
            <figcaption className="mt-2 text-ink-soft text-step--1">{node.picture.credit}</figcaption>
          )}
        </figure>
      )
    case 'table':
      return <Table rows={node.content} gap={gap} headings={headings} />
    case 'blok':
      return (
        <div className={gap}>
          <Nested blocks={node.content} gap="small" />
        </div>
      )
  }
}

const headingSize = (level: number): HeadingSize => (level <= 2 ? 'part' : 'small')

const classes = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

function items(list: readonly ListItem[], headings: Headings): ReactNode {
  return byPlace(list, (item, index) => (
    <li className={index === 0 ? '' : 'mt-1.5'}>{flow(item.content, headings)}</li>
  ))
}

/** A wide table scrolls in its own frame, which the keyboard can reach. */
function Table({ rows, gap, headings }: { rows: readonly TableRow[]; gap: string; headings: Headings }) {
  const t = useTranslations('blocks.richText')
  const [first, ...others] = rows
  const head = first?.content.every((cell) => cell.type === 'table_header') ? first : undefined
  const body = head ? others : rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <div className={`${gap} table-frame`} role="group" tabIndex={0} aria-label={t('table')}>
      <table className="num wrap-break-word w-full border-line border-y text-left">
        {head && <thead className="border-line border-b">{row(head, headings, 'col')}</thead>}
        <tbody className="divide-y divide-line">
          {byPlace(body, (cells) => row(cells, headings, 'row'))}
        </tbody>
      </table>
    </div>
  )
}

function row(cells: TableRow, headings: Headings, scope: 'col' | 'row') {
  return (
    <tr>
      {byPlace(cells.content, (cell) => {
        const props = {
          colSpan: cell.colspan,
          rowSpan: cell.rowspan,
          className: `hyphens-auto py-2.5 pr-2 align-top last:pr-0 @md:min-w-16 @md:pr-4 @xl:pr-6 ${cell.type === 'table_header' ? 'font-medium' : ''}`,
        }
        return cell.type === 'table_header' ? (
          <th scope={scope} {...props}>
            {flow(cell.content, headings)}
          </th>
        ) : (
          <td {...props}>{flow(cell.content, headings)}</td>
        )
      })}
    </tr>
  )
}

/** Text with its marks; neighbours that share a link become one link. */
function inline(nodes: readonly InlineNode[]): ReactNode[] {
  const shown: ReactNode[] = []
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]
    const link = node && linkOf(node)
    if (!link) {
      shown.push(words(node, index))
      continue
    }
    const linked: ReactNode[] = []
    const first = index
    for (let next = nodes[index]; next && sameLink(linkOf(next), link); next = nodes[index]) {
      linked.push(words(next, index))
      index += 1
    }
    index -= 1
    shown.push(
      <ContentLink key={first} link={link.link} className="link">
        {linked}
      </ContentLink>,
    )
  }
  return shown
}

type LinkMark = Extract<Mark, { type: 'link' }>

function linkOf(node: InlineNode): LinkMark | undefined {
  return node.type === 'text' ? node.marks?.find((mark): mark is LinkMark => mark.type === 'link') : undefined
}

const sameLink = (one: LinkMark | undefined, other: LinkMark) =>
  one !== undefined && one.link.href === other.link.href && one.link.newTab === other.link.newTab

function words(node: InlineNode | undefined, key: number): ReactNode {
  if (!node) return null
  if (node.type === 'hard_break') return <br key={key} />
  const marks = node.marks?.filter((mark) => mark.type !== 'link') ?? []
  if (marks.length === 0) return node.text
  return <Marked key={key} marks={marks} text={node.text} />
}

function Marked({ marks, text }: { marks: readonly Mark[]; text: string }): ReactNode {
  return marks.reduceRight<ReactNode>((inner, mark) => marked(mark, inner), text)
}

const styles: Record<TextStyle, string> = {
  small: 'text-step--1',
  caps: 'caps',
  num: 'num',
  soft: 'text-ink-soft',
}

function marked(mark: Mark, inner: ReactNode): ReactNode {
  switch (mark.type) {
    case 'bold':
      return <strong className="font-semibold">{inner}</strong>
    case 'italic':
      return <em>{inner}</em>
    case 'strike':
      return <s>{inner}</s>
    case 'underline':
      return <span className="underline underline-offset-4">{inner}</span>
    case 'code':
      return <code className="bg-paper-deep px-1">{inner}</code>
    case 'superscript':
      return <sup>{inner}</sup>
    case 'subscript':
      return <sub>{inner}</sub>
    case 'anchor':
      return <span id={mark.id}>{inner}</span>
    case 'lang':
      return <span lang={mark.lang}>{inner}</span>
    case 'styled':
      return <span className={styles[mark.style]}>{inner}</span>
    case 'highlight':
      return <mark className="bg-paper-deep text-ink">{inner}</mark>
    // An editor's own colour could not be read in the other theme: it is kept in the text, but not shown.
    case 'colour':
    case 'link':
      return inner
  }
}
