import { dayCloseRows } from '#app/office/sale/day-close-file.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { lineShape } from '#app/shop/bank/line-shape.ts'
import { exportLines } from '#app/shop/bank/list-lines.ts'
import { daysLater } from '#app/shop/buying/german-day.ts'
import { dayClose } from '#app/shop/counter/day-close.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { exportOrders } from '#app/shop/orders/list-orders.ts'
import { orderShape } from '#app/shop/orders/order-shape.ts'
import { plannedOf, receivedOf, sum } from './books.ts'
import { tillOn } from './counter.ts'
import { balances } from './orders.ts'
import type { Business } from './shop.ts'

const nothing = new URLSearchParams()
const differ = (of: string, book: unknown, shop: unknown) =>
  JSON.stringify(book) === JSON.stringify(shop)
    ? []
    : [`${of}: ${JSON.stringify(shop)}, in the books ${JSON.stringify(book)}`]

/**
 * Each cent is in one place: what an order received is on its documents or goes back; what moved at the bank by one entry
 * is in one line at most, and every entry of the bank's channel is either in a line or was made by hand.
 */
export async function centsDiffer(business: Business): Promise<string[]> {
  const { db, books } = business
  const orders = books.orders.flatMap((order) => {
    const kept = receivedOf(order) - plannedOf(order)
    const isOver = ['expired', 'cancelled', 'conflict_refunded'].includes(order.status)
    // Until it is paid, an invoice may stand for money that has not come.
    if (order.status === 'awaiting_payment') return []
    // What was withdrawn from and not paid back yet still stands on the documents.
    const book = isOver ? 0 : order.documents.cents
    return differ(`${order.number} (${order.status}): received and not going back`, book, kept)
  })
  const [row] = await query(db, { lines: int8, byHand: int8, twice: int8 })`
    with booked as (
      select b.money_id, b.purchase_id, l.amount_cents from bank_line l join bank_booking b on b.id = standing_booking(l.id)
    ), entry as (
      select m.id, case direction when 'in' then 1 else -1 end * amount_cents as cents from money m
      where channel = 'bank-transfer' and corrects is null and corrected_at is null
    )
    select (select coalesce(sum(amount_cents), 0)::int8 from booked where money_id is not null) as lines,
      (select coalesce(sum(cents), 0)::int8 from entry where not exists (select from booked where money_id = entry.id)) as "byHand",
      (select count(*) from (select money_id, purchase_id from booked group by 1, 2 having count(*) > 1) again) as twice`
  const { 'bank-transfer': bank } = balances(business)
  return [
    ...orders,
    ...differ('the bank, by lines and by hand', bank, (row?.lines ?? 0) + (row?.byHand ?? 0)),
    ...differ('lines booked as the same', 0, row?.twice),
  ]
}

/** All days of the till together, and the lists that go out as files: once, when business ends. */
export async function filesDiffer(business: Business): Promise<string[]> {
  const { db, books } = business
  const wrong: string[] = []
  const today = business.calendarDay
  const whole = { sold: 0, collected: 0, paidBack: 0, unplaced: 0, bought: 0 }
  for (let day = 0; day <= books.day; day++) {
    const close = await dayClose(db, { branchId: 'koeln', day: daysLater(today, day - books.day) })
    const book = tillOn(business, day)
    wrong.push(...differ(`the till on day ${day}`, book, close.sums))
    const rows = dayCloseRows(close, 'en').slice(1)
    const inFile = sum(rows.map((row) => Math.round(Number(row[6]) * 100)))
    const { sold, collected, paidBack, unplaced, bought } = book
    wrong.push(
      ...differ(`the till's file of day ${day}`, sold + collected - paidBack + unplaced - bought, inFile),
    )
    for (const name of Object.keys(whole) as (keyof typeof whole)[]) whole[name] += close.sums[name]
  }
  const at = balances(business)
  const transfers = books.orders.filter(({ counter, payment }) => counter && payment === 'bank-transfer')
  const soldByTransfer = sum(transfers.map(({ totalCents }) => totalCents))
  wrong.push(
    ...differ(
      'all days of the till',
      at.cash + at.card + at['in-branch'],
      whole.sold - soldByTransfer + whole.collected - whole.paidBack + whole.unplaced,
    ),
  )
  const paidInCash = books.purchases.filter(({ means, cancelled }) => means === 'cash' && !cancelled)
  wrong.push(...differ('cash for purchases', sum(paidInCash.map(({ cents }) => cents)), whole.bought))
  const orders = { count: 0, total: 0, received: 0 }
  for await (const batch of exportOrders(db, readAsked(orderShape, nothing)))
    for (const { totalCents, receivedCents } of batch) {
      orders.count += 1
      orders.total += totalCents
      orders.received += receivedCents
    }
  const inBooks = {
    count: books.orders.length,
    total: sum(books.orders.map(({ totalCents }) => totalCents)),
    received: sum(books.orders.map(receivedOf)),
  }
  wrong.push(...differ('the file of orders', inBooks, orders))
  let lines = 0
  for await (const batch of exportLines(db, readAsked(lineShape, nothing)))
    lines += sum(batch.map(({ amountCents }) => amountCents))
  wrong.push(...differ('the file of bank lines', sum(books.bank.map(({ cents }) => cents)), lines))
  return wrong
}
