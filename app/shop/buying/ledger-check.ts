import type { Database } from '#app/platform/database/database.ts'
import { int8, integers, nullable, query, text, texts } from '#app/platform/database/statement.ts'
import { isMissing } from './ledger-entry.ts'

/** The ledger against the documents, cents. */
export type LedgerCheck = {
  /** Sales less what was taken back, of all orders that were paid. */
  ledgerCents: number
  /** Their invoices less the documents that cancel them. */
  invoiceCents: number
  /** Sales without an order of this shop, which have no invoice. */
  withoutOrderCents: number
  taxCents: number
  /** Orders of which the two do not agree. */
  differences: { order: string; ledgerCents: number; invoiceCents: number }[]
  /** Pieces that are not in the ledger. */
  missing: string[]
  /** The first numbers that the ledger skips. */
  gaps: number[]
}

/** Compares the whole ledger with all invoices: each order must come to the same in both, cent for cent. */
export async function checkLedger(db: Database): Promise<LedgerCheck> {
  const orders = await query(db, { order: text, ledger_cents: int8, invoice_cents: int8 })`
    select o.number as order,
      coalesce((select sum(e.proceeds_cents) from ledger_exit e where e.order_id = o.id), 0)::int8 as ledger_cents,
      coalesce((select sum(case i.kind when 'invoice' then 1 else -1 end * (i.content ->> 'totalCents')::int8)
        from invoice i where i.order_id = o.id), 0)::int8 as invoice_cents
    from shop_order o
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
  const sum = (of: 'ledger_cents' | 'invoice_cents') => orders.reduce((total, order) => total + order[of], 0)
  return {
    ledgerCents: sum('ledger_cents'),
    invoiceCents: sum('invoice_cents'),
    withoutOrderCents: rest?.without_order ?? 0,
    taxCents: rest?.tax ?? 0,
    differences: orders.flatMap(({ order, ledger_cents: ledgerCents, invoice_cents: invoiceCents }) =>
      ledgerCents === invoiceCents ? [] : [{ order, ledgerCents, invoiceCents }],
    ),
    missing: rest?.missing ?? [],
    gaps: rest?.gaps ?? [],
  }
}

/** What is wrong in a ledger, a sentence each. */
export function faultsOf({ differences, missing, gaps }: LedgerCheck): string[] {
  const euros = (cents: number) => `${(cents / 100).toFixed(2)} EUR`
  return [
    ...differences.map(
      ({ order, ledgerCents, invoiceCents }) =>
        `Order ${order}: ${euros(ledgerCents)} in the ledger, ${euros(invoiceCents)} on its documents.`,
    ),
    ...(missing.length > 0 ? [`Not in the ledger: ${missing.join(', ')}.`] : []),
    ...(gaps.length > 0 ? [`Its numbers skip ${gaps.join(', ')}.`] : []),
  ]
}
