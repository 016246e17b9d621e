import type { Database } from '#app/platform/database/database.ts'
import { bool, date, int4, int8, oneOf, query, text } from '#app/platform/database/statement.ts'
import { orderStatuses } from '#app/shop/checkout/order-status.ts'
import type { Candidates, PossibleOrder, SaidLine } from './match-line.ts'

const orderColumns = {
  number: text,
  buyer: text,
  status: oneOf(orderStatuses),
  isAccepted: bool,
  placedOn: date,
  totalCents: int4,
  openCents: int4,
  piecesFree: bool,
  isOnline: bool,
}

/** What lines may be meant for: orders that wait for money or lapsed lately, those that texts name, what is due and what left. */
export async function candidatesFor(db: Database, lines: readonly SaidLine[]): Promise<Candidates> {
  const named = [
    ...new Set(lines.flatMap(({ purpose, endToEnd }) => numbersIn(`${purpose} ${endToEnd ?? ''}`))),
  ]
  const [orders, entered, refunds, payouts] = await Promise.all([
    possibleOrders(db, named),
    query(db, {
      ...{ id: int8, order: text, buyer: text, amountCents: int4, direction: oneOf(['in', 'out']), on: date },
    })`
      select m.id, o.number as "order", coalesce(o.invoice_address ->> 'name', '') as buyer, m.amount_cents as "amountCents",
        m.direction, (m.at at time zone 'Europe/Berlin')::date as "on"
      from money m join shop_order o on o.id = m.order_id
      where m.channel = 'bank-transfer' and m.corrects is null and m.corrected_at is null
        and m.recorded_at > now() - interval '60 days'
        and not exists (select from bank_booking b where b.money_id = m.id and b.undone_at is null)
      order by m.id desc limit 2000
    `,
    query(db, { refund: int8, order: text, buyer: text, amountCents: int4, dueOn: date })`
      select r.id as refund, o.number as "order", coalesce(o.invoice_address ->> 'name', '') as buyer,
        r.amount_cents as "amountCents", (r.due_at at time zone 'Europe/Berlin')::date as "dueOn"
      from refund r join shop_order o on o.id = r.order_id
      where r.done_at is null and r.withdrawn_at is null and r.channel = 'bank-transfer' order by r.id limit 2000
    `,
    query(db, { purchase: int8, number: text, request: text, reference: text, amountCents: int4, on: date })`
      select p.id as purchase, p.number, s.number as request, p.reference, p.total_cents as "amountCents",
        (p.paid_at at time zone 'Europe/Berlin')::date as "on"
      from purchase p join sell_request s on s.id = p.request_id
      where p.means = 'transfer' and p.cancelled_at is null
        and not exists (select from bank_booking b where b.purchase_id = p.id and b.undone_at is null)
      order by p.id desc limit 2000
    `,
  ])
  return { orders, entered, refunds, payouts }
}

/** Order numbers that a text may name, as they are written. */
function numbersIn(text: string): string[] {
  const upper = text.toUpperCase()
  return [...upper.matchAll(/([A-Z]{1,6})[\s\-–/.]*(20\d\d)[\s\-–/.]*(\d{1,8})/g)].map(
    ([, prefix, year, digits = '']) => `${prefix}-${year}-${digits.padStart(5, '0')}`,
  )
}

async function possibleOrders(db: Database, named: readonly string[]): Promise<PossibleOrder[]> {
  return query(db, orderColumns)`
    select o.number, coalesce(o.invoice_address ->> 'name', '') as buyer, o.status, o.accepted_at is not null as "isAccepted",
      (o.placed_at at time zone 'Europe/Berlin')::date as "placedOn", o.total_cents as "totalCents",
      (o.total_cents - paid.cents)::int as "openCents", o.payment = 'online' as "isOnline",
      not exists (select from order_line l join product p on p.id = l.product_id
        where l.order_id = o.id and p.status <> 'listed') as "piecesFree"
    from shop_order o, lateral (select coalesce(sum(amount_cents), 0) as cents from money
      where order_id = o.id and direction = 'in') paid
    where o.status = 'awaiting_payment'
      or o.status in ('expired', 'cancelled') and o.placed_at > now() - interval '90 days'
      or o.number = any(${named})
    order by o.id desc limit 5000
  `
}

/** One order as money for it is judged; null: there is none of this number. */
export async function possibleOrder(db: Database, number: string): Promise<PossibleOrder | null> {
  const wanted = number.trim().toUpperCase()
  return (await possibleOrders(db, [wanted])).find((order) => order.number === wanted) ?? null
}
