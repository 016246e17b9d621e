import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, date, int4, int8, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { learnedBefore } from '#app/shop/buying/ledger-learned.ts'
import { purchaseKinds } from '#app/shop/buying/types.ts'
import { taxRules } from '#app/shop/checkout/tax-treatment.ts'
import { taxModes } from '#app/shop/checkout/types.ts'
import { allOf } from '#app/shop/lists/asked-conditions.ts'
import { fromNearerEnd } from '#app/shop/lists/nearer-end.ts'
import type { LedgerAsked, LedgerQuestion, ledgerShape } from './ledger-question.ts'
import { pieceResultsOf } from './piece-result.ts'

type Sql = RawBuilder<unknown>

export const exitKinds = ['sale', 'return', 'melt', 'cancelled', 'correction'] as const

/** Whether a day lies in the time that is asked for. */
const within = (day: Sql, { day: { from, to } }: LedgerQuestion): Sql =>
  allOf([
    ...(from === null ? [] : [sql`${day} >= ${from}::date`]),
    ...(to === null ? [] : [sql`${day} <= ${to}::date`]),
    ...(from === null && to === null ? [sql`${day} is not null`] : []),
  ])

/** A piece came: into the ledger, or its purchase price did. */
const came = (asked: LedgerQuestion): Sql =>
  sql`(${within(sql`l.booked_on`, asked)} or ${within(sql`l.cost_booked_on`, asked)})`

const stateConditions = {
  open: sql`l.is_open`,
  // It is with a buyer or melted, and the line says since when.
  gone: sql`e.id = l.gone_by`,
  'without-cost': sql`l.known_purchase_cents is null`,
} as const

function conditions(asked: LedgerQuestion): Sql {
  const { words, branches, states, taxes } = asked
  const all: Sql[] = [sql`(${came(asked)} or e.id is not null)`]
  if (words !== '') {
    const like = `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    // What the piece is found by has an index; a line of it is found by what is its own.
    all.push(sql`l.words like ${like} and (lower(l.title) like ${like} or l.product_id = ${words} or l.number::text = ${words}
      or lower(l.receipt) like ${like} or lower(e.document) like ${like} or lower(o.number) like ${like})`)
  }
  if (branches.length > 0) {
    const none = branches.includes('none') ? sql` or l.branch_id is null` : sql``
    all.push(sql`(l.branch_id = any (${[...branches]})${none})`)
  }
  if (states.length > 0) {
    const kinds = states.filter((state) => !(state in stateConditions))
    const others = states.flatMap((state) =>
      state in stateConditions ? [sql`(${stateConditions[state as keyof typeof stateConditions]})`] : [],
    )
    all.push(sql`(${sql.join([sql`e.kind = any (${kinds})`, ...others], sql` or `)})`)
  }
  if (taxes.length > 0) all.push(sql`coalesce(e.tax_mode, l.tax_mode) = any (${[...taxes]})`)
  return sql.join(all, sql` and `)
}

/** What stands beside `ledger l` and `ledger_exit e`. */
const beside = sql`
  left join purchase b on b.id = l.purchase_id
  left join sell_request r on r.id = b.request_id
  left join product p on p.id = l.product_id
  left join shop_order o on o.id = e.order_id
  left join order_line ol on ol.order_id = e.order_id and ol.product_id = l.product_id`

/**
 * Pieces with what became of each in the time that is asked for: a line for each time, or one where nothing did. They are
 * looked for in `ledger_entry`, which is the ledger in narrow rows (`db/migrations/0247_ledger_entries.sql`).
 */
const source = (asked: LedgerQuestion): Sql => sql`
  ledger_entry l
    left join ledger_exit e on e.ledger_number = l.number and ${within(sql`e.booked_on`, asked)}
    left join shop_order o on o.id = e.order_id
  where ${conditions(asked)}`

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

type Place = { number: number; exit_id: number | null }

/**
 * Lines of the ledger, the newest that count first, with how many there are in all, and what each piece left so far. They are
 * read from whichever end is nearer. `counting`: how many there are, where somebody else counts them.
 */
export async function ledgerLines(
  db: Database,
  asked: LedgerQuestion,
  {
    offset,
    limit,
    sorting = null,
    counting = countLines(db, asked),
  }: { offset: number; limit: number; sorting?: LedgerAsked['sorting']; counting?: Promise<number> },
) {
  const reading = fromNearerEnd(
    { offset, limit },
    counting,
    (window, turned) =>
      query(db, { number: int4, exit_id: nullable(int8) })`
      select l.number, e.id as exit_id from ${source(asked)}
      order by ${orderOf(sorting, turned)} offset ${window.offset} limit ${window.limit}
    `,
  )
  const [lines, total] = await Promise.all([reading.then((places) => linesOf(db, places)), counting])
  return { lines, total }
}

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
const orderOf = (sorting: LedgerAsked['sorting'], turned: boolean): Sql => {
  const { by, descending } = sorting ?? { by: 'booked', descending: true }
  const direction = descending !== turned ? sql`desc` : sql`asc`
  return turned
    ? sql`${sortings[by]} ${direction} nulls first, l.number asc, e.id asc`
    : sql`${sortings[by]} ${direction} nulls last, l.number desc, e.id desc`
}

async function countLines(db: Database, asked: LedgerQuestion): Promise<number> {
  const [counted] = await query(db, { lines: int8 })`select count(*) as lines from ${source(asked)}`
  return counted?.lines ?? 0
}

const viewCounts = { all: int8, open: int8, sold: int8, melted: int8, 'without-cost': int8 }

/** How many lines each view of `ledgerShape` has: the same as `ledgerLines` counts, in one reading of the ledger. */
export async function countLedgerViews(db: Database) {
  const [counts] = await query(db, viewCounts)`
    select coalesce(sum(greatest(exits, 1)), 0)::int8 as "all",
      coalesce(sum(greatest(exits, 1)) filter (where is_open), 0)::int8 as open,
      coalesce(sum(sales), 0)::int8 as sold, coalesce(sum(melts), 0)::int8 as melted,
      coalesce(sum(greatest(exits, 1)) filter (where known_purchase_cents is null), 0)::int8 as "without-cost"
    from ledger_entry
  `
  return counts ?? { all: 0, open: 0, sold: 0, melted: 0, 'without-cost': 0 }
}

const sums = {
  lines: int8,
  pieces: int8,
  purchase_cents: int8,
  exits: int8,
  proceeds_cents: int8,
  margin_cents: int8,
  tax_cents: int8,
  destination_net_cents: int8,
  destination_tax_cents: int8,
}

/** What lines come to, in cents; `pieces`: those that came, `exits`: lines of what became of pieces. */
export type LedgerSums = {
  pieces: number
  purchaseCents: number
  exits: number
  proceedsCents: number
  marginCents: number
  taxCents: number
  destinationNetCents: number
  destinationTaxCents: number
}

/** What an exit `e` changes of the purchase prices: one that became known later, or one of a purchase that is taken back. */
const paidLater = sql`case when e.kind = 'cancelled'
  then -(select bought.purchase_cents from ledger bought where bought.number = e.ledger_number) else e.purchase_cents end::int8`

/** What exits come to, of rows `e`. */
const exitSums = sql`coalesce(sum(${paidLater}), 0)::int8 as paid_cents, count(e.id) as exits,
  coalesce(sum(e.proceeds_cents), 0)::int8 as proceeds_cents, coalesce(sum(e.margin_cents), 0)::int8 as margin_cents,
  coalesce(sum(e.tax_cents), 0)::int8 as tax_cents,
  coalesce(sum(e.destination_net_cents), 0)::int8 as destination_net_cents,
  coalesce(sum(e.destination_tax_cents), 0)::int8 as destination_tax_cents`

/** Every line of a time: pieces and exits are summed by themselves, and none looks for the other. */
const sumsOfTime = (asked: LedgerQuestion): Sql => sql`
  select e.exits + (select count(*) from ledger l where ${came(asked)} and not exists (select from ledger_exit e
      where e.ledger_number = l.number and ${within(sql`e.booked_on`, asked)})) as lines,
    (select count(*) from ledger l where ${within(sql`l.booked_on`, asked)}) as pieces,
    ((select coalesce(sum(l.purchase_cents), 0) from ledger l where ${within(sql`l.cost_booked_on`, asked)})
      + e.paid_cents)::int8 as purchase_cents,
    e.exits, e.proceeds_cents, e.margin_cents, e.tax_cents, e.destination_net_cents, e.destination_tax_cents
  from (select ${exitSums} from ledger_exit e where ${within(sql`e.booked_on`, asked)}) e`

/**
 * Some lines: a piece that came and went more than once came for its price once, so its lines are gathered first. Nearly all
 * have one line.
 */
const sumsOfSome = (asked: LedgerQuestion): Sql => {
  const [isCome, isPaid] = [within(sql`l.booked_on`, asked), within(sql`l.cost_booked_on`, asked)]
  return sql`
  select coalesce(sum(p.lines), 0)::int8 as lines, count(*) filter (where p.came) as pieces,
    (coalesce(sum(p.purchase_cents) filter (where p.paid), 0) + coalesce(sum(p.paid_cents), 0))::int8 as purchase_cents,
    coalesce(sum(p.exits), 0)::int8 as exits, coalesce(sum(p.proceeds_cents), 0)::int8 as proceeds_cents,
    coalesce(sum(p.margin_cents), 0)::int8 as margin_cents, coalesce(sum(p.tax_cents), 0)::int8 as tax_cents,
    coalesce(sum(p.destination_net_cents), 0)::int8 as destination_net_cents,
    coalesce(sum(p.destination_tax_cents), 0)::int8 as destination_tax_cents
  from (
    select 1::int8 as lines, ${isCome} as came, ${isPaid} as paid, l.purchase_cents, ${paidLater} as paid_cents,
      case when e.id is null then 0 else 1 end::int8 as exits, e.proceeds_cents::int8 as proceeds_cents,
      e.margin_cents::int8 as margin_cents, e.tax_cents::int8 as tax_cents,
      e.destination_net_cents::int8 as destination_net_cents, e.destination_tax_cents::int8 as destination_tax_cents
    from ${source(asked)} and l.exits <= 1
    union all
    select count(*), bool_or(${isCome}), bool_or(${isPaid}), max(l.purchase_cents), ${exitSums}
    from ${source(asked)} and l.exits > 1 group by l.number
  ) p`
}

/**
 * The sums of all lines that are asked for; a purchase price counts once, when it was booked, and less than nothing when the
 * purchase was taken back.
 */
export async function ledgerSums(db: Database, asked: LedgerQuestion): Promise<LedgerSums> {
  return (await countedSums(db, asked)).sums
}

/** The same with how many lines there are. */
export async function countedSums(
  db: Database,
  asked: LedgerQuestion,
): Promise<{ lines: number; sums: LedgerSums }> {
  const { words, branches, states, taxes } = asked
  const isWhole = words === '' && branches.length + states.length + taxes.length === 0
  const [row] = await query(db, sums)`${isWhole ? sumsOfTime(asked) : sumsOfSome(asked)}`
  return {
    lines: row?.lines ?? 0,
    sums: {
      pieces: row?.pieces ?? 0,
      purchaseCents: row?.purchase_cents ?? 0,
      exits: row?.exits ?? 0,
      proceedsCents: row?.proceeds_cents ?? 0,
      marginCents: row?.margin_cents ?? 0,
      taxCents: row?.tax_cents ?? 0,
      destinationNetCents: row?.destination_net_cents ?? 0,
      destinationTaxCents: row?.destination_tax_cents ?? 0,
    },
  }
}
