import { sql } from 'kysely'
import { z } from 'zod'
import { email, line, optionalText, submission } from '#app/forms/fields.ts'
import { type FaultsOf, type Given, parseForm, textsIn, type ValueOf } from '#app/forms/parse-form.ts'
import type { Database } from '#app/platform/database/database.ts'
import { enqueueMails, type OutgoingMail } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import {
  type ByHand,
  type ByHandRule,
  type ClosedPage,
  closePaymentPage,
  endByHand,
  sealPage,
} from './close-page.ts'
import { cancelWithin } from './end-order.ts'
import { findOrder, findOrderById } from './order.ts'
import { actorRow, byBuyer, byShop, type OrderActor } from './order-actor.ts'
import { orderHistory, receivedAt } from './order-history.ts'
import { lockOrder } from './order-pieces.ts'
import { nextOrderStatus } from './order-status.ts'
import type { OnlinePayment } from './payment-page.ts'
import type { OrderView } from './types.ts'
import { endOfWithdrawal } from './withdrawal-period.ts'

const fields = {
  name: line(200),
  contract: line(500),
  email: email(320, 'no-email'),
  comment: optionalText(4000),
  submission: submission('missing'),
}

/**
 * What a customer declares. `submission` is made once per form, so that sending it twice is one declaration. `pieces`
 * are the stock numbers it is about, none when it is about the whole contract; `order` is the token of the order page
 * that it was declared on.
 */
export type Declaration = ValueOf<typeof fields> & { pieces: string[]; order: string | null }

export type DeclarationField = keyof typeof fields

export type ParsedDeclaration =
  | { ok: true; declaration: Declaration }
  | { ok: false; faults: FaultsOf<typeof fields>; given: Given<DeclarationField> }

/**
 * Parses the form; on refusal names the fields at fault and gives back what was typed. Besides the fields it reads
 * `piece`, once for each piece, and `order`.
 */
export function parseDeclaration(form: FormData): ParsedDeclaration {
  const parsed = parseForm(form, fields)
  if (!parsed.ok) return { ok: false, faults: parsed.faults, given: parsed.given }
  const pieces = textsIn(form, 'piece').filter((piece) => /^\d{4,8}$/.test(piece))
  const [order = ''] = textsIn(form, 'order')
  return {
    ok: true,
    declaration: {
      ...parsed.value,
      pieces: pieces.slice(0, 50),
      order: /^[\w-]{24,64}$/.test(order) ? order : null,
    },
  }
}

/**
 * Records a declaration of withdrawal, whether or not an order matches it (§ 356a BGB), and writes the acknowledgement
 * with its content and time to the customer and a notice to the shop. The time of receipt is the database's. Declared
 * again with the same `submission` it returns the first record.
 *
 * Declared on an order's own page and in time it takes effect on the order at once; otherwise staff judge it first: a
 * number and an address are known to others too, and whether a late one counts is for people to say. So do they where
 * money for an unpaid order may be on its way: `payment` closes its page first. `client` is a pseudonym of whoever
 * declares it: however many they send, each is recorded, and its acknowledgement goes out when the budget allows.
 */
export async function declareWithdrawal(
  db: Database,
  declaration: Declaration,
  locale: 'de' | 'en',
  settings: Pick<Settings, 'contact' | 'orders'>,
  { payment = null, client = null }: { payment?: OnlinePayment | null; client?: string | null } = {},
): Promise<{ number: number; receivedAt: Date }> {
  const { order: token, pieces, ...said } = declaration
  const order = token === null ? await matchOrder(db, declaration) : await findOrder(db, token)
  const page = order && token !== null ? await closeUnpaid(order, pieces, payment) : null
  const record = await db.transaction().execute(async (transaction) => {
    // Before the record refers to it: two declarations at once would each wait for the other's reference.
    const now = order && (await lockOrder(transaction, order.id, byBuyer))
    const written = await transaction
      .insertInto('withdrawal')
      .values({ ...said, pieces, locale, order_id: order?.id ?? null })
      .onConflict((conflict) => conflict.column('submission').doNothing())
      .returning(['id', 'received_at'])
      .executeTakeFirst()
    if (!written) return null
    const payload = { withdrawal: written.id }
    await enqueueMails(transaction, [
      {
        reason: `withdrawal:${written.id}:acknowledgement`,
        kind: 'withdrawal-acknowledgement',
        locale,
        recipient: said.email,
        payload,
        care: order && isAddressOf(order, said.email) ? 'customer' : 'stranger',
        client,
      },
      {
        reason: `withdrawal:${written.id}:staff`,
        kind: 'staff-withdrawal',
        locale: 'de',
        recipient: settings.contact.email,
        payload,
        care: 'staff',
      },
    ])
    // Bought in the shop: the declaration is kept and answered, but there is no right to withdraw (§ 312g BGB).
    const isDistanceSale = order?.saleChannel === 'online'
    if (order && now && isDistanceSale && token !== null && !(await isLate(transaction, order.id, now))) {
      await answer(transaction, { withdrawal: written.id, order, pieces, settings, page, by: byBuyer })
    }
    return written
  })
  const row =
    record ??
    (await db
      .selectFrom('withdrawal')
      .select(['id', 'received_at'])
      .where('submission', '=', said.submission)
      .executeTakeFirstOrThrow())
  return { number: row.id, receivedAt: row.received_at }
}

/**
 * Whether somebody who names an order has given its own address: only to that one goes an acknowledgement that repeats
 * what was declared. To any other it would be a stranger's words under our name.
 */
export function isAddressOf(order: Pick<OrderView, 'contact'>, email: string): boolean {
  return order.contact.email.toLowerCase() === email.toLowerCase()
}

/** What allows an order that is to be paid online to be cancelled: a page that nobody can pay on. */
async function closeUnpaid(
  order: OrderView,
  pieces: readonly string[],
  payment: OnlinePayment | null,
): Promise<ClosedPage | null> {
  if (payment === null || order.payment !== 'online' || order.status !== 'awaiting_payment') return null
  if (pieces.length > 0 && !order.lines.every((line) => pieces.includes(line.piece))) return null
  const closed = await closePaymentPage(payment, order.id)
  return closed.ok ? closed.page : null
}

async function isLate(db: Database, orderId: number, now: Date): Promise<boolean> {
  const received = receivedAt(await orderHistory(db, orderId))
  return received !== null && endOfWithdrawal(received) < now
}

/** The order a declaration probably means: its number stands in the text and its address is the buyer's. */
async function matchOrder(db: Database, { contract, email }: Declaration): Promise<OrderView | null> {
  const number = /[A-Z]{1,6}-\d{4}-\d{5,}/i.exec(contract)?.[0].toUpperCase()
  if (!number) return null
  const row = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row ? findOrderById(db, row.id) : null
}

/** Lets an accepted declaration take effect: an unpaid order is cancelled, another one waits for its pieces. */
async function answer(
  db: Database,
  {
    withdrawal,
    order,
    pieces,
    settings,
    page,
    by,
  }: {
    withdrawal: number
    order: OrderView
    pieces: readonly string[]
    settings: Pick<Settings, 'orders'>
    /** The payment page that was closed for it; `by-hand`: `endByHand` closes it. */
    page: ClosedPage | null | 'by-hand'
    by: OrderActor
  },
): Promise<boolean> {
  if (!(await takeEffect(db, order.id, pieces, { settings, page, by }))) return false
  await db
    .insertInto('withdrawal_answer')
    .values({
      withdrawal_id: withdrawal,
      order_id: order.id,
      outcome: 'accepted',
      // In time it takes effect by itself: the buyer has declared it, nobody has answered.
      ...actorRow(by.who === 'buyer' ? byShop : by),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

async function takeEffect(
  db: Database,
  orderId: number,
  pieces: readonly string[],
  {
    settings,
    page,
    by,
  }: { settings: Pick<Settings, 'orders'>; page: ClosedPage | null | 'by-hand'; by: OrderActor },
) {
  await lockOrder(db, orderId, by)
  const order = await findOrderById(db, orderId)
  if (!order) return false
  const kept = order.lines.filter((line) => line.withdrawnAt === null && line.releasedAt === null)
  const meant = kept
    .filter((line) => pieces.length === 0 || pieces.includes(line.piece))
    .map((line) => line.piece)
  if (meant.length === 0) return false
  if (order.status === 'awaiting_payment') {
    // Nothing was paid or sent yet; of single pieces staff make a new order.
    if (meant.length < kept.length) return false
    const mayBePaid = order.payment === 'online' && page !== 'by-hand'
    if (mayBePaid && !(page && (await sealPage(db, orderId, page)))) return false
    return (await cancelWithin(db, orderId, settings, by)).ok
  }
  if (order.saleChannel === 'branch') return false
  const status = nextOrderStatus(order.status, 'request-withdrawal')
  // While one withdrawal is under way, a second one joins it until the pieces are inspected.
  const joins = order.status === 'withdrawal_requested'
  if (status === null && !joins) return false
  await sql`
    update order_line set withdrawn_at = now() where order_id = ${orderId} and product_id = any(${meant})
  `.execute(db)
  if (status !== null) await sql`update shop_order set status = ${status} where id = ${orderId}`.execute(db)
  return true
}

export type WithdrawalAnswer =
  /** `page`: what became of the order's payment page. */
  | { ok: true; page: Extract<ByHand<unknown>, { ok: true }>['page'] }
  | { ok: false; reason: 'no-such-withdrawal' | 'answered' | 'not-possible' }
  | Extract<ByHand<unknown>, { ok: false }>

export type WithdrawalDecision =
  | { outcome: 'accepted'; order: number; pieces: readonly string[] }
  | { outcome: 'refused' | 'no-contract'; note: string }

/**
 * What staff make of a declaration that waits for them; the customer is told, with the note. Accepting needs the order,
 * and closes the payment page of an unpaid one; `rule` says what is done where that cannot be.
 */
export async function answerWithdrawal(
  shop: OnlinePayment,
  withdrawal: number,
  decision: WithdrawalDecision,
  settings: Pick<Settings, 'orders'>,
  { by = byShop, rule = {} }: { by?: OrderActor; rule?: ByHandRule } = {},
): Promise<WithdrawalAnswer> {
  const order = decision.outcome === 'accepted' ? decision.order : 0
  const done = await endByHand(shop, order, rule, (transaction) =>
    answerWithin(transaction, withdrawal, decision, settings, by),
  )
  if (!done.ok) return done
  return done.value === null ? { ok: true, page: done.page } : { ok: false, reason: done.value }
}

/** Returns why it is not possible, null when it was answered. */
async function answerWithin(
  db: Database,
  withdrawal: number,
  decision: WithdrawalDecision,
  settings: Pick<Settings, 'orders'>,
  by: OrderActor,
): Promise<'no-such-withdrawal' | 'answered' | 'not-possible' | null> {
  const row = await db
    .selectFrom('withdrawal as w')
    .leftJoin('withdrawal_answer as a', 'a.withdrawal_id', 'w.id')
    .select(['w.id', 'w.locale', 'w.email', 'a.outcome'])
    .where('w.id', '=', withdrawal)
    .executeTakeFirst()
  if (!row) return 'no-such-withdrawal'
  if (row.outcome !== null) return 'answered'
  const told: OutgoingMail = {
    reason: `withdrawal:${withdrawal}:answer`,
    kind: 'withdrawal-answer',
    locale: row.locale,
    recipient: row.email,
    payload: { withdrawal },
  }
  if (decision.outcome === 'accepted') {
    const order = await findOrderById(db, decision.order)
    const { pieces } = decision
    if (!order || !(await answer(db, { withdrawal, order, pieces, settings, page: 'by-hand', by }))) {
      return 'not-possible'
    }
  } else {
    await db
      .insertInto('withdrawal_answer')
      .values({
        withdrawal_id: withdrawal,
        outcome: decision.outcome,
        note: decision.note,
        ...actorRow(by),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await enqueueMails(db, [told])
  return null
}

/** Declarations that wait for staff, oldest first, with the order each probably means. */
export async function openWithdrawals(db: Database) {
  return db
    .selectFrom('withdrawal as w')
    .leftJoin('withdrawal_answer as a', 'a.withdrawal_id', 'w.id')
    .leftJoin('shop_order as o', 'o.id', 'w.order_id')
    .selectAll('w')
    .select(['o.number as order_number', 'o.status as order_status'])
    .where('a.withdrawal_id', 'is', null)
    .orderBy('w.id')
    .execute()
}

/** The declaration that a form's `submission` led to, with what became of it; `null` for an unknown one. */
export async function findWithdrawal(db: Database, submission: string) {
  if (!z.uuid().safeParse(submission).success) return null
  const row = await db
    .selectFrom('withdrawal as w')
    .leftJoin('withdrawal_answer as a', 'a.withdrawal_id', 'w.id')
    .selectAll('w')
    .select('a.outcome')
    .where('submission', '=', submission)
    .executeTakeFirst()
  return row ?? null
}

/** A declaration by its number with what was answered, for the mails about it. */
export async function findWithdrawalById(db: Database, id: number) {
  const row = await db
    .selectFrom('withdrawal as w')
    .leftJoin('withdrawal_answer as a', 'a.withdrawal_id', 'w.id')
    .selectAll('w')
    .select(['a.outcome', 'a.note'])
    .where('w.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
