import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import type { Log } from '#app/platform/log.ts'
import { type PageState, type Payments, PaymentsUnavailable } from '#app/platform/payments.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { expireOrder } from './lapse-unpaid.ts'
import { findOrder, findOrderById } from './order.ts'
import { byProvider } from './order-actor.ts'
import { successAddress } from './order-address.ts'
import { pieceName } from './piece-name.ts'
import { recordRefund } from './refund.ts'
import { settlePayment } from './settle-payment.ts'
import type { OrderView, StartPaymentResult } from './types.ts'

/** What paying online needs. `payments` is null while no provider is set up. */
export type OnlinePayment = { db: Database; payments: Payments | null; siteUrl: string; log: Log }

const page = {
  session_id: nullable(text),
  session_expires_at: timestamptz,
  url: nullable(text),
  closed: bool,
  /** The page takes no more payments. */
  is_over: bool,
  /** Too late to make a page. */
  is_too_late: bool,
  /** The order no longer waits for money. */
  is_ended: bool,
}
type PageRow = Row<typeof page>

/** Stripe keeps a page open for at least half an hour; seconds. */
const shortestPage = 30 * 60
/** How long a payment that takes days may keep an order waiting, days. */
const pendingDays = 10
/** How long anything may still be heard of a page, days. */
const longestWait = 60
/** An unpaid order ends so long after its time even when the provider cannot be asked; hours. */
const lapseHours = 6

/**
 * Sends a buyer to the payment page of their order, the same one each time. Outside any transaction, and after the
 * order is written: whatever happens here, the order and its pieces stay as they are.
 */
export async function startPayment(shop: OnlinePayment, token: string): Promise<StartPaymentResult> {
  const order = await findOrder(shop.db, token)
  if (order?.payment !== 'online') return { ok: false, reason: 'not-online' }
  if (order.status === 'expired' || order.status === 'cancelled') return { ok: false, reason: 'lapsed' }
  if (order.status !== 'awaiting_payment') return { ok: false, reason: 'already-paid' }
  if (!shop.payments) return { ok: false, reason: 'provider-unavailable' }
  try {
    const row = await readRow(shop.db, order.id)
    if (!row || row.closed || row.is_over) return { ok: false, reason: 'lapsed' }
    const { url } = await openPage(shop, shop.payments, order, row)
    // Cancelled while the page was made: then nobody may be sent there.
    const now = await readRow(shop.db, order.id)
    return now && !now.closed && !now.is_ended ? { ok: true, url } : { ok: false, reason: 'lapsed' }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    shop.log.warn(
      { err: error, order: order.number },
      'the payment page cannot be had; the buyer may try again',
    )
    return { ok: false, reason: 'provider-unavailable' }
  }
}

/**
 * How far paying an order online has come, by what is known here: `open` while its page takes money, `pending` when
 * the buyer is done and the money on its way, `closed` when the page takes no more. `null`: not paid online.
 */
export async function paymentStage(
  db: Database,
  orderId: number,
): Promise<'open' | 'pending' | 'closed' | null> {
  const rows = await query(db, { stage: oneOf(['open', 'pending', 'closed']) })`
    select case when pending then 'pending' when closed or session_expires_at <= now() then 'closed' else 'open' end as stage
    from online_payment where order_id = ${orderId}
  `
  return rows[0]?.stage ?? null
}

async function readRow(db: Database, orderId: number): Promise<PageRow | null> {
  const rows = await query(db, page)`
    select p.session_id, p.session_expires_at, p.url, p.closed, p.session_expires_at <= now() as is_over, o.status <> 'awaiting_payment' or o.expires_at <= now() as is_ended,
      p.session_expires_at < now() + make_interval(secs => ${shortestPage}) as is_too_late
    from online_payment p join shop_order o on o.id = p.order_id where p.order_id = ${orderId}
  `
  return rows[0] ?? null
}

async function openPage({ db, siteUrl }: OnlinePayment, payments: Payments, order: OrderView, row: PageRow) {
  if (row.session_id && row.url) return { id: row.session_id, url: row.url }
  const page = await payments.openPage({
    orderId: order.id,
    orderNumber: order.number,
    email: order.contact.email,
    locale: order.locale,
    items: itemsOf(order),
    expiresAt: row.session_expires_at,
    successUrl: siteUrl + successAddress(order, 'done'),
    cancelUrl: siteUrl + successAddress(order, 'cancelled'),
  })
  await sql`
    update online_payment set session_id = ${page.id}, url = ${page.url} where order_id = ${order.id} and session_id is null
      and not closed
  `.execute(db)
  return page
}

function itemsOf(order: OrderView) {
  const pieces = order.lines.map((line) => ({
    name: [pieceName(line, order.locale), line.reference].filter(Boolean).join(' '),
    cents: line.priceCents,
  }))
  const shipping = { de: 'Versand', en: 'Shipping' }[order.locale]
  return order.shippingCents > 0 ? [...pieces, { name: shipping, cents: order.shippingCents }] : pieces
}

/**
 * Lets what the provider says about an order's page take effect. Returns whether that is possible: a page asks for no
 * more than its order costs, so what says that more was paid is for people to look into, and counts for nothing. Money for an
 * order that has expired: `settle-payment.ts`.
 */
export async function applyState(shop: OnlinePayment, orderId: number, said: PageState): Promise<boolean> {
  const { db } = shop
  switch (said.state) {
    case 'open':
      return true
    case 'wrong':
      await setAside(shop, orderId, said.what)
      return false
    case 'paid': {
      const order = await findOrderById(db, orderId)
      if (order && order.totalCents < said.cents) {
        await setAside(shop, orderId, `its amount is ${said.cents}, the order's ${order.totalCents}`)
        return false
      }
      const settings = await readSettings(db)
      const money = { orderId, channel: 'online' as const, reference: said.payment, amountCents: said.cents }
      await settlePayment(db, money, settings)
      await sql`update online_payment set closed = true, pending = false where order_id = ${orderId}`.execute(
        db,
      )
      return true
    }
    case 'pending':
      await sql`
        with waiting as (update online_payment set pending = true where order_id = ${orderId} and not pending returning order_id)
        update shop_order set expires_at = greatest(expires_at, placed_at + make_interval(days => ${pendingDays}))
        where id in (select order_id from waiting) and status = 'awaiting_payment'
      `.execute(db)
      return true
    case 'closed':
      await sql`
        with ended as (update online_payment set closed = true where order_id = ${orderId})
        update shop_order set expires_at = least(expires_at, now()) where id = ${orderId} and status = 'awaiting_payment'
      `.execute(db)
      await expireOrder(db, orderId, await readSettings(db))
      return true
  }
}

/** Tells staff of a page that says what cannot be; it is asked again, though not at once: it will say the same. */
async function setAside({ db, log }: OnlinePayment, orderId: number, what: string): Promise<void> {
  log.error(
    { order: orderId, what },
    'the payment provider says what cannot be of an order; please look into it',
  )
  await sql`
    update online_payment set look_at = greatest(look_at, now() + interval '10 minutes') where order_id = ${orderId}
  `.execute(db)
}

/**
 * Takes a notice that the provider posted. `forged` when it is not signed by it, `wrong` when it is and says what
 * cannot be, as an amount below zero or above the order's. What a notice says about an order we
 * do not know is not ours; saying anything twice, late or in any order changes nothing.
 */
export async function receiveNotice(
  shop: OnlinePayment,
  { body, signature }: { body: string; signature: string | null },
): Promise<'taken' | 'forged' | 'wrong' | 'not-set-up'> {
  if (!shop.payments) return 'not-set-up'
  const read = await shop.payments.readNotice(body, signature)
  if (!read.ok) {
    if (read.reason === 'wrong')
      shop.log.error({ what: read.what }, 'a payment notice says what cannot be; please look into it')
    return read.reason
  }
  const { notice } = read
  if (notice?.about === 'refund' && (await isPlanned(shop.db, notice)))
    await recordRefund(shop.db, notice, byProvider)
  if (notice?.about === 'page') {
    const orderId = await orderOf(shop.db, notice)
    if (orderId === null) shop.log.warn({ page: notice.page }, 'a payment notice about no order of ours')
    else if (!(await applyState(shop, orderId, notice.state)) && notice.state.state === 'paid') return 'wrong'
  }
  return 'taken'
}

/** Whether a refund that was made is the one we planned: of that payment, of that amount. */
async function isPlanned(db: Database, notice: { refund: number; payment: string | null; cents: number }) {
  const { rows } = await sql`
    select from refund where id = ${notice.refund} and channel = 'online' and amount_cents = ${notice.cents}
      and payment_reference = ${notice.payment}`.execute(db)
  return rows.length > 0
}

/** The order a page is about; known by number too, should we have ended between making the page and noting it. */
async function orderOf(db: Database, notice: { page: string; order: { id: number; number: string } | null }) {
  const rows = await query(db, { order_id: int8 })`
    select order_id from online_payment where session_id = ${notice.page}
    union all
    select p.order_id from online_payment p join shop_order o on o.id = p.order_id
    where p.session_id is null and o.id = ${notice.order?.id ?? null} and o.number = ${notice.order?.number ?? null}
      and not exists (select from online_payment where session_id = ${notice.page})
  `
  return rows[0]?.order_id ?? null
}

/** So long a page waits for what the provider says of its order, ms. */
const pageWaits = 2_500

/**
 * Asks the provider about an order right now: when the buyer comes back from its page, ahead of any notice. Returns after
 * `most` ms at the latest; what the provider says later still counts.
 */
export async function lookAtPayment(shop: OnlinePayment, orderId: number, most = pageWaits): Promise<void> {
  if (!shop.payments) return
  let late = false
  const looking = look(shop, shop.payments, orderId).catch((error: unknown) => {
    // Whoever asked has gone: nobody else would tell of it.
    if (!late && !(error instanceof PaymentsUnavailable)) throw error
    shop.log.warn(
      { err: error, order: orderId },
      'the payment provider cannot be asked; it is asked again later',
    )
  })
  const over = new AbortController()
  const waiting = wait(most, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([looking, waiting]).finally(() => over.abort())
  late = true
}

/** Seconds between two looks at a page: soon after it was made, then as long as its order may be paid. */
const firstLooks = { every: 20, number: 60 }
const looksEvery = 40
/** Money on its way to an order that has ended is not urgent; a page that may still be open for it is. */
const lateLooksEvery = { pending: 600, open: 60 }
/** So many pages are asked for at the same time: one that is slow to answer does not keep the others waiting. */
const sideBySide = 5

/**
 * Asks the provider about every page that may have news, so that lost notices do not matter: what was paid is known
 * within a minute. Closes pages of orders that are no more, and ends orders whose time is up. Returns how many were
 * looked at.
 */
export async function reconcilePayments(shop: OnlinePayment): Promise<number> {
  const { db } = shop
  const rows = await query(db, { order_id: int8, overdue: bool })`
    with due as materialized (
      select order_id from online_payment where not closed and look_at <= now()
      order by look_at limit 20 for update skip locked)
    update online_payment p set looks = looks + 1, closed = o.placed_at < now() - make_interval(days => ${longestWait}),
      look_at = now() + make_interval(secs => case
        when o.status <> 'awaiting_payment' and p.pending then ${lateLooksEvery.pending}::int
        when o.status <> 'awaiting_payment' then ${lateLooksEvery.open}
        when p.looks < ${firstLooks.number} then ${firstLooks.every} else ${looksEvery} end)
    from due join shop_order o on o.id = due.order_id
    where p.order_id = due.order_id
    returning p.order_id, o.status = 'awaiting_payment'
      and o.expires_at < now() - make_interval(hours => ${lapseHours}) as overdue
  `
  const faults: unknown[] = []
  for (let at = 0; at < rows.length; at += sideBySide) {
    const looks = await Promise.allSettled(rows.slice(at, at + sideBySide).map((row) => reconcile(shop, row)))
    for (const each of looks) if (each.status === 'rejected') faults.push(each.reason)
  }
  // One that fails stops none of the others, and is told.
  if (faults.length > 0) throw faults[0]
  return rows.length
}

async function reconcile(shop: OnlinePayment, { order_id, overdue }: { order_id: number; overdue: boolean }) {
  const { db, payments, log } = shop
  try {
    if (payments) await look(shop, payments, order_id)
    else if (overdue) await expireOrder(db, order_id, await readSettings(db))
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    log.warn({ err: error, order: order_id }, 'the payment provider cannot be asked; it is asked again soon')
    if (overdue) await expireOrder(db, order_id, await readSettings(db))
  }
}

async function look(shop: OnlinePayment, payments: Payments, orderId: number): Promise<void> {
  const order = await findOrderById(shop.db, orderId)
  const row = await readRow(shop.db, orderId)
  if (!order || !row || row.closed) return
  const page = row.session_id ?? (await madeUnnoticed(shop, payments, order, row))
  if (page === null) {
    if (row.is_ended) await applyState(shop, orderId, { state: 'closed' })
    return
  }
  await applyState(
    shop,
    orderId,
    row.is_ended ? await payments.closePage(page) : await payments.readPage(page),
  )
  // Money that has been on its way for too long: should it arrive after all, it is dealt with as late.
  if (row.is_ended) await expireOrder(shop.db, orderId, await readSettings(shop.db))
}

/** A page that was made without our noting it, as when we ended in between: asking with the same key tells. */
async function madeUnnoticed(shop: OnlinePayment, payments: Payments, order: OrderView, row: PageRow) {
  // While there is time for a page, the buyer's own try makes it.
  if (!row.is_too_late && !row.is_ended) return null
  try {
    return (await openPage(shop, payments, order, row)).id
  } catch (error) {
    if (error instanceof PaymentsUnavailable && !error.passing) return null
    throw error
  }
}

/** Sends back what is due through the provider. Returns how many went. */
export async function sendRefunds({ db, payments, log }: OnlinePayment): Promise<number> {
  if (!payments) return 0
  const rows = await query(db, { id: int8, payment_reference: text, amount_cents: int4, attempts: int4 })`
    with due as materialized (
      select id from refund where done_at is null and withdrawn_at is null and channel = 'online' and next_try_at <= now()
      order by id limit 10 for update skip locked)
    update refund r set attempts = attempts + 1, next_try_at = now() + least(interval '1 hour', interval '20 seconds' * 2 ^ least(attempts, 10))
    from due where r.id = due.id
    returning r.id, payment_reference, amount_cents, attempts
  `
  let sent = 0
  for (const row of rows) {
    try {
      const refund = { id: row.id, payment: row.payment_reference, cents: row.amount_cents }
      await recordRefund(db, { refund: row.id, reference: await payments.refund(refund) }, byProvider)
      sent += 1
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error
      log.warn({ err: error, refund: row.id }, 'a refund did not go through; it is tried again')
      await sql`update refund set last_error = ${error.message.slice(0, 500)} where id = ${row.id}`.execute(
        db,
      )
    }
  }
  return sent
}
