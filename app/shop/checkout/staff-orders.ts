import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  int4,
  int8,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { findOrderById } from './order.ts'
import { type OrderStatus, orderStatuses } from './order-status.ts'
import { type OrderView, type PaymentMethod, paymentMethods } from './types.ts'

/** An order in the list of staff. Amounts in cents. */
const columns = {
  number: text,
  status: oneOf(orderStatuses),
  placedAt: timestamptz,
  acceptedAt: nullable(timestamptz),
  readyAt: nullable(timestamptz),
  /** Until when it is to be paid, and when it ends if it is not. */
  payBy: nullable(timestamptz),
  expiresAt: nullable(timestamptz),
  payment: oneOf(paymentMethods),
  delivery: oneOf(['courier', 'collection']),
  buyer: text,
  totalCents: int4,
  receivedCents: int4,
  pieces: texts,
}
export type StaffOrder = Row<typeof columns>

/** States in which nothing is left to do. */
const over: OrderStatus[] = ['completed', 'expired', 'cancelled', 'conflict_refunded', 'refunded']

const selected = sql`o.number, o.status, o.placed_at as "placedAt", o.accepted_at as "acceptedAt", o.ready_at as "readyAt", o.pay_by as "payBy", o.expires_at as "expiresAt",
  o.payment, o.delivery ->> 'kind' as delivery, o.invoice_address ->> 'name' as buyer,
  o.total_cents as "totalCents",
  (select coalesce(sum(amount_cents), 0)::int from money where order_id = o.id and direction = 'in') as "receivedCents",
  array(select product_id from order_line where order_id = o.id order by position) as pieces`

/** Orders that wait for somebody, oldest first; `all`: every one, newest first, at most 200. */
export async function staffOrders(db: Database, { all }: { all: boolean }): Promise<StaffOrder[]> {
  return query(db, columns)`
    select ${selected} from shop_order o where ${all ? sql`true` : sql`o.status <> all(${over})`}
    order by ${all ? sql`o.id desc` : sql`o.id`} limit ${all ? 200 : 1000}
  `
}

/** The same of these orders, by their ids. */
export async function staffOrdersOf(db: Database, ids: readonly number[]): Promise<Map<number, StaffOrder>> {
  const rows = await query(db, { ...columns, id: int8 })`
    select o.id, ${selected} from shop_order o where o.id = any(${[...ids]}::bigint[])`
  return new Map(rows.map(({ id, ...order }) => [id, order]))
}

/** What staff do with an order; the events of the table of states, and what comes before the money. */
export type StaffTask =
  | 'accept'
  | 'count-money'
  | 'announce-ready'
  | 'prepare'
  | 'ship'
  | 'hand-over'
  | 'deliver'
  | 'complete'
  | 'receive-return'
  | 'inspect'
  | 'refund'

/** What staff do next with an order, one after the other; nothing while the payment provider is waited for, or at its end. */
export function nextStaffTasks({
  status,
  payment,
  delivery,
  acceptedAt,
  readyAt,
}: Pick<StaffOrder, 'status' | 'payment' | 'delivery' | 'acceptedAt' | 'readyAt'>): StaffTask[] {
  const layOut: StaffTask[] = delivery === 'collection' && readyAt === null ? ['announce-ready'] : []
  switch (status) {
    case 'awaiting_payment':
      if (payment === 'online') return []
      if (acceptedAt === null) return ['accept']
      return payment === 'in-branch' ? [...layOut, 'count-money'] : ['count-money']
    case 'paid':
    case 'preparing':
      if (delivery === 'collection') return [...layOut, 'hand-over']
      return status === 'paid' ? ['prepare'] : ['ship']
    case 'shipped':
      return ['deliver']
    case 'delivered':
      return ['complete']
    case 'withdrawal_requested':
      return ['receive-return']
    case 'return_received':
      return ['inspect']
    case 'inspected':
      return ['refund']
    default:
      return []
  }
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
    .where('m.corrected_at', 'is', null)
    .executeTakeFirst()
  return row?.number ?? null
}
