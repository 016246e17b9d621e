import type { Database } from '#app/platform/database/database.ts'
import { int4, nullable, value } from '#app/platform/database/statement.ts'
import type { TaxRule } from '#app/shop/checkout/tax-treatment.ts'
import type { TaxMode } from '#app/shop/checkout/types.ts'
import { homeRules } from './ledger.ts'

/** `rfc`: commas and decimal points; `german`: semicolons and decimal commas, as German spreadsheets read them. */
export type LedgerFormat = 'rfc' | 'german'

const columns = [
  'Nr.',
  'Erworben am',
  'Ankaufsbeleg',
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
  'Bestimmungsland',
  'Steuersatz Bestimmungsland %',
  'Netto Bestimmungsland EUR',
  'Umsatzsteuer Bestimmungsland EUR',
  'Gebucht am',
  'Storno Einkaufspreis EUR',
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
  correction: 'Berichtigung',
}

type Taxed = { country: string; perMille: number }

/** The rule by which a piece was taxed, as it is cited. */
const taxations: Record<TaxRule, (taxed: Taxed) => string> = {
  margin: () => '§ 25a UStG',
  'margin-export': () => 'Ausfuhr § 4 Nr. 1a UStG (§ 25a UStG)',
  gold: () => '§ 25c UStG',
  export: () => 'Ausfuhr § 4 Nr. 1a UStG',
  'intra-community': () => 'innergemeinschaftliche Lieferung § 4 Nr. 1b i. V. m. § 6a UStG',
  destination: ({ country, perMille }) =>
    `Fernverkauf § 3c UStG: ${country} ${percent(perMille, 'german')} %`,
  domestic: ({ perMille }) => `${percent(perMille, 'german')} %`,
}

/**
 * The ledger as CSV (RFC 4180, UTF-8 with a byte order mark): pieces that came or went between two days, both
 * inclusive, YYYY-MM-DD; a piece that went more than once then has a line for each time, and what became of it at other
 * times is left out. Days are those on which a row counts: its own, or the first of the month that was open when it was
 * written. A piece of which nobody knows when it was bought came on the day it was entered; a purchase price that nothing
 * proves is said to be missing. What was paid for a purchase that is taken back stands with that line once more, less than
 * nothing.
 */
export async function ledgerCsv(
  db: Database,
  { from, to, format }: { from: string; to: string; format: LedgerFormat },
): Promise<string> {
  const rows = await db
    .selectFrom('ledger as l')
    .leftJoin('purchase as b', 'b.id', 'l.purchase_id')
    .leftJoin('ledger_exit as e', (join) =>
      join.onRef('e.ledger_number', '=', 'l.number').on(({ between }) => between('e.booked_on', from, to)),
    )
    // Rows of before say nothing of the rule: it stands with the line.
    .leftJoin('order_line as ol', (join) =>
      join.onRef('ol.order_id', '=', 'e.order_id').onRef('ol.product_id', '=', 'l.product_id'),
    )
    .select(['l.number', 'l.acquired_on', 'b.number as receipt', 'b.means', 'l.title', 'l.kind'])
    // Lines from before it became known go on saying that it was missing; what is gone was reckoned with it.
    .select(
      value(
        nullable(int4),
      )`coalesce(case when e.id is not null or l.cost_booked_on <= ${to} then l.purchase_cents end, (select k.purchase_cents from ledger_exit k
        where k.ledger_number = l.number and k.purchase_cents is not null and k.id <= e.id))`.as(
        'purchase_cents',
      ),
    )
    .select(['l.product_id', 'e.kind as exit', 'e.on_day', 'e.document', 'e.tax_mode', 'e.proceeds_cents'])
    .select(['e.margin_cents', 'e.tax_cents', 'e.destination_net_cents', 'e.destination_tax_cents'])
    .select(({ fn }) => [
      fn.coalesce('e.tax_rule', 'ol.tax_rule').as('tax_rule'),
      fn.coalesce('e.tax_country', 'ol.tax_country').as('tax_country'),
      fn.coalesce('e.tax_per_mille', 'ol.tax_per_mille').as('tax_per_mille'),
    ])
    .select(({ fn }) => fn.coalesce('e.booked_on', 'l.booked_on').as('booked_on'))
    .where(({ or, between, eb }) =>
      or([
        between('l.booked_on', from, to),
        between('l.cost_booked_on', from, to),
        eb('e.id', 'is not', null),
      ]),
    )
    .orderBy('l.number')
    .orderBy('e.id')
    .execute()
  const paid = (cents: number | null) => (cents === null ? 'fehlt' : amount(cents, format))
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
    ...taxCells(row, format),
    row.booked_on,
    row.exit === 'cancelled' ? amount(-(row.purchase_cents ?? 0), format) : '',
  ])
  return csv([columns, ...lines], format)
}

type ExitRow = {
  tax_mode: TaxMode | null
  tax_rule: TaxRule | null
  tax_country: string | null
  tax_per_mille: number | null
  proceeds_cents: number | null
  margin_cents: number | null
  tax_cents: number | null
  destination_net_cents: number | null
  destination_tax_cents: number | null
}

/** From the rule on: amounts, and what is owed elsewhere. */
function taxCells(row: ExitRow, format: LedgerFormat): string[] {
  const money = (cents: number | null) => (cents === null ? '' : amount(cents, format))
  const rule = row.tax_rule ?? (row.tax_mode && homeRules[row.tax_mode])
  const country = row.tax_country ?? 'DE'
  const perMille = row.tax_per_mille ?? (rule === 'domestic' ? 190 : 0)
  const isDistant = rule === 'destination'
  return [
    rule ? taxations[rule]({ country, perMille }) : '',
    money(row.proceeds_cents),
    money(row.margin_cents),
    money(row.tax_cents),
    rule && country !== 'DE' ? country : '',
    isDistant ? percent(perMille, format) : '',
    isDistant ? money(row.destination_net_cents) : '',
    isDistant ? money(row.destination_tax_cents) : '',
  ]
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

export function amount(cents: number, format: LedgerFormat): string {
  const plain = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return format === 'german' ? plain.replace('.', ',') : plain
}

/** “25,5” of 255 per mille. */
export function percent(perMille: number, format: LedgerFormat): string {
  const plain = String(perMille / 10)
  return format === 'german' ? plain.replace('.', ',') : plain
}
