import { sql } from 'kysely'
import { z } from 'zod'
import {
  bool,
  int4,
  int8,
  integers,
  json,
  nullable,
  query,
  text,
  texts,
} from '#app/platform/database/statement.ts'
import { completeLedger } from '#app/shop/buying/ledger.ts'
import { checkLedger, faultsOf } from '#app/shop/buying/ledger-check.ts'
import { expireOrder, lapsedOrders, remindOfTransfers } from '#app/shop/checkout/lapse-unpaid.ts'
import { lookAtPayment, sendRefunds } from '#app/shop/checkout/payment-page.ts'
import { completeOrders } from '#app/shop/checkout/staff-order-steps.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { bankDiffers } from './bank.ts'
import { end, receivedOf, sent, sum, taxWithin, tell } from './books.ts'
import { tillDiffers } from './counter.ts'
import { centsDiffer } from './each-cent.ts'
import { ledgerDiffers } from './ledger-books.ts'
import { balances } from './orders.ts'
import { lapseReservations, reservationsDiffer } from './reservations.ts'
import { type Business, disagree } from './shop.ts'

/** What the shop does by itself at the end of a day; the books follow. */
export async function close(business: Business): Promise<void> {
  await lapse(business)
  await refundOnline(business)
  await remindOfTransfers(business.db, business.settings)
  await complete(business)
  await completeLedger(business.db)
  await business.readLetters?.(business)
  await post(business)
}

/** Orders whose time is up come to nothing: what the shop sees to all the time, and so in the morning. */
export async function lapse(business: Business): Promise<void> {
  const { db, shop, stripe, settings, books } = business
  await lapseReservations(business)
  for (const id of await lapsedOrders(db)) {
    const order =
      books.orders.find((each) => each.id === id) ?? disagree(`order ${id} lapses and is nobody's`)
    // Eight working days for a transfer, ten in a branch, are at least as many days.
    if (books.day - order.placedOn < (order.payment === 'bank-transfer' ? 8 : 10))
      disagree('lapsed too early', order)
    if (!(await expireOrder(db, id, settings))) disagree('does not lapse', order)
    end(books, order, 'expired')
  }
  for (const order of books.orders) {
    if (order.payment !== 'online' || order.status !== 'awaiting_payment' || order.pending) continue
    if (books.day === order.placedOn) continue
    if (order.page !== null) await stripe.lapse(order.page)
    await lookAtPayment(shop, order.id)
    await expireOrder(db, order.id, settings)
    end(books, order, 'expired')
  }
}

async function refundOnline({ shop, books }: Business): Promise<void> {
  while ((await sendRefunds(shop)) > 0);
  for (const order of books.orders) {
    for (const refund of order.refunds) {
      if (refund.done || refund.payment.channel !== 'online') continue
      sent(books, order, refund)
      tell(order, `refund-sent ${refund.cents}`, refund)
    }
  }
}

async function complete({ db, settings, books }: Business): Promise<void> {
  await completeOrders(db, settings)
  const rows = await query(db, { id: int8 })`select id from shop_order where status = 'completed'`
  for (const { id } of rows) {
    const order = books.orders.find((each) => each.id === id) ?? disagree(`order ${id} is nobody's`)
    if (order.status === 'completed') continue
    if (order.status !== 'delivered' || books.day - (order.deliveredOn ?? 0) < 14)
      disagree('completed too early', order)
    order.status = 'completed'
  }
}

/** Every mail goes out with the evening's post: from then on its reader knows. */
async function post({ db, books }: Business): Promise<void> {
  await sql`update mail_outbox set sent_at = now() where sent_at is null and withdrawn_at is null`.execute(db)
  for (const { mails } of books.orders) for (const mail of mails) mail.sent = true
}

/** Compares the shop with the books. Returns what is not the same, in words. */
export async function differences(business: Business): Promise<string[]> {
  const { db } = business
  return [
    ...(await brokenRules(db)),
    ...faultsOf(await checkLedger(db)),
    ...(await ordersDiffer(business)),
    ...(await mailsDiffer(business)),
    ...(await piecesDiffer(business)),
    ...(await moneyDiffers(business)),
    ...(await taxesDiffer(business)),
    ...(await purchasesDiffer(business)),
    ...(await tillDiffers(business)),
    ...(await reservationsDiffer(business)),
    ...(await bankDiffers(business)),
    ...(await ledgerDiffers(business)),
    ...(await centsDiffer(business)),
  ]
}

const storedRefund = z.object({ reason: z.string(), cents: z.number(), done: z.boolean() })

async function ordersDiffer({ db, books }: Business): Promise<string[]> {
  const rows = await query(db, {
    id: int8,
    status: text,
    total: int4,
    received: int4,
    documents: int4,
    vat: int4,
    refunds: nullable(json(z.array(storedRefund))),
    money: nullable(integers),
  })`
    select o.id, o.status, o.total_cents as total,
      (select coalesce(sum(amount_cents), 0)::int from money m where m.order_id = o.id and direction = 'in') as received,
      (select coalesce(sum(case kind when 'invoice' then 1 else -1 end * (content ->> 'totalCents')::int), 0)::int
        from invoice i where i.order_id = o.id) as documents,
      (select coalesce(sum(case kind when 'invoice' then 1 else -1 end * (content ->> 'vatCents')::int), 0)::int
        from invoice i where i.order_id = o.id) as vat,
      (select json_agg(json_build_object('reason', reason, 'cents', amount_cents, 'done', done_at is not null) order by id)
        from refund r where r.order_id = o.id and withdrawn_at is null) as refunds,
      (select array_agg(amount_cents order by id) from money m where m.order_id = o.id and direction = 'in'
        and corrects is null and corrected_at is null) as money
    from shop_order o order by o.id
  `
  const wrong: string[] = []
  for (const order of books.orders) {
    const row = rows.find(({ id }) => id === order.id)
    const shop = row && {
      status: row.status,
      total: row.total,
      received: row.received,
      money: row.money ?? [],
      documents: row.documents,
      vat: row.vat,
      refunds: (row.refunds ?? []).map(
        ({ reason, cents, done }) => `${reason} ${cents}${done ? ' done' : ''}`,
      ),
    }
    const book = {
      status: order.status,
      total: order.totalCents,
      received: receivedOf(order),
      money: order.payments.map(({ cents }) => cents),
      documents: order.documents.cents,
      vat: order.documents.vatCents,
      refunds: order.refunds.map(({ reason, cents, done }) => `${reason} ${cents}${done ? ' done' : ''}`),
    }
    wrong.push(...compare(order.number, book, shop))
  }
  if (rows.length !== books.orders.length)
    wrong.push(`${rows.length} orders, ${books.orders.length} in the books`)
  return wrong
}

function compare(
  of: string,
  book: Record<string, unknown>,
  shop: Record<string, unknown> | undefined,
): string[] {
  return Object.entries(book).flatMap(([what, expected]) => {
    const found = JSON.stringify(shop?.[what])
    return found === JSON.stringify(expected)
      ? []
      : [`${of}: ${what} is ${found}, in the books ${JSON.stringify(expected)}`]
  })
}

/** Mails that name no amount of the books, or go out by the calendar alone. */
const unbooked = [
  'order-ready',
  'order-shipped',
  'address-changed',
  'tracking-changed',
  'payment-reminder',
  'staff-order',
  'staff-conflict',
  'staff-surplus',
]

/** Each mail about an order with the amounts it names. */
async function mailsDiffer({ db, books }: Business): Promise<string[]> {
  const rows = await query(db, { order: int8, mails: texts })`
    select (payload ->> 'order')::int8 as "order", array_agg(concat_ws(' ', kind, payload ->> 'arrivedCents', payload ->> 'openCents',
      payload ->> 'amountCents', payload ->> 'deductionCents') order by 1) as mails
    from mail_outbox where payload ? 'order' and withdrawn_at is null and kind <> all(${unbooked}) group by 1
  `
  return books.orders.flatMap((order) => {
    const mails = rows.find((row) => row.order === order.id)?.mails.toSorted()
    return compare(
      order.number,
      { mails: order.mails.map((mail) => mail.text).toSorted() },
      { mails: mails ?? [] },
    )
  })
}

/** One state for one piece, and its price. */
async function piecesDiffer({ db, books }: Business): Promise<string[]> {
  const rows = await query(db, { id: text, status: text, price: nullable(int4), claimed: bool })`
    select p.id, p.status, p.price_cents as price, c.order_id is not null as claimed
    from product p left join claim c on c.product_id = p.id
  `
  return [...books.pieces.values()].flatMap(({ id, status, listedCents }) => {
    const row = rows.find((each) => each.id === id)
    const claimed = ['reserved', 'sold', 'returned'].includes(status)
    const shown = status === 'kept' ? 'reserved' : status
    return compare(id, { status: shown, price: listedCents, claimed }, row)
  })
}

/** Bank, till and provider: what must lie there. */
async function moneyDiffers(business: Business): Promise<string[]> {
  const { db, stripe } = business
  const rows = await query(db, { channel: text, cents: int8 })`
    select channel, sum(case direction when 'in' then 1 else -1 end * amount_cents)::int8 as cents from money group by channel
  `
  const taken = sum(
    [...stripe.sessions.values()]
      .filter((each) => each.payment_status === 'paid')
      .map((each) => each.amount_total),
  )
  const atProvider = taken - sum(stripe.refunds.map(({ amount }) => amount))
  const shop = Object.fromEntries(rows.map(({ channel, cents }) => [channel, cents]))
  return Object.entries(balances(business)).flatMap(([channel, cents]) => [
    ...compare(`money, ${channel}`, { cents }, { cents: shop[channel] ?? 0 }),
    ...(channel === 'online' ? compare('the provider', { cents }, { cents: atProvider }) : []),
  ])
}

/**
 * The ledger's tax: of margins piece by piece, from what each sale brought and what the piece had cost; VAT that is shown
 * order by order, as the documents show it, at home or abroad.
 */
async function taxesDiffer({ db, books }: Business): Promise<string[]> {
  const rows = await query(db, { order: int8, piece: text, proceeds: int4, tax: int4, abroad: int4 })`
    select e.order_id as "order", l.product_id as piece, sum(e.proceeds_cents)::int as proceeds,
      sum(e.tax_cents)::int as tax, sum(e.destination_tax_cents)::int as abroad
    from ledger_exit e join ledger l on l.number = e.ledger_number where e.order_id is not null group by 1, 2
  `
  return books.orders.flatMap((order) => {
    const own = rows.filter((row) => row.order === order.id)
    // The ledger follows the documents: what was paid once is sold as long as its invoice stands.
    const stands = order.paidBy !== null && order.invoiced
    const standard = order.lines.filter(({ taxMode }) => taxMode === 'standard_19').map(({ piece }) => piece)
    const shown = own.filter(({ piece }) => standard.includes(piece))
    const isAbroad = order.lines.some(({ rule }) => rule === 'destination')
    const vat = order.paidBy === null ? 0 : order.documents.vatCents
    const book = { home: isAbroad ? 0 : vat, abroad: isAbroad ? vat : 0 }
    const ledger = { home: sum(shown.map(({ tax }) => tax)), abroad: sum(shown.map(({ abroad }) => abroad)) }
    const lines = order.lines.flatMap((line) => {
      const row = own.find(({ piece }) => piece === line.piece)
      if (line.taxMode === 'standard_19') return []
      const proceeds = row?.proceeds ?? 0
      const isTaxed = stands && line.rule === 'margin'
      if (line.state === 'refunded') {
        // Of a piece that came back only carriage is left, as far as it was not paid back; a deduction bears no VAT.
        const owed = isTaxed ? taxWithin(proceeds - line.deductedCents, 190) : 0
        return Math.abs((row?.tax ?? 0) - owed) <= 1
          ? []
          : compare(`${order.number}, ${line.piece}, tax`, { cents: owed }, { cents: row?.tax })
      }
      const margin = proceeds - (books.pieces.get(line.piece)?.costCents ?? 0)
      const owed = isTaxed && margin > 0 ? taxWithin(margin, 190) : 0
      return compare(`${order.number}, ${line.piece}, tax`, { cents: owed }, { cents: row?.tax ?? 0 })
    })
    return [...compare(`${order.number}, VAT in the ledger`, book, ledger), ...lines]
  })
}

/** Purchases, their numbers without a gap, and what each piece in the ledger had cost. */
async function purchasesDiffer({ db, books }: Business): Promise<string[]> {
  const [row] = await query(db, { number: nullable(texts), paid: int8, cost: int8, numbers: integers })`
    select (select array_agg(number order by id) from purchase where cancelled_at is null) as number,
      (select coalesce(sum(total_cents), 0)::int8 from purchase where cancelled_at is null) as paid,
      (select coalesce(sum(l.purchase_cents), 0)::int8 from ledger l join purchase b on b.id = l.purchase_id
        where b.cancelled_at is null) as cost,
      (select coalesce(array_agg(n order by n), '{}') from (
        select right(number, 5)::int as n from purchase_receipt union all
        select right(end_number, 5)::int from purchase_receipt where end_number is not null union all
        select right(number, 5)::int from purchase_cancellation) every) as numbers
  `
  const standing = books.purchases.filter(({ cancelled }) => !cancelled)
  const paid = sum(standing.map(({ cents }) => cents))
  const numbers = row?.numbers ?? []
  return [
    ...compare(
      'purchases',
      { number: standing.map(({ number }) => number), paid, cost: paid },
      { ...row, number: row?.number ?? [] },
    ),
    ...compare('receipts', { numbers: numbers.map((_, at) => at + 1) }, { numbers }),
  ]
}
