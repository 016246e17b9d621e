import { appointmentShape } from '#app/shop/appointments/appointment-shape.ts'
import { lineShape } from '#app/shop/bank/line-shape.ts'
import { requestListShape } from '#app/shop/buying/request-list-shape.ts'
import { reservationShape } from '#app/shop/counter/reservation-shape.ts'
import { enquiryList } from '#app/shop/enquiries/enquiry-list.ts'
import { ledgerShape } from '#app/shop/ledger/ledger-question.ts'
import { mailList } from '#app/shop/mails/mail-list.ts'
import { orderShape } from '#app/shop/orders/order-shape.ts'
import { personList } from '#app/shop/people/person-list.ts'
import type { Permission } from '#app/shop/staff/permissions.ts'
import { readQuestion, writeQuestion } from '#app/shop/stock/list-question.ts'
import { withdrawalShape } from '#app/shop/withdrawals/withdrawal-shape.ts'
import { type ListShape, plainAddress } from './list-shape.ts'

/** A list of the office of which views can be saved: who sees it, and its address as views keep it. */
export type DeclaredList = { permission: Permission; plain(address: string): string }

export const ofShape = (permission: Permission, shape: ListShape): DeclaredList => ({
  permission,
  plain: (address) => plainAddress(shape, address),
})

/** Every list of which somebody may keep a view under a name. */
export const lists = {
  pieces: {
    permission: 'pieces.see',
    plain: (address) => writeQuestion(readQuestion(new URLSearchParams(address))).toString(),
  },
  reservations: ofShape('reservations.make', reservationShape),
  appointments: ofShape('appointments.see', appointmentShape),
  requests: ofShape('purchases.see', requestListShape),
  ledger: ofShape('ledger.see', ledgerShape),
  orders: ofShape('orders.see', orderShape),
  'bank-lines': ofShape('bank.match', lineShape),
  withdrawals: ofShape('withdrawals.handle', withdrawalShape),
  enquiries: ofShape('enquiries.see', enquiryList),
  mails: ofShape('mails.read', mailList),
  people: ofShape('people.see', personList),
} as const satisfies Record<string, DeclaredList>

export type ListName = keyof typeof lists
export const listNames = Object.keys(lists) as [ListName, ...ListName[]]
