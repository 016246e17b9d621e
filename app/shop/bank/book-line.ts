import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query } from '#app/platform/database/statement.ts'
import { correctMoney, type MoneyCorrected } from '#app/shop/checkout/correct-money.ts'
import { countMoney, type MoneyCounted } from '#app/shop/checkout/count-money.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { orderVersion } from '#app/shop/checkout/order-version.ts'
import type { OnlinePayment } from '#app/shop/checkout/payment-page.ts'
import { recordRefund } from '#app/shop/checkout/refund.ts'
import { findOrderByNumber } from '#app/shop/checkout/staff-orders.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { possibleOrder } from './candidates.ts'
import { type BankLine, findLine } from './list-lines.ts'

/** What a line is to be taken for. `seen`: how the order stood when that was decided. */
export type BookingWish =
  | {
      kind: 'payment'
      order: string
      seen: { status: string; openCents: number }
      /** Also where more has come than is open, and where nobody can say whether the buyer is paying online. */
      confirmed: boolean
    }
  | { kind: 'refund'; refund: number }
  | { kind: 'counted'; money: number }
  | { kind: 'payout'; purchase: number }

export type Booked =
  | { ok: true; kind: BookingWish['kind']; outcome: string; openCents: number; about: string }
  /** Somebody has booked the line or set it aside, or the order is another one than was seen. */
  | { ok: false; reason: 'changed-meanwhile' }
  | {
      ok: false
      reason: 'no-such-line' | 'no-such-order' | 'amount-differs' | 'gone' | 'is-reversal' | 'wrong-direction'
    }
  | Extract<MoneyCounted, { ok: false }>

/** Somebody else was first. */
class LineTaken extends Error {}

/**
 * Books a line: money in for an order by `countMoney`, money out for a refund by `recordRefund`; what was entered by hand
 * before, and a payout, is only noted. The line and the money are written together: of two who press at once, one is
 * told that it was done.
 */
export async function bookLine(
  shop: OnlinePayment,
  member: StaffActor,
  { line: id, wish }: { line: number; wish: BookingWish },
  settings: Pick<Settings, 'orders' | 'company' | 'contact'>,
): Promise<Booked> {
  const line = await findLine(shop.db, id)
  if (!line) return { ok: false, reason: 'no-such-line' }
  if (line.state !== 'open') return { ok: false, reason: 'changed-meanwhile' }
  if (line.reversal) return { ok: false, reason: 'is-reversal' }
  try {
    switch (wish.kind) {
      case 'payment':
        return await bookPayment(shop, member, { line, wish }, settings)
      case 'refund':
        return await bookRefund(shop.db, member, { line, refund: wish.refund }, settings)
      case 'counted':
        return await noteCounted(shop.db, member, { line, money: wish.money })
      case 'payout':
        return await notePayout(shop.db, member, { line, purchase: wish.purchase })
    }
  } catch (error) {
    if (error instanceof LineTaken || isTwice(error)) return { ok: false, reason: 'changed-meanwhile' }
    throw error
  }
}

/** The same entry or purchase was taken for another line in this moment. */
const isTwice = (error: unknown) =>
  ['bank_booking_money', 'bank_booking_payout'].includes((error as { constraint?: string }).constraint ?? '')

/** As the entry of an order's money names the line. */
export const lineReference = ({ id, bookedOn }: Pick<BankLine, 'id' | 'bookedOn'>): string =>
  `${bookedOn} #${id}`

async function bookPayment(
  shop: OnlinePayment,
  member: StaffActor,
  { line, wish }: { line: BankLine; wish: Extract<BookingWish, { kind: 'payment' }> },
  settings: Pick<Settings, 'orders' | 'company' | 'contact'>,
): Promise<Booked> {
  if (line.amountCents <= 0) return { ok: false, reason: 'wrong-direction' }
  const order = await findOrderByNumber(shop.db, wish.order)
  if (!order) return { ok: false, reason: 'no-such-order' }
  const seen = await orderVersion(shop.db, order.id)
  const now = await possibleOrder(shop.db, order.number)
  if (!now || now.status !== wish.seen.status || now.openCents !== wish.seen.openCents)
    return { ok: false, reason: 'changed-meanwhile' }
  const rule = { whilePending: wish.confirmed, unasked: wish.confirmed }
  const money = {
    ...{ cents: line.amountCents, reference: lineReference(line), channel: 'bank-transfer' as const },
    surplus: wish.confirmed,
  }
  const counted = await countMoney(shop, order, money, settings, {
    ...{ by: staffNamed(member.name), rule },
    ...(seen !== null && { seen }),
    also: (transaction, entry) =>
      enter(transaction, member, { line: line.id, kind: 'payment', money: entry }),
  })
  if (!counted.ok) return counted
  const { outcome, openCents } = counted
  return { ok: true, kind: 'payment', outcome, openCents, about: order.number }
}

async function bookRefund(
  db: Database,
  member: StaffActor,
  { line, refund }: { line: BankLine; refund: number },
  { orders }: Pick<Settings, 'orders'>,
): Promise<Booked> {
  return asStaff(db, member, async (transaction): Promise<Booked> => {
    const due = await transaction
      .selectFrom('refund')
      .select(['amount_cents', 'done_at', 'withdrawn_at'])
      .where('id', '=', refund)
      .forUpdate()
      .executeTakeFirst()
    if (!due || due.withdrawn_at) return { ok: false, reason: 'gone' }
    if (due.done_at) return { ok: false, reason: 'changed-meanwhile' }
    if (due.amount_cents !== -line.amountCents) return { ok: false, reason: 'amount-differs' }
    const by = staffNamed(member.name)
    const recorded = await recordRefund(transaction, { refund, reference: lineReference(line) }, by, orders)
    if (!recorded.ok) return { ok: false, reason: 'gone' }
    const { id: money } = await transaction
      .selectFrom('money')
      .select('id')
      .where('reference', '=', `refund:${refund}`)
      .where('direction', '=', 'out')
      .where('corrected_at', 'is', null)
      .executeTakeFirstOrThrow()
    await enter(transaction, member, { line: line.id, kind: 'refund', money })
    return { ok: true, kind: 'refund', outcome: 'refunded', openCents: 0, about: recorded.order }
  })
}

async function noteCounted(
  db: Database,
  member: StaffActor,
  { line, money }: { line: BankLine; money: number },
): Promise<Booked> {
  return asStaff(db, member, async (transaction): Promise<Booked> => {
    const entry = await transaction
      .selectFrom('money as m')
      .innerJoin('shop_order as o', 'o.id', 'm.order_id')
      .select(['m.direction', 'm.amount_cents', 'm.corrected_at', 'm.corrects', 'm.channel', 'o.number'])
      .where('m.id', '=', money)
      .executeTakeFirst()
    if (!entry || entry.corrects !== null || entry.channel !== 'bank-transfer')
      return { ok: false, reason: 'gone' }
    if (entry.corrected_at) return { ok: false, reason: 'changed-meanwhile' }
    const cents = entry.direction === 'in' ? entry.amount_cents : -entry.amount_cents
    if (cents !== line.amountCents) return { ok: false, reason: 'amount-differs' }
    await enter(transaction, member, { line: line.id, kind: 'counted', money })
    return { ok: true, kind: 'counted', outcome: 'counted', openCents: 0, about: entry.number }
  })
}

async function notePayout(
  db: Database,
  member: StaffActor,
  { line, purchase }: { line: BankLine; purchase: number },
): Promise<Booked> {
  return asStaff(db, member, async (transaction): Promise<Booked> => {
    const paid = await transaction
      .selectFrom('purchase')
      .select(['number', 'total_cents', 'means', 'cancelled_at'])
      .where('id', '=', purchase)
      .executeTakeFirst()
    if (!paid || paid.cancelled_at || paid.means !== 'transfer') return { ok: false, reason: 'gone' }
    if (paid.total_cents !== -line.amountCents) return { ok: false, reason: 'amount-differs' }
    await enter(transaction, member, { line: line.id, kind: 'payout', purchase })
    return { ok: true, kind: 'payout', outcome: 'payout', openCents: 0, about: paid.number }
  })
}

/** Writes what a line was taken for. @throws {LineTaken} where it is not open any more */
async function enter(
  db: Database,
  member: StaffActor,
  {
    line,
    kind,
    money,
    purchase,
  }: { line: number; kind: BookingWish['kind']; money?: number; purchase?: number },
): Promise<void> {
  await asStaff(db, member, async (transaction) => {
    if (!(await isOpen(transaction, line))) throw new LineTaken()
    // Of an entry that was taken back the former booking is over, and no other stands in its way.
    await transaction
      .insertInto('bank_booking')
      .values({
        line_id: line,
        kind,
        money_id: money ?? null,
        purchase_id: purchase ?? null,
        by_name: member.name,
      })
      .execute()
  })
}

/** Whether a line is open, which stays so for the rest of the transaction. */
async function isOpen(db: Database, line: number): Promise<boolean> {
  await sql`select from bank_line where id = ${line} for update`.execute(db)
  const rows = await query(db, { id: int4 })`
    select id from bank_line where id = ${line} and aside_at is null and standing_booking(id) is null`
  return rows.length === 1
}

export type Unbooked =
  | { ok: true; about: string }
  | { ok: false; reason: 'changed-meanwhile' | 'gone' | 'reason-length' }
  | Extract<MoneyCorrected, { ok: false }>

/**
 * Takes a booking back, after which its line is open again: money that was booked by a counter-entry (`correctMoney`), what
 * was only noted by saying so. `booking`: the one that was seen; `isConfirmed`: also where the goods have left.
 */
export async function unbookLine(
  shop: OnlinePayment,
  member: StaffActor,
  {
    line: id,
    booking,
    reason: said,
    isConfirmed,
  }: { line: number; booking: number; reason: string; isConfirmed: boolean },
  settings: Pick<Settings, 'orders'>,
): Promise<Unbooked> {
  const reason = readReason(said)
  if (reason === null) return { ok: false, reason: 'reason-length' }
  const line = await findLine(shop.db, id)
  if (!line) return { ok: false, reason: 'gone' }
  if (line.booking !== booking) return { ok: false, reason: 'changed-meanwhile' }
  const about = line.order ?? line.request ?? ''
  const row = await shop.db
    .selectFrom('bank_booking')
    .select(['kind', 'money_id'])
    .where('id', '=', booking)
    .executeTakeFirstOrThrow()
  if (row.kind === 'payment' || row.kind === 'refund') {
    const entry = row.money_id ?? 0
    const corrected = await correctMoney(
      shop,
      { entry, reason, isConfirmed },
      settings,
      staffNamed(member.name),
    )
    if (corrected.ok) return { ok: true, about }
    return corrected.reason === 'corrected-before' ? { ok: false, reason: 'changed-meanwhile' } : corrected
  }
  return asStaff(shop.db, member, async (transaction): Promise<Unbooked> => {
    const { numUpdatedRows } = await transaction
      .updateTable('bank_booking')
      .set({ undone_at: sql`now()`, undone_by: member.name })
      .where('id', '=', booking)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 0n ? { ok: false, reason: 'changed-meanwhile' } : { ok: true, about }
  })
}

export type SetAside = { ok: true } | { ok: false; reason: 'changed-meanwhile' | 'reason-length' }

/** Sets an open line aside, for a reason that stays with it; `null` takes that back. */
export async function setAside(
  db: Database,
  member: StaffActor,
  { line, reason: said }: { line: number; reason: string | null },
): Promise<SetAside> {
  const reason = said === null ? null : readReason(said)
  if (said !== null && reason === null) return { ok: false, reason: 'reason-length' }
  return asStaff(db, member, async (transaction): Promise<SetAside> => {
    if (reason !== null && !(await isOpen(transaction, line)))
      return { ok: false, reason: 'changed-meanwhile' }
    const { numUpdatedRows } = await transaction
      .updateTable('bank_line')
      .set(
        reason === null
          ? { aside_reason: null, aside_at: null, aside_by: null }
          : { aside_reason: reason, aside_at: sql`now()`, aside_by: member.name },
      )
      .where('id', '=', line)
      .where('aside_at', reason === null ? 'is not' : 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 0n ? { ok: false, reason: 'changed-meanwhile' } : { ok: true }
  })
}
