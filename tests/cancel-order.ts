import type { Database } from '#app/platform/database/database.ts'
import { type CancelResult, cancelWithin } from '#app/shop/checkout/end-order.ts'
import { byShop, type OrderActor } from '#app/shop/checkout/order-actor.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/** Cancels an order, whatever becomes of a payment page: the shop's own ways close it first (`endByHand`). */
export function cancelOrder(
  db: Database,
  orderId: number,
  settings: Pick<Settings, 'orders'>,
  by: OrderActor = byShop,
  reason: string | null = null,
): Promise<CancelResult> {
  return db.transaction().execute((transaction) => cancelWithin(transaction, orderId, settings, by, reason))
}
