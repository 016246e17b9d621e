// Written here: the kept renderer passes on hostile addresses and attributes (docs/decisions/rich-text-renderer.md).

import { parseLink, safeId } from '#app/content/links.ts'
import { isRecord, numberIn, textIn } from '#app/content/raw.ts'
import { cleanText } from '#app/language/clean-text.ts'
import type { Locale } from '#app/language/locales.ts'
import type { AnyBlock } from '../block.ts'
import { type Picture, parsePicture } from '../media/picture.ts'
import {
  type FlowNode,
  type InlineNode,
  type ListItem,
  type Mark,
  type RichTextDocument,
  type TableCell,
  type TableRow,
  textStyles,
} from './document.ts'

export const richTextLimits = { depth: 16, nodes: 4_000, characters: 120_000, marks: 8 } as const

export type RichTextContext = {
  locale: Locale
  apiUrl: string
  /** Blocks placed inside the text; without it they are left out. */
  blocks?: (raw: unknown) => AnyBlock[]
  /** Told about everything that was left out, in a few words for the log and the editor's preview. */
  onDropped?: (what: string) => void
}

type Walk = RichTextContext & { nodes: number; characters: number }

/**
 * Makes a document that is safe to render from whatever was stored or typed: only known nodes and marks, each built
 * anew from its allowed attributes, so that nothing else can pass. `null` when nothing is left to show.
 * Pure; bounded in depth, nodes and characters. Source of the node names: Storyblok's rich-text format.
 */
export function sanitiseRichText(raw: unknown, context: RichTextContext): RichTextDocument | null {
  if (!isRecord(raw) || raw.type !== 'doc') return null
  const walk: Walk = { ...context, nodes: 0, characters: 0 }
  const content = flow(raw.content, walk, 1)
  return content.length === 0 ? null : { type: 'doc', content }
}

/** The editor's own spellings of node names, and ours. */
const aliases: Record<string, string> = {
  bulletList: 'bullet_list',
  orderedList: 'ordered_list',
  listItem: 'list_item',
  codeBlock: 'code_block',
  horizontalRule: 'horizontal_rule',
  hardBreak: 'hard_break',
  tableRow: 'table_row',
  tableCell: 'table_cell',
  tableHeader: 'table_header',
  strong: 'bold',
  em: 'italic',
  textStyle: 'colour',
}

const nameOf = (node: Record<string, unknown>): string => {
  const type = typeof node.type === 'string' ? node.type : ''
  return Object.hasOwn(aliases, type) ? (aliases[type] ?? '') : type
}

const attributesOf = (node: Record<string, unknown>): Record<string, unknown> =>
  isRecord(node.attrs) ? node.attrs : {}

/** The child nodes that may still be taken: objects, within the limits. */
function* children(content: unknown, walk: Walk, depth: number): Generator<Record<string, unknown>> {
  if (!Array.isArray(content)) return
  if (depth > richTextLimits.depth) {
    walk.onDropped?.('text nested too deeply')
    return
  }
  for (const node of content) {
    if (walk.nodes >= richTextLimits.nodes || walk.characters >= richTextLimits.characters) {
      walk.onDropped?.('text beyond the permitted length')
      return
    }
    walk.nodes += 1
    if (isRecord(node)) yield node
  }
}

/** Paragraphs, lists, tables and the like. Loose text becomes a paragraph of its own. */
function flow(content: unknown, walk: Walk, depth: number): FlowNode[] {
  const nodes: FlowNode[] = []
  let loose: InlineNode[] = []
  const endParagraph = () => {
    if (loose.some(isVisible)) nodes.push({ type: 'paragraph', content: loose })
    loose = []
  }
  for (const node of children(content, walk, depth)) {
    const inlineNode = inlineOf(node, walk)
    if (inlineNode !== undefined) {
      if (inlineNode) loose.push(inlineNode)
      continue
    }
    endParagraph()
    nodes.push(...flowOf(node, walk, depth))
  }
  endParagraph()
  return nodes
}

function flowOf(node: Record<string, unknown>, walk: Walk, depth: number): FlowNode[] {
  const attributes = attributesOf(node)
  switch (nameOf(node)) {
    case 'paragraph':
      return paragraph(node.content, walk, depth + 1, (content) => ({
        type: 'paragraph',
        content,
        ...alignment(attributes),
      }))
    case 'heading': {
      const level = Math.min(6, Math.max(1, Math.trunc(numberIn(attributes.level)) || 2))
      const id = safeId(attributes.id)
      return paragraph(node.content, walk, depth + 1, (content) => ({
        type: 'heading',
        level,
        content,
        ...alignment(attributes),
        ...(id && { id }),
      }))
    }
    case 'bullet_list': {
      const content = listItems(node.content, walk, depth + 1)
      return content.length === 0 ? [] : [{ type: 'bullet_list', content }]
    }
    case 'ordered_list': {
      const content = listItems(node.content, walk, depth + 1)
      const start = Math.trunc(numberIn(attributes.start ?? attributes.order))
      const counted = start > 1 && start < 10_000 ? { start } : {}
      return content.length === 0 ? [] : [{ type: 'ordered_list', ...counted, content }]
    }
    case 'blockquote': {
      const content = flow(node.content, walk, depth + 1)
      return content.length === 0 ? [] : [{ type: 'blockquote', content }]
    }
    case 'code_block': {
      const text = [...children(node.content, walk, depth + 1)]
        .map((child) => takeText(child.text, walk))
        .join('')
      return text === '' ? [] : [{ type: 'code_block', text }]
    }
    case 'horizontal_rule':
      return [{ type: 'horizontal_rule' }]
    case 'image': {
      const picture = richTextPicture(attributes, walk)
      return picture ? [{ type: 'image', picture }] : []
    }
    case 'table': {
      const content = tableRows(node.content, walk, depth + 1)
      return content.length === 0 ? [] : [{ type: 'table', content }]
    }
    case 'blok': {
      const content = walk.blocks?.(attributes.body) ?? []
      return content.length === 0 ? [] : [{ type: 'blok', content }]
    }
    default:
      walk.onDropped?.(`unknown node “${label(node.type)}”`)
      return []
  }
}

/** Pictures and blocks stand between paragraphs, although the editor stores them inside. */
function paragraph(
  content: unknown,
  walk: Walk,
  depth: number,
  make: (content: InlineNode[]) => FlowNode,
): FlowNode[] {
  const nodes: FlowNode[] = []
  let line: InlineNode[] = []
  const endLine = () => {
    if (line.some(isVisible)) nodes.push(make(line))
    line = []
  }
  for (const node of children(content, walk, depth)) {
    const inlineNode = inlineOf(node, walk)
    if (inlineNode) line.push(inlineNode)
    else if (inlineNode === undefined) {
      const name = nameOf(node)
      if (name === 'image' || name === 'blok') {
        endLine()
        nodes.push(...flowOf(node, walk, depth))
      } else walk.onDropped?.(`“${label(node.type)}” inside a paragraph`)
    }
  }
  endLine()
  return nodes
}

function listItems(content: unknown, walk: Walk, depth: number): ListItem[] {
  const items: ListItem[] = []
  for (const node of children(content, walk, depth)) {
    if (nameOf(node) !== 'list_item') {
      walk.onDropped?.(`“${label(node.type)}” inside a list`)
      continue
    }
    const inner = flow(node.content, walk, depth + 1)
    if (inner.length > 0) items.push({ type: 'list_item', content: inner })
  }
  return items
}

function tableRows(content: unknown, walk: Walk, depth: number): TableRow[] {
  const rows: TableRow[] = []
  for (const row of children(content, walk, depth)) {
    if (nameOf(row) !== 'table_row') {
      walk.onDropped?.(`“${label(row.type)}” inside a table`)
      continue
    }
    const cells: TableCell[] = []
    for (const cell of children(row.content, walk, depth + 1)) {
      const type = nameOf(cell)
      if (type !== 'table_cell' && type !== 'table_header') {
        walk.onDropped?.(`“${label(cell.type)}” inside a row`)
        continue
      }
      const attributes = attributesOf(cell)
      cells.push({
        type,
        content: flow(cell.content, walk, depth + 2),
        ...span('colspan', attributes.colspan),
        ...span('rowspan', attributes.rowspan),
      })
    }
    if (cells.length > 0) rows.push({ type: 'table_row', content: cells })
  }
  return rows
}

function span(name: 'colspan' | 'rowspan', value: unknown): { [key in typeof name]?: number } {
  const count = Math.trunc(numberIn(value))
  return count > 1 && count <= 20 ? { [name]: count } : {}
}

/** Text and line breaks; `null` for one that is empty, `undefined` for what is no inline node. */
function inlineOf(node: Record<string, unknown>, walk: Walk): InlineNode | null | undefined {
  switch (nameOf(node)) {
    case 'text': {
      const text = takeText(node.text, walk)
      if (text === '') return null
      const marks = marksOf(node.marks, walk)
      return marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }
    }
    case 'hard_break':
      return { type: 'hard_break' }
    case 'emoji': {
      const text = takeText(attributesOf(node).emoji, walk)
      return text === '' || text.length > 16 ? null : { type: 'text', text }
    }
    default:
      return undefined
  }
}

function takeText(value: unknown, walk: Walk): string {
  if (typeof value !== 'string') return ''
  const room = richTextLimits.characters - walk.characters
  const text = cleanText(value.slice(0, Math.max(0, room)))
  walk.characters += text.length
  if (value.length > room) walk.onDropped?.('text beyond the permitted length')
  return text
}

const isVisible = (node: InlineNode) => node.type === 'text' && node.text.trim() !== ''

function marksOf(raw: unknown, walk: Walk): Mark[] {
  if (!Array.isArray(raw)) return []
  const marks: Mark[] = []
  for (const given of raw.slice(0, richTextLimits.marks)) {
    const mark = isRecord(given) ? markOf(given, walk) : null
    if (mark && !marks.some((other) => other.type === mark.type)) marks.push(mark)
  }
  return marks
}

function markOf(raw: Record<string, unknown>, walk: Walk): Mark | null {
  const attributes = attributesOf(raw)
  const type = nameOf(raw)
  switch (type) {
    case 'bold':
    case 'italic':
    case 'strike':
    case 'underline':
    case 'code':
    case 'superscript':
    case 'subscript':
      return { type }
    case 'link': {
      const link = parseLink(attributes, walk.locale)
      if (!link) walk.onDropped?.('a link that leads nowhere or may not be followed')
      return link && { type, link }
    }
    case 'anchor': {
      const id = safeId(attributes.id)
      return id === null ? null : { type, id }
    }
    case 'lang': {
      const lang = languageTag(attributes.lang)
      return lang === null ? null : { type, lang }
    }
    case 'styled':
      return styled(attributes.class)
    case 'highlight':
    case 'colour': {
      const colour = safeColour(attributes.color)
      return colour === null ? (type === 'highlight' ? { type } : null) : { type, colour }
    }
    default:
      walk.onDropped?.(`unknown mark “${label(raw.type)}”`)
      return null
  }
}

/** A class from our own list, or `lang-en` for a phrase in another language. */
function styled(name: unknown): Mark | null {
  if (typeof name !== 'string') return null
  const style = textStyles.find((known) => known === name)
  if (style) return { type: 'styled', style }
  const lang = name.startsWith('lang-') ? languageTag(name.slice('lang-'.length)) : null
  return lang === null ? null : { type: 'lang', lang }
}

function languageTag(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(value) ? value : null
}

/** `#rgb`, `#rrggbb`, `#rrggbbaa` or `rgb(1, 2, 3)`; anything else could carry more than a colour. */
export function safeColour(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i
  const rgb = /^rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(?:,\s*(?:0|1|0?\.\d{1,3})\s*)?\)$/i
  return hex.test(value) || rgb.test(value) ? value.toLowerCase() : null
}

function alignment(attributes: Record<string, unknown>): { align?: 'center' | 'right' } {
  const align = attributes.textAlign
  return align === 'center' || align === 'right' ? { align } : {}
}

function richTextPicture(attributes: Record<string, unknown>, walk: Walk): Picture | null {
  const picture = parsePicture({ ...attributes, filename: attributes.src }, walk.apiUrl)
  if (!picture) walk.onDropped?.('a picture from an unknown place')
  return picture
}

const label = (value: unknown) => cleanText(textIn(value)).slice(0, 40)
