import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  date,
  int4,
  int8,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { anywhere } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { type LineState, type lineShape, lineStates } from './line-shape.ts'

export type AskedLines = Asked<typeof lineShape>

const columns = {
  id: int4,
  statement: int4,
  account: text,
  bookedOn: date,
  valueOn: nullable(date),
  /** In above 0, out below 0; cents. */
  amountCents: int8,
  name: text,
  iban: nullable(text),
  purpose: text,
  endToEnd: nullable(text),
  reversal: bool,
  state: oneOf(lineStates),
  asideReason: nullable(text),
  asideBy: nullable(text),
  asideAt: nullable(timestamptz),
  /** What it was taken for. */
  booking: nullable(int4),
  kind: nullable(oneOf(['payment', 'refund', 'counted', 'payout'])),
  bookedBy: nullable(text),
  bookedAt: nullable(timestamptz),
  /** Bookings of it that were taken back; `lineHistory` tells of them. */
  undone: int4,
  order: nullable(text),
  request: nullable(text),
}

/** A line of the bank with what became of it. */
export type BankLine = Row<typeof columns>

const state = sql`case when b.id is not null then 'booked' when l.aside_at is not null then 'aside' else 'open' end`
/** Of a few lines: the booking of each is looked up. */
const from = sql`bank_line l left join bank_booking b on b.id = standing_booking(l.id)`
/** Of all lines at once: the same bookings, read together. */
const fromAll = sql`bank_line l left join (
  select distinct on (k.line_id) k.line_id, k.id from bank_booking k left join money m on m.id = k.money_id
  where k.undone_at is null and m.corrected_at is null order by k.line_id, k.id desc) b on b.line_id = l.id`

/** The lines of a page, how many there are on all pages, and of every standard view. */
export async function listLines(db: Database, asked: AskedLines) {
  const where = whereOf(asked)
  const page = { limit: rowsOfPage, offset: rowsBefore(asked) }
  const [rows, [found], counts] = await Promise.all([
    readLines(db, where, { ...page, order: orderOf(asked), among: amongFor(asked) }),
    query(db, { total: int4 })`select count(*)::int as total from ${amongFor(asked)} where ${where}`,
    countLines(db),
  ])
  return { rows, total: found?.total ?? 0, counts }
}

/** Every line that is found, a batch at a time, newest first. */
export async function* exportLines(db: Database, asked: AskedLines): AsyncGenerator<BankLine[]> {
  for (let offset = 0; ; offset += 500) {
    const page = { limit: 500, offset, among: amongFor(asked) }
    const rows = await readLines(db, whereOf(asked), { ...page, order: sql`l.id desc` })
    if (rows.length > 0) yield rows
    if (rows.length < 500) return
  }
}

async function countLines(db: Database): Promise<Record<'all' | LineState, number>> {
  const [row] = await query(db, { all: int4, open: int4, booked: int4, aside: int4 })`
    select count(*)::int as "all", (count(*) filter (where ${state} = 'open'))::int as open,
      (count(*) filter (where ${state} = 'booked'))::int as booked, (count(*) filter (where ${state} = 'aside'))::int as aside
    from ${fromAll}
  `
  if (!row) throw new Error('a count has one row')
  return row
}

/** Bookings are looked for only where somebody asks for them. */
const amongFor = ({ chosen }: AskedLines): RawBuilder<unknown> =>
  chosen.state.length > 0 ? fromAll : sql`bank_line l`

function orderOf({ sorting }: AskedLines): RawBuilder<unknown> {
  if (!sorting) return sql`l.booked_on desc, l.id desc`
  const by = { booked: sql`l.booked_on`, amount: sql`l.amount_cents`, name: sql`lower(l.name)` }[sorting.by]
  return sql`${by} ${sorting.descending ? sql`desc` : sql`asc`}, l.id desc`
}

function whereOf({ words, chosen, numbers, dates }: AskedLines): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (words !== '') {
    const part = anywhere(words)
    // Printed in groups, kept without; a number or two beside each other are none.
    const isInGroups = /^[a-z0-9]{1,4}( [a-z0-9]{4})+( [a-z0-9]{1,4})?$/i.test(words) && words.length > 9
    const iban = anywhere(isInGroups ? words.replaceAll(' ', '') : words)
    const cents = readAmount(words)
    all.push(sql`(l.name ilike ${part} or l.purpose ilike ${part} or l.iban ilike ${iban} or l.end_to_end ilike ${part}
      or ${cents === null ? sql`false` : sql`abs(l.amount_cents) = ${cents}`})`)
  }
  if (chosen.state.length > 0) all.push(sql`${state} = any(${chosen.state})`)
  if (chosen.direction.length === 1)
    all.push(chosen.direction[0] === 'in' ? sql`l.amount_cents > 0` : sql`l.amount_cents < 0`)
  if (chosen.account.length > 0) all.push(sql`l.account = any(${chosen.account})`)
  if (dates.booked?.from) all.push(sql`l.booked_on >= ${dates.booked.from}`)
  if (dates.booked?.to) all.push(sql`l.booked_on <= ${dates.booked.to}`)
  if (numbers.amount?.from != null) all.push(sql`abs(l.amount_cents) >= ${numbers.amount.from * 100}`)
  if (numbers.amount?.to != null) all.push(sql`abs(l.amount_cents) <= ${numbers.amount.to * 100}`)
  return sql.join(all, sql` and `)
}

type Page = { order: RawBuilder<unknown>; limit: number; offset: number; among?: RawBuilder<unknown> }

/** What stands beside a line is read for the lines of the page alone. `among`: with `b` where the condition asks for it. */
async function readLines(
  db: Database,
  where: RawBuilder<unknown>,
  { order, limit, offset, among = sql`bank_line l` }: Page,
): Promise<BankLine[]> {
  return query(db, columns)`
    with page as materialized (
      select l.id from ${among} where ${where} order by ${order} limit ${limit} offset ${offset})
    select l.id, l.statement_id as statement, l.account, l.booked_on as "bookedOn", l.value_on as "valueOn",
      l.amount_cents as "amountCents", l.name, l.iban, l.purpose, l.end_to_end as "endToEnd", l.reversal, ${state} as state,
      l.aside_reason as "asideReason", l.aside_by as "asideBy", l.aside_at as "asideAt", b.id as booking, b.kind,
      b.by_name as "bookedBy", b.at as "bookedAt",
      (select count(*)::int from bank_booking u where u.line_id = l.id and u.id is distinct from b.id) as undone, o.number as "order", s.number as request
    from ${from}
      left join money m on m.id = b.money_id left join shop_order o on o.id = m.order_id
      left join purchase p on p.id = b.purchase_id left join sell_request s on s.id = p.request_id
    where l.id in (select id from page) order by ${order}
  `
}

/** The lines that a file has, in its order, also those that another one had first. */
export async function linesOfStatement(db: Database, statement: number): Promise<BankLine[]> {
  return readLines(
    db,
    sql`l.id in (select line_id from bank_statement_line where statement_id = ${statement})`,
    {
      order: sql`(select position from bank_statement_line where statement_id = ${statement} and line_id = l.id)`,
      limit: 20_000,
      offset: 0,
    },
  )
}

export async function findLine(db: Database, id: number): Promise<BankLine | null> {
  return (await readLines(db, sql`l.id = ${id}`, { order: sql`l.id`, limit: 1, offset: 0 }))[0] ?? null
}

const statementColumns = {
  ...{ id: int4, account: text, format: oneOf(['camt', 'csv']), fileName: text, number: nullable(text) },
  ...{ fromDay: date, toDay: date, openingCents: nullable(int8), closingCents: nullable(int8) },
  ...{
    balances: nullable(bool),
    newLines: int4,
    knownLines: int4,
    readAt: timestamptz,
    by: nullable(text),
    /** Of its lines, those of earlier files included: how many there are, are booked, and are still to be looked at. */
    lines: int4,
    booked: int4,
    open: int4,
  },
}
export type BankStatement = Row<typeof statementColumns>

/** The files that were read, the newest first; one alone by its `id`. */
export async function bankStatements(db: Database, id: number | null = null): Promise<BankStatement[]> {
  return query(db, statementColumns)`
    select t.id, t.account, t.format, t.file_name as "fileName", t.number, t.from_day as "fromDay", t.to_day as "toDay",
      t.opening_cents as "openingCents", t.closing_cents as "closingCents", t.balances, t.new_lines as "newLines",
      t.known_lines as "knownLines", t.read_at as "readAt", f.name as by,
      n.lines, n.booked, n.open
    from bank_statement t left join staff_member f on f.id = t.staff_id
      cross join lateral (
        select count(*)::int as lines, (count(*) filter (where b.id is not null))::int as booked,
          (count(*) filter (where b.id is null and l.aside_at is null))::int as open
        from bank_statement_line sl join bank_line l on l.id = sl.line_id
          left join bank_booking b on b.id = standing_booking(l.id)
        where sl.statement_id = t.id) n
    where ${id}::int is null or t.id = ${id} order by t.id desc limit 30
  `
}

/** Accounts of which lines are kept. */
export async function bankAccounts(db: Database): Promise<string[]> {
  return (await query(db, { account: text })`select distinct account from bank_statement order by 1`).map(
    ({ account }) => account,
  )
}

/** What happened with a line, oldest first; `undone` where it does not stand any more. */
export async function lineHistory(db: Database, line: number) {
  return query(db, {
    ...{
      line: int4,
      kind: oneOf(['payment', 'refund', 'counted', 'payout']),
      by: text,
      at: timestamptz,
      about: text,
    },
    ...{ undoneAt: nullable(timestamptz), undoneBy: nullable(text), reason: nullable(text) },
  })`
    select b.line_id as line, b.kind, b.by_name as by, b.at, coalesce(o.number, s.number, '') as about,
      coalesce(b.undone_at, m.corrected_at) as "undoneAt", coalesce(b.undone_by, c.actor_name) as "undoneBy", c.reason
    from bank_booking b
      left join money m on m.id = b.money_id left join shop_order o on o.id = m.order_id
      left join money c on c.corrects = m.id
      left join purchase p on p.id = b.purchase_id left join sell_request s on s.id = p.request_id
    where b.line_id = ${line} order by b.id
  `
}
