import { isUuid } from './resolve.ts'

/** Fields whose values are names, addresses or settings rather than words to read. */
const notRead = new Set([
  'component',
  'id',
  'uuid',
  'type',
  'plugin',
  'fieldtype',
  'linktype',
  'url',
  'cached_url',
  'href',
  'src',
  'filename',
  'anchor',
  'target',
  'rel',
  'focus',
])

/** What a visitor reads of content that is flattened to one language: values of text fields, and the text of rich text. */
export function textOfContent(node: unknown): string {
  const texts: string[] = []
  collect(node, texts)
  return texts.join('\n')
}

function collect(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) {
    // Texts in a list are choices and references; blocks are objects.
    for (const item of node) if (typeof item === 'object') collect(item, texts)
    return
  }
  if (node === null || typeof node !== 'object') return
  const fields = node as Record<string, unknown>
  if (fields.type === 'doc' && Array.isArray(fields.content)) {
    collectRichText(fields, texts)
    return
  }
  // Of a picture its description, of a link its title; the rest of both is addresses.
  const only = typeof fields.fieldtype === 'string' ? ['alt', 'title'] : Object.keys(fields)
  for (const key of only) {
    const value = fields[key]
    if (key.startsWith('_') || notRead.has(key)) continue
    if (typeof value !== 'string') collect(value, texts)
    else if (isText(key, value)) texts.push(value)
  }
}

/** Paragraphs, headings and cells each on a line; a word in two styles stays one word. */
function collectRichText(node: Record<string, unknown>, texts: string[]): void {
  const content = Array.isArray(node.content) ? node.content : []
  let line = ''
  const endLine = () => {
    if (line.trim() !== '') texts.push(line)
    line = ''
  }
  for (const child of content as unknown[]) {
    if (child === null || typeof child !== 'object') continue
    const { type, text, attrs } = child as { type?: unknown; text?: unknown; attrs?: unknown }
    if (type === 'text') line += typeof text === 'string' ? text : ''
    else if (type === 'hard_break') line += '\n'
    else {
      endLine()
      if (type === 'blok') collect((attrs as { body?: unknown } | undefined)?.body, texts)
      else if (type === 'image') collect({ fieldtype: 'asset', ...(attrs as object) }, texts)
      else collectRichText(child as Record<string, unknown>, texts)
    }
  }
  endLine()
}

/** Names of fields that hold words, were it a single one. */
const wordy =
  /(^|_)(title|subtitle|headline|heading|label|text|name|description|teaser|caption|alt|question|answer|quote|author)$/

/** Numbers, dates, uuids, addresses and the names of choices (`two-columns`) are no texts. */
function isText(key: string, value: string): boolean {
  const text = value.trim()
  if (text === '' || isUuid(text)) return false
  if (/\s/.test(text)) return !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/.test(text)
  const address = /^[a-z][a-z0-9+.-]*:\S/i.test(text) || /^[/#?]|^\.{1,2}\/|\/.*\//.test(text)
  const number = /^[-+]?[\d.,:/T+Z-]+$/.test(text)
  const choice = !wordy.test(key) && /^[a-z0-9]+([_-][a-z0-9]+)*$/.test(text)
  return !address && !number && !choice
}
