import { listShape } from '#app/shop/lists/list-shape.ts'

/** Where a declaration of withdrawal stands, in the order in which it goes. */
export const withdrawalStages = [
  /** It waits for an answer, and an order is known that it means. */
  'open',
  /** It waits for an answer, and names no order that is known. */
  'no-order',
  /** What was withdrawn from is on its way back. */
  'awaited',
  'to-inspect',
  /** What goes back of the price is to be said. */
  'to-refund',
  /** The refund is planned and staff have to send it. */
  'to-send',
  'done',
] as const
export type WithdrawalStage = (typeof withdrawalStages)[number]

/** What the list of withdrawals can be asked. */
export const withdrawalShape = listShape({
  filters: { stage: { kind: 'choice', values: withdrawalStages }, received: { kind: 'dates' } },
  sorts: { received: true, due: false },
  views: {
    all: '',
    open: 'stage=open,no-order',
    awaited: 'stage=awaited',
    'to-inspect': 'stage=to-inspect',
    'to-refund': 'stage=to-refund,to-send',
    done: 'stage=done',
  },
})
