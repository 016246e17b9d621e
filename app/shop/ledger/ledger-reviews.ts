import type { Database } from '#app/platform/database/database.ts'
import { date, int4, int8, nullable, query, text } from '#app/platform/database/statement.ts'

const correction = {
  id: int8,
  number: int4,
  title: text,
  product_id: nullable(text),
  order: nullable(text),
  day: date,
  booked_on: date,
  document: nullable(text),
  learned_cents: nullable(int4),
  proceeds_cents: int4,
  margin_cents: nullable(int4),
  tax_cents: int4,
}

/**
 * What the ledger put right by rows of their own, the newest first: orders that came to something else than their documents,
 * and purchase prices that became known after it had reckoned without. `reviewed`: orders with rows of earlier releases that
 * were compared with their documents. `unknown`: pieces that are gone and of which nobody knows what was paid.
 */
export async function ledgerReviews(db: Database, { limit = 100 }: { limit?: number } = {}) {
  const corrections = await query(db, correction)`
    select e.id, l.number, l.title, l.product_id, o.number as order, e.on_day as day, e.booked_on, e.document,
      e.purchase_cents as learned_cents, e.proceeds_cents, e.margin_cents, e.tax_cents
    from ledger_exit e join ledger l on l.number = e.ledger_number left join shop_order o on o.id = e.order_id
    where e.kind = 'correction' order by e.id desc limit ${limit}
  `
  const [counted] = await query(db, { reviewed: int8, unknown: int8 })`
    select (select count(*) from ledger_review) as reviewed,
      (select count(*) from ledger l where l.purchase_cents is null
        and exists (select from ledger_exit e where e.ledger_number = l.number and e.kind in ('sale', 'melt'))
        and not exists (select from ledger_exit e where e.ledger_number = l.number and e.purchase_cents is not null)) as unknown
  `
  return { corrections, reviewed: counted?.reviewed ?? 0, unknown: counted?.unknown ?? 0 }
}
