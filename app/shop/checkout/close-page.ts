import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { type PageState, PaymentsUnavailable } from '#app/platform/payments.ts'
import { lockOrder } from './order-pieces.ts'
import { orderStatuses } from './order-status.ts'
import { applyState, type OnlinePayment } from './payment-page.ts'
import type { OrderView } from './types.ts'

/**
 * The payment page of an order that was surely closed, null where none had been made: what allows its order to be
 * ended, as long as it is still so under the order's lock.
 */
export type ClosedPage = { session: string | null }

/** What came of closing the page of an order at the provider. */
type Closing =
  | { is: 'closed'; page: ClosedPage }
  /** It is not paid online. */
  | { is: 'no-page' }
  /** The buyer has paid, or the money is on its way, or what the provider says cannot be. */
  | { is: 'under-way'; said: PageState }
  /** Nobody can say whether money is on its way. */
  | { is: 'unasked' }

async function askToClose({ db, payments, log }: OnlinePayment, orderId: number): Promise<Closing> {
  const row = await readPage(db, orderId)
  if (!row) return { is: 'no-page' }
  if (row.session_id === null) return { is: 'closed', page: { session: null } }
  if (!payments) return { is: 'unasked' }
  try {
    const said = await payments.closePage(row.session_id)
    if (said.state !== 'closed') return { is: 'under-way', said }
    // What was on its way has not come.
    if (row.pending) {
      await sql`
        update online_payment set pending = false where order_id = ${orderId} and session_id = ${row.session_id}
      `.execute(db)
    }
    return { is: 'closed', page: { session: row.session_id } }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    log.warn({ err: error, order: orderId }, 'a payment page cannot be closed; its order is kept')
    return { is: 'unasked' }
  }
}

export type PageNotClosed = {
  ok: false
  /**
   * - `payment-under-way`: the buyer has paid, or the money is on its way; the order keeps its pieces
   * - `provider-unavailable`: nobody can say whether money is on its way
   */
  reason: 'not-possible' | 'payment-under-way' | 'provider-unavailable'
}

/** Closes the payment page of an order at the provider; what it says instead, as that it was paid, takes effect. */
export async function closePaymentPage(
  shop: OnlinePayment,
  orderId: number,
): Promise<{ ok: true; page: ClosedPage } | PageNotClosed> {
  const closing = await askToClose(shop, orderId)
  switch (closing.is) {
    case 'closed':
      return { ok: true, page: closing.page }
    case 'no-page':
      return { ok: false, reason: 'not-possible' }
    case 'unasked':
      return { ok: false, reason: 'provider-unavailable' }
    case 'under-way':
      await applyState(shop, orderId, closing.said)
      return { ok: false, reason: 'payment-under-way' }
  }
}

/**
 * Within the transaction that ends or settles an order, which is locked: whether its page is still the one that was
 * closed. Then no other is given out from here on (`startPayment`).
 */
export async function sealPage(db: Database, orderId: number, page: ClosedPage): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update online_payment set closed = true
    where order_id = ${orderId} and not pending and session_id is not distinct from ${page.session}
  `.execute(db)
  return numAffectedRows > 0n
}

async function readPage(db: Database, orderId: number) {
  const rows = await query(db, { session_id: nullable(text), pending: bool })`
    select session_id, pending from online_payment where order_id = ${orderId}`
  return rows[0] ?? null
}

/** What may be done although the page is not closed. */
export type ByHandRule = {
  /** Money is on its way: what arrives later is dealt with as late, or as too much. */
  whilePending?: boolean
  /** The provider cannot be asked: the page stays open, and the running shop closes it as soon as it can. */
  unasked?: boolean
  /** The buyer has paid: `refuse`; `first`: it counts before; `after`: it counts afterwards. */
  paid?: 'refuse' | 'first' | 'after'
}

export type ByHand<T> =
  /** `page`: what became of it; `paid` counted before or after, `open` and `pending` only where that was allowed. */
  | { ok: true; value: T; page: 'closed' | 'paid' | 'pending' | 'open' }
  | { ok: false; reason: 'payment-under-way'; isPaid: boolean }
  | { ok: false; reason: 'provider-unavailable' }

/** How often a page may be made anew in between before whoever asked is told to try again. */
const tries = 3

/** Undoes what would leave an open page behind. */
class PageIsOpen extends Error {}

/**
 * The one way in which anybody but the provider ends or settles an order: `work`, within a transaction and as often as it
 * takes. What would leave an order that no longer waits for money with a page on which it can be paid is undone, its
 * page closed, and done anew; what the provider says instead, as that it was paid, takes effect.
 */
export async function endByHand<T>(
  shop: OnlinePayment,
  orderId: number,
  { whilePending = false, unasked = false, paid = 'refuse' }: ByHandRule,
  work: (transaction: Database) => Promise<T>,
): Promise<ByHand<T>> {
  let closing: Closing = { is: 'no-page' }
  let wasPaid = false
  for (let turn = 0; turn <= tries; turn++) {
    const done = await attempt(shop.db, orderId, closing, work)
    if (done) {
      if (closing.is === 'unasked') return { ok: true, value: done.value, page: 'open' }
      if (closing.is !== 'under-way') {
        return { ok: true, value: done.value, page: wasPaid ? 'paid' : 'closed' }
      }
      await applyState(shop, orderId, closing.said)
      return { ok: true, value: done.value, page: closing.said.state === 'paid' ? 'paid' : 'pending' }
    }
    closing = await askToClose(shop, orderId)
    if (closing.is === 'unasked' && !unasked) return { ok: false, reason: 'provider-unavailable' }
    if (closing.is !== 'under-way') continue
    const isPaid = closing.said.state === 'paid'
    if (isPaid && paid === 'after') continue
    await applyState(shop, orderId, closing.said)
    if (isPaid && paid === 'first') {
      wasPaid = true
      closing = { is: 'no-page' }
      continue
    }
    if (isPaid || !whilePending) return { ok: false, reason: 'payment-under-way', isPaid }
  }
  return { ok: false, reason: 'provider-unavailable' }
}

/** Does the work, unless it leaves a page open that `closing` does not answer for. */
async function attempt<T>(
  db: Database,
  orderId: number,
  closing: Closing,
  work: (transaction: Database) => Promise<T>,
): Promise<{ value: T } | null> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const value = await work(transaction)
      if (closing.is === 'unasked' || closing.is === 'under-way') return { value }
      await lockOrder(transaction, orderId)
      if (!(await leavesPageOpen(transaction, orderId))) return { value }
      if (closing.is === 'closed' && (await sealPage(transaction, orderId, closing.page))) return { value }
      throw new PageIsOpen()
    })
  } catch (error) {
    if (error instanceof PageIsOpen) return null
    throw error
  }
}

async function leavesPageOpen(db: Database, orderId: number): Promise<boolean> {
  const rows = await query(db, { status: oneOf(orderStatuses), closed: bool })`
    select o.status, p.closed from online_payment p join shop_order o on o.id = p.order_id
    where p.order_id = ${orderId}`
  return rows.some((row) => row.status !== 'awaiting_payment' && !row.closed)
}

/** What staff are told before they end or settle an order whose buyer may be paying online; null where nobody can be. */
export type PageOfUnpaid = 'is-closed-first' | 'under-way' | 'unasked'

/** Asks the provider what becomes of an unpaid order's page; changes nothing. */
export async function pageOfUnpaid(
  shop: OnlinePayment,
  order: Pick<OrderView, 'id' | 'status' | 'payment'>,
): Promise<PageOfUnpaid | null> {
  if (order.payment !== 'online' || order.status !== 'awaiting_payment') return null
  const row = await readPage(shop.db, order.id)
  if (!row || row.session_id === null) return null
  if (!shop.payments) return 'unasked'
  try {
    const { state } = await shop.payments.readPage(row.session_id)
    return state === 'open' || state === 'closed' ? 'is-closed-first' : 'under-way'
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    shop.log.warn({ err: error, order: order.id }, 'the payment provider cannot be asked')
    return 'unasked'
  }
}
