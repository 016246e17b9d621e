import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import { enqueueMails, type MailCause } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { acceptOrder } from './accept-order.ts'
import { invoiceContent } from './invoice.ts'
import { branchOfMoney } from './money-branch.ts'
import { findOrderById } from './order.ts'
import { actorRow, byProvider, byShop, type OrderActor } from './order-actor.ts'
import { mailToBuyer, mailToStaff } from './order-mails.ts'
import { lockOrder, reclaimPieces, sellPieces } from './order-pieces.ts'
import type { OrderStatus } from './order-status.ts'
import { type Channel, planRefund, planReturned } from './refund.ts'
import type { OrderView } from './types.ts'

/**
 * Money that arrived for an order. `reference` is the sender's own number of it: the same one twice is one payment.
 * `branchId`: where it was taken, unless that is where the order is collected.
 */
export type MoneyIn = {
  orderId: number
  channel: Channel
  reference: string
  amountCents: number
  branchId?: string | null
}

export type Settlement =
  | {
      ok: true
      /** `part`: not all yet; `made-good`: missing of an order that has gone its way; `sent-back`: the order cannot have it; `known`: was counted before. */
      outcome: 'paid' | 'part' | 'made-good' | 'revived' | 'sent-back' | 'known'
      status: OrderStatus
    }
  | { ok: false; reason: 'no-such-order' }

type SettleSettings = Pick<Settings, 'orders' | 'company' | 'contact'>

/**
 * Counts money for an order and does what follows: the whole sum makes it paid and its pieces sold; a part waits for
 * the rest; too much, or money for an order that is no more, is sent back and both sides are told. Late money brings
 * a lapsed order back to life when nobody has taken its pieces. Safe to call in any order and any number of times.
 */
export async function settlePayment(
  db: Database,
  money: MoneyIn,
  settings: SettleSettings,
  by: OrderActor = money.channel === 'online' ? byProvider : byShop,
): Promise<Settlement> {
  return db.transaction().execute((transaction) => settleWithin(transaction, money, settings, by))
}

/** `settlePayment` as part of the caller's transaction. */
export async function settleWithin(
  db: Database,
  money: MoneyIn,
  settings: SettleSettings,
  by: OrderActor,
): Promise<Settlement> {
  const now = await lockOrder(db, money.orderId, by)
  if (!now) return { ok: false, reason: 'no-such-order' }
  const written = await db
    .insertInto('money')
    .values({
      order_id: money.orderId,
      direction: 'in',
      channel: money.channel,
      reference: money.reference,
      amount_cents: money.amountCents,
      branch_id: await branchOfMoney(db, { ...money, said: money.branchId ?? null }),
      ...actorRow(by),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'direction', 'reference']).where('corrected_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  const order = await findOrderById(db, money.orderId)
  if (!order) throw new Error(`order ${money.orderId} is gone`)
  if (!written) return { ok: true, outcome: 'known', status: order.status }
  const told = causedBy(written.id, by, settings)
  return settle(db, order, { ...money, id: written.id, now, told }, settings)
}

type Counted = MoneyIn & { id: number; now: Date; told: MailCause }

/** Mails about money name its entry; what staff enter is told later than what the payment provider reports. */
export function causedBy(money: number, by: OrderActor, { orders }: Pick<Settings, 'orders'>): MailCause {
  return { cause: `money:${money}`, waitMinutes: by.who === 'staff' ? orders.mailDelayMinutes : 0 }
}

async function settle(
  db: Database,
  order: OrderView,
  money: Counted,
  settings: SettleSettings,
): Promise<Settlement> {
  const { planned, withdrawn } = await plannedRefunds(db, order.id)
  const kept = order.receivedCents - planned
  switch (order.status) {
    case 'awaiting_payment':
      return kept < order.totalCents
        ? tellPart(db, order, money, order.totalCents - kept)
        : pay(db, order, { kept, revived: false }, settings, money)
    case 'expired':
      return kept >= order.totalCents && (await reclaimPieces(db, order.id))
        ? pay(db, order, { kept, revived: true }, settings, money)
        : sendBack(db, order, kept, settings, money)
    case 'cancelled':
    case 'conflict_refunded':
      return sendBack(db, order, kept, settings, money)
    default: {
      const isOwed = await sendReturnedBack(db, order, money)
      // What goes back for pieces that came back was the order's own and is no room for a second payment.
      await sendSurplusBack(db, order, kept + withdrawn - order.totalCents, settings, money)
      const isTooMuch = kept + withdrawn > order.totalCents
      return { ok: true, outcome: isOwed || isTooMuch ? 'sent-back' : 'made-good', status: order.status }
    }
  }
}

async function plannedRefunds(db: Database, orderId: number) {
  const rows = await query(db, { planned: int4, withdrawn: int4 })`
    select coalesce(sum(amount_cents), 0)::int as planned,
      coalesce(sum(amount_cents) filter (where reason in ('withdrawal', 'taken-back')), 0)::int as withdrawn
    from refund where order_id = ${orderId} and withdrawn_at is null
  `
  return rows[0] ?? { planned: 0, withdrawn: 0 }
}

async function pay(
  db: Database,
  order: OrderView,
  { kept, revived }: { kept: number; revived: boolean },
  settings: SettleSettings,
  money: Counted,
): Promise<Settlement> {
  await sellPieces(db, order.id)
  await sql`update shop_order set status = 'paid', expires_at = null, pay_by = null where id = ${order.id}`.execute(
    db,
  )
  if (order.acceptedAt === null || revived) {
    const content = invoiceContent(order, settings.company)
    const buyer = { ...order, email: order.contact.email }
    await acceptOrder(db, buyer, content, {
      orders: settings.orders,
      now: money.now,
      wait: null,
      revivedBy: revived ? money.id : null,
      told: money.told,
    })
  } else {
    await enqueueMails(db, [mailToBuyer(order, 'payment-received', { about: money.id })], money.told)
  }
  await sendSurplusBack(db, order, kept - order.totalCents, settings, money)
  return { ok: true, outcome: revived ? 'revived' : 'paid', status: 'paid' }
}

async function tellPart(
  db: Database,
  order: OrderView,
  money: Counted,
  openCents: number,
): Promise<Settlement> {
  const part = { about: money.id, arrivedCents: money.amountCents, openCents }
  await enqueueMails(db, [mailToBuyer(order, 'payment-part', part)], money.told)
  return { ok: true, outcome: 'part', status: order.status }
}

async function sendBack(
  db: Database,
  order: OrderView,
  kept: number,
  { contact }: SettleSettings,
  money: Counted,
): Promise<Settlement> {
  const amountCents = await planRefund(db, { orderId: order.id, amountCents: kept, reason: 'conflict' })
  if (order.status !== 'conflict_refunded') {
    await sql`update shop_order set status = 'conflict_refunded' where id = ${order.id}`.execute(db)
  }
  const about = { about: money.id, amountCents }
  const why = whySentBack(order, kept)
  await enqueueMails(db, [mailToBuyer(order, 'conflict-refunded', { ...about, why })], money.told)
  await enqueueMails(db, [mailToStaff(order, 'staff-conflict', contact.email, about)])
  return { ok: true, outcome: 'sent-back', status: 'conflict_refunded' }
}

function whySentBack({ status, totalCents }: OrderView, kept: number) {
  if (status === 'cancelled') return 'cancelled'
  if (status !== 'expired') return 'ended'
  return kept < totalCents ? 'part' : 'gone'
}

/** Its pieces came back, and the money that was to go back for them comes only now. Returns whether any goes back. */
async function sendReturnedBack(db: Database, order: OrderView, money: Counted): Promise<boolean> {
  const amountCents = await planReturned(db, order)
  if (amountCents === 0) return false
  const cause = order.saleChannel === 'branch' ? ('taken' as const) : ('withdrawn' as const)
  const planned = { about: `money-${money.id}`, amountCents, deductionCents: 0, reason: '', cause }
  await enqueueMails(db, [mailToBuyer(order, 'refund-planned', planned)], money.told)
  return true
}

async function sendSurplusBack(
  db: Database,
  order: OrderView,
  surplus: number,
  { contact }: SettleSettings,
  money: Counted,
) {
  const amountCents = await planRefund(db, { orderId: order.id, amountCents: surplus, reason: 'surplus' })
  if (amountCents === 0) return
  const about = { about: money.id, amountCents }
  await enqueueMails(db, [mailToBuyer(order, 'surplus-refunded', about)], money.told)
  await enqueueMails(db, [mailToStaff(order, 'staff-surplus', contact.email, about)])
}
