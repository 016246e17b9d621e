import type { Database } from '#app/platform/database/database.ts'
import { date, value } from '#app/platform/database/statement.ts'

/** `rfc`: commas and decimal points; `german`: semicolons and decimal commas, as German spreadsheets read them. */
export type LedgerFormat = 'rfc' | 'german'

const columns = [
  'Nr.',
  'Erworben am',
  'Ankaufbeleg',
  'Zahlung',
  'Gegenstand',
  'Art',
  'Einkaufspreis EUR',
  'Lagernummer',
  'Abgang',
  'Abgang am',
  'Beleg des Abgangs',
  'Besteuerung',
  'Erlös EUR',
  'Marge EUR',
  'Umsatzsteuer EUR',
]

/** Words of the ledger: it is a German tax record. */
const words: Record<string, string> = {
  cash: 'bar',
  transfer: 'Überweisung',
  watch: 'Uhr',
  jewellery: 'Schmuck',
  bullion: 'Barren oder Münze',
  scrap: 'Altgold, Schmelzware',
  sale: 'Verkauf',
  return: 'Rücknahme',
  melt: 'Schmelze',
  cancelled: 'Storno des Ankaufs',
  margin_25a: '§ 25a UStG',
  standard_19: '19 %',
  investment_gold_25c: '§ 25c UStG',
}

const cameOn = value(date)`coalesce(l.acquired_on, (l.entered_at at time zone 'Europe/Berlin')::date)`

/**
 * The ledger as CSV (RFC 4180, UTF-8 with a byte order mark): pieces that came or went between two days, both
 * inclusive, YYYY-MM-DD; a piece that went more than once has a line for each time. A piece of which nobody knows when
 * it was bought came on the day it was entered; a purchase price that nothing proves is said to be missing.
 */
export async function ledgerCsv(
  db: Database,
  { from, to, format }: { from: string; to: string; format: LedgerFormat },
): Promise<string> {
  const rows = await db
    .selectFrom('ledger as l')
    .leftJoin('purchase as b', 'b.id', 'l.purchase_id')
    .leftJoin('ledger_exit as e', 'e.ledger_number', 'l.number')
    .select([
      'l.number',
      'l.acquired_on',
      'b.number as receipt',
      'b.means',
      'l.title',
      'l.kind',
      'l.purchase_cents',
    ])
    .select(['l.product_id', 'e.kind as exit', 'e.on_day', 'e.document', 'e.tax_mode', 'e.proceeds_cents'])
    .select(['e.margin_cents', 'e.tax_cents'])
    .where(({ or, between }) => or([between(cameOn, from, to), between('e.on_day', from, to)]))
    .orderBy('l.number')
    .orderBy('e.id')
    .execute()
  const paid = (cents: number | null) => (cents === null ? 'fehlt' : amount(cents, format))
  const money = (cents: number | null) => (cents === null ? '' : amount(cents, format))
  const word = (key: string | null) => (key === null ? '' : (words[key] ?? key))
  const lines = rows.map((row) => [
    String(row.number),
    row.acquired_on ?? '',
    text(row.receipt ?? ''),
    word(row.means),
    text(row.title),
    word(row.kind),
    paid(row.purchase_cents),
    row.product_id ?? '',
    word(row.exit),
    row.on_day ?? '',
    // Sold before, or beside, the orders of this shop.
    text(row.document ?? (row.exit === 'sale' || row.exit === 'return' ? 'ohne Rechnung' : '')),
    word(row.tax_mode),
    money(row.proceeds_cents),
    money(row.margin_cents),
    money(row.tax_cents),
  ])
  return csv([columns, ...lines], format)
}

/** Cells as RFC 4180 writes them, with a byte order mark. */
export function csv(rows: readonly (readonly string[])[], format: LedgerFormat): string {
  const mark = format === 'german' ? ';' : ','
  const special = ['"', mark, '\r', '\n']
  const cell = (value: string) =>
    special.some((sign) => value.includes(sign)) ? `"${value.replaceAll('"', '""')}"` : value
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(mark)}\r\n`).join('')}`
}

/** What people typed never begins as a formula would: a spreadsheet would run it. */
export function text(value: string): string {
  return /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

function amount(cents: number, format: LedgerFormat): string {
  const plain = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return format === 'german' ? plain.replace('.', ',') : plain
}
