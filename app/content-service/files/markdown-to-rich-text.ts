import { Marked, type Token, type Tokens } from 'marked'
import { assetFolder, linkMark, readLink } from './link-notation.ts'

export type RichTextNode = {
  type: string
  text?: string
  attrs?: { [name: string]: unknown }
  content?: RichTextNode[]
  marks?: { type: string; attrs?: { [name: string]: unknown } }[]
}

type Context = {
  uuidOf: (slug: string) => string
  onFault: (fault: string) => void
}

/** A bare address in running text stays text: what is a link is written as one. */
const markdown = new Marked({ gfm: true, tokenizer: { url: () => undefined } })

const characterReference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,32}\d{0,2});/i

/**
 * Markdown as a rich text document of the content service: headings, paragraphs, lists, quotes, tables, code, rules,
 * pictures, bold, italic, strike, code, links in our notation. HTML is a fault, and so is a link that leads nowhere.
 */
export function markdownToRichText(source: string, context: Context): RichTextNode {
  return { type: 'doc', content: blockNodes(markdown.lexer(source), context) }
}

function blockNodes(tokens: readonly Token[], context: Context): RichTextNode[] {
  return tokens.flatMap((token) => blockNode(token, context))
}

function blockNode(token: Token, context: Context): RichTextNode[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading':
      return [{ type: 'heading', attrs: { level: token.depth }, ...inline(token.tokens, context) }]
    case 'paragraph':
    case 'text':
      return [{ type: 'paragraph', ...inline(token.tokens ?? [token], context) }]
    case 'list':
      return [list(token as Tokens.List, context)]
    case 'blockquote':
      return [{ type: 'blockquote', content: blockNodes(token.tokens ?? [], context) }]
    case 'code':
      return [codeBlock(token as Tokens.Code)]
    case 'hr':
      return [{ type: 'horizontal_rule' }]
    case 'table':
      return [table(token as Tokens.Table, context)]
    case 'html':
      context.onFault(`HTML is not understood: ${token.raw.trim().slice(0, 60)}`)
      return []
    default:
      context.onFault(`“${token.type}” is not understood`)
      return []
  }
}

function list(token: Tokens.List, context: Context): RichTextNode {
  const content = token.items.map((item) => ({
    type: 'list_item',
    content: blockNodes(item.tokens, context),
  }))
  if (!token.ordered) return { type: 'bullet_list', content }
  return { type: 'ordered_list', attrs: { order: Number(token.start) || 1 }, content }
}

function codeBlock(token: Tokens.Code): RichTextNode {
  const attrs = token.lang ? { attrs: { class: `language-${token.lang}` } } : {}
  return { type: 'code_block', ...attrs, content: [{ type: 'text', text: token.text }] }
}

function table(token: Tokens.Table, context: Context): RichTextNode {
  const row = (cells: readonly Tokens.TableCell[], type: string): RichTextNode => ({
    type: 'tableRow',
    content: cells.map((cell) => ({
      type,
      attrs: { colspan: 1, rowspan: 1, colwidth: null },
      content: [{ type: 'paragraph', ...inline(cell.tokens, context) }],
    })),
  })
  return {
    type: 'table',
    content: [row(token.header, 'tableHeader'), ...token.rows.map((cells) => row(cells, 'tableCell'))],
  }
}

/** `content` only where there is some: an empty paragraph has none. */
function inline(tokens: readonly Token[] | undefined, context: Context): { content?: RichTextNode[] } {
  const content = joined((tokens ?? []).flatMap((token) => inlineNode(token, [], context)))
  return content.length > 0 ? { content } : {}
}

type Marks = NonNullable<RichTextNode['marks']>

function inlineNode(token: Token, marks: Marks, context: Context): RichTextNode[] {
  const within = (mark: Marks[number]) =>
    (token as Tokens.Strong).tokens.flatMap((inner) => inlineNode(inner, [...marks, mark], context))
  switch (token.type) {
    case 'text':
    case 'escape': {
      const nested = (token as Tokens.Text).tokens
      if (nested) return nested.flatMap((inner) => inlineNode(inner, marks, context))
      const reference = token.type === 'text' ? characterReference.exec(token.text) : null
      if (reference) context.onFault(`write the character itself instead of ${reference[0]}`)
      return textNode((token as Tokens.Text).text.replace(/\s*\n\s*/g, ' '), marks)
    }
    case 'strong':
      return within({ type: 'bold' })
    case 'em':
      return within({ type: 'italic' })
    case 'del':
      return within({ type: 'strike' })
    case 'codespan':
      return textNode((token as Tokens.Codespan).text, [...marks, { type: 'code' }])
    case 'br':
      return [{ type: 'hard_break' }]
    case 'image':
      return [image(token as Tokens.Image)]
    case 'link': {
      const written = readLink((token as Tokens.Link).href)
      if (written.ok) return within({ type: 'link', attrs: linkMark(written.link, context.uuidOf) })
      context.onFault(written.fault)
      return []
    }
    default:
      context.onFault(`“${token.raw.trim().slice(0, 60)}” is not understood`)
      return []
  }
}

function textNode(text: string, marks: Marks): RichTextNode[] {
  if (text === '') return []
  return [marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text }]
}

function image(token: Tokens.Image): RichTextNode {
  const src = token.href.startsWith('asset:') ? assetFolder + token.href.slice('asset:'.length) : token.href
  return { type: 'image', attrs: { src, alt: token.text, ...(token.title ? { title: token.title } : {}) } }
}

/** Neighbouring texts with the same marks are one: `\*` would otherwise cut a sentence into three. */
function joined(nodes: readonly RichTextNode[]): RichTextNode[] {
  const result: RichTextNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (
      node.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(node.marks) === JSON.stringify(last.marks)
    ) {
      last.text = `${last.text}${node.text}`
    } else {
      result.push({ ...node })
    }
  }
  return result
}
