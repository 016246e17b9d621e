import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text } from '#app/platform/database/statement.ts'
import { recordSales } from './ledger.ts'
import { isMissing } from './ledger-entry.ts'
import { hasChanged, isEntered, openOrders, soldWithoutOrder } from './ledger-sales.ts'

/** More than so many are not counted. */
const mostOutstanding = 1_000

/**
 * How many things have happened that the ledger does not have yet: pieces without a row, orders that were paid or came
 * back, pieces sold without an order, and prices that became known. `mostOutstanding`: so many, or more. What it does not have
 * is written by `recordSales`, which a job runs.
 */
export async function ledgerOutstanding(db: Database): Promise<number> {
  const [row] = await query(db, { count: int8 })`
    with ${openOrders()}, ${soldWithoutOrder()}, happened as (
      select 1 as one from product p where ${isMissing}
      union all
      select 1 from open join shop_order o on o.id = open.order_id where ${isEntered}
      union all
      select 1 from piece p left join gone g on g.ledger_number = p.number where ${hasChanged}
      union all
      -- Others are told with their order.
      select 1 from learned where not exists (select from ledger_exit e
        where e.ledger_number = learned.number and e.order_id is not null)
    )
    select count(*) from (select from happened limit ${mostOutstanding}) counted
  `
  return row?.count ?? 0
}

/**
 * The newest rows of all that the ledger is written from, and of itself: the same as long as nothing of it happens. Of what
 * staff change, pieces that they enter and what pieces cost alone are written there.
 */
export const newestRows = sql`concat_ws(' ', (select max(id) from order_status_change), (select max(id) from invoice),
  (select max(id) from product_status_change), (select max(number) from stock_entry),
  (select max(id) from change_record where subject = 'piece' and (part = 'product_staff' or operation = 'insert')),
  (select max(number) from ledger), (select max(id) from ledger_exit), (select max(order_id) from ledger_review))`

/** What was outstanding when these were the newest rows. */
const lastCounted = new WeakMap<Database, { marks: string; count: number }>()

/**
 * The same for whoever only looks at the ledger: counted anew where something happened since it was counted last, for
 * counting reads all orders and pieces. A row whose transaction ends after a later one's may be told only with the next,
 * or when it is in the ledger.
 */
export async function outstandingAtLook(db: Database): Promise<number> {
  const [row] = await query(db, { marks: text })`select ${newestRows} as marks`
  const known = lastCounted.get(db)
  if (row && known?.marks === row.marks) return known.count
  const count = await ledgerOutstanding(db)
  if (row) lastCounted.set(db, { marks: row.marks, count })
  return count
}

/** As `continueLedger`, for whoever only looks: a ledger that lacked nothing, and of which nothing happened since, is not read. */
export async function continueAtLook(db: Database): Promise<number> {
  if ((await outstandingAtLook(db)) === 0) return 0
  await recordSales(db)
  return outstandingAtLook(db)
}

/**
 * Brings the ledger on by one run, as a request may do it, which writes at most some hundred orders and some thousand pieces.
 * Returns how much is still outstanding: in any but a shop that was brought in at once, nothing.
 */
export async function continueLedger(db: Database): Promise<number> {
  await recordSales(db)
  return ledgerOutstanding(db)
}
