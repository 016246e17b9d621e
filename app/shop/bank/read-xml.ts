import { StatementFault } from './statement-file.ts'

/** An element of an XML file: its local name, what it holds, and where it began. */
export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** Text of its own, without that of its children. */
  text: string
  line: number
  column: number
}

const deepest = 40
const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

// A name, attributes with quoted values, and whether it is empty.
const openTag = /<([A-Za-z_][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const closeTag = /<\/([A-Za-z_][\w.:-]*)\s*>/y
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/**
 * Reads the subset of XML that banks write: elements, attributes, text, CDATA, comments. Document types and entities of
 * a file's own are refused, so that nothing is fetched and nothing grows.
 * @throws {StatementFault} with the place of what is not well-formed
 */
export function readXml(xml: string): Element {
  const source = xml.replace(/^\ufeff/, '')
  let at = 0
  const fault = (reason: 'not-well-formed' | 'has-doctype', from = at): never => {
    throw new StatementFault(reason, { ...placeIn(source, from), found: source.slice(from, from + 40) })
  }
  const open: Element[] = []
  let root: Element | null = null
  const skipTo = (end: string) => {
    const found = source.indexOf(end, at)
    if (found < 0) fault('not-well-formed')
    at = found + end.length
  }
  const addText = (text: string) => {
    const parent = open.at(-1)
    if (parent) parent.text += text
    else if (text.trim() !== '') fault('not-well-formed')
  }
  const place = placesOf(source)
  while (at < source.length) {
    if (source[at] !== '<') {
      const next = source.indexOf('<', at)
      const end = next < 0 ? source.length : next
      const decoded = decodeText(source.slice(at, end))
      if (decoded === null) fault('not-well-formed')
      addText(decoded ?? '')
      at = end
    } else if (source.startsWith('<!--', at)) skipTo('-->')
    else if (source.startsWith('<![CDATA[', at)) {
      const from = at + 9
      skipTo(']]>')
      addText(source.slice(from, at - 3))
    } else if (source.startsWith('<!', at)) fault('has-doctype')
    else if (source.startsWith('<?', at)) skipTo('?>')
    else if (source.startsWith('</', at)) {
      closeTag.lastIndex = at
      const [whole, name] = closeTag.exec(source) ?? fault('not-well-formed')
      const closed = open.pop()
      if (!closed || closed.name !== localName(name ?? '')) fault('not-well-formed')
      at += whole?.length ?? 0
    } else {
      openTag.lastIndex = at
      const [whole = '', name = '', given = '', isEmpty] = openTag.exec(source) ?? fault('not-well-formed')
      const element: Element = {
        ...{ name: localName(name), attributes: attributesOf(given), children: [], text: '' },
        ...place(at),
      }
      const parent = open.at(-1)
      if (parent) parent.children.push(element)
      else if (root) fault('not-well-formed')
      else root = element
      if (!isEmpty) open.push(element)
      if (open.length > deepest) fault('not-well-formed')
      at += whole.length
    }
  }
  if (!root || open.length > 0) return fault('not-well-formed', source.length)
  return root
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** null: an entity that nobody declares. */
function decodeText(text: string): string | null {
  if (!text.includes('&')) return text
  let known = true
  const decoded = text.replace(/&([^;\s&]{0,10});?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) known = false
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null
    if (code !== null && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
    const sign = Object.hasOwn(predefined, name) ? predefined[name] : undefined
    if (sign === undefined) known = false
    return sign ?? ''
  })
  return known ? decoded : null
}

function attributesOf(given: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of given.matchAll(attribute))
    attributes[localName(name)] = decodeText(double ?? single ?? '') ?? ''
  return attributes
}

function placeIn(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

/** Places that are asked for in their order, each counted on from the one before. */
function placesOf(source: string): (at: number) => { line: number; column: number } {
  let [line, begin] = [1, 0]
  return (at) => {
    for (let next = source.indexOf('\n', begin); next >= 0 && next < at; next = source.indexOf('\n', begin)) {
      line += 1
      begin = next + 1
    }
    return { line, column: at - begin + 1 }
  }
}

/** The first element below `from` along a path of local names. */
export function find(from: Element | undefined, ...path: readonly string[]): Element | undefined {
  let found = from
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found
}

export const findAll = (from: Element | undefined, name: string): Element[] =>
  from?.children.filter((child) => child.name === name) ?? []

/** The text along a path, on one line; null where there is none. */
export function textAt(from: Element | undefined, ...path: readonly string[]): string | null {
  const text = find(from, ...path)
    ?.text.replace(/\s+/g, ' ')
    .trim()
  return text === undefined || text === '' ? null : text
}
