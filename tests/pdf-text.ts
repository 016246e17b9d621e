import { inflateSync } from 'node:zlib'

/** A word's piece as it is drawn: the glyphs of one font, and what whoever copies it gets. */
type Run = { font: string; glyphs: number[]; text: string }

/**
 * What a PDF of ours draws, run by run in the order it is drawn in. It understands what @react-pdf/renderer writes:
 * plain objects, deflated streams, glyphs of two bytes with their table of meanings.
 */
export function pdfRuns(pdf: Buffer): Run[] {
  return runsOfPages(pdf).flat()
}

/** What can be copied from each page. */
export function pdfPages(pdf: Buffer): string[] {
  return runsOfPages(pdf).map(textOf)
}

const textOf = (runs: readonly Run[]) =>
  runs
    .map(({ text }) => text)
    .join('')
    .replaceAll('\u00a0', ' ')

function runsOfPages(pdf: Buffer): Run[][] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, { name: string; meanings: Map<number, string> }>()
  for (const { head } of objects.values()) {
    for (const [, list = ''] of head.matchAll(/\/Font <<(.*?)>>/gs)) {
      for (const [, key = '', id = ''] of list.matchAll(/\/(\S+) (\d+) 0 R/g)) {
        const font = objects.get(id)?.head ?? ''
        const table = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? '')?.stream ?? ''
        fonts.set(key, { name: /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? '', meanings: meaningsOf(table) })
      }
    }
  }
  const pages: Run[][] = []
  for (const { stream } of objects.values()) {
    if (!stream.includes('BT')) continue
    const runs: Run[] = []
    pages.push(runs)
    let font = ''
    for (const [, key, shown] of stream.matchAll(/\/(\S+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (key !== undefined) font = key
      if (shown === undefined) continue
      const { name = '', meanings = new Map<number, string>() } = fonts.get(font) ?? {}
      const hex = [...shown.matchAll(/<([\da-f]*)>/gi)].map(([, digits]) => digits).join('')
      const glyphs = (hex.match(/.{4}/g) ?? []).map((digits) => Number.parseInt(digits, 16))
      runs.push({ font: name, glyphs, text: glyphs.map((glyph) => meanings.get(glyph) ?? '').join('') })
    }
  }
  return pages
}

/** Everything that can be copied from it, in the order it is drawn in. */
export function pdfText(pdf: Buffer): string {
  return textOf(pdfRuns(pdf))
}

function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const raw = pdf.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const { 1: id = '', index } of raw.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const end = raw.indexOf('endobj', index)
    const begin = raw.indexOf('stream\n', index)
    const isStream = begin >= 0 && begin < end
    const head = raw.slice(index, isStream ? begin : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const bytes = pdf.subarray(begin + 7, begin + 7 + length)
    const isText = isStream && head.includes('FlateDecode') && !head.includes('/Subtype')
    objects.set(id, { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

/** `beginbfrange <0000> <0002> [<0041> <00420043> <…>]`, and the short form that counts on. */
function meaningsOf(table: string): Map<number, string> {
  const meanings = new Map<number, string>()
  const decoded = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, block = ''] of table.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, first = '', , list = ''] of block.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
      const start = Number.parseInt(first, 16)
      for (const [place, [, hex = '']] of [...list.matchAll(/<([\da-f ]*)>/gi)].entries())
        meanings.set(start + place, decoded(hex.replaceAll(' ', '')))
    }
  }
  return meanings
}
