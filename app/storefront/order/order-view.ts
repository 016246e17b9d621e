import { formatDate, formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { shownPhone } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Invoice } from '#app/shop/checkout/invoice.ts'
import { successAddress } from '#app/shop/checkout/order-address.ts'
import { type OrderMoment, receivedAt } from '#app/shop/checkout/order-history.ts'
import { isLive } from '#app/shop/checkout/order-status.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import type { OrderRefund } from '#app/shop/checkout/refund.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { endOfWithdrawal } from '#app/shop/checkout/withdrawal-period.ts'
import { branchAddress } from '#app/shop/settings/branch-address.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { momentText, type OrderWords, orderWords } from './order-page-words.ts'
import { statusText } from './order-status-text.ts'

export type OrderFacts = {
  order: OrderView
  history: OrderMoment[]
  invoices: Invoice[]
  refunds: OrderRefund[]
  /** Stock numbers of its pieces that have a page now. */
  pages: ReadonlySet<string>
}

type Row = { label: string; value: string }

/** An order as its own page shows it: one language, in words. */
export type OrderPageView = ReturnType<typeof orderPageView>

/** Puts an order into words. */
export function orderPageView(
  facts: OrderFacts,
  { settings, locale, apiUrl, now }: { settings: Settings; locale: Locale; apiUrl: string; now: Date },
) {
  const { order, history } = facts
  const t = orderWords(locale)
  const withdrawal = withdrawalOf(facts, t, { locale, now })
  const awaitsOnline = order.status === 'awaiting_payment' && order.payment === 'online'
  const { id: _, token: __, ...shown } = order
  const { tracking } = order
  return {
    title: t('title', { number: order.number }),
    number: order.number,
    placedOn: t('placedOn', { date: momentText(order.placedAt, locale) }),
    print: t('print'),
    keep: t('keep'),
    status: statusText(facts, { settings, locale, now }),
    action: awaitsOnline
      ? { label: t('payNow'), href: successAddress({ locale, token: order.token }, 'start') }
      : order.status === 'shipped' && tracking?.url
        ? { label: t('track', { carrier: tracking.carrier }), href: tracking.url }
        : null,
    /** Bank details, while a transfer is open. */
    transfer: transferInstructions(order, settings.bank),
    /** What other pages of an order show too. */
    order: shown,
    branches: settings.branches.map(branchAddress),
    timeline: {
      title: t('timeline.title'),
      moments: history.map((moment) => ({
        label: momentLabel(moment, { order, history }, t, locale),
        time: momentText(moment.at, locale),
        at: moment.at.toISOString(),
      })),
    },
    pieces: {
      title: t('pieces', { count: order.lines.length }),
      withoutPage: order.lines.map(({ piece }) => piece).filter((piece) => !facts.pages.has(piece)),
      notes: order.lines.map((line) => {
        const stays = line.withdrawnAt === null && line.releasedAt === null
        return {
          id: line.piece,
          withdrawn: line.withdrawnAt && t('withdrawn', { date: formatDate(line.withdrawnAt, locale) }),
          withdraw:
            withdrawal?.action && stays && order.lines.length > 1 && order.status !== 'awaiting_payment'
              ? {
                  label: t('withdrawal.actionPiece'),
                  name: t('withdrawal.actionPieceLabel', { name: pieceName(line, locale) }),
                  href: `${withdrawal.action.href}&piece=${line.piece}`,
                }
              : null,
        }
      }),
    },
    /** What happened to the money, besides the sums of the order. */
    amounts: amountsOf(facts, t, locale),
    details: {
      title: t('details'),
      tracking: tracking && { label: t('trackingCode'), text: `${tracking.carrier} ${tracking.code}` },
    },
    documents: documentsOf(facts, t, { locale, apiUrl }),
    withdrawal,
    contact: {
      title: t('contact.title'),
      text: t('contact.text', { number: order.number }),
      phone: shownPhone(settings.contact.phone, locale),
      email: settings.contact.email,
      subject: t('contact.subject', { number: order.number }),
    },
  }
}

function momentLabel(
  moment: OrderMoment,
  { order, history }: Pick<OrderFacts, 'order' | 'history'>,
  t: OrderWords,
  locale: Locale,
): string {
  switch (moment.kind) {
    case 'placed':
    case 'accepted':
    case 'ready':
      return t(`timeline.${moment.kind}`)
    case 'money-in':
    case 'money-out':
      return t(`timeline.${moment.kind}`, { amount: formatPrice(moment.cents, locale) })
    case 'money-corrected':
    case 'cancelled':
    case 'deduction':
    case 'taken-back':
      return t(`timeline.${moment.kind}`, {
        amount: formatPrice(moment.cents, locale),
        reason: moment.reason,
      })
    case 'tracking':
      return t('timeline.tracking', moment.after)
    case 'address':
      return t('timeline.address')
    case 'return-label':
      return t('timeline.return-label', { carrier: moment.carrier })
    case 'received':
      return t('timeline.received', { date: formatDate(new Date(`${moment.on}T12:00:00Z`), locale) })
    case 'withdrawal':
      return t('timeline.withdrawal', { number: String(moment.number) })
    case 'step': {
      // The money itself stands in the history, with its amount.
      const changed = history.find((each) => each.kind === 'tracking')
      if (moment.event === 'pay') throw new Error('a payment is shown as money')
      return t(`timeline.steps.${moment.event}`, {
        delivery: order.delivery.kind,
        carrier: (changed?.before ?? order.tracking)?.carrier ?? '',
      })
    }
  }
}

function amountsOf({ order, refunds }: OrderFacts, t: OrderWords, locale: Locale): Row[] {
  const row = (label: string, cents: number): Row => ({ label, value: formatPrice(cents, locale) })
  const open = order.totalCents - order.receivedCents
  const toSend = refunds.reduce((sum, { doneAt, amountCents }) => sum + (doneAt ? 0 : amountCents), 0)
  return [
    ...(order.receivedCents > 0 ? [row(t('received'), order.receivedCents)] : []),
    ...(order.receivedCents > 0 && open > 0 && order.status === 'awaiting_payment'
      ? [row(t('open'), open)]
      : []),
    ...(order.refundedCents > 0 ? [row(t('sentBack'), order.refundedCents)] : []),
    ...(toSend > 0 ? [row(t('toSendBack'), toSend)] : []),
  ]
}

function documentsOf(
  { order, invoices }: OrderFacts,
  t: OrderWords,
  { locale, apiUrl }: { locale: Locale; apiUrl: string },
) {
  const page = (label: string, name: 'gtc' | 'cancellation') => ({
    label,
    detail: '',
    href: pathTo(locale, name),
    isFile: false,
  })
  return {
    title: t('documents.title'),
    none: invoices.length === 0 ? t('documents.none') : null,
    files: [
      ...invoices.map(({ kind, number, issuedAt }) => ({
        label: t(`documents.${kind}`, { number }),
        detail: t('documents.dated', { date: formatDate(issuedAt, locale) }),
        href: `${apiUrl}/orders/${order.token}/${number}.pdf`,
        isFile: true,
      })),
      page(t('documents.terms'), 'gtc'),
      page(t('documents.policy'), 'cancellation'),
    ],
  }
}

function withdrawalOf(
  { order, history }: OrderFacts,
  t: OrderWords,
  { locale, now }: { locale: Locale; now: Date },
) {
  const declared = history.flatMap((moment) =>
    moment.kind === 'withdrawal'
      ? [
          {
            title: t('withdrawal.declared', {
              number: String(moment.number),
              time: momentText(moment.at, locale),
            }),
            answer: t(`withdrawal.answers.${moment.answer ?? 'open'}`),
          },
        ]
      : [],
  )
  const keeps = order.lines.some((line) => line.withdrawnAt === null && line.releasedAt === null)
  if (order.saleChannel === 'branch')
    return { title: t('withdrawal.title'), text: t('withdrawal.inBranch'), action: null, declared }
  const mayDeclare = isLive(order.status) && keeps
  if (!mayDeclare && declared.length === 0) return null
  const received = receivedAt(history)
  const end = received && endOfWithdrawal(received)
  const deadline = end ? formatDate(end, locale) : ''
  const text =
    end === null
      ? t('withdrawal.unsent')
      : t(end < now ? 'withdrawal.late' : 'withdrawal.until', { deadline })
  return {
    title: t('withdrawal.title'),
    text: mayDeclare ? text : null,
    action: mayDeclare
      ? { label: t('withdrawal.action'), href: `${pathTo(locale, 'withdrawal')}?order=${order.token}` }
      : null,
    declared,
  }
}
