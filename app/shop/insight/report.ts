import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { date, int4, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { daysLater } from '#app/shop/buying/german-day.ts'
import { monthsLater } from '#app/shop/ledger/ledger-question.ts'
import { dailySums } from './record.ts'

/** What is asked of visitors from the first look to the order, and of those who sell. */
export const funnelSteps = ['View', 'Add', 'Hold', 'Order', 'Calculator', 'Sell request', 'Contact'] as const

export type FunnelStep = (typeof funnelSteps)[number]

export type Counted = { value: string; events: number; visitors: number }

/** What is listed by value: pages that were looked at, where visits came from, what was searched. */
const listedKinds = ['path', 'referrer', 'query', 'no result'] as const
type ListedKind = (typeof listedKinds)[number]
const eventOf = { path: 'pageview', referrer: 'pageview', query: 'Search', 'no result': 'Search' } as const

/** What visitors did in the last `days` days, today included: recent events and what is kept of older ones. */
export async function insightReport(db: Database, { days, most = 20 }: { days: number; most?: number }) {
  const [today] = await query(db, { day: date })`select (now() at time zone 'Europe/Berlin')::date as day`
  const to = today?.day ?? ''
  return visitsBetween(db, { from: daysLater(to, 1 - days), to, most })
}

/**
 * The same between two days, both inclusive, YYYY-MM-DD. `kinds`: what is listed by value; `only`: these values alone, however
 * many others there are more of.
 */
export async function visitsBetween(
  db: Database,
  {
    from,
    to,
    most = 20,
    kinds = listedKinds,
    only,
  }: { from: string; to: string; most?: number; kinds?: readonly ListedKind[]; only?: readonly string[] },
) {
  const [wholeMonths, afterThem] = monthsWithin({ from, to })
  const lists = kinds.map((kind) => sql`(kind = ${kind} and name = ${eventOf[kind]})`)
  const wanted = sql`(kind = 'total' or (${sql.join(lists, sql` or `)})
    ${only === undefined ? sql`` : sql`and value = any (${[...only]}::text[])`})`
  const rows = await query(db, {
    day: nullable(text),
    name: text,
    kind: oneOf(['total', ...listedKinds]),
    value: text,
    events: int4,
    visitors: int4,
  })`
    with today as materialized (
      ${dailySums(sql`(select * from insight_event where at >= ${from}::date::timestamp at time zone 'Europe/Berlin'
        and at < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin')`)}
    ), sums as (
      select name, kind, value, events, visitors from insight_month
        where month >= ${wholeMonths}::date and month < ${afterThem}::date and ${wanted}
      union all
      select name, kind, value, events, visitors from insight_day
        where day >= ${from}::date and day < ${wholeMonths}::date and ${wanted}
      union all
      select name, kind, value, events, visitors from insight_day
        where day >= ${afterThem}::date and day <= ${to}::date and ${wanted}
      union all
      select name, kind, value, events, visitors from today where ${wanted}
    ), added as (
      select name, kind, value, sum(events)::int as events, sum(visitors)::int as visitors from sums group by name, kind, value
    ), placed as (
      select *, row_number() over (partition by kind order by events desc, value collate "C") as place from added
    )
    select null::text as day, name, kind, value, events, visitors from placed where kind = 'total' or place <= ${most}
    union all
    select day::text, name, kind, value, sum(events)::int, sum(visitors)::int
    from (select day, name, kind, value, events, visitors from insight_day where day between ${from}::date and ${to}::date
      union all select day, name, kind, value, events, visitors from today) of_days
    where kind = 'total' and name = 'pageview' group by day, name, kind, value
    order by events desc, value, day
  `
  const whole = rows.filter(({ day }) => day === null)
  const list = (wantedKind: ListedKind) =>
    whole
      .filter(({ kind }) => kind === wantedKind)
      .map(({ value, events, visitors }) => ({ value, events, visitors }))
  return {
    /** Visitors of a day count once on that day. */
    days: rows
      .flatMap(({ day, events, visitors }) =>
        day === null ? [] : [{ day, visits: visitors, pages: events }],
      )
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
    pages: list('path'),
    referrers: list('referrer'),
    searches: list('query'),
    searchesWithoutResult: list('no result'),
    funnel: funnelSteps.map((step) => {
      const found = whole.find(({ name, kind }) => name === step && kind === 'total')
      return { step, events: found?.events ?? 0, visitors: found?.visitors ?? 0 }
    }),
  }
}

/**
 * The months that lie within two days, from the first day of the first to the first day after the last; both are the day
 * after the period where no month lies within it.
 */
function monthsWithin({ from, to }: { from: string; to: string }): [first: string, after: string] {
  const next = daysLater(to, 1)
  const first = from.endsWith('-01') ? from : `${monthsLater(from.slice(0, 7), 1)}-01`
  const after = `${next.slice(0, 7)}-01`
  return first < after ? [first, after] : [next, next]
}
