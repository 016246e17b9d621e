import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { cleanText } from '#app/language/clean-text.ts'

export const separators = [';', ',', '\t'] as const
export type Separator = (typeof separators)[number]

/** Bytes of a file, rows below its headings, columns, and bytes of one row. */
export const csvLimits = { bytes: 20_000_000, rows: 20_000, columns: 300, row: 262_144 }

/** The file cannot be read as a list at all. `row`: where, counted as spreadsheets do. */
export class CsvFault extends Error {
  override name = 'CsvFault'
  readonly reason: CsvFaultReason
  readonly row: number | null
  constructor(reason: CsvFaultReason, row: number | null = null) {
    super(reason)
    this.reason = reason
    this.row = row
  }
}
export type CsvFaultReason =
  | 'too-large'
  /** A file of Excel or LibreOffice, which has to be saved as CSV first. */
  | 'workbook'
  | 'empty'
  | 'too-many-columns'
  | 'too-many-rows'
  | 'row-too-long'
  | 'quote-not-closed'

/**
 * The text of a file: UTF-8 or UTF-16 by their marks or by what is in them, else Windows-1252.
 * @throws {CsvFault} for what is no text
 */
export function csvText(bytes: Uint8Array): string {
  if (bytes.length > csvLimits.bytes) throw new CsvFault('too-large')
  const [first, second] = bytes
  // Zip files (xlsx, ods) and the older format of Excel begin so.
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf))
    throw new CsvFault('workbook')
  return decode(bytes)
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const begin = bytes.subarray(0, 400)
  const noughts = (from: number) => begin.filter((byte, at) => at % 2 === from && byte === 0).length
  if (noughts(1) > begin.length / 4 && noughts(0) === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (noughts(0) > begin.length / 4 && noughts(1) === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that parts the first line; Excel may name it in a line of its own. */
function separatorOf(text: string): Separator {
  const line =
    text
      .slice(0, csvLimits.row)
      .replace(/"[^"]*"/g, '')
      .split(/\r\n|\r|\n/)
      .find((each) => /[^;,\s]/.test(each)) ?? ''
  // Cells that were copied in a spreadsheet come with tabs, whatever else their headings hold; nobody types one there.
  if (line.includes('\t')) return '\t'
  const counted = separators.map((each) => ({ each, count: line.split(each).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).each
}

export type CsvRow = {
  /** As spreadsheets count them: the headings are row 1. */
  row: number
  cells: string[]
}

/** The headings of a list, and its rows that are not empty, as they are read. */
export type CsvList = { headings: string[]; separator: Separator; rows: AsyncIterable<CsvRow> }

/**
 * Reads a list from the bytes of a CSV file. `noHeadings`: its first row is a piece already, and columns are headed by
 * their places.
 * @throws {CsvFault} at once, or while rows are read
 */
export async function openCsv(
  bytes: Uint8Array,
  { noHeadings = false }: { noHeadings?: boolean | undefined } = {},
): Promise<CsvList> {
  const whole = csvText(bytes)
  const named = /^\s*"?sep=([;,\t])"?\s*(?:\r\n|\r|\n)/i.exec(whole)
  const text = named ? whole.slice(named[0].length) : whole
  const separator = (named?.[1] as Separator | undefined) ?? separatorOf(text)
  const records = recordsOf(text, separator, named ? 2 : 1)
  let first = await records.next()
  while (!first.done && isEmpty(first.value.cells)) first = await records.next()
  if (first.done) throw new CsvFault('empty')
  const { cells } = first.value
  const headings = noHeadings
    ? cells.map((_, at) => `(${at + 1})`)
    : cells.map((cell) => cell.replace(/\s+/g, ' ').slice(0, 200))
  while (headings.at(-1) === '') headings.pop()
  if (headings.length > csvLimits.columns) throw new CsvFault('too-many-columns', first.value.row)
  return { headings, separator, rows: rowsOf(records, noHeadings ? [first.value] : []) }
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell === '')

async function* rowsOf(records: AsyncGenerator<CsvRow>, before: readonly CsvRow[]): AsyncGenerator<CsvRow> {
  yield* before
  let count = before.length
  for await (const record of records) {
    if (isEmpty(record.cells)) continue
    count += 1
    if (count > csvLimits.rows) throw new CsvFault('too-many-rows', record.row)
    yield record
  }
}

async function* recordsOf(text: string, delimiter: Separator, firstRow: number): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: csvLimits.row,
  })
  const source = Readable.from(slices(text))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let row = firstRow
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield { row, cells: cells.map(cleanCell) }
      row += 1
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'CSV_MAX_RECORD_SIZE') throw new CsvFault('row-too-long', row)
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw new CsvFault('quote-not-closed', row)
    throw error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

function* slices(text: string): Generator<string> {
  const size = 65_536
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + size, text.length)
    // Not between the two halves of a sign.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1
    yield text.slice(at, end)
    at = end
  }
}

/** What keeps spreadsheets from reading a cell as a formula is no part of it. */
const cleanCell = (cell: string) =>
  cleanText(cell)
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, '')

/** A row of a CSV file, made harmless: no cell of it is read as a formula. */
export function csvLine(cells: readonly string[], separator: Separator = ';'): string {
  return `${cells.map((cell) => quoted(harmless(cell), separator)).join(separator)}\r\n`
}

const harmless = (cell: string) =>
  /^[=+\-@\t\r]/.test(cell) && !/^-\d+([.,]\d+)?$/.test(cell) ? `'${cell}` : cell

const quoted = (cell: string, separator: Separator) =>
  cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
