import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Invoice } from '#app/shop/checkout/invoice.ts'
import { successAddress } from '#app/shop/checkout/order-address.ts'
import { type OrderMoment, receivedAt } from '#app/shop/checkout/order-history.ts'
import { isLive } from '#app/shop/checkout/order-status.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import type { OrderRefund } from '#app/shop/checkout/refund.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import type { OrderView, PostalAddress, TransferInstructions } from '#app/shop/checkout/types.ts'
import { endOfWithdrawal } from '#app/shop/checkout/working-days.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { statusText } from './order-status-text.ts'
import { dayText, momentText, type OrderWords, orderWords } from './order-words.ts'

export type OrderFacts = {
  order: OrderView
  history: OrderMoment[]
  invoices: Invoice[]
  refunds: OrderRefund[]
}

type Row = { label: string; value: string; strong?: boolean }

/** An order as its own page shows it: one language, in words. */
export type OrderPageView = {
  title: string
  number: string
  placedOn: string
  print: string
  keep: string
  status: { title: string; text: string }
  action: { label: string; href: string } | null
  transfer:
    | (TransferInstructions & { title: string; rows: Row[]; payBy: string | null; codeLabel: string })
    | null
  timeline: { title: string; moments: { label: string; time: string; at: string }[] }
  pieces: { title: string; lines: PieceLine[] }
  amounts: { title: string; rows: Row[] }
  details: { title: string; rows: { label: string; lines: string[] }[] }
  documents: { title: string; none: string | null; files: DocumentLink[] }
  withdrawal: {
    title: string
    text: string | null
    action: { label: string; href: string } | null
    declared: { title: string; answer: string }[]
  } | null
  contact: { title: string; text: string; phone: string; email: string; subject: string }
}

export type PieceLine = {
  id: string
  name: string
  facts: string
  tax: string
  price: string
  photoId: string | null
  href: string
  note: string | null
  withdraw: { label: string; name: string; href: string } | null
}

export type DocumentLink = { label: string; detail: string; href: string; isFile: boolean }

/** Puts an order into words. */
export function orderPageView(
  facts: OrderFacts,
  { settings, locale, apiUrl, now }: { settings: Settings; locale: Locale; apiUrl: string; now: Date },
): OrderPageView {
  const { order, history } = facts
  const t = orderWords(locale)
  const withdrawal = withdrawalOf(facts, t, { locale, now })
  const awaitsOnline = order.status === 'awaiting_payment' && order.payment === 'online'
  const tracking = order.tracking
  return {
    title: t('title', { number: order.number }),
    number: order.number,
    placedOn: t('placedOn', { date: momentText(order.placedAt, locale) }),
    print: t('print'),
    keep: t('keep'),
    status: statusText(facts, { settings, locale }),
    action: awaitsOnline
      ? { label: t('payNow'), href: successAddress({ locale, token: order.token }, 'start') }
      : order.status === 'shipped' && tracking?.url
        ? { label: t('track', { carrier: tracking.carrier }), href: tracking.url }
        : null,
    transfer: transferOf(order, settings, t, locale),
    timeline: {
      title: t('timeline.title'),
      moments: history.map((moment) => ({
        label: momentLabel(moment, order, t, locale),
        time: momentText(moment.at, locale),
        at: moment.at.toISOString(),
      })),
    },
    pieces: {
      title: t('pieces', { count: order.lines.length }),
      lines: order.lines.map((line) => {
        const name = pieceName(line, locale)
        const stays = line.withdrawnAt === null && line.releasedAt === null
        return {
          id: line.piece,
          name,
          facts: [
            line.reference && t('letter.order.reference', { reference: line.reference }),
            t('letter.order.stockNumber', { id: line.piece }),
          ]
            .filter(Boolean)
            .join(' · '),
          tax: t(`letter.order.tax.${line.taxMode}`),
          price: formatPrice(line.priceCents, locale),
          photoId: line.photoId,
          href: pathTo(locale, 'product', { name: line.slug[locale], id: line.piece }),
          note: line.withdrawnAt && t('withdrawn', { date: dayText(line.withdrawnAt, locale) }),
          withdraw:
            withdrawal?.action && stays && order.lines.length > 1 && order.status !== 'awaiting_payment'
              ? {
                  label: t('withdrawal.actionPiece'),
                  name: t('withdrawal.actionPieceLabel', { name }),
                  href: `${withdrawal.action.href}&piece=${line.piece}`,
                }
              : null,
        }
      }),
    },
    amounts: { title: t('amounts'), rows: amountsOf(order, t, locale) },
    details: { title: t('details'), rows: detailsOf(order, settings, t, locale) },
    documents: documentsOf(facts, t, { locale, apiUrl }),
    withdrawal,
    contact: {
      title: t('contact.title'),
      text: t('contact.text', { number: order.number }),
      phone: settings.contact.phone,
      email: settings.contact.email,
      subject: t('contact.subject', { number: order.number }),
    },
  }
}

function momentLabel(moment: OrderMoment, order: OrderView, t: OrderWords, locale: Locale): string {
  switch (moment.kind) {
    case 'placed':
    case 'accepted':
      return t(`timeline.${moment.kind}`)
    case 'money-in':
    case 'money-out':
      return t(`timeline.${moment.kind}`, { amount: formatPrice(moment.cents, locale) })
    case 'withdrawal':
      return t('timeline.withdrawal', { number: String(moment.number) })
    case 'step': {
      // The money itself stands in the history, with its amount.
      if (moment.event === 'pay') throw new Error('a payment is shown as money')
      return t(`timeline.steps.${moment.event}`, {
        delivery: order.delivery.kind,
        carrier: order.tracking?.carrier ?? '',
      })
    }
  }
}

function transferOf(
  order: OrderView,
  settings: Settings,
  t: OrderWords,
  locale: Locale,
): OrderPageView['transfer'] {
  const transfer = transferInstructions(order, settings.bank)
  if (transfer === null) return null
  const row = (key: 'holder' | 'iban' | 'bic' | 'bank' | 'amount' | 'reference', value: string) => ({
    label: t(`letter.bank.${key}`),
    value,
  })
  return {
    ...transfer,
    title: t('letter.bank.title'),
    rows: [
      row('holder', transfer.holder),
      row('iban', transfer.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')),
      row('bic', transfer.bic),
      row('bank', transfer.bank),
      row('amount', formatPrice(transfer.amountCents, locale)),
      row('reference', transfer.reference),
    ],
    payBy: order.payBy && t('letter.bank.payBy', { date: dayText(order.payBy, locale) }),
    codeLabel: t('letter.bank.code'),
  }
}

function amountsOf(order: OrderView, t: OrderWords, locale: Locale): Row[] {
  const row = (label: string, cents: number, strong = false): Row => ({
    label,
    value: formatPrice(cents, locale),
    strong,
  })
  const open = order.totalCents - order.receivedCents
  return [
    row(t('letter.order.goods'), order.goodsCents),
    row(
      t(order.delivery.kind === 'collection' ? 'letter.order.collection' : 'letter.order.shipping'),
      order.shippingCents,
    ),
    row(t('letter.order.total'), order.totalCents, true),
    ...(order.vatCents > 0 ? [row(t('letter.order.vat'), order.vatCents)] : []),
    ...(order.receivedCents > 0 ? [row(t('received'), order.receivedCents)] : []),
    ...(order.receivedCents > 0 && open > 0 && order.status === 'awaiting_payment'
      ? [row(t('open'), open, true)]
      : []),
    ...(order.refundedCents > 0 ? [row(t('sentBack'), order.refundedCents)] : []),
  ]
}

function detailsOf(
  order: OrderView,
  settings: Settings,
  t: OrderWords,
  locale: Locale,
): OrderPageView['details']['rows'] {
  const { delivery, shipping, tracking } = order
  const branch =
    delivery.kind === 'collection' ? settings.branches.find(({ id }) => id === delivery.branchId) : undefined
  const way = t(`letter.order.by.${shipping.method}`, { branch: branch?.name ?? '' })
  const where =
    delivery.kind === 'collection'
      ? branch
        ? [branch.street, `${branch.postalCode} ${branch.city}`]
        : []
      : addressLines(delivery.address, locale)
  const consents = order.lines.flatMap(({ piece, deviations }) =>
    deviations.map(({ text }) => `${t('letter.order.stockNumber', { id: piece })}: ${text[locale]}`),
  )
  return [
    {
      label: t('letter.order.delivery'),
      lines: [
        way,
        ...where,
        ...(shipping.days
          ? [t('letter.order.days', { from: String(shipping.days[0]), to: String(shipping.days[1]) })]
          : []),
        ...(shipping.dutiesByBuyer ? [t('letter.order.duties')] : []),
        ...(order.giftWrap ? [t('letter.order.giftWrap')] : []),
      ],
    },
    ...(tracking ? [{ label: t('trackingCode'), lines: [`${tracking.carrier} ${tracking.code}`] }] : []),
    { label: t('letter.order.invoiceAddress'), lines: addressLines(order.invoiceAddress, locale) },
    { label: t('letter.order.payment'), lines: [t(`letter.order.payments.${order.payment}`)] },
    ...(order.note === '' ? [] : [{ label: t('letter.order.note'), lines: order.note.split('\n') }]),
    ...(consents.length === 0 ? [] : [{ label: t('letter.order.consents'), lines: consents }]),
  ]
}

function documentsOf(
  { order, invoices }: OrderFacts,
  t: OrderWords,
  { locale, apiUrl }: { locale: Locale; apiUrl: string },
): OrderPageView['documents'] {
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
        detail: t('documents.dated', { date: dayText(issuedAt, locale) }),
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
): OrderPageView['withdrawal'] {
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
  const mayDeclare = isLive(order.status) && keeps
  if (!mayDeclare && declared.length === 0) return null
  const received = receivedAt(history)
  const end = received && endOfWithdrawal(received)
  const deadline = end ? dayText(end, locale) : ''
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

function addressLines(address: PostalAddress, locale: Locale): string[] {
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(address.country) ?? address.country
  return [
    address.name,
    address.company,
    address.street,
    address.extra,
    `${address.postalCode} ${address.city}`,
    country,
  ].filter((line) => line !== null)
}
