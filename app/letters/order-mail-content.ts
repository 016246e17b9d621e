import { formatDate, formatPrice } from '#app/language/formats.ts'
import { isLive } from '#app/shop/checkout/order-status.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { endOfWithdrawal } from '#app/shop/checkout/withdrawal-period.ts'
import type { BuyerMailKind, MailPayload } from '#app/shop/mail-kinds.ts'
import type { ParcelLabel } from '#app/shop/parcel-label.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { countryName } from './country-name.ts'
import type { ParsedMail } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import type { OrderMailContent } from './mails/OrderMail.tsx'

/** Mails that show the whole order; the others say one thing. */
const withSummary: readonly BuyerMailKind[] = [
  'acknowledgement',
  'confirmation',
  'branch-sale',
  'order-ready',
  'order-shipped',
  'payment-reminder',
]

/** Mails that tell of an order's end, or of money that goes back. */
const ends: readonly BuyerMailKind[] = ['order-expired', 'order-cancelled', 'conflict-refunded']
const refunds: readonly BuyerMailKind[] = ['refund-planned', 'refund-sent', 'refund-corrected']

/**
 * Whether a mail offers to withdraw: only while something is bought and kept, and the time to do so is not over. Who has
 * sent back a part may send back the rest; a refund of anything else leaves no contract to speak of.
 */
export function offersWithdrawal(
  kind: BuyerMailKind,
  { status, lines, saleChannel }: OrderView,
  { received, now }: { received: Date | null; now: Date },
): boolean {
  // What was bought in the shop is no distance contract.
  if (ends.includes(kind) || !isLive(status) || saleChannel === 'branch') return false
  if (received !== null && endOfWithdrawal(received) < now) return false
  const kept = lines.filter(({ withdrawnAt, releasedAt }) => withdrawnAt === null && releasedAt === null)
  return kept.length > 0 && (!refunds.includes(kind) || kept.length < lines.length)
}

/** What kinds of mail to a buyer need besides their order. */
type Amounts = Partial<
  MailPayload<'order-expired'> &
    MailPayload<'payment-part'> &
    MailPayload<'payment-corrected'> &
    MailPayload<'conflict-refunded'> &
    MailPayload<'refund-planned'>
>

/** What a mail to a buyer says, in the order's language. */
export function orderMailContent(
  mail: ParsedMail<BuyerMailKind>,
  order: OrderView,
  {
    settings,
    address,
    isTakenBack,
    label = null,
  }: {
    settings: Settings
    address: string
    /** The document that takes the invoice back is attached. */
    isTakenBack: boolean
    label?: ParcelLabel | null
  },
): OrderMailContent {
  const { kind, payload } = mail
  const { locale } = order
  const {
    amountCents = 0,
    arrivedCents = 0,
    openCents = 0,
    deductionCents = 0,
    reason,
    outcome = 'kept',
    why = 'gone',
    cause = 'withdrawn',
  }: Amounts = payload
  const t = letterWords(locale)
  const price = (cents: number) => formatPrice(cents, locale)
  const day = (date: Date | null) => (date ? formatDate(date, locale) : '')
  const transfer = transferInstructions(order, settings.bank)
  const values = {
    number: order.number,
    amount: price(kind === 'payment-received' ? order.totalCents : amountCents),
    arrived: price(arrivedCents),
    open: price(kind === 'payment-part' ? openCents : order.totalCents - order.receivedCents),
    date: day(order.payBy),
    lapse: day(order.expiresAt),
    part: amountCents > 0 ? 'yes' : 'no',
    delivery: order.delivery.kind,
    paid: order.payment === 'in-branch' ? 'here' : 'before',
    pieces: order.lines.length,
    due: order.status === 'awaiting_payment' ? 'yes' : 'no',
    branch: branchOf(order, settings),
    stage: order.payment === 'online' ? 'online' : order.acceptedAt ? 'accepted' : 'waiting',
    carrier:
      (mail.kind === 'tracking-changed' ? mail.payload.carrier : (label ?? order.tracking)?.carrier) ?? '',
    address: mail.kind === 'address-changed' ? mail.payload.address : '',
    outcome,
    declared: price(label?.declaredCents ?? 0),
    file: label?.file ? 'yes' : 'no',
    way: label?.method === 'value-courier' ? 'courier' : 'parcel',
    why,
    cause,
    contract: order.acceptedAt ? 'yes' : 'no',
    rest: restOf(order),
  }
  const mustPay =
    kind === 'acknowledgement' && order.payment === 'online' && order.status === 'awaiting_payment'
  const tracking =
    kind === 'order-shipped' ? order.tracking : mail.kind === 'tracking-changed' ? mail.payload : null
  return {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: [
      t(`kinds.${kind}.text`, values),
      ...(deductionCents > 0
        ? [t('kinds.refund-planned.deduction', { deduction: price(deductionCents) })]
        : []),
      ...(reason ? [t('reason', { reason })] : []),
      ...(isTakenBack ? [t('cancellationAttached')] : []),
      ...(kind === 'confirmation' ? confirmationText(order, settings) : []),
      ...(tracking ? [t('kinds.order-shipped.code', { code: tracking.code })] : []),
      ...(label ? returnText(order, label, settings) : []),
    ],
    link: label?.url
      ? { label: t('kinds.return-label.open'), href: label.url }
      : tracking?.url
        ? { label: t('kinds.order-shipped.track'), href: tracking.url }
        : undefined,
    transfer: ['confirmation', 'payment-part', 'payment-reminder', 'payment-corrected'].includes(kind)
      ? transfer
      : null,
    button: { label: t(mustPay ? 'payNow' : 'seeOrder'), href: address },
    summary: withSummary.includes(kind),
  }
}

/** How the label is used, and where the parcel goes. */
function returnText(order: OrderView, label: ParcelLabel, { company }: Settings): string[] {
  const t = letterWords(order.locale)
  const { delivery } = order
  const readIn = delivery.kind === 'courier' ? delivery.address.country : order.invoiceAddress.country
  const country = countryName(company.country, order.locale, readIn)
  const to = [company.name, company.street, `${company.postalCode} ${company.city}`, country]
    .filter(Boolean)
    .join(', ')
  return [
    ...(label.code ? [t('kinds.return-label.code', { code: label.code })] : []),
    t('kinds.return-label.pack', { number: order.number, address: to }),
  ]
}

function confirmationText(order: OrderView, settings: Settings): string[] {
  const t = letterWords(order.locale)
  const payment = () => {
    if (order.receivedCents >= order.totalCents) {
      return [t('kinds.confirmation.paid', { amount: formatPrice(order.receivedCents, order.locale) })]
    }
    if (order.status !== 'awaiting_payment') return []
    const until = order.payment === 'in-branch' ? order.expiresAt : order.payBy
    const date = until ? formatDate(until, order.locale) : ''
    if (order.payment === 'bank-transfer')
      return [
        t('kinds.confirmation.transfer', {
          date,
          pieces: order.lines.length,
          delivery: order.delivery.kind,
        }),
      ]
    return order.payment === 'in-branch'
      ? [t('kinds.confirmation.branch', { branch: branchOf(order, settings), date })]
      : []
  }
  const hasAgreed = order.lines.some(({ deviations }) => deviations.length > 0)
  return [...payment(), t('kinds.confirmation.guarantee', { agreed: hasAgreed ? 'yes' : 'no' })]
}

/** What becomes of the rest of the money when a part of it was counted; it may have come before the mail goes out. */
function restOf({ receivedCents, totalCents, payment }: OrderView): 'arrived' | 'here' | 'transfer' {
  if (receivedCents >= totalCents) return 'arrived'
  return payment === 'in-branch' ? 'here' : 'transfer'
}

/** Where it is collected; empty when it is sent. */
function branchOf({ delivery }: OrderView, { branches }: Settings): string {
  return delivery.kind === 'collection'
    ? (branches.find(({ id }) => id === delivery.branchId)?.name ?? '')
    : ''
}
