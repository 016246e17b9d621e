import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { int4, query, text } from '#app/platform/database/statement.ts'
import { lastDayOf } from '#app/shop/ledger/ledger-question.ts'
import { testDatabase } from '#tests/database.ts'
import { condenseEvents } from './record.ts'
import { visitsBetween } from './report.ts'

const database = testDatabase()
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

test('a period of many months has the sums of its days, wherever it begins and ends', async () => {
  const { db } = database
  await sql`
    insert into insight_event (at, name, path, referrer, props, visitor)
    select now() - n * interval '31 hours', 'pageview', '/de/uhren/' || n % 7, case when n % 3 = 0 then 'seite.example' end,
      '{}', decode(md5((n / 2)::text), 'hex')
    from generate_series(1, 160) n`.execute(db)
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await condenseEvents(db)
  await sql`insert into insight_event (at, name, path, props, visitor)
    values (now(), 'pageview', '/de/uhren/1', '{}', decode(md5('1'), 'hex'))`.execute(db)
  const month = dayAgo(100).slice(0, 7)
  for (const [from, to] of [
    [dayAgo(190), dayAgo(0)],
    [dayAgo(100), dayAgo(90)],
    [dayAgo(75), dayAgo(3)],
    [`${month}-01`, lastDayOf(month)],
    [`${month}-02`, lastDayOf(month)],
    [dayAgo(0), dayAgo(0)],
  ] as const) {
    const { days, pages, referrers } = await visitsBetween(db, { from, to })
    const ofDays = await query(db, { value: text, events: int4, visitors: int4 })`
      select value, sum(events)::int as events, sum(visitors)::int as visitors from (
        select day, value, events, visitors, kind from insight_day
        union all select (at at time zone 'Europe/Berlin')::date, path, 1, 1, 'path' from insight_event) of_days
      where kind = 'path' and day between ${from}::date and ${to}::date group by 1 order by 2 desc, 1`
    expect(pages, `${from} to ${to}`).toEqual(ofDays)
    const paths = sumOf(ofDays.map(({ events }) => events))
    expect(sumOf(days.map((day) => day.pages))).toBe(paths)
    expect(sumOf(referrers.map(({ events }) => events))).toBeLessThanOrEqual(paths)
  }
})

test('of chosen values everything is told, however many others there are more of', async () => {
  const { db } = database
  const period = { from: '2020-03-01', to: '2020-03-31' }
  await sql`insert into insight_day (day, name, kind, value, events, visitors)
    select date '2020-03-05', 'pageview', 'path', '/de/' || n, 200 - n, 1 from generate_series(1, 150) n
    union all select '2020-03-05', 'View', 'path', '/de/150', 7, 7
    union all select '2020-03-05', 'Search', 'query', 'rolex', 3, 2`.execute(db)
  await sql`insert into insight_month (month, name, kind, value, events, visitors)
    select date '2020-03-01', name, kind, value, events, visitors from insight_day where day = '2020-03-05'`.execute(
    db,
  )
  const { pages } = await visitsBetween(db, period)
  expect(pages).toHaveLength(20)
  expect(pages[0]).toEqual({ value: '/de/1', events: 199, visitors: 1 })
  const some = await visitsBetween(db, { ...period, kinds: ['path'], only: ['/de/150', 'rolex'] })
  expect(some.pages).toEqual([{ value: '/de/150', events: 50, visitors: 1 }])
  expect(some.searches).toEqual([])
  expect((await visitsBetween(db, { ...period, kinds: ['query'] })).searches).toEqual([
    { value: 'rolex', events: 3, visitors: 2 },
  ])
})
