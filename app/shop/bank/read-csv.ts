import { cleanLine } from '#app/language/clean-text.ts'
import { isIban } from '#app/shop/settings/trade-settings.ts'
import { CsvFault, csvText, openCsv } from '#app/shop/stock-files/csv-file.ts'
import { type CsvField, type CsvMapping, csvFields } from './csv-fields.ts'
import { readDay } from './read-day.ts'
import { type ReadLine, type ReadStatement, StatementFault, statementLimits } from './statement-file.ts'

/** How German banks head their columns; compared without spaces, signs and capitals. */
const headings: Readonly<Record<CsvField, readonly string[]>> = {
  booked: ['buchungstag', 'buchungsdatum', 'buchung', 'datum', 'bookingdate', 'date'],
  value: ['valuta', 'valutadatum', 'wertstellung', 'wertstellungsdatum', 'wert', 'valuedate'],
  amount: [
    'betrag',
    'betrageur',
    'umsatz',
    'umsatzeur',
    'betragin€',
    'betrag€',
    'amount',
    'amounteur',
    'umsatzineur',
  ],
  out: ['soll', 'lastschrift', 'debit', 'ausgang'],
  in: ['haben', 'gutschrift', 'credit', 'eingang'],
  sign: ['sollhaben', 'sollhabenkennzeichen', 'sh', 'kennzeichen'],
  currency: ['währung', 'waehrung', 'currency', 'whrg'],
  name: [
    ...[
      'beguenstigterzahlungspflichtiger',
      'begünstigterzahlungspflichtiger',
      'auftraggeberempfänger',
      'name',
    ],
    ...[
      'auftraggeberbegünstigter',
      'namezahlungsbeteiligter',
      'zahlungsbeteiligter',
      'auftraggeber',
      'empfänger',
    ],
    ...[
      'zahlungspflichtiger',
      'zahlungspflichtigerzahlungspflichtige',
      'partnername',
      'beguenstigterauftraggeber',
      'begünstigterauftraggeber',
    ],
  ],
  payee: ['zahlungsempfängerin', 'zahlungsempfänger', 'payee'],
  iban: [
    'kontonummeriban',
    'iban',
    'ibanzahlungsbeteiligter',
    'kontonummer',
    'kontonummeribanzahlungsbeteiligter',
    'ibankontonummer',
    'partneriban',
  ],
  purpose: [
    'verwendungszweck',
    'buchungstext',
    'vorgangverwendungszweck',
    'zahlungsreferenz',
    'paymentreference',
    'beschreibung',
    'purpose',
  ],
  endToEnd: ['kundenreferenzendtoend', 'kundenreferenz', 'endtoendreferenz', 'endtoendid'],
  account: ['auftragskonto', 'ibanauftragskonto', 'eigenesiban', 'ibandesauftragskontos'],
}

const plain = (heading: string) => heading.toLowerCase().replace(/[^\p{L}€]/gu, '')

/** What the headings say the columns hold; each field once, the more usual name first. */
export function mappingOf(columns: readonly string[]): (CsvField | null)[] {
  const names = columns.map(plain)
  const mapping: (CsvField | null)[] = columns.map(() => null)
  for (const field of csvFields) {
    const at = headings[field].map((name) =>
      names.findIndex((each, index) => each === name && mapping[index] === null),
    )
    const found = at.find((index) => index >= 0)
    if (found !== undefined) mapping[found] = field
  }
  return mapping
}

export const isUsable = (mapping: CsvMapping): boolean => {
  const has = (field: CsvField) => mapping.filter((each) => each === field).length === 1
  const isOnce = csvFields.every((field) => mapping.filter((each) => each === field).length <= 1)
  return isOnce && has('booked') && (has('amount') || has('out') || has('in'))
}

export type CsvRead =
  | { ok: true; statement: ReadStatement }
  /** The headings do not say what the columns hold, or which of them says what a line is for. */
  | { ok: false; headings: string[]; rows: string[][]; proposed: (CsvField | null)[] }

const preambleRows = 30

/**
 * Reads a bank's CSV file. `mapping`: what its columns hold, where its headings do not say it; `account`: whose it is where
 * neither a column nor the lines above the headings name one.
 * @throws {StatementFault}
 */
export async function readBankCsv(
  bytes: Uint8Array,
  { mapping = null, account }: { mapping?: CsvMapping | null; account: string },
): Promise<CsvRead> {
  try {
    return await read(csvText(bytes), { mapping, account })
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    if (error.reason === 'too-large' || error.reason === 'empty') throw new StatementFault(error.reason)
    if (error.reason === 'workbook') throw new StatementFault('unknown-format')
    throw new StatementFault('csv-damaged', { line: error.row })
  }
}

async function read(
  text: string,
  { mapping: given, account: own }: { mapping: CsvMapping | null; account: string },
): Promise<CsvRead> {
  const { preamble, table } = parted(text)
  const skipped = preamble.length
  // With its mark it is read as text, whatever its first letters are.
  const list = await openCsv(Buffer.from(`\ufeff${table}`))
  const mapping = given ?? mappingOf(list.headings)
  const above = preamble.join(' ').replace(/(?<=\b[A-Z]{2}\d{2}[\dA-Z ]*) (?=[\dA-Z])/g, '')
  const named = /\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/.exec(above)?.[0]
  const isUnclear = given === null && !mapping.includes('purpose') && mapping.includes(null)
  if (!isUsable(mapping) || isUnclear) {
    const rows: string[][] = []
    for await (const { cells } of list.rows) if (rows.push(cells) === 3) break
    return { ok: false, headings: list.headings, rows, proposed: mappingOf(list.headings) }
  }
  const lines: ReadLine[] = []
  let account = named && isIban(named) ? named : own
  for await (const { row, cells } of list.rows) {
    if (isBalance(cells, mapping) || isAnnounced(cells, mapping)) continue
    const at = (field: CsvField) => cells[mapping.indexOf(field)]?.trim() ?? ''
    const line = readRow(at, { line: row + skipped, columnOf: (field) => mapping.indexOf(field) + 1 })
    const of = mapping.includes('account') ? at('account').replaceAll(' ', '').toUpperCase() : ''
    if (isIban(of)) account = of
    if (line) lines.push(line)
    if (lines.length > statementLimits.lines)
      throw new StatementFault('too-many-lines', { line: row + skipped })
  }
  if (lines.length === 0) throw new StatementFault('no-lines')
  return {
    ok: true,
    statement: { format: 'csv', account, number: null, openingCents: null, closingCents: null, lines },
  }
}

/** Lines above the headings, which banks use for the account and the period, and the table itself. */
function parted(text: string): { preamble: string[]; table: string } {
  const lines = text.split(/\r\n|\r|\n/)
  const headed = lines.slice(0, preambleRows).findIndex((line) => {
    const cells = line.split(/[;,\t]/).map((cell) => cell.replace(/^"|"$/g, ''))
    return cells.length > 2 && isUsable(mappingOf(cells))
  })
  return headed <= 0
    ? { preamble: [], table: text }
    : { preamble: lines.slice(0, headed), table: lines.slice(headed).join('\n') }
}

const balanceWord = '(?:(?:alter|neuer|letzter|aktueller) )?(?:saldo|kontostand|summe|anfangssaldo|endsaldo)'
const beginsAsBalance = new RegExp(`^${balanceWord}\\b`, 'i')
/** Alone, or with its day: `Kontostand zum 26.11.2026:`. */
const isBalanceAlone = new RegExp(`^${balanceWord}(?: (?:vom|zum|am|per))?(?: [\\d.]+)?:?$`, 'i')
const isAnnouncement = /^(?:umsatz )?(?:vorgemerkt|vormerkung|pending)$/i

/** A balance above or below the lines, which is no day's booking; whoever pays may begin with such a word. */
function isBalance(cells: readonly string[], mapping: CsvMapping): boolean {
  const isBooking = readDay(cells[mapping.indexOf('booked')] ?? '') !== null
  return cells.some((cell) => (isBooking ? isBalanceAlone : beginsAsBalance).test(cell.trim()))
}

/** Money that the bank expects and has not booked, as it says beside the line; booked, it comes again with its day. */
const isAnnounced = (cells: readonly string[], mapping: CsvMapping): boolean =>
  cells.some((cell, index) => {
    const field = mapping[index] ?? null
    return field === 'booked'
      ? /^offen$/i.test(cell.trim())
      : field === null && isAnnouncement.test(cell.trim())
  })

type Place = { line: number; columnOf: (field: CsvField) => number }

/** null: a row that books nothing, such as a note below the lines. */
function readRow(at: (field: CsvField) => string, place: Place): ReadLine | null {
  const fault = (reason: 'not-a-day' | 'not-an-amount' | 'foreign-currency', field: CsvField): never => {
    throw new StatementFault(reason, { line: place.line, column: place.columnOf(field), found: at(field) })
  }
  const parts = (['amount', 'out', 'in'] as const).filter((field) => at(field) !== '')
  if (parts.length === 0 && at('booked') === '') return null
  const bookedOn = readDay(at('booked')) ?? fault('not-a-day', 'booked')
  const currency = at('currency').toUpperCase()
  if (currency !== '' && currency !== 'EUR' && currency !== '€') fault('foreign-currency', 'currency')
  const [field = 'amount'] = parts
  const cents = readCents(at(field)) ?? fault('not-an-amount', field)
  const isOut = field === 'out' || /^(s|soll|d|debit)$/i.test(at('sign'))
  const amountCents = isOut ? -Math.abs(cents) : cents
  if (amountCents === 0) return null
  const text = (field: CsvField, most: number) => cleanLine(at(field)).slice(0, most)
  const [name, payee] = [text('name', 200), text('payee', 200)]
  return {
    bookedOn,
    valueOn: readDay(at('value')),
    amountCents,
    name: amountCents < 0 ? payee || name : name || payee,
    iban: text('iban', 40).replaceAll(' ', '') || null,
    purpose: text('purpose', 2000),
    endToEnd: text('endToEnd', 200) || null,
    reversal: false,
    reference: null,
  }
}

/** `1.234,56`, `-1.234,56`, `1.234,56-`, `1234.56`; null for anything else. */
export function readCents(text: string): number | null {
  const bare = text.replace(/\s|EUR|€/gi, '').replace('−', '-')
  const [, before, digits = '', after] = /^([+-]?)([\d.,]+)([+-]?)$/.exec(bare) ?? []
  const [, whole, cents = ''] =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,10})(?:,(\d{1,2}))?$/.exec(digits) ??
    /^(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/.exec(digits) ??
    []
  if (whole === undefined || (before !== '' && after !== '')) return null
  const value = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return before === '-' || after === '-' ? -value : value
}
