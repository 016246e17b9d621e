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

/** Which lines are asked for, of `ledger_entry l` and `ledger_exit e`. */
export function conditions(asked: LedgerQuestion): Sql {
  const { words, branches, states, taxes } = asked
  const all: Sql[] = [sql`(${came(asked)} or e.id is not null)`]
  if (words !== '') {
    const like = anywhereLower(words)
    // What the piece is found by has an index; a line of it is found by what is its own. `offset 0`: its order is looked up for
    // the few that nothing else tells, or all orders would be read, which are wide.
    all.push(sql`l.words like ${like} and (lower(l.title) like ${like} or l.product_id = ${words} or l.number::text = ${words}
      or lower(l.receipt) like ${like} or lower(e.document) like ${like}
      or exists (select from shop_order o where o.id = e.order_id and lower(o.number) like ${like} offset 0))`)
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

/** Of the lines of `source`, the others: pieces of which nothing became in that time. */
export const untouched = (asked: LedgerQuestion): Sql => {
  const { from, to } = asked.day
  const nothing =
    from === null && to === null
      ? sql`l.exits = 0`
      : sql`not exists (select from ledger_exit x where x.ledger_number = l.number and ${within(sql`x.booked_on`, asked)})`
  return sql`
  ledger_entry l left join ledger_exit e on false
  where ${nothing} and ${conditions(asked)}`
}
