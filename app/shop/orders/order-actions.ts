import { takesAddress } from '#app/shop/checkout/change-delivery-address.ts'
import { isCancellable } from '#app/shop/checkout/end-order.ts'
import type { OrderEvent } from '#app/shop/checkout/order-status.ts'
import { nextOrderStatus } from '#app/shop/checkout/order-status.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'

/** What staff do with an order besides what belongs to a withdrawal. */
export const orderActs = [
  'accept',
  'money',
  'ready',
  'prepare',
  'ship',
  'hand-over',
  'deliver',
  'deliver-again',
  'tracking',
  'address',
  'complete',
  'cancel',
] as const
export type OrderAct = (typeof orderActs)[number]

/** Why something that staff would look for cannot be done now. */
export type NotNow = {
  act: OrderAct
  why: 'not-accepted' | 'not-paid' | 'not-prepared' | 'withdrawable' | 'has-left' | 'comes-back' | 'is-over'
  until: Date | null
}

type Known = Pick<
  OrderView,
  'status' | 'payment' | 'delivery' | 'acceptedAt' | 'readyAt' | 'tracking' | 'saleChannel'
>

/**
 * What may be done with an order now, in the order in which it is usually done, and why the rest of the way is shut.
 * `withdrawableUntil`: until when its buyer may withdraw, null before they have it.
 */
export function orderActsNow(
  order: Known,
  { now, withdrawableUntil }: { now: Date; withdrawableUntil: Date | null },
): { may: OrderAct[]; not: NotNow[] } {
  const { status, payment, delivery, acceptedAt, readyAt, tracking, saleChannel } = order
  const takes = (event: OrderEvent) => nextOrderStatus(status, event) !== null
  const isCollected = delivery.kind === 'collection'
  const waits = status === 'awaiting_payment'
  const isPaid = status === 'paid' || status === 'preparing'
  const isOpen = withdrawableUntil !== null && now <= withdrawableUntil
  const possible: Record<OrderAct, boolean> = {
    accept: waits && acceptedAt === null && payment !== 'online',
    money: true,
    ready:
      isCollected &&
      readyAt === null &&
      (isPaid || (waits && payment === 'in-branch' && acceptedAt !== null)),
    prepare: takes('prepare') && !isCollected,
    ship: takes('ship') && !isCollected,
    'hand-over': takes('hand-over'),
    deliver: takes('deliver'),
    'deliver-again': status === 'delivered' && saleChannel === 'online',
    tracking: tracking !== null && (status === 'shipped' || status === 'delivered'),
    address: takesAddress(order),
    complete: takes('complete') && !isOpen,
    cancel: isCancellable(order),
  }
  const not: NotNow[] = []
  const shut = (act: OrderAct, why: NotNow['why'], until: Date | null = null) => not.push({ act, why, until })
  if (waits)
    shut(
      isCollected ? 'hand-over' : 'ship',
      acceptedAt === null && payment !== 'online' ? 'not-accepted' : 'not-paid',
    )
  if (status === 'paid' && !isCollected) shut('ship', 'not-prepared')
  if (status === 'delivered' && isOpen) shut('complete', 'withdrawable', withdrawableUntil)
  if (!possible.cancel && ['withdrawal_requested', 'return_received', 'inspected'].includes(status))
    shut('cancel', 'comes-back')
  else if (!possible.cancel && ['shipped', 'delivered', 'completed'].includes(status))
    shut('cancel', 'has-left')
  else if (!possible.cancel) shut('cancel', 'is-over')
  return { may: orderActs.filter((act) => possible[act]), not }
}
