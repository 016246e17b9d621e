import type { Link } from '#app/content/links.ts'
import type { AnyBlock } from '../block.ts'
import type { Picture } from '../media/picture.ts'

/** Formatted text after the sanitiser: whatever is in it may be rendered. */
export type RichTextDocument = { type: 'doc'; content: FlowNode[] }

export type FlowNode =
  | { type: 'paragraph'; content: InlineNode[]; align?: 'center' | 'right' }
  | { type: 'heading'; level: number; content: InlineNode[]; align?: 'center' | 'right'; id?: string }
  | { type: 'bullet_list'; content: ListItem[] }
  | { type: 'ordered_list'; start?: number; content: ListItem[] }
  | { type: 'blockquote'; content: FlowNode[] }
  | { type: 'code_block'; text: string }
  | { type: 'horizontal_rule' }
  | { type: 'image'; picture: Picture }
  | { type: 'table'; content: TableRow[] }
  | { type: 'blok'; content: AnyBlock[] }

export type ListItem = { type: 'list_item'; content: FlowNode[] }
export type TableRow = { type: 'table_row'; content: TableCell[] }
export type TableCell = {
  type: 'table_cell' | 'table_header'
  content: FlowNode[]
  colspan?: number
  rowspan?: number
}

export type InlineNode = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hard_break' }

export type Mark =
  | { type: 'bold' | 'italic' | 'strike' | 'underline' | 'code' | 'superscript' | 'subscript' }
  | { type: 'link'; link: Link }
  | { type: 'anchor'; id: string }
  | { type: 'styled'; style: TextStyle }
  | { type: 'highlight' | 'colour'; colour?: string }
  | { type: 'lang'; lang: string }

/** Styles an editor may give a few words, by class name. */
export const textStyles = ['small', 'caps', 'num', 'soft'] as const
export type TextStyle = (typeof textStyles)[number]

/** The words of a document in order, one line a paragraph: for searching, counting and comparing. */
export function plainText(document: RichTextDocument): string {
  return document.content.map(flowText).filter(Boolean).join('\n')
}

function flowText(node: FlowNode | ListItem | TableRow | TableCell): string {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return inlineText(node.content)
    case 'code_block':
      return node.text
    case 'horizontal_rule':
    case 'image':
    case 'blok':
      return ''
    default:
      return node.content.map(flowText).filter(Boolean).join('\n')
  }
}

export function inlineText(nodes: readonly InlineNode[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.text : ' ')).join('')
}
