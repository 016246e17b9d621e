import type { OrderStatus } from '#app/shop/checkout/order-status.ts'
import type { OrderNeed } from '#app/shop/orders/order-shape.ts'

/** How a state looks beside its word. */
export const stateLooks: Record<OrderStatus, string> = {
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
}

/** Needs that nothing else says louder. */
export const urgentNeeds: ReadonlySet<OrderNeed> = new Set<OrderNeed>([
  'late',
  'wrong-amount',
  'withdrawal',
  'refund',
])
