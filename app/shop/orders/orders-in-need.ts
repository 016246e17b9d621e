import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, oneOf, query, texts } from '#app/platform/database/statement.ts'
import { type StaffOrder, staffOrdersOf } from '#app/shop/checkout/staff-orders.ts'
import { atEnd, orderNeedConditions } from './list-orders.ts'

/** What orders wait for that staff do, as Today tells it apart. */
export const orderCards = [
  'accept-orders',
  'watch-money',
  'send-orders',
  'hand-over-orders',
  'returned-orders',
] as const
export type OrderCard = (typeof orderCards)[number]

/** Told by the same conditions as the list of orders tells them. */
const conditions: Record<OrderCard, RawBuilder<unknown>> = {
  'accept-orders': orderNeedConditions.accept,
  // A payment provider counts its money by itself.
  'watch-money': sql`(${orderNeedConditions.unpaid} and o.payment <> 'online')`,
  'send-orders': orderNeedConditions.pack,
  'hand-over-orders': orderNeedConditions['hand-over'],
  'returned-orders': orderNeedConditions.return,
}

/** How many orders there are of each kind, and the oldest `limit` of them. */
export async function ordersInNeed(
  db: Database,
  { limit }: { limit: number },
): Promise<Record<OrderCard, { count: number; rows: StaffOrder[] }>> {
  const found = await query(db, { card: oneOf(orderCards), count: int4, ids: texts })`
    with open as materialized (select * from shop_order where status <> all(${atEnd}))
    ${sql.join(
      orderCards.map(
        (card) => sql`select ${card}::text as card,
          (select count(*)::int from open o where ${conditions[card]}) as count,
          array(select o.id::text from open o where ${conditions[card]} order by o.id limit ${limit}) as ids`,
      ),
      sql` union all `,
    )}
  `
  const orders = await staffOrdersOf(db, [...new Set(found.flatMap(({ ids }) => ids.map(Number)))])
  return Object.fromEntries(
    found.map(({ card, count, ids }) => [
      card,
      { count, rows: ids.flatMap((id) => orders.get(Number(id)) ?? []) },
    ]),
  ) as Record<OrderCard, { count: number; rows: StaffOrder[] }>
}
