import { orderStatuses } from '#app/shop/checkout/order-status.ts'
import { paymentMethods, saleChannels } from '#app/shop/checkout/types.ts'
import { listShape } from '#app/shop/lists/list-shape.ts'

/** What an order may need of somebody, or waits for; one order may need several things. */
export const orderNeeds = [
  /** Staff look at it before there is a contract. */
  'accept',
  /** Its money has not come in full. */
  'unpaid',
  /** Its money is late. */
  'late',
  /** Too little has come, or too much, or money for an order that is no more. */
  'wrong-amount',
  /** It is paid and goes by courier. */
  'pack',
  /** It is collected in a branch. */
  'hand-over',
  'on-its-way',
  /** A declaration of withdrawal waits for an answer. */
  'withdrawal',
  /** What was withdrawn from comes back, or is looked at. */
  'return',
  /** Money that staff send back. */
  'refund',
  /** It was sold free of tax and left without a proof. */
  'papers',
] as const
export type OrderNeed = (typeof orderNeeds)[number]

/** What the list of orders can be asked. Amounts in whole euros. */
export const orderShape = listShape({
  filters: {
    need: { kind: 'choice', values: orderNeeds },
    state: { kind: 'choice', values: orderStatuses },
    payment: { kind: 'choice', values: paymentMethods },
    delivery: { kind: 'choice', values: ['courier', 'collection'] },
    sold: { kind: 'choice', values: saleChannels },
    country: { kind: 'known' },
    branch: { kind: 'known' },
    placed: { kind: 'dates' },
    total: { kind: 'numbers' },
  },
  sorts: { placed: true, buyer: false, total: true, due: false, state: false },
  views: {
    all: '',
    accept: 'need=accept',
    unpaid: 'need=unpaid',
    late: 'need=late',
    'wrong-amount': 'need=wrong-amount',
    pack: 'need=pack',
    'hand-over': 'need=hand-over',
    'on-its-way': 'need=on-its-way',
    withdrawal: 'need=withdrawal',
    return: 'need=return',
    refund: 'need=refund',
    papers: 'need=papers',
  },
})
