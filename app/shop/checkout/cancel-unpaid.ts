import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { endByHand } from './close-page.ts'
import { type CancelResult, cancelWithin } from './end-order.ts'
import { findOrderById } from './order.ts'
import { byBuyer, type OrderActor } from './order-actor.ts'
import { lockOrder } from './order-pieces.ts'
import { type ChangedMeanwhile, changedMeanwhile, isAsSeen } from './order-version.ts'
import type { OnlinePayment } from './payment-page.ts'
import type { OrderView } from './types.ts'

export type CancelUnpaid =
  | { ok: true }
  /**
   * - `payment-under-way`: the buyer has paid, or the money is on its way; the order keeps its pieces
   * - `provider-unavailable`: nobody can say whether money is on its way
   */
  | { ok: false; reason: 'not-possible' | 'payment-under-way' | 'provider-unavailable' }

/** A buyer cancels an order that was not paid online, once nobody can pay for it any more. */
export async function cancelUnpaid(
  shop: OnlinePayment,
  orderId: number,
  settings: Pick<Settings, 'orders'>,
  by: OrderActor = byBuyer,
): Promise<CancelUnpaid> {
  const done = await endByHand(shop, orderId, {}, async (transaction) => {
    await lockOrder(transaction, orderId, by)
    const order = await findOrderById(transaction, orderId)
    if (order?.status !== 'awaiting_payment' || order.payment !== 'online') return false
    return (await cancelWithin(transaction, orderId, settings, by)).ok
  })
  if (!done.ok) return { ok: false, reason: done.reason }
  return done.value ? { ok: true } : { ok: false, reason: 'not-possible' }
}

/**
 * Staff cancel an order. One that may be paid online only once its page is closed; where the provider cannot be asked
 * it is cancelled all the same, `isPageOpen`: what is paid on it goes back by itself. Staff have confirmed that. `seen`: the
 * version of the order that they saw.
 */
export async function cancelByStaff(
  shop: OnlinePayment,
  order: Pick<OrderView, 'id'>,
  settings: Pick<Settings, 'orders'>,
  { by, said, seen }: { by: OrderActor; said: string; seen?: string },
): Promise<
  | { ok: true; isPageOpen: boolean }
  | Extract<CancelResult, { ok: false }>
  | { ok: false; reason: 'payment-under-way' | 'provider-unavailable' }
  | ChangedMeanwhile
> {
  const reason = readReason(said)
  if (reason === null) return { ok: false, reason: 'reason-missing' }
  const done = await endByHand(shop, order.id, { unasked: true }, async (transaction) => {
    await lockOrder(transaction, order.id, by)
    if (!(await isAsSeen(transaction, order.id, seen))) return changedMeanwhile
    return cancelWithin(transaction, order.id, settings, by, reason)
  })
  if (!done.ok) return { ok: false, reason: done.reason }
  return done.value.ok ? { ok: true, isPageOpen: done.page === 'open' } : done.value
}
