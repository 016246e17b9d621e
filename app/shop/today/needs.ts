import type { Permission } from '#app/shop/staff/permissions.ts'

/**
 * What may need somebody now, in the order in which it is shown, with who sees it. `urgent`: somebody outside waits, or
 * money does; these are what the number of Today counts.
 */
export const needs = {
  'set-up': { permission: 'settings.change', urgent: false },
  'accept-orders': { permission: 'orders.see', urgent: true },
  'watch-money': { permission: 'orders.see', urgent: false },
  'send-orders': { permission: 'orders.see', urgent: true },
  'hand-over-orders': { permission: 'orders.see', urgent: true },
  'returned-orders': { permission: 'orders.see', urgent: true },
  'send-refunds': { permission: 'orders.see', urgent: true },
  'answer-withdrawals': { permission: 'orders.see', urgent: true },
  'answer-requests': { permission: 'purchases.see', urgent: true },
  'ending-offers': { permission: 'purchases.see', urgent: false },
  appointments: { permission: 'appointments.see', urgent: false },
  'answer-enquiries': { permission: 'enquiries.see', urgent: true },
  'failed-mails': { permission: 'mails.see', urgent: true },
  'doubtful-prices': { permission: 'metal-prices.see', urgent: true },
  'old-prices': { permission: 'metal-prices.see', urgent: false },
  holds: { permission: 'pieces.see', urgent: false },
  'pieces-back': { permission: 'pieces.see', urgent: true },
  drafts: { permission: 'pieces.see', urgent: false },
  'pieces-without-photos': { permission: 'pieces.see', urgent: false },
  'pieces-without-theft-check': { permission: 'pieces.see', urgent: false },
  'pieces-without-english': { permission: 'pieces.see', urgent: false },
} as const satisfies Record<string, { permission: Permission; urgent: boolean }>

export type Need = keyof typeof needs

export const needNames = Object.keys(needs) as Need[]

/** How many there are of each; a need that somebody must not see is not named. */
export type TodayCounts = Partial<Record<Need, number>>

/** How much waits that must not wait: the number of Today. */
export function urgentOf(counts: TodayCounts): number {
  return needNames.reduce((sum, need) => sum + (needs[need].urgent ? (counts[need] ?? 0) : 0), 0)
}
