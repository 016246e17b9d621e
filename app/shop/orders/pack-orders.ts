import type { Database } from '#app/platform/database/database.ts'
import { readTracking, type Tracking } from '#app/shop/checkout/change-tracking.ts'
import type { OrderActor } from '#app/shop/checkout/order-actor.ts'
import { type ChangedMeanwhile, onSeenOrder } from '#app/shop/checkout/order-version.ts'
import { type StepResult, shipOrder, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { findOrderByNumber } from '#app/shop/checkout/staff-orders.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/** So many orders are packed at once at most. */
export const mostPacked = 40

/** A parcel that is ready: its order as it was seen, and the number that it travels under. */
export type Parcel = { order: string; seen: string; tracking: Tracking }

export type Packed =
  | StepResult
  | ChangedMeanwhile
  | { ok: false; reason: 'is-collected' | 'tracking-unusable' | 'tracking-twice' }

/**
 * Ships an order that lies packed, whether its preparing was noted or not: the buyer is told of the parcel. An order that was
 * changed since it was seen is left as it is.
 */
export async function shipPacked(
  db: Database,
  { order: number, seen, tracking: given }: Parcel,
  settings: Pick<Settings, 'orders' | 'company'>,
  by: OrderActor,
): Promise<Packed> {
  const tracking = readTracking(given)
  if (!tracking) return { ok: false, reason: 'tracking-unusable' }
  const order = await findOrderByNumber(db, number)
  if (!order) return { ok: false, reason: 'no-such-order' }
  if (order.delivery.kind === 'collection') return { ok: false, reason: 'is-collected' }
  return onSeenOrder(db, { id: order.id, seen, by }, async (transaction): Promise<Packed> => {
    if (order.status === 'paid') {
      const prepared = await takeOrderStep(transaction, order.id, { event: 'prepare' }, settings, by)
      if (!prepared.ok) return prepared
    }
    return shipOrder(transaction, order, tracking, settings, by)
  })
}

/** Ships several orders, each by itself: what came of each, by number. A number of a parcel is used once. */
export async function shipAllPacked(
  db: Database,
  parcels: readonly Parcel[],
  settings: Pick<Settings, 'orders' | 'company'>,
  by: OrderActor,
): Promise<Map<string, Packed>> {
  const outcomes = new Map<string, Packed>()
  const used = new Set<string>()
  for (const parcel of parcels) {
    const label = `${parcel.tracking.carrier} ${parcel.tracking.code}`.toLowerCase()
    const isTwice = used.has(label)
    used.add(label)
    outcomes.set(
      parcel.order,
      isTwice ? { ok: false, reason: 'tracking-twice' } : await shipPacked(db, parcel, settings, by),
    )
  }
  return outcomes
}
