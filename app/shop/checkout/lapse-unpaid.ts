import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, now, query, timestamptz } from '#app/platform/database/statement.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { type EndSettings, windUp } from './end-order.ts'
import { findOrderById } from './order.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder } from './order-pieces.ts'
import { endOfWorkingDay } from './working-days.ts'

/** What becomes of orders that are not paid: a reminder of the transfer, then the end of the order. */

/** Ids of unpaid orders whose time is up and that no payment page can still be paying for. */
export async function lapsedOrders(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('shop_order')
    .select('id')
    .where('status', '=', 'awaiting_payment')
    .where('payment', '<>', 'online')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reminds of transfers that have not arrived, once each. Returns how many. */
export async function remindOfTransfers(db: Database, { orders }: EndSettings): Promise<number> {
  const rows = await query(db, { id: int8, accepted_at: timestamptz, now: timestamptz })`
    select id, accepted_at, now() as now from shop_order
    where status = 'awaiting_payment' and payment = 'bank-transfer' and accepted_at is not null and reminded_at is null
    order by accepted_at limit 200
  `
  const due = rows.filter((row) => endOfWorkingDay(row.accepted_at, orders.transferReminder) <= row.now)
  for (const { id } of due) {
    await db.transaction().execute(async (transaction) => {
      await lockOrder(transaction, id)
      const order = await findOrderById(transaction, id)
      if (order?.status !== 'awaiting_payment') return
      await sql`update shop_order set reminded_at = now() where id = ${id}`.execute(transaction)
      await enqueueMails(transaction, [mailToBuyer(order, 'payment-reminder')])
    })
  }
  return due.length
}

/**
 * Ends an unpaid order whose time is up: its pieces are on sale again, its invoice is cancelled by a document of
 * its own, what had arrived of the money is sent back, the buyer is told. Returns whether it did; an order that was
 * paid, ended or given more time meanwhile is left alone.
 */
export async function expireOrder(db: Database, orderId: number, settings: EndSettings): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockOrder(transaction, orderId)
    const rows = await query(transaction, { id: int8 })`
      update shop_order set status = 'expired'
      where id = ${orderId} and status = 'awaiting_payment' and expires_at <= now() returning id
    `
    if (rows.length === 0) return false
    await windUp(transaction, orderId, 'order-expired', settings)
    return true
  })
}
