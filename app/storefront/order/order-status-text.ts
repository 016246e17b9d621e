import { formatDate, formatPrice, timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import { hasLeft, type OrderMoment, receivedAt } from '#app/shop/checkout/order-history.ts'
import type { OrderRefund } from '#app/shop/checkout/refund.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { endOfWithdrawal } from '#app/shop/checkout/withdrawal-period.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { orderWords } from './order-page-words.ts'

/** Where an order stands and what comes next, in plain words. */
export function statusText(
  { order, history, refunds }: { order: OrderView; history: OrderMoment[]; refunds: OrderRefund[] },
  { settings, locale, now }: { settings: Settings; locale: Locale; now: Date },
): { title: string; text: string } {
  const t = orderWords(locale)
  const key = statusKey(order, history)
  const day = (date: Date | null) => (date ? formatDate(date, locale) : '')
  const received = receivedAt(history)
  const planned = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isSent = refunds.every(({ doneAt }) => doneAt !== null)
  const due = refunds
    .flatMap(({ doneAt, dueAt }) => (doneAt === null ? [dueAt] : []))
    .sort((a, b) => +a - +b)[0]
  const { delivery } = order
  const branch =
    delivery.kind === 'collection' ? settings.branches.find(({ id }) => id === delivery.branchId) : undefined
  const concerned = key.startsWith('withdrawal')
    ? order.lines.filter((line) => line.withdrawnAt !== null && line.releasedAt === null)
    : order.lines
  const values = {
    pieces: concerned.length,
    delivery: delivery.kind,
    ready: order.readyAt ? 'yes' : 'no',
    branch: branch ? `${branch.name}, ${branch.street}, ${branch.city}` : '',
    open: formatPrice(order.totalCents - order.receivedCents, locale),
    date: day(order.payBy ?? order.expiresAt),
    time: order.expiresAt
      ? new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone }).format(
          order.expiresAt,
        )
      : '',
    carrier: order.tracking?.carrier ?? '',
    code: order.tracking?.code ?? '',
    deadline: received ? day(endOfWithdrawal(received)) : '',
    amount: formatPrice(planned, locale),
    // Until when it leaves; once that is over no day is promised any more.
    by: due && due > now ? day(due) : 'none',
    money: planned === 0 ? 'none' : isSent ? 'sent' : 'planned',
  }
  return { title: t(`status.${key}.title`, values), text: t(`status.${key}.text`, values) }
}

function statusKey(order: OrderView, history: readonly OrderMoment[]) {
  if (order.status === 'awaiting_payment') {
    if (order.payment === 'online') return 'awaiting-online'
    if (order.acceptedAt === null) return 'awaiting-acceptance'
    return order.payment === 'in-branch' ? 'awaiting-branch' : 'awaiting-transfer'
  }
  if (order.status === 'withdrawal_requested') {
    return hasLeft(history) ? 'withdrawal-to-send' : 'withdrawal-here'
  }
  return order.status
}
