import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { cancelByStaff } from '#app/shop/checkout/cancel-unpaid.ts'
import { pageOfUnpaid } from '#app/shop/checkout/close-page.ts'
import { correctMoney } from '#app/shop/checkout/correct-money.ts'
import { countMoney } from '#app/shop/checkout/count-money.ts'
import { cancelPreview } from '#app/shop/checkout/end-order.ts'
import { isInBranch } from '#app/shop/checkout/money-branch.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { recordSeenRefund } from '#app/shop/checkout/record-seen-refund.ts'
import { refundsOf } from '#app/shop/checkout/refund.ts'
import type { OrderView, PaymentMethod } from '#app/shop/checkout/types.ts'
import { refuseCollectionCash } from '#app/shop/counter/collection-cash.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { action } from '../answer.ts'
import { handChannels } from './hand-channels.ts'
import { deskOf, invalid, orderOf, seenOrder } from './order-of.ts'

const longestReference = 140

/** What the bank or the till calls it, on one line. */
function referenceOf(text: string) {
  const reference = cleanLine(text)
  if (reference === '') return invalid('reference', 'missing')
  if (reference.length > longestReference) return invalid('reference', 'too-long')
  return { ok: true, reference } as const
}

const confirmed = z.boolean()
/** Where money was taken or paid out, of a kind that lies in a till; null: where the order is collected. */
const inBranch = z.string().max(60).nullable().default(null)

/** In which branch it was, which has to be said where the order does not say it. */
function placeOf(
  { delivery }: Pick<OrderView, 'delivery'>,
  channel: PaymentMethod,
  said: string | null,
  { branches }: Pick<Settings, 'branches'>,
) {
  if (!isInBranch(channel)) return { ok: true, branch: null } as const
  const branch = said ?? (delivery.kind === 'collection' ? delivery.branchId : null)
  return branches.some(({ id }) => id === branch)
    ? ({ ok: true, branch } as const)
    : invalid('branch', 'missing')
}

export const moneyActions = {
  'orders.count-money': action({
    permission: 'orders.book-money',
    input: seenOrder.extend({
      amount: z.string().max(40),
      reference: z.string().max(400),
      channel: z.enum(handChannels),
      branch: inBranch,
      /** More than is open did arrive: what is too much goes back. */
      surplus: z.boolean(),
      /** Also where money of the buyer is on its way by the provider, or the provider cannot be asked. */
      confirmed,
    }),
    run: async (request, { order: number, seen, amount, channel, branch, surplus, confirmed, ...given }) => {
      const cents = readAmount(amount)
      if (!cents) return invalid('amount', amount.trim() === '' ? 'missing' : 'not-an-amount')
      const read = referenceOf(given.reference)
      if (!read.ok) return read
      const { order, settings, by } = await deskOf(request, number)
      const rule = { whilePending: confirmed, unasked: confirmed }
      // The till counts anew each day: with the order's number its receipt is one of its own.
      const reference = channel === 'bank-transfer' ? read.reference : `${read.reference} (${order.number})`
      const place = placeOf(order, channel, branch, settings)
      if (!place.ok) return place
      const money = { cents, reference, channel, surplus, branchId: place.branch }
      const { secret } = request.app
      return countMoney(request.app.payment, order, money, settings, {
        ...{ by, rule, seen },
        ...(channel === 'cash' && {
          allow: (db: Database) => refuseCollectionCash(db, order, cents, { secret, settings }),
        }),
      })
    },
  }),
  'orders.correct-money': action({
    permission: 'orders.book-money',
    input: seenOrder.extend({ entry: z.int().positive(), reason: z.string().max(2000), confirmed }),
    run: async (request, { order: number, seen, entry, reason, confirmed }) => {
      if (readReason(reason) === null) return invalid('reason', 'reason-length')
      const { settings, by } = await deskOf(request, number)
      return correctMoney(request.app.payment, { entry, reason, isConfirmed: confirmed, seen }, settings, by)
    },
  }),
  /** What cancelling would do; asks the payment provider where somebody may be paying. */
  'orders.preview-cancel': action({
    permission: 'orders.see',
    input: z.object({ order: z.string().max(40) }),
    run: async (request, { order: number }) => {
      const order = await orderOf(request, number)
      const preview = await cancelPreview(request.app.db, order)
      if (!preview) return { ok: false, reason: 'not-possible' } as const
      const page = await pageOfUnpaid(request.app.payment, order)
      return { ok: true, ...preview, page, invoice: order.invoiceNumber } as const
    },
  }),
  'orders.cancel': action({
    permission: 'orders.refund',
    input: seenOrder.extend({ reason: z.string().max(2000) }),
    run: async (request, { order: number, seen, reason }) => {
      if (readReason(reason) === null) return invalid('reason', 'reason-length')
      const { order, settings, by } = await deskOf(request, number)
      return cancelByStaff(request.app.payment, order, settings, { by, said: reason, seen })
    },
  }),
  /** Money that was to be sent back has been sent. */
  'orders.refund-sent': action({
    permission: 'orders.refund',
    input: seenOrder.extend({
      refund: z.int().positive(),
      reference: z.string().max(400),
      branch: inBranch,
    }),
    run: async (request, { order: number, seen, refund, reference, branch }) => {
      const read = referenceOf(reference)
      if (!read.ok) return read
      const { order, settings, by } = await deskOf(request, number)
      const due = (await refundsOf(request.app.db, order.id)).find(({ id }) => id === refund)
      const place = placeOf(order, due?.channel ?? 'bank-transfer', branch, settings)
      if (!place.ok) return place
      const sent = { refund, reference: read.reference, order: order.id, seen }
      const { mailDelayMinutes } = settings.orders
      return recordSeenRefund(request.app.db, sent, by, { mailDelayMinutes, branchId: place.branch })
    },
  }),
} as const
