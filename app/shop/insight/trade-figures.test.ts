import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { partTables } from '#app/office/insight/insight-tables.ts'
import { insightParts } from '#app/office/insight/tables.ts'
import { bool, date, query, value } from '#app/platform/database/statement.ts'
import { daysLater } from '#app/shop/buying/german-day.ts'
import { ledgerLines } from '#app/shop/ledger/ledger-lines.ts'
import { ledgerShape, questionOf } from '#app/shop/ledger/ledger-question.ts'
import { ledgerSums } from '#app/shop/ledger/ledger-sums.ts'
import { addPieceCost } from '#app/shop/ledger/piece-costs.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { listOrders } from '#app/shop/orders/list-orders.ts'
import { orderShape } from '#app/shop/orders/order-shape.ts'
import { filterConditions } from '#app/shop/stock/list-conditions.ts'
import { readQuestion } from '#app/shop/stock/list-question.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { cancelPaid } from '#tests/returned-pieces.ts'
import { daysIn, periodBefore, readPeriod } from './period.ts'

const database = testDatabase()
const shop = ledgerShop(database, 85_001)
let today: string

const wanted = () => ({
  period: { from: daysLater(today, -29), to: today },
  before: { from: daysLater(today, -59), to: daysLater(today, -30) },
  now: new Date(),
  locale: 'de' as const,
  seesCost: true,
  opens: { orders: true, requests: true, pieces: true, ledger: true },
})

const tablesOf = async (part: (typeof insightParts)[number]) => partTables[part](database.db, wanted())

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  const [row] = await query(database.db, {
    day: date,
  })`select (now() at time zone 'Europe/Berlin')::date as day`
  today = row?.day ?? ''
})

test.each([
  ['', 30],
  ['days=90', 90],
  ['days=91', 30],
  ['time=2026-02-01..2026-02-28', 28],
  ['time=2026-02-28..2026-02-01', 30],
  ['time=2026-02-31..2026-03-01', 30],
])('%s: a period of %i days, beside as many before', (address, days) => {
  const period = readPeriod(new URLSearchParams(address), '2026-11-26')
  expect(daysIn(period)).toBe(days)
  const before = periodBefore(period)
  expect(daysIn(before)).toBe(days)
  expect(daysLater(before.to, 1)).toBe(period.from)
})

test('a shop in which nothing happened yet has tables without figures', async () => {
  for (const part of insightParts) {
    for (const { rows, columns } of await tablesOf(part))
      for (const { values } of rows) {
        expect(values).toHaveLength(columns.length)
        expect(values.filter((value) => value !== null && value !== 0)).toEqual([])
      }
  }
})

test('each figure is what the list that it leads to shows', async () => {
  const { db } = database
  const ring = { priceCents: 120_000, costCents: 50_000, taxMode: 'margin_25a' } as const
  const [kept = '', back = '', unknown = '', here = ''] = await shop.rings(
    ring,
    ring,
    { ...ring, costCents: null },
    ring,
  )
  const [member] = await db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .execute()
  if (!member) throw new Error('nobody')
  const cost = { day: today, kind: 'workshop', netCents: 10_000, vatCents: 1_900, today } as const
  await addPieceCost(db, member, kept, { ...cost, supplier: '', receipt: '', note: '' })
  await shop.sold([kept], buyers.home)
  await cancelPaid(db, await shop.sold([back], buyers.home))
  await shop.sold([unknown], buyers.home)
  await shop.agrees()

  const [months, pieces] = await tablesOf('margins')
  const month = months?.rows[0]
  expect(months?.rows).toHaveLength(1)
  const asked = questionOf(readAsked(ledgerShape, new URLSearchParams(month?.links[0]?.split('?')[1])))
  const listed = await ledgerLines(db, asked, { offset: 0, limit: 100 })
  const sums = await ledgerSums(db, asked)
  const left = listed.lines.reduce((sum, line) => sum + (line.resultCents ?? 0), 0)
  expect(month?.values).toEqual([listed.total, sums.proceedsCents, sums.taxCents, 50_000, 10_000, left])
  expect(listed.total).toBe(2)
  expect(pieces?.rows.map(({ values }) => values.at(-1))).toEqual([left, null])

  const trade = await tablesOf('trade')
  const orders = trade.find(({ name }) => name === 'orders')
  expect(orders?.rows.map(({ label, values }) => [label, values[0]])).toEqual([
    ['paid', 2],
    ['cancelled', 1],
  ])
  expect(orders?.rows[0]?.links[0]).toBe(`orders?state=paid&placed=${daysLater(today, -29)}..${today}`)
  for (const { values, links } of orders?.rows ?? []) {
    const asked = readAsked(orderShape, new URLSearchParams(links[0]?.split('?')[1]))
    expect((await listOrders(db, asked)).total).toBe(values[0])
  }
  const days = trade.find(({ name }) => name === 'order-days')
  expect(days?.rows.at(-1)?.values[0]).toBe(3)

  const [ages, makers] = await tablesOf('stock')
  for (const { values, links } of ages?.rows ?? []) {
    const question = readQuestion(new URLSearchParams(links[0]?.split('?')[1]))
    const conditions = filterConditions(question, { now: wanted().now, seesCost: true })
    const found = await db
      .selectFrom('stock_entry as e')
      .select('product_id')
      .where(value(bool)`${sql.join(conditions, sql` and `)}`)
      .execute()
    expect(values[0]).toBe(found.length)
  }
  expect(ages?.rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBeGreaterThan(0)
  const nobody = makers?.rows.find(({ word }) => word === 'noMaker')
  // Two were sold; the one that came back is not on sale yet, and one is here.
  expect(nobody?.values.slice(0, 4)).toEqual([3, 2, 667, 1])
  expect(here).not.toBe('')
})

test('requests by their state, and whoever may not see costs sees none', async () => {
  const tables = await partTables.stock(database.db, { ...wanted(), seesCost: false })
  expect(tables[0]?.columns.map(({ key }) => key)).not.toContain('cost')
  const trade = await partTables.trade(database.db, { ...wanted(), seesCost: false })
  expect(trade.at(-1)?.columns.map(({ key }) => key)).toEqual(['requests', 'before'])
})

test('what is seen most now has its figure of the time before, however little was looked at then', async () => {
  const { period, before } = wanted()
  await sql`insert into insight_day (day, name, kind, value, events, visitors)
    select ${before.from}::date, 'pageview', 'path', '/de/damals-' || n, 1000 + n, 1 from generate_series(1, 120) n
    union all select ${before.from}::date, 'pageview', 'path', '/de/heute', 3, 2
    union all select ${period.from}::date, 'pageview', 'path', '/de/heute', 5000, 9
    union all select ${before.from}::date, 'Search', 'query', 'frueher ' || n, 1000 + n, 1 from generate_series(1, 120) n
    union all select ${before.from}::date, 'Search', 'query', 'perlen', 4, 2
    union all select ${period.from}::date, 'Search', 'query', 'perlen', 7000, 9`.execute(database.db)
  // As they are recorded: on the last day of some months the period is a whole month, which is read from there.
  await sql`insert into insight_month (month, name, kind, value, events, visitors)
    select date_trunc('month', day)::date, name, kind, value, sum(events)::int, sum(visitors)::int
    from insight_day where name in ('pageview', 'Search') group by 1, 2, 3, 4
    on conflict do nothing`.execute(database.db)
  const valuesOf = async (part: 'visits' | 'searches', table: string, label: string) =>
    (await tablesOf(part)).find(({ name }) => name === table)?.rows.find((row) => row.label === label)?.values
  expect(await valuesOf('visits', 'pages', '/de/heute')).toEqual([5000, 3, 9])
  expect(await valuesOf('searches', 'searches', 'perlen')).toEqual([7000, 4, 9])
})
