import type { Database } from '#app/platform/database/database.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type ByHand, type ByHandRule, endByHand } from './close-page.ts'
import type { OrderActor } from './order-actor.ts'
import { lockOrder } from './order-pieces.ts'
import { type ChangedMeanwhile, changedMeanwhile, isAsSeen } from './order-version.ts'
import type { OnlinePayment } from './payment-page.ts'
import { type Settlement, settleWithin } from './settle-payment.ts'
import { orderOfPayment } from './staff-orders.ts'
import type { OrderView, PaymentMethod } from './types.ts'

/** Money that staff say has arrived, cents. `channel` null: the way the order is to be paid. */
export type ReportedMoney = {
  cents: number
  reference: string
  channel: PaymentMethod | null
  /** Where it was taken, unless that is where the order is collected. */
  branchId?: string | null
  /** More than is open did arrive; what is too much is sent back. */
  surplus: boolean
}

export type MoneyCounted =
  /** `openCents`: what is still to be paid, never below 0. `page`: what became of the order's payment page. */
  | {
      ok: true
      outcome: Extract<Settlement, { ok: true }>['outcome']
      openCents: number
      page: Extract<ByHand<unknown>, { ok: true }>['page']
    }
  | Extract<ByHand<unknown>, { ok: false }>
  /** The payment provider reports by itself: money that came another way needs its channel. */
  | { ok: false; reason: 'paid-online' | 'no-such-order' }
  /** The reference was counted for another order. */
  | { ok: false; reason: 'counted-for-another'; order: string }
  | { ok: false; reason: 'more-than-open'; openCents: number }
  | ChangedMeanwhile

/**
 * Counts money that staff report for an order. What is probably mistyped, a reference of another order or more than is
 * open, is refused before anybody is told. The same reference again changes nothing. What pays an order whose buyer may
 * be paying online closes that page first; `rule` says what is done where that cannot be. `seen`: the version of the order
 * that whoever reports it saw; of another one nothing is counted but what was counted before. `also`: what is written with
 * it, or not at all; it is told the entry of the money.
 */
export async function countMoney<Refused extends { ok: false; reason: string } = never>(
  shop: OnlinePayment,
  order: Pick<OrderView, 'id' | 'number' | 'payment' | 'totalCents' | 'receivedCents'>,
  { cents, reference, channel: named, surplus, branchId = null }: ReportedMoney,
  settings: Pick<Settings, 'orders' | 'company' | 'contact'>,
  {
    by,
    rule,
    seen,
    allow,
    also,
  }: {
    by: OrderActor
    rule: ByHandRule
    seen?: string
    /** Why it may not be taken this way, asked under the order's lock of money that was not counted before; null: it may. */
    allow?: (transaction: Database) => Promise<Refused | null>
    also?: (transaction: Database, entry: number) => Promise<void>
  },
): Promise<MoneyCounted | Refused> {
  if (order.payment === 'online' && named === null) return { ok: false, reason: 'paid-online' }
  const channel = named ?? order.payment
  const counted = await orderOfPayment(shop.db, { channel, reference })
  if (counted !== null && counted !== order.number) {
    return { ok: false, reason: 'counted-for-another', order: counted }
  }
  const openCents = Math.max(0, order.totalCents - order.receivedCents)
  if (counted === null && cents > openCents && !surplus) {
    // It may be too much only because of what others have counted since.
    if (!(await isAsSeen(shop.db, order.id, seen))) return changedMeanwhile
    return { ok: false, reason: 'more-than-open', openCents }
  }
  const money = { orderId: order.id, channel, reference, amountCents: cents, branchId }
  const done = await endByHand(
    shop,
    order.id,
    { ...rule, paid: surplus ? 'first' : 'refuse' },
    async (transaction) => {
      await lockOrder(transaction, order.id, by)
      const before = await orderOfPayment(transaction, { channel, reference })
      if (before === null && !(await isAsSeen(transaction, order.id, seen))) return changedMeanwhile
      const refused = before === null && (await allow?.(transaction))
      if (refused) return refused
      const settled = await settleWithin(transaction, money, settings, by)
      if (settled.ok && also) await also(transaction, await entryOf(transaction, { channel, reference }))
      return settled
    },
  )
  if (!done.ok) return done
  const { value: result, page } = done
  return result.ok
    ? { ok: true, outcome: result.outcome, openCents: Math.max(0, openCents - cents), page }
    : result
}

async function entryOf(
  db: Database,
  { channel, reference }: { channel: PaymentMethod; reference: string },
): Promise<number> {
  const { id } = await db
    .selectFrom('money')
    .select('id')
    .where('channel', '=', channel)
    .where('direction', '=', 'in')
    .where('reference', '=', reference)
    .where('corrected_at', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}
