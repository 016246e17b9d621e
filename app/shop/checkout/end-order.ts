import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { cancelInvoice } from './invoice.ts'
import { findOrderById } from './order.ts'
import { actorRow, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder, releasePieces, takePiecesBack } from './order-pieces.ts'
import { nextOrderStatus } from './order-status.ts'
import { planRefund, refundsOf } from './refund.ts'
import type { OrderView } from './types.ts'

export type EndSettings = Pick<Settings, 'orders'>

/** Gives its pieces back, cancels its invoice, plans what goes back of its money, and tells the buyer. */
export async function windUp(
  db: Database,
  orderId: number,
  mail: 'order-expired' | 'order-cancelled',
  { orders }: EndSettings,
  reason = '',
) {
  await releasePieces(db, orderId)
  await cancelInvoice(db, orderId, { prefix: orders.invoicePrefix })
  const order = await findOrderById(db, orderId)
  if (!order) throw new Error(`order ${orderId} is gone`)
  const amountCents = await planRefund(db, {
    orderId,
    amountCents: order.receivedCents,
    reason: 'cancellation',
  })
  await enqueueMails(db, [
    mail === 'order-cancelled'
      ? mailToBuyer(order, mail, { amountCents, reason })
      : mailToBuyer(order, mail, { amountCents }),
  ])
}

export type CancelResult =
  | { ok: true }
  /** Staff say why, in 3 to 500 characters. */
  | { ok: false; reason: 'no-such-order' | 'not-possible' | 'reason-missing' }

/**
 * Cancels an order before it leaves the house, by staff or, while unpaid, by its buyer, within the caller's transaction.
 * Money that arrived is sent back; unsold pieces are on sale again, sold ones to intake. The buyer reads the reason; where
 * they have withdrawn there is none.
 */
export async function cancelWithin(
  db: Database,
  orderId: number,
  settings: EndSettings,
  by: OrderActor,
  reason: string | null = null,
): Promise<CancelResult> {
  const order = (await lockOrder(db, orderId, by)) && (await findOrderById(db, orderId))
  if (!order) return { ok: false, reason: 'no-such-order' }
  if (!isCancellable(order)) return { ok: false, reason: 'not-possible' }
  await sql`update shop_order set status = 'cancelled' where id = ${orderId}`.execute(db)
  if (order.status !== 'awaiting_payment') {
    const pieces = order.lines.filter((line) => line.releasedAt === null).map((line) => line.piece)
    await takePiecesBack(db, orderId, { pieces, as: 'intake' })
  }
  if (reason !== null) {
    await db
      .insertInto('order_entry')
      .values({ order_id: orderId, kind: 'cancelled', reason, ...actorRow(by) })
      .execute()
  }
  await windUp(db, orderId, 'order-cancelled', settings, reason ?? '')
  return { ok: true }
}

/** Before it leaves the house; a sale over the counter at any time, as it was handed over at once. */
export function isCancellable({ status, saleChannel }: Pick<OrderView, 'status' | 'saleChannel'>): boolean {
  const event = saleChannel === 'branch' && nextOrderStatus(status, 'take-back') ? 'take-back' : 'cancel'
  return nextOrderStatus(status, event) !== null
}

/** What cancelling an order would do, for staff to confirm: money that goes back, and where its pieces go. */
export async function cancelPreview(db: Database, order: OrderView) {
  if (!isCancellable(order)) return null
  const planned = (await refundsOf(db, order.id)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    amountCents: order.receivedCents - planned,
    pieces: order.lines.filter((line) => line.releasedAt === null).map((line) => line.piece),
    piecesGo: order.status === 'awaiting_payment' ? ('on-sale' as const) : ('intake' as const),
  }
}
