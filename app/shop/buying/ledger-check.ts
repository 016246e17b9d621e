import type { Database } from '#app/platform/database/database.ts'
import { int8, integers, nullable, query, text, texts } from '#app/platform/database/statement.ts'
import { isMissing } from './ledger-entry.ts'
import { type MarginDifference, marginDifferences } from './ledger-margins.ts'

const shownVat = ['domestic', 'destination'] as const
type ShownVat = (typeof shownVat)[number]

/** The ledger against the documents, cents. */
export type LedgerCheck = {
  /** Sales less what was taken back, of all orders that were paid. */
  ledgerCents: number
  /** Their invoices less the documents that cancel them. */
  invoiceCents: number
  /** Sales without an order of this shop, which have no invoice. */
  withoutOrderCents: number
  /** German VAT that is owed, on margins as well. */
  taxCents: number
  /** VAT that documents show, beside the ledger's for the same sales: German, and that of other member states. */
  vat: Record<ShownVat, { ledgerCents: number; documentCents: number }>
  /** Orders of which the two do not agree. */
  differences: { order: string; ledgerCents: number; invoiceCents: number }[]
  vatDifferences: { order: string; of: ShownVat; ledgerCents: number; documentCents: number }[]
  marginDifferences: MarginDifference[]
  /** Pieces that are not in the ledger. */
  missing: string[]
  /** The first numbers that the ledger skips. */
  gaps: number[]
}

/**
 * Compares the whole ledger with all invoices: each order must come to the same in both, cent for cent, and so must the VAT
 * that they show; margins, and the VAT on them, are reckoned anew.
 */
export async function checkLedger(db: Database): Promise<LedgerCheck> {
  const orders = await query(db, {
    order: text,
    ledger_cents: int8,
    ledger_domestic: int8,
    ledger_destination: int8,
    invoice_cents: int8,
    invoice_domestic: int8,
    invoice_destination: int8,
  })`
    select o.number as order, known.*, documents.*
    from shop_order o, lateral (
      select coalesce(sum(proceeds_cents), 0)::int8 as ledger_cents,
        coalesce(sum(tax_cents) filter (where tax_mode = 'standard_19'), 0)::int8 as ledger_domestic,
        coalesce(sum(destination_tax_cents), 0)::int8 as ledger_destination
      from ledger_exit where order_id = o.id
    ) known, lateral (
      select coalesce(sum(sign * (content ->> 'totalCents')::int8), 0)::int8 as invoice_cents,
        coalesce(sum(sign * taxes.domestic), 0)::int8 as invoice_domestic,
        coalesce(sum(sign * taxes.destination), 0)::int8 as invoice_destination
      from invoice, lateral (select case kind when 'invoice' then 1 else -1 end as sign) of, lateral (
        -- Former documents have one sum, of what was taxed at home.
        select case when content ? 'taxes' then coalesce(sum((tax ->> 'vatCents')::int8) filter (where tax ->> 'rule' = 'domestic'), 0)
            else (content ->> 'vatCents')::int8 end as domestic,
          coalesce(sum((tax ->> 'vatCents')::int8) filter (where tax ->> 'rule' = 'destination'), 0) as destination
        from jsonb_array_elements(content -> 'taxes') tax
      ) taxes
      where order_id = o.id
    ) documents
    where exists (select from order_status_change s where s.order_id = o.id and s.event in ('pay', 'revive'))
    order by o.id
  `
  const [rest] = await query(db, {
    without_order: int8,
    tax: int8,
    missing: nullable(texts),
    gaps: nullable(integers),
  })`
    select (select coalesce(sum(proceeds_cents), 0)::int8 from ledger_exit
        where order_id is null and kind in ('sale', 'return')) as without_order,
      (select coalesce(sum(tax_cents), 0)::int8 from ledger_exit) as tax,
      (select array_agg(p.id order by p.id) from product p where ${isMissing}) as missing,
      (select array_agg(skipped.number order by skipped.number) from (select n::int as number
        from generate_series(1, (select max(number) from ledger)) n
        where not exists (select from ledger l where l.number = n) limit 20) skipped) as gaps
  `
  type Sum = Exclude<keyof (typeof orders)[number], 'order'>
  const sum = (of: Sum) => orders.reduce((total, order) => total + order[of], 0)
  return {
    ledgerCents: sum('ledger_cents'),
    invoiceCents: sum('invoice_cents'),
    withoutOrderCents: rest?.without_order ?? 0,
    taxCents: rest?.tax ?? 0,
    vat: {
      domestic: { ledgerCents: sum('ledger_domestic'), documentCents: sum('invoice_domestic') },
      destination: { ledgerCents: sum('ledger_destination'), documentCents: sum('invoice_destination') },
    },
    differences: orders.flatMap(({ order, ledger_cents: ledgerCents, invoice_cents: invoiceCents }) =>
      ledgerCents === invoiceCents ? [] : [{ order, ledgerCents, invoiceCents }],
    ),
    vatDifferences: orders.flatMap((order) =>
      shownVat.flatMap((of) => {
        const [ledgerCents, documentCents] = [order[`ledger_${of}`], order[`invoice_${of}`]]
        return ledgerCents === documentCents ? [] : [{ order: order.order, of, ledgerCents, documentCents }]
      }),
    ),
    marginDifferences: await marginDifferences(db),
    missing: rest?.missing ?? [],
    gaps: rest?.gaps ?? [],
  }
}

/** What is wrong in a ledger, a sentence each. */
export function faultsOf(check: LedgerCheck): string[] {
  const { differences, vatDifferences, marginDifferences: margins, missing, gaps } = check
  const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`
  const whose = { domestic: 'German VAT', destination: "other states' VAT" }
  return [
    ...differences.map(
      ({ order, ledgerCents, invoiceCents }) =>
        `Order ${order}: ${euros(ledgerCents)} in the ledger, ${euros(invoiceCents)} on its documents.`,
    ),
    ...vatDifferences.map(
      ({ order, of, ledgerCents, documentCents }) =>
        `Order ${order}: ${euros(ledgerCents)} of ${whose[of]} in the ledger, ${euros(documentCents)} on its documents.`,
    ),
    ...margins.map(({ order, piece, of, ledgerCents, dueCents }) => {
      const where = order === null ? `Piece ${piece}` : `Order ${order}, piece ${piece}`
      const what =
        of === 'margin' ? `margin of ${euros(ledgerCents)}` : `${euros(ledgerCents)} of VAT on its margin`
      return `${where}: ${what} in the ledger, not ${euros(dueCents)}.`
    }),
    ...(missing.length > 0 ? [`Not in the ledger: ${missing.join(', ')}.`] : []),
    ...(gaps.length > 0 ? [`Its numbers skip ${gaps.join(', ')}.`] : []),
  ]
}
