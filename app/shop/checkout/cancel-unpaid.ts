import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, nullable, query, text } from '#app/platform/database/statement.ts'
import { PaymentsUnavailable } from '#app/platform/payments.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type CancelResult, cancelOrder, cancelWithin } from './end-order.ts'
import { findOrderById } from './order.ts'
import { byBuyer, type OrderActor } from './order-actor.ts'
import { lockOrder } from './order-pieces.ts'
import { applyState, type OnlinePayment } from './payment-page.ts'
import type { OrderView } from './types.ts'

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
 * A buyer, or staff with a reason, cancels an order that was not paid online: first its page is closed at the provider, and only what nobody
 * can pay any more lets go of its pieces.
 */
export async function cancelUnpaid(
  shop: OnlinePayment,
  orderId: number,
  settings: Pick<Settings, 'orders'>,
  { by = byBuyer, reason = null }: { by?: OrderActor; reason?: string | null } = {},
): Promise<CancelUnpaid> {
  for (let turn = 0; turn < tries; turn++) {
    const page = await closePaymentPage(shop, orderId)
    if (!page.ok) return page
    const done = await shop.db.transaction().execute(async (transaction) => {
      await lockOrder(transaction, orderId, by)
      const order = await findOrderById(transaction, orderId)
      if (order?.status !== 'awaiting_payment' || order.payment !== 'online') return 'not-possible'
      if (!(await sealPage(transaction, orderId, page.page))) return 'again'
      return (await cancelWithin(transaction, orderId, settings, by, reason)).ok
        ? 'cancelled'
        : 'not-possible'
    })
    if (done === 'cancelled') return { ok: true }
    if (done === 'not-possible') return { ok: false, reason: done }
  }
  return { ok: false, reason: 'provider-unavailable' }
}

/** What staff are told before they cancel an order whose buyer may be paying online; null where nobody can be. */
export type PageOfUnpaid = 'is-closed-first' | 'under-way' | 'unasked'

/** Asks the provider what becomes of an unpaid order's page; changes nothing. */
export async function pageOfUnpaid(
  shop: OnlinePayment,
  order: Pick<OrderView, 'id' | 'status' | 'payment'>,
): Promise<PageOfUnpaid | null> {
  if (order.payment !== 'online' || order.status !== 'awaiting_payment') return null
  const row = await readPage(shop.db, order.id)
  if (!row || row.session_id === null) return null
  if (!shop.payments) return 'unasked'
  try {
    const { state } = await shop.payments.readPage(row.session_id)
    return state === 'open' || state === 'closed' ? 'is-closed-first' : 'under-way'
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    shop.log.warn({ err: error, order: order.id }, 'the payment provider cannot be asked')
    return 'unasked'
  }
}

/**
 * Staff cancel an order. One that is to be paid online only once its page is closed; where the provider cannot be asked
 * it is cancelled all the same, `isPageOpen`: what is paid on it goes back by itself. Staff have confirmed that.
 */
export async function cancelByStaff(
  shop: OnlinePayment,
  order: Pick<OrderView, 'id' | 'status' | 'payment'>,
  settings: Pick<Settings, 'orders'>,
  { by, said }: { by: OrderActor; said: string },
): Promise<
  | { ok: true; isPageOpen: boolean }
  | Extract<CancelResult, { ok: false }>
  | { ok: false; reason: 'payment-under-way' }
> {
  const reason = readReason(said)
  if (reason === null) return { ok: false, reason: 'reason-missing' }
  const isUnpaid = order.payment === 'online' && order.status === 'awaiting_payment'
  const closed = isUnpaid ? await cancelUnpaid(shop, order.id, settings, { by, reason }) : null
  if (closed?.ok) return { ok: true, isPageOpen: false }
  if (closed && closed.reason !== 'provider-unavailable') return { ok: false, reason: closed.reason }
  const result = await cancelOrder(shop.db, order.id, settings, by, said)
  return result.ok ? { ok: true, isPageOpen: closed !== null } : result
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
