import type { ByHand, PageOfUnpaid } from '#app/shop/checkout/close-page.ts'
import type { MoneyCorrected } from '#app/shop/checkout/correct-money.ts'
import type { cancelPreview } from '#app/shop/checkout/end-order.ts'
import { refundOfWithdrawn } from '#app/shop/checkout/refund-withdrawn.ts'
import type { ReturnLabelSent } from '#app/shop/checkout/return-label.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { euros } from './order-report.ts'

/** Somebody else was quicker. */
export const changed = (what: string) =>
  `${what} has been changed meanwhile. Nothing was done; look at it again.`

/** Why an entry of money is not taken back. */
export function uncorrectable(entry: number, refusal: Extract<MoneyCorrected, { ok: false }>): string {
  switch (refusal.reason) {
    case 'no-such-entry':
      return `There is no entry ${entry}; "npm run order -- show <order>" numbers them.`
    case 'corrected-before':
      return `Entry ${entry} has been taken back already.`
    case 'is-correction':
      return `Entry ${entry} takes another one back. If the money did arrive, count it again.`
    case 'online':
      return `Entry ${entry} was reported by the payment provider, which is not corrected by hand.`
    case 'changed-meanwhile':
      return changed('The order')
    case 'reason-length':
      return 'The reason has 3 to 500 characters; the buyer reads it.'
    case 'sent-back':
      return `Money of ${refusal.order} has been sent back since, or the payment provider is sending it. Correct the entry of that refund first, if it was not sent.`
    case 'to-confirm':
      return `${refusal.order} is ${refusal.status}: the goods have left, so it stays as it is, with ${euros(refusal.openCents)} missing. The buyer is told, if they were told of the payment. If that is right, say --confirm.`
  }
}

/** Why the label of a return is not sent. */
export function labelRefused(
  { number, status }: OrderView,
  refusal: Extract<ReturnLabelSent, { ok: false }>,
): string {
  switch (refusal.reason) {
    case 'no-such-order':
      return `There is no order ${number}.`
    case 'not-possible':
      return `${number} is ${status}: no return of it is awaited.`
    case 'label-missing':
      return 'There is no label to be sent: give --label-file, --url or --code.'
    case 'worth-more':
      return `What comes back of ${number} cost ${euros(refusal.worthCents)}, and such a parcel is insured for at most ${euros(refusal.limitCents)}: send it by value courier, or have it brought to a branch.`
  }
}

const unchanged = 'Nothing was changed. If that is right, say --confirm.'

/** What cancelling would do. */
export function cancelWarning(
  { number, status, invoiceNumber }: OrderView,
  {
    amountCents,
    pieces,
    piecesGo,
    page,
  }: NonNullable<Awaited<ReturnType<typeof cancelPreview>>> & { page: PageOfUnpaid | null },
  reason: string,
): string {
  return [
    `${number} is ${status}. Cancelling it cannot be taken back:`,
    amountCents > 0 ? `${euros(amountCents)} goes back to the buyer,` : 'no money goes back,',
    `${pieces.join(', ')} ${piecesGo === 'intake' ? 'to intake' : 'on sale again'},`,
    ...(invoiceNumber === null ? [] : [`invoice ${invoiceNumber} is cancelled,`]),
    `and the buyer reads: "${reason}".`,
    ...(page === null ? [] : [pages[page]]),
    unchanged,
  ].join(' ')
}

const pages: Record<PageOfUnpaid, string> = {
  'is-closed-first': 'Its payment page is closed first.',
  'under-way': 'The buyer has paid, or the money is on its way: it is not cancelled now.',
  unasked:
    'The payment provider cannot be asked: its payment page stays open, the buyer may be paying on it, and what they pay goes back.',
}

/** Why an order that is being paid is not cancelled. */
export const underWay = ({ number }: OrderView) =>
  `The buyer of ${number} has paid, or the money is on its way. Nothing was cancelled: look at "npm run order -- show ${number}", and cancel it once it is paid; the money goes back then.`

const cannotBeAsked = 'The payment provider cannot be asked: it may be that the buyer is paying right now.'

/** Why money is not counted, or a withdrawal not accepted, of an order that may be paid online. */
export function notClosed(
  number: string,
  refusal: Extract<ByHand<unknown>, { ok: false }>,
  what: 'money' | 'withdrawal',
): string {
  const undone = what === 'money' ? 'Nothing was counted' : 'The withdrawal was not accepted'
  const done = what === 'money' ? 'counted' : 'accepted'
  if (refusal.reason === 'provider-unavailable') {
    return `${cannotBeAsked} ${undone}. With --confirm it is ${done}, the payment page of ${number} stays open, and what is paid on it goes back.`
  }
  if (!refusal.isPaid) {
    return `Money of the buyer of ${number} is on its way by the payment provider. ${undone}. With --confirm it is ${done}, and what arrives goes back.`
  }
  return what === 'money'
    ? `The buyer of ${number} has paid online; that counts. ${undone}. If this money did arrive as well, say --surplus: it is sent back.`
    : `The buyer of ${number} has paid online; that counts. ${undone}. Accept it again: it then takes effect on the paid order, whose money goes back by the steps of a return.`
}

/** What staff have to know of a payment page that was not simply closed. */
export function pageLeft(page: Extract<ByHand<unknown>, { ok: true }>['page']): string[] {
  switch (page) {
    case 'open':
      return [
        'The payment provider could not be asked: the payment page may still be open. What is paid on it goes back.',
      ]
    case 'pending':
      return ['Money of the buyer is on its way by the payment provider. When it arrives, it goes back.']
    case 'paid':
      return ['The buyer has paid online as well, which counts.']
    case 'closed':
      return []
  }
}

/** What keeping an amount back would do. */
export function deductionWarning(order: OrderView, deductionCents: number, reason: string): string {
  const { lines, goodsCents, shippingCents } = refundOfWithdrawn(order)
  return [
    `For ${lines.map(({ piece }) => piece).join(', ')} of ${order.number}`,
    `${euros(goodsCents + shippingCents - deductionCents)} of ${euros(goodsCents + shippingCents)} goes back,`,
    `${euros(deductionCents)} is kept, and the buyer reads: "${reason}". ${unchanged}`,
  ].join(' ')
}
