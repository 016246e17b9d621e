import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { date, int8, oneOf, query } from '#app/platform/database/statement.ts'
import { sellStatuses } from '#app/shop/buying/sell-request-status.ts'
import { orderStatuses } from '#app/shop/checkout/order-status.ts'
import type { Period } from './period.ts'

/** When German days begin and end, as times with which an index is asked. */
const since = (from: string) => sql`${from}::date::timestamp at time zone 'Europe/Berlin'`
const until = (to: string) => sql`(${to}::date + 1)::timestamp at time zone 'Europe/Berlin'`

/** Orders that were placed in a period, by what they are now; cents. */
export async function ordersByState(db: Database, { from, to }: Period) {
  return query(db, { state: oneOf(orderStatuses), orders: int8, cents: int8 })`
    select status as state, count(*) as orders, sum(total_cents)::int8 as cents from shop_order
    where placed_at >= ${since(from)} and placed_at < ${until(to)}
    group by status order by array_position(${orderStatuses}::text[], status)
  `
}

/** The same by the day on which they were placed; days without any are left out. */
export async function ordersByDay(db: Database, { from, to }: Period) {
  return query(db, { day: date, orders: int8, cents: int8 })`
    select (placed_at at time zone 'Europe/Berlin')::date as day, count(*) as orders, sum(total_cents)::int8 as cents
    from shop_order where placed_at >= ${since(from)} and placed_at < ${until(to)} group by 1 order by 1
  `
}

/** Sell requests that were sent in a period, by what they are now, and what was paid for those that were bought; cents. */
export async function requestsByState(db: Database, { from, to }: Period) {
  return query(db, { state: oneOf(sellStatuses), requests: int8, paid_cents: int8 })`
    select r.status as state, count(*) as requests, coalesce(sum(b.total_cents), 0)::int8 as paid_cents
    from sell_request r left join purchase b on b.request_id = r.id and b.cancelled_at is null
    where r.submitted_at >= ${since(from)} and r.submitted_at < ${until(to)}
    group by r.status order by array_position(${sellStatuses}::text[], r.status)
  `
}
