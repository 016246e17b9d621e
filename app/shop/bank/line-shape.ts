import { listShape } from '#app/shop/lists/list-shape.ts'

export const lineStates = ['open', 'booked', 'aside'] as const
/** `aside`: it concerns no order and no purchase, somebody has said so. */
export type LineState = (typeof lineStates)[number]

/** What the list of bank lines can be asked. Amounts in whole euros. */
export const lineShape = listShape({
  filters: {
    state: { kind: 'choice', values: lineStates },
    direction: { kind: 'choice', values: ['in', 'out'] },
    account: { kind: 'known' },
    booked: { kind: 'dates' },
    amount: { kind: 'numbers' },
  },
  sorts: { booked: true, amount: true, name: false },
  views: { all: '', open: 'state=open', booked: 'state=booked', aside: 'state=aside' },
})
