import { type RawBuilder, sql } from 'kysely'
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
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { type OrderStatus, orderStatuses } from '#app/shop/checkout/order-status.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { paymentMethods } from '#app/shop/checkout/types.ts'
import { saying } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { type OrderNeed, orderNeeds, type orderShape } from './order-shape.ts'

export type AskedOrders = Asked<typeof orderShape>

const columns = {
  id: int8,
  number: text,
  status: oneOf(orderStatuses),
  placedAt: timestamptz,
  acceptedAt: nullable(timestamptz),
  readyAt: nullable(timestamptz),
  payBy: nullable(timestamptz),
  expiresAt: nullable(timestamptz),
  payment: oneOf(paymentMethods),
  delivery: oneOf(['courier', 'collection']),
  /** Where it goes; of a collection, where the invoice goes. */
  country: text,
  /** Where it is collected. */
  branch: nullable(text),
  buyer: text,
  email: text,
  totalCents: int4,
  receivedCents: int4,
  /** Until when the first money has to go back that has not left; null: none has to. */
  refundDueAt: nullable(timestamptz),
  pieces: texts,
  /** What it needs, of `orderNeeds`. */
  needs: texts,
  hasNotes: bool,
}

/** An order in the list of the office. Amounts in cents. */
export type ListedOrder = Omit<Row<typeof columns>, 'needs'> & { needs: OrderNeed[] }

/** States in which orders need nothing by themselves. */
export const atEnd: OrderStatus[] = ['completed', 'expired', 'cancelled', 'conflict_refunded', 'refunded']

const received = sql`(select coalesce(sum(amount_cents), 0) from money where order_id = o.id and direction = 'in')`
const provedRules = sql`('export', 'margin-export', 'intra-community')`

/** Which orders need what. States stand in front: what is asked of money and lines is asked of few orders. */
export const orderNeedConditions: Record<OrderNeed, RawBuilder<unknown>> = {
  accept: sql`(o.status = 'awaiting_payment' and o.payment <> 'online' and o.accepted_at is null)`,
  unpaid: sql`(o.status = 'awaiting_payment' and (o.payment = 'online' or o.accepted_at is not null))`,
  late: sql`(o.status = 'awaiting_payment' and o.pay_by < now())`,
  'wrong-amount': sql`(case when o.status = 'awaiting_payment' then ${received} between 1 and o.total_cents - 1
    when o.status in ('shipped', 'delivered') then ${received} < o.total_cents else false end
    or o.id in (select order_id from refund where done_at is null and withdrawn_at is null and reason in ('surplus', 'conflict')))`,
  pack: sql`(o.status in ('paid', 'preparing') and o.delivery ->> 'kind' = 'courier')`,
  // What is paid in the branch is laid out there before it is.
  'hand-over': sql`((o.status in ('paid', 'preparing') or (o.status = 'awaiting_payment' and o.payment = 'in-branch'
    and o.accepted_at is not null and o.ready_at is null)) and o.delivery ->> 'kind' = 'collection')`,
  'on-its-way': sql`(o.status = 'shipped')`,
  withdrawal: sql`(o.id in (select w.order_id from withdrawal w where w.order_id is not null
    and not exists (select from withdrawal_answer a where a.withdrawal_id = w.id)))`,
  return: sql`(o.status in ('withdrawal_requested', 'return_received', 'inspected'))`,
  refund: sql`(o.id in (select order_id from refund where done_at is null and withdrawn_at is null
    and (channel <> 'online' or last_error is not null)))`,
  papers: sql`(o.status in ('shipped', 'delivered', 'completed')
    and o.id in (select order_id from order_line where tax_rule in ${provedRules} and refunded_cents = 0)
    and o.id not in (select order_id from export_proof))`,
}

/** The orders of a page, how many there are on all pages, and of every standard view. */
export async function listOrders(db: Database, asked: AskedOrders) {
  const where = whereOf(asked)
  const [found, counts] = await Promise.all([
    query(db, { id: int8, total: int4 })`
      select o.id, (count(*) over ())::int as total from shop_order o where ${where}
      order by ${orderOf(asked)} limit ${rowsOfPage} offset ${rowsBefore(asked)}`,
    countNeeds(db),
  ])
  const ids = found.map(({ id }) => id)
  const rows = await readRows(db, sql`o.id = any(${ids})`, orderOf(asked), { limit: rowsOfPage })
  // Behind the last page nothing says how many there are.
  const total = found[0]?.total ?? (asked.page === 1 ? 0 : await countOrders(db, where))
  return { rows, total, counts }
}

/** Every order that is found, a batch at a time, newest first. */
export async function* exportOrders(db: Database, asked: AskedOrders): AsyncGenerator<ListedOrder[]> {
  let before: number | null = null
  for (;;) {
    const where: RawBuilder<unknown> = sql`${whereOf(asked)} and (${before}::bigint is null or o.id < ${before})`
    const rows: ListedOrder[] = await readRows(db, where, sql`o.id desc`, { limit: 500 })
    if (rows.length > 0) yield rows
    if (rows.length < 500) return
    before = rows.at(-1)?.id ?? null
  }
}

async function countOrders(db: Database, where: RawBuilder<unknown>): Promise<number> {
  const [row] = await query(db, {
    total: int4,
  })`select count(*)::int as total from shop_order o where ${where}`
  return row?.total ?? 0
}

/**
 * How many orders need what; `all`: every one. Of those that are at their end, which most are, only what may still need
 * somebody is looked at.
 */
async function countNeeds(db: Database): Promise<Record<'all' | OrderNeed, number>> {
  const counted = sql.join(
    orderNeeds.map(
      (need) => sql`(count(*) filter (where ${orderNeedConditions[need]}))::int as ${sql.id(need)}`,
    ),
  )
  const needs = Object.fromEntries(orderNeeds.map((need) => [need, int4])) as Record<OrderNeed, typeof int4>
  const [[row], all] = await Promise.all([
    query(db, needs)`
      select ${counted} from shop_order o where o.status <> all(${atEnd})
        or o.id in (select order_id from refund where done_at is null and withdrawn_at is null)
        or o.id in (select w.order_id from withdrawal w where w.order_id is not null
          and not exists (select from withdrawal_answer a where a.withdrawal_id = w.id))
        or ${orderNeedConditions.papers}`,
    countOrders(db, sql`true`),
  ])
  if (!row) throw new Error('a count has one row')
  return { ...row, all }
}

/** Countries that orders go to, by ISO code. */
export async function orderCountries(db: Database): Promise<string[]> {
  const rows = await query(db, { country: text })`
    select distinct ${country} as country from shop_order o order by 1 limit 300`
  return rows.map((row) => row.country)
}

const country = sql`coalesce(o.delivery #>> '{address,country}', o.invoice_address ->> 'country', '')`

async function readRows(
  db: Database,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit }: { limit: number },
): Promise<ListedOrder[]> {
  const needed = sql.join(
    orderNeeds.map((need) => sql`case when ${orderNeedConditions[need]} then ${need}::text end`),
  )
  const rows = await query(db, columns)`
    select o.id, o.number, o.status, o.placed_at as "placedAt", o.accepted_at as "acceptedAt", o.ready_at as "readyAt",
      o.pay_by as "payBy", o.expires_at as "expiresAt", o.payment, o.delivery ->> 'kind' as delivery, ${country} as country,
      o.delivery ->> 'branchId' as branch, coalesce(o.invoice_address ->> 'name', '') as buyer, o.email,
      o.total_cents as "totalCents", ${received}::int as "receivedCents",
      (select min(due_at) from refund where order_id = o.id and done_at is null and withdrawn_at is null) as "refundDueAt",
      array(select product_id from order_line where order_id = o.id order by position) as pieces,
      array_remove(array[${needed}], null) as needs,
      exists(select from order_note where order_id = o.id) as "hasNotes"
    from (select * from shop_order o where ${where} order by ${order} limit ${limit}) o order by ${order}
  `
  return rows as ListedOrder[]
}

function orderOf({ sorting }: AskedOrders): RawBuilder<unknown> {
  if (!sorting) return sql`o.id desc`
  const direction = sorting.descending ? sql`desc` : sql`asc`
  const by = {
    placed: sql`o.placed_at`,
    buyer: sql`lower(o.invoice_address ->> 'name')`,
    total: sql`o.total_cents`,
    due: sql`coalesce(o.pay_by, o.expires_at)`,
    state: sql`o.status`,
  }[sorting.by]
  return sql`${by} ${direction} nulls last, o.id desc`
}

function whereOf({ words, chosen, numbers, dates }: AskedOrders): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = words === '' ? [] : [matches(words)]
  const { need, state, payment, delivery, branch } = chosen
  if (need.length > 0)
    parts.push(
      sql`(${sql.join(
        need.map((each) => orderNeedConditions[each]),
        sql` or `,
      )})`,
    )
  if (state.length > 0) parts.push(sql`o.status = any(${[...state]})`)
  if (payment.length > 0) parts.push(sql`o.payment = any(${[...payment]})`)
  if (delivery.length > 0) parts.push(sql`o.delivery ->> 'kind' = any(${[...delivery]})`)
  if (chosen.sold.length > 0) parts.push(sql`o.sale_channel = any(${[...chosen.sold]})`)
  if (chosen.country.length > 0) parts.push(sql`${country} = any(${[...chosen.country]})`)
  if (branch.length > 0)
    parts.push(sql`(o.delivery ->> 'branchId' = any(${[...branch]}) or o.id in (select l.order_id from order_line l
      join stock_entry e using (product_id) where e.branch_id = any(${[...branch]})))`)
  const { placed } = dates
  if (placed?.from)
    parts.push(sql`o.placed_at >= ${placed.from}::date::timestamp at time zone 'Europe/Berlin'`)
  if (placed?.to)
    parts.push(sql`o.placed_at < (${placed.to}::date + 1)::timestamp at time zone 'Europe/Berlin'`)
  const { total } = numbers
  if (total?.from != null) parts.push(sql`o.total_cents >= ${total.from}::bigint * 100`)
  if (total?.to != null) parts.push(sql`o.total_cents < (${total.to}::bigint + 1) * 100`)
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/**
 * By number, name, company, address of mail, telephone number, street and town of either address, piece, amount, number of the
 * parcel or reference of a payment.
 */
function matches(words: string): RawBuilder<unknown> {
  const escaped = words.replace(/[\\%_]/g, '\\$&')
  const part = `%${escaped}%`
  const cents = readAmount(words)
  const byAmount =
    cents === null || cents > 2_147_483_647
      ? sql``
      : sql`or o.total_cents = ${cents} or o.id in (select order_id from money where abs(amount_cents) = ${cents})`
  return sql`(o.search_text like ${part.toLowerCase()}
    or o.id in (select e.ref from person_entry e where e.kind = 'order' and ${saying(
      { words },
      // Five digits are a piece, a postal code or an amount.
      { said: sql`e.said`, digits: sql`e.phone_digits`, from: 7 },
    )})
    or o.id in (select order_id from order_line where product_id = ${words})
    or o.id in (select order_id from money where reference ilike ${part}
      union select order_id from refund where sent_reference ilike ${part}
      union select order_id from invoice where number ilike ${part}) ${byAmount})`
}
