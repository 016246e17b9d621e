import { isDeepStrictEqual } from 'node:util'
import { assetFolder, linkOf, writeLink } from './link-notation.ts'
import { markdownToRichText, type RichTextNode } from './markdown-to-rich-text.ts'

type Ids = { slugOf: (uuid: string) => string | undefined; uuidOf: (slug: string) => string }

/**
 * The Markdown of a rich text document, or null when Markdown cannot hold all of it (a nested block, a colour, a
 * space at the edge of bold text): what is written is read again and must give the same document.
 */
export function richTextToMarkdown(document: RichTextNode, ids: Ids): string | null {
  for (const escapeSigns of [escapeLittle, escapeMuch]) {
    const source = blocks(document.content ?? [], { ids, escapeSigns })
    let sound = source !== null
    const again =
      source === null
        ? null
        : markdownToRichText(source, {
            uuidOf: ids.uuidOf,
            onFault: () => {
              sound = false
            },
          })
    if (sound && isDeepStrictEqual(again, document)) return source
  }
  return null
}

type Writing = { ids: Ids; escapeSigns: (text: string) => string }

const escapeLittle = (text: string) => text.replace(/[\\`*_[\]<]/g, '\\$&').replace(/&(?=#|[a-z])/gi, '\\&')
const escapeMuch = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')

/** Blocks with an empty line between them. */
function blocks(nodes: readonly RichTextNode[], writing: Writing): string | null {
  const written = nodes.map((node) => block(node, writing))
  return written.some((text) => text === null) ? null : written.join('\n\n')
}

function block(node: RichTextNode, writing: Writing): string | null {
  const content = node.content ?? []
  switch (node.type) {
    case 'heading': {
      const text = inline(content, writing)
      return text && `${'#'.repeat(Number(node.attrs?.level))} ${text}`
    }
    case 'paragraph': {
      const text = inline(content, writing)
      if (text === null) return null
      // A list, heading or rule must not begin by accident.
      return text.replace(
        /^(\s*)(#{1,6}\s|>|[-+=]|\d{1,9}(?=[.)]))/gm,
        (_, space, start) => `${space}${protect(start)}`,
      )
    }
    case 'bullet_list':
      return items(content, () => '- ', writing)
    case 'ordered_list': {
      const first = Number(node.attrs?.order ?? 1)
      return items(content, (index) => `${first + index}. `, writing)
    }
    case 'blockquote': {
      const inner = blocks(content, writing)
      return inner && indent(inner, '> ', '> ')
    }
    case 'code_block': {
      const language = String(node.attrs?.class ?? '').replace(/^language-/, '')
      const text = content.map((inner) => inner.text ?? '').join('')
      return text.includes('```') ? null : `\`\`\`${language}\n${text}\n\`\`\``
    }
    case 'horizontal_rule':
      return '---'
    case 'table':
      return table(content, writing)
    default:
      return null
  }
}

const protect = (start: string) => (/^\d/.test(start) ? start : `\\${start}`)

function items(
  nodes: readonly RichTextNode[],
  marker: (index: number) => string,
  writing: Writing,
): string | null {
  const tight = nodes.every(
    (item) => (item.content ?? []).filter((inner) => inner.type === 'paragraph').length <= 1,
  )
  const written = nodes.map((item, index) => {
    const parts = (item.content ?? []).map((inner) => block(inner, writing))
    if (parts.some((part) => part === null)) return null
    const start = marker(index)
    return indent(parts.join(tight ? '\n' : '\n\n'), start, ' '.repeat(start.length))
  })
  return written.some((text) => text === null) ? null : written.join(tight ? '\n' : '\n\n')
}

function indent(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (line === '' ? others.trimEnd() : `${index === 0 ? first : others}${line}`))
    .join('\n')
}

function table(rows: readonly RichTextNode[], writing: Writing): string | null {
  const lines = rows.map((row) => {
    const cells = (row.content ?? []).map((cell) =>
      cell.content?.length === 1 && cell.content[0]?.type === 'paragraph'
        ? inline(cell.content[0].content ?? [], writing)
        : null,
    )
    return cells.some((cell) => cell === null)
      ? null
      : `| ${cells.map((cell) => cell?.replaceAll('|', '\\|')).join(' | ')} |`
  })
  if (lines.some((line) => line === null)) return null
  const columns = rows[0]?.content?.length ?? 0
  return [lines[0], `|${'---|'.repeat(columns)}`, ...lines.slice(1)].join('\n')
}

function inline(nodes: readonly RichTextNode[], writing: Writing): string | null {
  let written = ''
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as RichTextNode
    const mark = node.type === 'text' ? node.marks?.[0] : undefined
    if (!mark) {
      const text = leaf(node, writing)
      if (text === null) return null
      written += text
      at += 1
      continue
    }
    // Neighbours under the same mark are written inside one pair of signs.
    const run: RichTextNode[] = []
    while (at < nodes.length && isDeepStrictEqual(nodes[at]?.marks?.[0], mark)) {
      const { marks = [], ...rest } = nodes[at] as RichTextNode
      run.push(marks.length > 1 ? { ...rest, marks: marks.slice(1) } : rest)
      at += 1
    }
    const text = marked(mark, run, writing)
    if (text === null) return null
    written += text
  }
  return written
}

function leaf(node: RichTextNode, writing: Writing): string | null {
  if (node.type === 'text') return writing.escapeSigns(node.text ?? '')
  if (node.type === 'hard_break') return '\\\n'
  if (node.type !== 'image') return null
  const { src, alt, title, ...others } = node.attrs ?? {}
  if (typeof src !== 'string' || Object.keys(others).length > 0) return null
  const address = src.startsWith(assetFolder) ? `asset:${src.slice(assetFolder.length)}` : src
  return `![${writing.escapeSigns(String(alt ?? ''))}](${address}${title ? ` "${String(title)}"` : ''})`
}

function marked(
  mark: { type: string; attrs?: { [name: string]: unknown } },
  run: RichTextNode[],
  writing: Writing,
): string | null {
  if (mark.type === 'code')
    return run.length === 1 && !run[0]?.text?.includes('`') ? `\`${run[0]?.text}\`` : null
  const inner = inline(run, writing)
  if (inner === null) return null
  switch (mark.type) {
    case 'bold':
      return `**${inner}**`
    case 'italic':
      return `*${inner}*`
    case 'strike':
      return `~~${inner}~~`
    case 'link': {
      const link = linkOf(mark.attrs ?? {}, writing.ids.slugOf)
      return link && `[${inner}](${writeLink(link)})`
    }
    default:
      return null
  }
}
