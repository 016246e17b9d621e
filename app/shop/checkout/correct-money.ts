import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import { withdrawMails } from '#app/platform/mail-outbox.ts'
import { enqueueMails, type OutgoingMail } from '#app/shop/mail-kinds.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { deadlines } from './accept-order.ts'
import { endByHand } from './close-page.ts'
import { cancelInvoice } from './invoice.ts'
import { findOrderById } from './order.ts'
import { actorRow, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder, releasePieces, unsellPieces } from './order-pieces.ts'
import type { OrderStatus } from './order-status.ts'
import { type ChangedMeanwhile, changedMeanwhile, isAsSeen } from './order-version.ts'
import type { OnlinePayment } from './payment-page.ts'
import { planRefund, planReturned } from './refund.ts'
import type { OrderView } from './types.ts'

/**
 * What staff say was booked by mistake. `isConfirmed`: also where the goods have left already. `seen`: the version of the
 * order that they saw.
 */
export type Correction = { entry: number; reason: string; isConfirmed: boolean; seen?: string }

export type MoneyCorrected =
  | {
      ok: true
      order: string
      status: OrderStatus
      direction: 'in' | 'out'
      amountCents: number
      /** Whether the buyer had been told of the entry, and therefore is told of its correction. */
      told: boolean
      /** The buyer has paid online in this moment, which counts. */
      isPaidOnline: boolean
    }
  | { ok: false; reason: 'no-such-entry' | 'corrected-before' | 'is-correction' | 'online' | 'reason-length' }
  /** Money has gone back because of it, or is on its way there: that refund is corrected first. */
  | { ok: false; reason: 'sent-back'; order: string }
  /** The goods have left or come back: the order stays where it is, with `openCents` missing. */
  | { ok: false; reason: 'to-confirm'; order: string; status: OrderStatus; openCents: number }
  | ChangedMeanwhile

/**
 * Takes back money that staff have entered by mistake, by an entry of its own with the reason, and lets the order follow:
 * a paid one waits for its money again, one that late money had brought back has lapsed again, what was to be sent back
 * of that money is not. Mails that were waiting are not sent; a buyer who was told already is told of the correction.
 * What the payment provider reported is never taken back by hand. An order that lapses with it has no open payment page.
 */
export async function correctMoney(
  shop: OnlinePayment,
  { entry, reason: said, isConfirmed, seen }: Correction,
  settings: Pick<Settings, 'orders'>,
  by: OrderActor,
): Promise<MoneyCorrected> {
  const reason = readReason(said)
  if (reason === null) return { ok: false, reason: 'reason-length' }
  const known = await findEntry(shop.db, entry)
  if (!known) return { ok: false, reason: 'no-such-entry' }
  // Nothing has arrived by this entry: whatever a page says, it does not stand in the way.
  const rule = { whilePending: true, unasked: true, paid: 'after' } as const
  const done = await endByHand(shop, known.order_id, rule, (transaction) =>
    correctWithin(
      transaction,
      { entry, reason, isConfirmed, ...(seen !== undefined && { seen }) },
      settings,
      by,
    ),
  )
  if (!done.ok) throw new Error(`the payment page of order ${known.order_id} keeps changing`)
  if (!done.value.ok || done.page !== 'paid') return done.value
  const order = await orderOf(shop.db, known.order_id)
  return { ...done.value, status: order.status, isPaidOnline: true }
}

async function correctWithin(
  db: Database,
  { entry, reason, isConfirmed, seen }: Correction,
  settings: Pick<Settings, 'orders'>,
  by: OrderActor,
): Promise<MoneyCorrected> {
  const known = await findEntry(db, entry)
  const now = known && (await lockOrder(db, known.order_id, by))
  // Read again: somebody may have corrected it while we waited for the order.
  const row = await findEntry(db, entry)
  if (!row || !now) return { ok: false, reason: 'no-such-entry' }
  if (row.corrects !== null) return { ok: false, reason: 'is-correction' }
  if (row.corrected_at !== null) return { ok: false, reason: 'corrected-before' }
  if (row.channel === 'online') return { ok: false, reason: 'online' }
  if (!(await isAsSeen(db, row.order_id, seen))) return changedMeanwhile
  const before = await orderOf(db, row.order_id)
  const refusal = row.direction === 'in' ? await mayNot(db, before, row, isConfirmed) : null
  if (refusal) return refusal
  await db
    .insertInto('money')
    .values({
      order_id: row.order_id,
      direction: row.direction,
      channel: row.channel,
      reference: `correction:${row.id}`,
      amount_cents: -row.amount_cents,
      corrects: row.id,
      branch_id: row.branch_id,
      reason,
      ...actorRow(by),
    })
    .execute()
  const status =
    row.direction === 'in'
      ? await takeBackPayment(db, before, row, { now, orders: settings.orders })
      : await takeBackRefund(db, before, row.reference)
  const told = await tell(db, { order: before, row, status, reason })
  const { direction, amount_cents: amountCents } = row
  return { ok: true, order: before.number, status, direction, amountCents, told, isPaidOnline: false }
}

async function findEntry(db: Database, id: number) {
  return db.selectFrom('money').selectAll().where('id', '=', id).executeTakeFirst()
}

type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

async function orderOf(db: Database, id: number): Promise<OrderView> {
  const order = await findOrderById(db, id)
  if (!order) throw new Error(`order ${id} is gone`)
  return order
}

/** States in which the goods have left, or are on their way back: an order does not return from there to its payment. */
const beyond: readonly OrderStatus[] = [
  'shipped',
  'delivered',
  'completed',
  'withdrawal_requested',
  'return_received',
  'inspected',
  'refunded',
]

/** Why a payment cannot be taken back, `null` when it can. */
async function mayNot(
  db: Database,
  order: OrderView,
  row: Entry,
  isConfirmed: boolean,
): Promise<Extract<MoneyCorrected, { ok: false }> | null> {
  const sent = await db
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', order.id)
    .where('withdrawn_at', 'is', null)
    .where((build) => build.or([build('done_at', 'is not', null), build('channel', '=', 'online')]))
    .where((build) =>
      build.or([
        build('reason', 'not in', ['withdrawal', 'taken-back']),
        build.and([build('channel', '=', row.channel), build('payment_reference', '=', row.reference)]),
      ]),
    )
    .executeTakeFirst()
  if (sent) return { ok: false, reason: 'sent-back', order: order.number }
  const openCents = order.totalCents - (order.receivedCents - row.amount_cents)
  if (!beyond.includes(order.status) || openCents <= 0 || isConfirmed) return null
  return { ok: false, reason: 'to-confirm', order: order.number, status: order.status, openCents }
}

async function takeBackPayment(
  db: Database,
  before: OrderView,
  row: Entry,
  { now, orders }: { now: Date; orders: Settings['orders'] },
): Promise<OrderStatus> {
  const { id } = before
  // What was too much may no longer be: it is reckoned anew from the payments that stand.
  await sql`
    update refund set withdrawn_at = now()
    where order_id = ${id} and done_at is null and withdrawn_at is null
      and (reason = 'surplus' or channel = ${row.channel} and payment_reference = ${row.reference})
  `.execute(db)
  const { planned, withdrawn, conflicts } = await standingRefunds(db, id)
  const kept = before.receivedCents - row.amount_cents - planned
  switch (before.status) {
    case 'awaiting_payment':
      return before.status
    // An order that has ended keeps nothing: what was too much of what came before its end goes back with it.
    case 'expired':
    case 'cancelled':
    case 'conflict_refunded':
      await planRefund(db, { orderId: id, amountCents: kept, reason: 'cancellation' })
      return before.status === 'conflict_refunded' && conflicts === 0 ? reopen(db, id) : before.status
    case 'paid':
    case 'preparing':
      if (kept + withdrawn < before.totalCents) return unpay(db, before, { kept, now, orders })
  }
  // What came back is paid back of another payment, as far as there is one.
  await planReturned(db, before)
  const surplus = kept + withdrawn - before.totalCents
  await planRefund(db, { orderId: id, amountCents: surplus, reason: 'surplus' })
  return before.status
}

async function standingRefunds(db: Database, orderId: number) {
  const rows = await query(db, { planned: int4, withdrawn: int4, conflicts: int4 })`
    select coalesce(sum(amount_cents), 0)::int as planned,
      coalesce(sum(amount_cents) filter (where reason in ('withdrawal', 'taken-back')), 0)::int as withdrawn,
      (count(*) filter (where reason = 'conflict'))::int as conflicts
    from refund where order_id = ${orderId} and withdrawn_at is null
  `
  return rows[0] ?? { planned: 0, withdrawn: 0, conflicts: 0 }
}

/** The order ended before late money came, and that money never did. */
async function reopen(db: Database, orderId: number): Promise<OrderStatus> {
  const last = await db
    .selectFrom('order_status_change')
    .select('from_status')
    .where('order_id', '=', orderId)
    .where('to_status', '=', 'conflict_refunded')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const status = last?.from_status === 'cancelled' ? 'cancelled' : 'expired'
  await sql`update shop_order set status = ${status} where id = ${orderId}`.execute(db)
  return status
}

/**
 * Its pieces are reserved again and its money is due anew; an order that only this money had brought back, or whose
 * page at the payment provider is closed, has lapsed.
 */
async function unpay(
  db: Database,
  order: OrderView,
  { kept, now, orders }: { kept: number; now: Date; orders: Settings['orders'] },
): Promise<OrderStatus> {
  await unsellPieces(db, order.id)
  if (order.payment !== 'online' && !(await wasRevived(db, order.id))) {
    const { payBy, expiresAt } = deadlines(order.payment, now, orders)
    await sql`
      update shop_order set status = 'awaiting_payment', pay_by = ${payBy}, expires_at = ${expiresAt}, reminded_at = null
      where id = ${order.id}
    `.execute(db)
    return 'awaiting_payment'
  }
  await sql`update shop_order set status = 'expired' where id = ${order.id}`.execute(db)
  await releasePieces(db, order.id)
  await cancelInvoice(db, order.id, { prefix: orders.invoicePrefix })
  await planRefund(db, { orderId: order.id, amountCents: kept, reason: 'cancellation' })
  return 'expired'
}

async function wasRevived(db: Database, orderId: number): Promise<boolean> {
  const last = await db
    .selectFrom('order_status_change')
    .select('event')
    .where('order_id', '=', orderId)
    .where('to_status', '=', 'paid')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.event === 'revive'
}

/** A refund that was never sent is due again. */
async function takeBackRefund(db: Database, order: OrderView, reference: string): Promise<OrderStatus> {
  const refund = Number(reference.replace('refund:', ''))
  await sql`
    update refund set done_at = null, sent_reference = null where id = ${refund} and order_id = ${order.id}
  `.execute(db)
  return order.status
}

/** Takes waiting mails back; a buyer who was told is told of the correction. Returns whether they were. */
async function tell(
  db: Database,
  { order, row, status, reason }: { order: OrderView; row: Entry; status: OrderStatus; reason: string },
): Promise<boolean> {
  const { told } = await withdrawMails(db, `money:${row.id}`, status === 'expired' ? [] : ['confirmation'])
  if (!told) return false
  const about = { about: row.id, amountCents: row.amount_cents, reason }
  const outcome =
    status === 'awaiting_payment' ? 'open' : status === 'expired' || status === 'cancelled' ? 'ended' : 'kept'
  const mail: OutgoingMail =
    row.direction === 'in'
      ? mailToBuyer(order, 'payment-corrected', { ...about, outcome })
      : mailToBuyer(order, 'refund-corrected', about)
  await enqueueMails(db, [mail])
  return true
}

/** Every entry of an order's money, oldest first, for staff. */
export async function moneyEntries(db: Database, orderId: number) {
  return db
    .selectFrom('money')
    .select(['id', 'direction', 'channel', 'reference', 'amount_cents', 'corrects', 'corrected_at', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}
