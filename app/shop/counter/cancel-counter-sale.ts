import { type Database, together } from '#app/platform/database/database.ts'
import { cancelWithin } from '#app/shop/checkout/end-order.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

export type CounterCancelled =
  | { ok: true }
  | { ok: false; reason: 'no-such-order' | 'not-possible' | 'reason-missing' }

/**
 * Takes a sale over the counter back: its invoice is cancelled by a document of its own, its pieces come back to be
 * looked at (*intake*), and its money is due to go back the way it came. The buyer reads the reason where they are
 * written to.
 */
export async function cancelCounterSale(
  db: Database,
  orderId: number,
  said: string,
  { by, settings }: { by: string; settings: Pick<Settings, 'orders'> },
): Promise<CounterCancelled> {
  const reason = readReason(said)
  if (reason === null) return { ok: false, reason: 'reason-missing' }
  return together(db, async (transaction) => {
    const order = await findOrderById(transaction, orderId)
    if (order?.saleChannel !== 'branch') return { ok: false, reason: 'no-such-order' }
    return cancelWithin(transaction, orderId, settings, staffNamed(by), reason)
  })
}
