import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
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
 * Brings the ledger on by one run, as a request may do it, which writes at most some hundred orders and some thousand pieces.
 * Returns how much is still outstanding: in any but a shop that was brought in at once, nothing.
 */
export async function continueLedger(db: Database): Promise<number> {
  await recordSales(db)
  return ledgerOutstanding(db)
}
