import type { OrderStatus } from '#app/shop/checkout/order-status.ts'
import type { OrderNeed } from '#app/shop/orders/order-shape.ts'

/** A state as it is told: what has still to leave is not called refunded. */
export type ToldState = OrderStatus | 'refund-open'

/** What the state of an order is called; `isRefundOpen`: money has to go back that has not left. */
export const stateName = (status: OrderStatus, isRefundOpen: boolean): ToldState =>
  status === 'refunded' && isRefundOpen ? 'refund-open' : status

/** How a state looks beside its word. */
export const stateLooks: Record<ToldState, string> = {
  awaiting_payment: 'state-warn',
  paid: 'state-good',
  preparing: 'state-good',
  shipped: 'state-good',
  delivered: 'state-good',
  completed: 'state-quiet',
  expired: 'state-quiet',
  cancelled: 'state-quiet',
  conflict_refunded: 'state-quiet',
  withdrawal_requested: 'state-warn',
  return_received: 'state-warn',
  inspected: 'state-warn',
  refunded: 'state-quiet',
  'refund-open': 'state-warn',
}

/** Needs that nothing else says louder. */
export const urgentNeeds: ReadonlySet<OrderNeed> = new Set<OrderNeed>([
  'late',
  'wrong-amount',
  'withdrawal',
  'refund',
])
