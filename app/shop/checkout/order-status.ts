import type { SaleChannel } from './types.ts'

/** What an order goes through, from the button to the end of its story. */
export const orderStatuses = [
  'awaiting_payment',
  'paid',
  'preparing',
  'shipped',
  'delivered',
  'completed',
  'expired',
  'cancelled',
  'conflict_refunded',
  'withdrawal_requested',
  'return_received',
  'inspected',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The one table of transitions: state → event → state. The commands, the tests and the docs read it; the
 * database holds the same rows in `order_step` and refuses everything else.
 */
export const orderSteps = {
  awaiting_payment: { pay: 'paid', expire: 'expired', cancel: 'cancelled' },
  paid: {
    // The money was booked by mistake: it is still to come, or the order had lapsed and has again.
    'correct-payment': 'awaiting_payment',
    'correct-revival': 'expired',
    prepare: 'preparing',
    'hand-over': 'delivered',
    cancel: 'cancelled',
    'request-withdrawal': 'withdrawal_requested',
  },
  preparing: {
    'correct-payment': 'awaiting_payment',
    'correct-revival': 'expired',
    ship: 'shipped',
    'hand-over': 'delivered',
    cancel: 'cancelled',
    'request-withdrawal': 'withdrawal_requested',
  },
  shipped: { deliver: 'delivered', 'request-withdrawal': 'withdrawal_requested' },
  // A sale over the counter alone is taken back: nobody withdraws from one.
  delivered: {
    complete: 'completed',
    'request-withdrawal': 'withdrawal_requested',
    'take-back': 'cancelled',
  },
  // A withdrawal may arrive late: whether it is in time is judged by people.
  completed: { 'request-withdrawal': 'withdrawal_requested', 'take-back': 'cancelled' },
  // Money that arrives late finds the pieces free, or is sent back.
  expired: { revive: 'paid', 'refund-conflict': 'conflict_refunded' },
  cancelled: { 'refund-conflict': 'conflict_refunded' },
  conflict_refunded: { 'correct-expired': 'expired', 'correct-cancelled': 'cancelled' },
  withdrawal_requested: { 'receive-return': 'return_received', 'waive-return': 'inspected' },
  return_received: { inspect: 'inspected' },
  inspected: { refund: 'refunded' },
  // The pieces that were kept may still be withdrawn from.
  refunded: { 'request-withdrawal': 'withdrawal_requested' },
} as const satisfies Record<OrderStatus, Partial<Record<string, OrderStatus>>>

type KeyOfEach<T> = T extends unknown ? keyof T : never
export type OrderEvent = KeyOfEach<(typeof orderSteps)[OrderStatus]>

/** Where an event leads, `null` where the state does not allow it. */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): OrderStatus | null {
  const steps: Partial<Record<OrderEvent, OrderStatus>> = orderSteps[status]
  return steps[event] ?? null
}

/** What may be done with an order now, in the table's order; only a sale over the counter is ever taken back. */
export function possibleOrderEvents(status: OrderStatus, channel: SaleChannel = 'online'): OrderEvent[] {
  const events = Object.keys(orderSteps[status]) as OrderEvent[]
  return channel === 'branch' ? events : events.filter((event) => event !== 'take-back')
}

/** States in which an order's pieces are its own: nobody else may hold or buy them. */
export const liveOrderStatuses = [
  'awaiting_payment',
  'paid',
  'preparing',
  'shipped',
  'delivered',
  'completed',
  'withdrawal_requested',
  'return_received',
  'inspected',
  'refunded',
] as const satisfies OrderStatus[]

export function isLive(status: OrderStatus): boolean {
  return (liveOrderStatuses as readonly OrderStatus[]).includes(status)
}
