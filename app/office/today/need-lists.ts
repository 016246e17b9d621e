import { germanDay } from '#app/shop/buying/german-day.ts'
import { may, type Permission, type StaffRole } from '#app/shop/staff/permissions.ts'
import type { Need } from '#app/shop/today/needs.ts'

/**
 * The list with the filter that shows what a card of Today counts, as a path below `/office`; null: there is no list of it,
 * or whoever looks may not see it. `now`: ISO.
 */
export function listOf(need: Need, role: StaffRole, now: string): string | null {
  const list = lists[need]
  return list && may(role, list.permission) ? list.path(germanDay(new Date(now))) : null
}

type NeedList = { permission: Permission; path: (today: string) => string }

const orders = (asked: string): NeedList => ({
  permission: 'orders.see',
  path: () => `/orders?${asked}`,
})
const pieces = (asked: string): NeedList => ({ permission: 'pieces.see', path: () => `/pieces?${asked}` })
const requests = (asked: string): NeedList => ({
  permission: 'purchases.see',
  path: () => `/requests?as=list&${asked}`,
})
const prices: NeedList = { permission: 'metal-prices.see', path: () => '/metal-prices' }

const lists: Record<Need, NeedList | null> = {
  // All of it stands on Today.
  'set-up': null,
  'accept-orders': orders('need=accept'),
  // Whatever is not counted by a payment provider.
  'watch-money': orders('need=unpaid&payment=bank-transfer,in-branch,cash,card'),
  'send-orders': orders('need=pack'),
  'hand-over-orders': orders('need=hand-over'),
  'returned-orders': orders('need=return'),
  'send-refunds': orders('need=refund'),
  'answer-withdrawals': { permission: 'withdrawals.handle', path: () => '/withdrawals?stage=open,no-order' },
  'answer-requests': requests('turn=ours'),
  'ending-offers': requests('offer=ending'),
  appointments: {
    permission: 'appointments.see',
    path: (today) => `/appointments?view=day&date=${today}`,
  },
  'answer-enquiries': { permission: 'enquiries.see', path: () => '/enquiries?state=open' },
  'failed-mails': { permission: 'mails.read', path: () => '/mails?state=failed' },
  'doubtful-prices': prices,
  'old-prices': prices,
  holds: pieces('held=1'),
  'pieces-back': pieces('back=1'),
  drafts: pieces('status=draft'),
  'pieces-without-photos': pieces('missing=photos'),
  'pieces-without-theft-check': pieces('missing=theft-check'),
  'pieces-without-english': pieces('missing=english,description'),
}
