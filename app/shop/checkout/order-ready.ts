import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { deadlines } from './accept-order.ts'
import { findOrderById } from './order.ts'
import { byShop, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder } from './order-pieces.ts'
import type { OrderView } from './types.ts'

export type ReadyResult =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'no-such-order' | 'not-possible' }

/**
 * An order that is collected lies ready in its branch: its buyer is told, once. One that is paid there is kept from
 * now on for as long as was promised.
 */
export async function announceReady(
  db: Database,
  orderId: number,
  { orders }: Pick<Settings, 'orders'>,
  by: OrderActor = byShop,
): Promise<ReadyResult> {
  return together(db, async (transaction): Promise<ReadyResult> => {
    const now = await lockOrder(transaction, orderId, by)
    const order = now && (await findOrderById(transaction, orderId))
    if (!now || !order) return { ok: false, reason: 'no-such-order' }
    if (!mayLieReady(order)) return { ok: false, reason: 'not-possible' }
    if (order.readyAt !== null) return { ok: true, repeated: true }
    const { expiresAt } = deadlines(order.payment, now, orders)
    await sql`
      update shop_order set ready_at = now(),
        expires_at = case when status = 'awaiting_payment' then greatest(expires_at, ${expiresAt}) else expires_at end
      where id = ${orderId}
    `.execute(transaction)
    await enqueueMails(transaction, [mailToBuyer(order, 'order-ready')])
    return { ok: true, repeated: false }
  })
}

/** Paid, or to be paid in the branch; nothing is laid out for money that has not arrived. */
function mayLieReady({ delivery, status, payment, acceptedAt }: OrderView): boolean {
  if (delivery.kind !== 'collection') return false
  if (status === 'awaiting_payment') return payment === 'in-branch' && acceptedAt !== null
  return status === 'paid' || status === 'preparing'
}
