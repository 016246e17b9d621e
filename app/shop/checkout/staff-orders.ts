import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { findOrderById } from './order.ts'
import type { OrderStatus } from './order-status.ts'
import type { OrderView, PaymentMethod } from './types.ts'

/** An order in the list of staff. Amounts in cents. */
export type StaffOrder = {
  number: string
  status: OrderStatus
  placedAt: Date
  acceptedAt: Date | null
  readyAt: Date | null
  expiresAt: Date | null
  payment: PaymentMethod
  delivery: 'courier' | 'collection'
  buyer: string
  totalCents: number
  receivedCents: number
  pieces: string[]
}

/** States in which nothing is left to do. */
const over: OrderStatus[] = ['completed', 'expired', 'cancelled', 'conflict_refunded', 'refunded']

/** Orders that wait for somebody, oldest first; `all`: every one, newest first, at most 200. */
export async function staffOrders(db: Database, { all }: { all: boolean }): Promise<StaffOrder[]> {
  const { rows } = await sql<StaffOrder>`
    select o.number, o.status, o.placed_at as "placedAt", o.accepted_at as "acceptedAt", o.ready_at as "readyAt", o.expires_at as "expiresAt",
      o.payment, o.delivery ->> 'kind' as delivery, o.invoice_address ->> 'name' as buyer,
      o.total_cents as "totalCents",
      (select coalesce(sum(amount_cents), 0)::int from money where order_id = o.id and direction = 'in') as "receivedCents",
      array(select product_id from order_line where order_id = o.id order by position) as pieces
    from shop_order o where ${all ? sql`true` : sql`o.status <> all(${over})`}
    order by ${all ? sql`o.id desc` : sql`o.id`} limit ${all ? 200 : 1000}
  `.execute(db)
  return rows
}

/** An order by the number that customers and staff say, in whatever case they say it. */
export async function findOrderByNumber(db: Database, number: string): Promise<OrderView | null> {
  const row = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number.trim().toUpperCase())
    .executeTakeFirst()
  return row ? findOrderById(db, row.id) : null
}

/** The number of the order that a payment was counted for, by the sender's own number of it. */
export async function orderOfPayment(
  db: Database,
  { channel, reference }: { channel: PaymentMethod; reference: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('money as m')
    .innerJoin('shop_order as o', 'o.id', 'm.order_id')
    .select('o.number')
    .where('m.channel', '=', channel)
    .where('m.direction', '=', 'in')
    .where('m.reference', '=', reference)
    .executeTakeFirst()
  return row?.number ?? null
}
