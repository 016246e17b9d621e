import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#app/shop/lists/asked-conditions.ts'
import type { LedgerQuestion } from './ledger-question.ts'

type Sql = RawBuilder<unknown>

/** Whether a day lies in the time that is asked for. */
export const within = (day: Sql, { day: { from, to } }: LedgerQuestion): Sql =>
  allOf([
    ...(from === null ? [] : [sql`${day} >= ${from}::date`]),
    ...(to === null ? [] : [sql`${day} <= ${to}::date`]),
    ...(from === null && to === null ? [sql`${day} is not null`] : []),
  ])

/** Whether every time is asked for. */
export const isOfWholeTime = ({ day: { from, to } }: LedgerQuestion): boolean => from === null && to === null

/** A piece came: into the ledger, or its purchase price did. */
export const came = (asked: LedgerQuestion): Sql =>
  sql`(${within(sql`l.booked_on`, asked)} or ${within(sql`l.cost_booked_on`, asked)})`

const stateConditions = {
  open: sql`l.is_open`,
  // It is with a buyer or melted, and the line says since when. Told as one line of each piece the database would expect few.
  gone: sql`(e.id >= l.gone_by and e.id <= l.gone_by)`,
  'without-cost': sql`l.known_purchase_cents is null`,
} as const

/** A pattern of words that stand anywhere in what is in small letters. */
export const anywhereLower = (words: string) => `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Lines that words find. What a piece is found by has an index; a line of it is found by what is its own. `offset 0`: its order
 * is looked up for the few that nothing else tells, or all orders would be read, which are wide. `isAlone`: nothing else became
 * of the piece, so that what finds it is its line's own, unless words may begin in one thing and end in the next, or be a part of
 * a number that is asked for whole, or be of what became of it in another time.
 */
function foundByWords(asked: LedgerQuestion, { isAlone }: { isAlone: boolean }): Sql {
  const { words } = asked
  const like = anywhereLower(words)
  const found = sql`l.words like ${like}`
  const named = sql`lower(l.title) like ${like} or l.product_id = ${words} or l.number::text = ${words}`
  if (!isAlone || /\s/.test(words))
    return sql`${found} and (${named} or lower(l.receipt) like ${like} or lower(e.document) like ${like}
      or exists (select from shop_order o where o.id = e.order_id and lower(o.number) like ${like} offset 0))`
  // `words` begins with both numbers and the title between them; what follows are documents and the order's number.
  const others = sql`substr(l.words, length(lower(concat_ws(' ', l.number, l.title, l.product_id))) + 1)`
  const own = /\d/.test(words)
    ? sql`(l.number::text not like ${like} and coalesce(l.product_id, '') not like ${like} or ${named} or ${others} like ${like})`
    : sql`true`
  return isOfWholeTime(asked)
    ? sql`${found} and ${own}`
    : sql`${found} and ((l.exit_id is null or ${within(sql`l.exit_booked_on`, asked)}) and ${own}
        or ${named} or lower(l.receipt) like ${like})`
}

/** Which lines are asked for, of `ledger_entry l` and `ledger_exit e`. `isAlone`: nothing else became of any piece. */
function conditions(asked: LedgerQuestion, { isAlone }: { isAlone: boolean } = { isAlone: false }): Sql {
  const { words, branches, states, taxes } = asked
  const all: Sql[] = [sql`(${came(asked)} or e.id is not null)`]
  if (words !== '') all.push(sql`(${foundByWords(asked, { isAlone })})`)
  if (branches.length > 0) {
    const none = branches.includes('none') ? sql` or l.branch_id is null` : sql``
    all.push(sql`(l.branch_id = any (${[...branches]})${none})`)
  }
  if (states.length > 0) {
    const kinds = states.filter((state) => !(state in stateConditions))
    const others = states.flatMap((state) =>
      state in stateConditions ? [sql`(${stateConditions[state as keyof typeof stateConditions]})`] : [],
    )
    const kind = kinds.length > 0 ? [sql`e.kind = any (${kinds})`] : []
    all.push(sql`(${sql.join([...kind, ...others], sql` or `)})`)
  }
  // A line's own, else its piece's: told apart, so that the database knows how many there are.
  if (taxes.length > 0)
    all.push(
      sql`(e.tax_mode = any (${[...taxes]}) or e.tax_mode is null and l.tax_mode = any (${[...taxes]}))`,
    )
  return sql.join(all, sql` and `)
}

/**
 * Pieces with what became of each in the time that is asked for: a line for each time, or one where nothing did. They are
 * looked for in `ledger_entry`, which is the ledger in narrow rows (`db/migrations/0247_ledger_entries.sql`).
 */
export const source = (asked: LedgerQuestion): Sql => sql`
  ledger_entry l
    left join ledger_exit e on e.ledger_number = l.number and ${within(sql`e.booked_on`, asked)}
  where ${conditions(asked)}`

/** Of the lines of `source`, those of what became of pieces in the time that is asked for. */
export const went = (asked: LedgerQuestion): Sql => sql`
  ledger_exit e
    join ledger_entry l on l.number = e.ledger_number
  where l.exits > 0 and ${within(sql`e.booked_on`, asked)} and ${conditions(asked)}`

/**
 * Of the lines of `source`, those of pieces of which nothing or one thing became, at whatever time: as it stands beside the piece
 * (`db/migrations/0298_what_alone_became.sql`).
 */
export const alone = (asked: LedgerQuestion): Sql => {
  const then = (column: Sql) =>
    isOfWholeTime(asked) ? column : sql`case when ${within(sql`l.exit_booked_on`, asked)} then ${column} end`
  const looked = (column: 'document' | 'order_id') =>
    then(sql`(select x.${sql.ref(column)} from ledger_exit x where x.id = l.exit_id)`)
  return sql`
  ledger_entry l cross join lateral (
    select ${then(sql`l.exit_id`)} as id, ${then(sql`l.exit_kind`)} as kind, ${then(sql`l.exit_booked_on`)} as booked_on,
      ${then(sql`l.exit_tax_mode`)} as tax_mode, ${then(sql`l.exit_purchase_cents`)} as purchase_cents,
      case when ${then(sql`l.exit_id`)} is not null then l.proceeds_cents::int end as proceeds_cents,
      ${then(sql`l.exit_margin_cents`)} as margin_cents, ${then(sql`l.exit_tax_cents`)} as tax_cents,
      ${then(sql`l.exit_destination_net_cents`)} as destination_net_cents,
      ${then(sql`l.exit_destination_tax_cents`)} as destination_tax_cents,
      ${looked('document')} as document, ${looked('order_id')} as order_id
  ) e
  where l.exits <= 1 and ${conditions(asked, { isAlone: true })}`
}

/**
 * Whether sums are read from there: without words, what became of pieces in a short time is found faster by its days.
 */
export const isReadAlone = (asked: LedgerQuestion): boolean => isOfWholeTime(asked) || asked.words !== ''

/** Of the lines of `source`, those that `went` has not: pieces of which nothing became in that time. */
export const untouched = (asked: LedgerQuestion): Sql => {
  const nothing = isOfWholeTime(asked)
    ? sql`l.exits = 0`
    : sql`not exists (select from ledger_exit x where x.ledger_number = l.number and ${within(sql`x.booked_on`, asked)})`
  return sql`
  ledger_entry l left join ledger_exit e on false
  where ${nothing} and ${conditions(asked)}`
}
