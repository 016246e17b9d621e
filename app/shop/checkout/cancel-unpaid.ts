import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, nullable, query, text } from '#app/platform/database/statement.ts'
import { PaymentsUnavailable } from '#app/platform/payments.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { cancelWithin } from './end-order.ts'
import { findOrderById } from './order.ts'
import { byBuyer } from './order-actor.ts'
import { lockOrder } from './order-pieces.ts'
import { applyState, type OnlinePayment } from './payment-page.ts'

/**
 * The payment page of an order that was surely closed, null where none had been made: what allows its order to be
 * cancelled, as long as it is still so under the order's lock.
 */
export type ClosedPage = { session: string | null }

export type CancelUnpaid =
  | { ok: true }
  /**
   * - `payment-under-way`: the buyer has paid, or the money is on its way; the order keeps its pieces
   * - `provider-unavailable`: nobody can say whether money is on its way
   */
  | { ok: false; reason: 'not-possible' | 'payment-under-way' | 'provider-unavailable' }

/** How often a page may be made anew in between before the buyer is asked to try again. */
const tries = 3

/**
 * A buyer cancels an order they have not paid online: first its page is closed at the provider, and only what nobody
 * can pay any more lets go of its pieces.
 */
export async function cancelUnpaid(
  shop: OnlinePayment,
  orderId: number,
  settings: Pick<Settings, 'orders'>,
): Promise<CancelUnpaid> {
  for (let turn = 0; turn < tries; turn++) {
    const page = await closePaymentPage(shop, orderId)
    if (!page.ok) return page
    const done = await shop.db.transaction().execute(async (transaction) => {
      await lockOrder(transaction, orderId, byBuyer)
      const order = await findOrderById(transaction, orderId)
      if (order?.status !== 'awaiting_payment' || order.payment !== 'online') return 'not-possible'
      if (!(await sealPage(transaction, orderId, page.page))) return 'again'
      return (await cancelWithin(transaction, orderId, settings, byBuyer)).ok ? 'cancelled' : 'not-possible'
    })
    if (done === 'cancelled') return { ok: true }
    if (done === 'not-possible') return { ok: false, reason: done }
  }
  return { ok: false, reason: 'provider-unavailable' }
}

/** Closes the payment page of an order at the provider; what it says instead, as that it was paid, takes effect. */
export async function closePaymentPage(
  shop: OnlinePayment,
  orderId: number,
): Promise<{ ok: true; page: ClosedPage } | Extract<CancelUnpaid, { ok: false }>> {
  const row = await readPage(shop.db, orderId)
  if (!row) return { ok: false, reason: 'not-possible' }
  if (row.session_id === null) return { ok: true, page: { session: null } }
  if (!shop.payments) return { ok: false, reason: 'provider-unavailable' }
  try {
    const said = await shop.payments.closePage(row.session_id)
    if (said.state === 'closed') return { ok: true, page: { session: row.session_id } }
    await applyState(shop, orderId, said)
    return { ok: false, reason: 'payment-under-way' }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    shop.log.warn({ err: error, order: orderId }, 'a payment page cannot be closed; its order is kept')
    return { ok: false, reason: 'provider-unavailable' }
  }
}

/**
 * Within the transaction that cancels an order, which is locked: whether its page is still the one that was closed. Then
 * no other is given out from here on (`startPayment`).
 */
export async function sealPage(db: Database, orderId: number, page: ClosedPage): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update online_payment set closed = true
    where order_id = ${orderId} and not pending and session_id is not distinct from ${page.session}
  `.execute(db)
  return numAffectedRows > 0n
}

async function readPage(db: Database, orderId: number) {
  const rows = await query(db, { session_id: nullable(text), pending: bool })`
    select session_id, pending from online_payment where order_id = ${orderId}`
  return rows[0] ?? null
}
