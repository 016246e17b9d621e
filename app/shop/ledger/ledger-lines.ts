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
} from '#app/platform/database/statement.ts'
import { learnedBefore } from '#app/shop/buying/ledger-learned.ts'
import { purchaseKinds } from '#app/shop/buying/types.ts'
import { taxRules } from '#app/shop/checkout/tax-treatment.ts'
import { taxModes } from '#app/shop/checkout/types.ts'
import { fromNearerEnd, type Window } from '#app/shop/lists/nearer-end.ts'
import { alone, anywhereLower, isOfWholeTime, untouched, went } from './ledger-conditions.ts'
import type { LedgerAsked, LedgerQuestion, ledgerShape } from './ledger-question.ts'
import { countLines } from './ledger-sums.ts'
import { pieceResultsOf } from './piece-result.ts'

type Sql = RawBuilder<unknown>

export const exitKinds = ['sale', 'return', 'melt', 'cancelled', 'correction'] as const

const line = {
  number: int4,
  acquired_on: nullable(date),
  receipt: nullable(text),
  request: nullable(text),
  title: text,
  kind: oneOf(purchaseKinds),
  product_id: nullable(text),
  branch_id: nullable(text),
  purchase_cents: nullable(int4),
  exit_id: nullable(int8),
  exit: nullable(oneOf(exitKinds)),
  on_day: nullable(date),
  booked_on: date,
  document: nullable(text),
  order: nullable(text),
  tax_mode: nullable(oneOf(taxModes)),
  tax_rule: nullable(oneOf(taxRules)),
  tax_country: nullable(text),
  proceeds_cents: nullable(int4),
  margin_cents: nullable(int4),
  tax_cents: nullable(int4),
  destination_tax_cents: nullable(int4),
}

/** A line of the ledger; amounts in cents, days YYYY-MM-DD. */
export type LedgerLine = Awaited<ReturnType<typeof linesOf>>[number]

const place = { number: int4, exit_id: nullable(int8) }
type Place = Row<typeof place>

/**
 * Lines of the ledger, the newest that count first, with how many there are in all, and what each piece left so far. They are
 * read from whichever end is nearer. `counting`: how many there are, where somebody else counts them; `commonFrom`: of so
 * many pieces with its words, lines of the whole time are read in their order until the page is full, of fewer all are sorted.
 */
export async function ledgerLines(
  db: Database,
  asked: LedgerQuestion,
  {
    offset,
    limit,
    sorting = null,
    counting = countLines(db, asked),
    commonFrom = 20_000,
  }: {
    offset: number
    limit: number
    sorting?: Sorting
    counting?: Promise<number>
    commonFrom?: number
  },
) {
  // In a time, those in their order are too far apart.
  const choosing =
    asked.words === '' || !isOfWholeTime(asked)
      ? Promise.resolve(asked.words === '')
      : isCommon(db, asked.words, commonFrom)
  const reading = choosing.then((manyFound) =>
    fromNearerEnd(
      { offset, limit },
      counting,
      (window, turned) =>
        query(db, place)`${(manyFound ? placesInOrder : placesSorted)(asked, sorting, window, turned)}`,
    ),
  )
  const [lines, total] = await Promise.all([reading.then((places) => linesOf(db, places)), counting])
  return { lines, total }
}

/** Whether so many pieces are found by words that a page of them is soon met in any order; of few all are sorted. */
async function isCommon(db: Database, words: string, from: number): Promise<boolean> {
  const [found] = await query(db, { pieces: int8 })`
    select count(*) as pieces from (select from ledger_entry where words like ${anywhereLower(words)} limit ${from}) l`
  return found?.pieces === from
}

/** What stands beside `ledger l` and `ledger_exit e`. */
const beside = sql`
  left join purchase b on b.id = l.purchase_id
  left join sell_request r on r.id = b.request_id
  left join product p on p.id = l.product_id
  left join shop_order o on o.id = e.order_id
  left join order_line ol on ol.order_id = e.order_id and ol.product_id = l.product_id`

async function linesOf(db: Database, places: readonly Place[]) {
  const rows = await query(db, line)`
    select l.number, l.acquired_on, b.number as receipt, r.number as request, l.title, l.kind, l.product_id,
      coalesce(b.branch_id, p.branch_id) as branch_id,
      coalesce(l.purchase_cents, ${learnedBefore}) as purchase_cents, e.id as exit_id, e.kind as exit, e.on_day,
      coalesce(e.booked_on, l.booked_on) as booked_on, e.document, o.number as order,
      coalesce(e.tax_mode, p.tax_mode) as tax_mode, coalesce(e.tax_rule, ol.tax_rule) as tax_rule,
      coalesce(e.tax_country, ol.tax_country) as tax_country, e.proceeds_cents, e.margin_cents, e.tax_cents,
      e.destination_tax_cents
    from unnest(${places.map(({ number }) => number)}::int[], ${places.map(({ exit_id }) => exit_id)}::bigint[])
        with ordinality wanted (number, exit_id, place)
      join ledger l on l.number = wanted.number left join ledger_exit e on e.id = wanted.exit_id ${beside}
    order by wanted.place
  `
  const numbers = [...new Set(rows.map(({ number }) => number))]
  const results = await query(db, {
    number: int4,
    gone: bool,
    cost_cents: int8,
    result_cents: nullable(int8),
  })`
    select number, gone, cost_cents::int8 as cost_cents, result_cents::int8 as result_cents
    from ${pieceResultsOf(numbers)} result
  `
  const known = new Map(results.map((result) => [result.number, result]))
  return rows.map((row) => {
    const result = known.get(row.number)
    return {
      ...row,
      costCents: result?.cost_cents ?? 0,
      /** What the piece left the dealer so far; null: it is here, or nobody knows what was paid for it. */
      resultCents: result?.gone ? (result.result_cents ?? null) : null,
    }
  })
}

type Sorting = LedgerAsked['sorting']
const newestFirst = { by: 'booked', descending: true } as const

const sortings: Record<keyof typeof ledgerShape.sorts, Sql> = {
  number: sql`l.number`,
  booked: sql`coalesce(e.booked_on, l.booked_on)`,
  purchase: sql`l.known_purchase_cents`,
  proceeds: sql`e.proceeds_cents`,
  margin: sql`e.margin_cents`,
}

/**
 * What is unknown comes last either way, and of equals what was entered last comes first. `turned`: the same from its end; an
 * exit that is none stands alone, so that it does not matter on which side of others it would be.
 */
const orderOf = (sorting: Sorting, turned: boolean): Sql => {
  const { descending } = sorting ?? newestFirst
  const direction = descending !== turned ? sql`desc` : sql`asc`
  return turned
    ? sql`key ${direction} nulls first, number asc, exit_id asc`
    : sql`key ${direction} nulls last, number desc, exit_id desc`
}

const placesSorted = (
  asked: LedgerQuestion,
  sorting: Sorting,
  { offset, limit }: Window,
  turned: boolean,
) => {
  const { by } = sorting ?? newestFirst
  const parts = [alone(asked), ...[untouched(asked), went(asked)].map((part) => sql`${part} and l.exits > 1`)]
  const lines = parts.map(
    (part) => sql`select l.number, e.id as exit_id, ${sortings[by]} as key from ${part}`,
  )
  return sql`
  select number, exit_id from (${sql.join(lines, sql` union all `)}) lines
  order by ${orderOf(sorting, turned)} offset ${offset} limit ${limit}`
}

/** What a line is sorted by: one of what became of a piece, and one of a piece of which nothing did. */
const keys: Record<keyof typeof ledgerShape.sorts, { gone: Sql; here: Sql; mayLack: boolean }> = {
  number: { gone: sql`e.ledger_number`, here: sql`l.number`, mayLack: false },
  booked: { gone: sql`e.booked_on`, here: sql`l.booked_on`, mayLack: false },
  purchase: { gone: sql`l.known_purchase_cents`, here: sql`l.known_purchase_cents`, mayLack: true },
  proceeds: { gone: sql`e.proceeds_cents`, here: sql`null::int`, mayLack: false },
  margin: { gone: sql`e.margin_cents`, here: sql`null::int`, mayLack: true },
}

/**
 * The same lines: exits, and pieces without one in the time that is asked for, have an index each in the order that is asked
 * for, so that the first of both are read instead of all. Each part is as long as the window reaches.
 */
function placesInOrder(asked: LedgerQuestion, sorting: Sorting, { offset, limit }: Window, turned: boolean) {
  const { by, descending } = sorting ?? newestFirst
  const { gone, here, mayLack } = keys[by]
  const [direction, rest, nulls] = [
    descending !== turned ? sql`desc` : sql`asc`,
    turned ? sql`asc` : sql`desc`,
    turned ? sql`nulls first` : sql`nulls last`,
  ]
  // An index is read backwards only where nothing is said of what is never unknown.
  const order = (key: Sql, number: Sql, id: Sql) =>
    sql`order by ${key} ${direction} ${mayLack ? nulls : sql``}, ${number} ${rest}, ${id} ${rest}`
  return sql`
    select number, exit_id from (
      (select e.ledger_number as number, e.id as exit_id, ${gone} as key
        from ${went(asked)} ${order(gone, sql`e.ledger_number`, sql`e.id`)} limit ${offset + limit})
      union all
      (select l.number, null::bigint, ${here}
        from ${untouched(asked)} ${order(here, sql`l.number`, sql`null::bigint`)} limit ${offset + limit})
    ) lines
    order by key ${direction} ${nulls}, number ${rest}, exit_id ${rest} offset ${offset} limit ${limit}`
}
