import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import { daysLater } from '#app/shop/buying/german-day.ts'
import { daysIn, type Period } from '#app/shop/insight/period.ts'
import { type Counted, visitsBetween } from '#app/shop/insight/report.ts'
import { resultsByMonth, resultsByPiece, sellThrough, stockAge } from '#app/shop/insight/stock-figures.ts'
import { ordersByDay, ordersByState, requestsByState } from '#app/shop/insight/trade-figures.ts'
import type { InsightPart, InsightRow, InsightTable } from './tables.ts'

export type Wanted = {
  period: Period
  before: Period
  now: Date
  locale: Locale
  /** Whether whoever asks may see what pieces cost, and open these lists. */
  seesCost: boolean
  opens: { orders: boolean; requests: boolean; pieces: boolean; ledger: boolean }
}

const timeOf = ({ from, to }: Period) => `${from}..${to}`
const count = (key: InsightTable['columns'][number]['key']) => ({ key, unit: 'count' }) as const
const cents = (key: InsightTable['columns'][number]['key']) => ({ key, unit: 'cents' }) as const

/** Every day of a period, with what is known of it. */
const everyDay = (period: Period) =>
  Array.from({ length: daysIn(period) }, (_, at) => daysLater(period.from, at))

/** What was counted, and what of the same in the period before, also of what was far from the most then. */
async function besideBefore(
  db: Database,
  {
    period,
    before,
    ...which
  }: Pick<Wanted, 'period' | 'before'> &
    Required<Pick<Parameters<typeof visitsBetween>[1], 'kinds' | 'most'>>,
) {
  const own = await visitsBetween(db, { ...period, ...which })
  const listed = [own.pages, own.referrers, own.searches, own.searchesWithoutResult].flat()
  const only = [...new Set(listed.map(({ value }) => value))]
  // Each value is in no more lists than there are.
  const former = await visitsBetween(db, { ...before, ...which, most: only.length, only })
  return { own, former }
}

async function visits(db: Database, { period, before }: Wanted): Promise<InsightTable[]> {
  const { own, former } = await besideBefore(db, { period, before, kinds: ['path', 'referrer'], most: 20 })
  const known = new Map(own.days.map((day) => [day.day, day]))
  const formerDays = new Map(former.days.map((day) => [day.day, day]))
  const days = everyDay(period).map((day, at): InsightRow => {
    const found = known.get(day)
    const that = formerDays.get(daysLater(before.from, at))
    return { label: day, values: [found?.visits ?? 0, that?.visits ?? 0, found?.pages ?? 0], links: [] }
  })
  const funnel = own.funnel.map(({ step, visitors }, at): InsightRow => {
    const that = former.funnel[at]?.visitors ?? 0
    const previous = own.funnel[at - 1]?.visitors ?? 0
    const share = at === 0 || at > 3 || previous === 0 ? null : Math.round((visitors * 1000) / previous)
    return { label: step, word: `steps.${step}`, values: [visitors, that, share], links: [] }
  })
  return [
    {
      name: 'days',
      columns: [count('visits'), count('before'), count('views')],
      rows: days,
      chart: { kind: 'line', column: 0 },
    },
    {
      name: 'funnel',
      columns: [count('visitors'), count('before'), { key: 'share', unit: 'perMille' }],
      rows: funnel,
      chart: { kind: 'bars', column: 0 },
    },
    listed('pages', own.pages, former.pages, (path) => path),
    listed('sources', own.referrers, former.referrers, () => null),
  ]
}

/** What was counted, most first, beside the period before. */
function listed(
  name: InsightTable['name'],
  own: readonly Counted[],
  former: readonly Counted[],
  to: (value: string) => string | null,
): InsightTable {
  const before = new Map(former.map(({ value, events }) => [value, events]))
  const rows = own.map(({ value, events, visitors }): InsightRow => {
    const path = to(value)
    return {
      label: value,
      values: [events, before.get(value) ?? 0, visitors],
      links: [],
      ...(path === null ? {} : { site: path }),
    }
  })
  return {
    name,
    columns: [count('times'), count('before'), count('visitors')],
    rows,
    chart: { kind: 'bars', column: 0 },
  }
}

async function searches(db: Database, { period, before, locale }: Wanted): Promise<InsightTable[]> {
  const { own, former } = await besideBefore(db, { period, before, kinds: ['query', 'no result'], most: 100 })
  const to = (words: string) => `${pathTo(locale, 'search')}?${new URLSearchParams({ query: words })}`
  return [
    listed('searches', own.searches, former.searches, to),
    listed('without-result', own.searchesWithoutResult, former.searchesWithoutResult, to),
  ]
}

async function trade(db: Database, { period, before, opens, seesCost }: Wanted): Promise<InsightTable[]> {
  const [orders, formerOrders, days, requests, formerRequests] = await Promise.all([
    ordersByState(db, period),
    ordersByState(db, before),
    ordersByDay(db, period),
    requestsByState(db, period),
    requestsByState(db, before),
  ])
  const known = new Map(days.map((day) => [day.day, day]))
  const orderList = (query: string) => (opens.orders ? `orders?${query}` : null)
  const requestList = (query: string) => (opens.requests ? `requests?${query}` : null)
  const times = [timeOf(period), timeOf(before), timeOf(period)]
  return [
    {
      name: 'order-days',
      columns: [count('orders'), cents('sum')],
      rows: everyDay(period).map((day) => ({
        label: day,
        values: [known.get(day)?.orders ?? 0, known.get(day)?.cents ?? 0],
        links: known.has(day) ? [orderList(`placed=${day}..${day}`), orderList(`placed=${day}..${day}`)] : [],
      })),
      chart: { kind: 'line', column: 0 },
    },
    {
      name: 'orders',
      columns: [count('orders'), count('before'), cents('sum')],
      rows: orders.map(({ state, orders, cents }) => ({
        label: state,
        word: `orderStates.${state}`,
        values: [orders, formerOrders.find((each) => each.state === state)?.orders ?? 0, cents],
        links: times.map((time) => orderList(`state=${state}&placed=${time}`)),
      })),
      chart: { kind: 'bars', column: 0 },
    },
    {
      name: 'requests',
      columns: [count('requests'), count('before'), ...(seesCost ? [cents('paid')] : [])],
      rows: requests.map(({ state, requests, paid_cents }) => ({
        label: state,
        word: `requestStates.${state}`,
        values: [
          requests,
          formerRequests.find((each) => each.state === state)?.requests ?? 0,
          ...(seesCost ? [paid_cents] : []),
        ],
        links: times.map((time) => requestList(`state=${state}&day=${time}`)),
      })),
      chart: { kind: 'bars', column: 0 },
    },
  ]
}

async function stock(db: Database, wanted: Wanted): Promise<InsightTable[]> {
  const { period, now, seesCost, opens } = wanted
  const [ages, makers] = await Promise.all([stockAge(db, now), sellThrough(db, period)])
  const pieceList = (query: string) => (opens.pieces ? `pieces?${query}` : null)
  return [
    {
      name: 'stock-age',
      columns: [count('pieces'), cents('price'), ...(seesCost ? [cents('cost')] : [])],
      rows: ages.map(({ from, to, pieces, priceCents, costCents }) => ({
        label: `${from}–${to ?? ''}`,
        word: to === null ? 'ages.more' : `ages.${from}`,
        values: [pieces, priceCents, ...(seesCost ? [costCents] : [])],
        links: [0, 1, 2].map(() => pieceList(`status=listed%2Creserved&days=${from}-${to ?? ''}`)),
      })),
      chart: { kind: 'bars', column: 0 },
    },
    {
      name: 'makers',
      columns: [
        ...[count('offered'), count('sold'), { key: 'share', unit: 'perMille' } as const],
        ...[count('left'), cents('proceeds')],
      ],
      rows: makers.map(({ slug, name, offered, sold, left, sold_cents }) => ({
        label: name ?? '',
        ...(name === null ? { word: 'noMaker' } : {}),
        values: [offered, sold, offered === 0 ? null : Math.round((sold * 1000) / offered), left, sold_cents],
        links: slug === null ? [] : [null, null, null, pieceList(`brand=${slug}&status=listed%2Creserved`)],
      })),
      chart: { kind: 'bars', column: 1 },
    },
  ]
}

async function margins(db: Database, { period, opens }: Wanted): Promise<InsightTable[]> {
  const [months, pieces] = await Promise.all([resultsByMonth(db, period), resultsByPiece(db, period)])
  const columns = [cents('proceeds'), cents('vat'), cents('purchase'), cents('costs'), cents('result')]
  return [
    {
      name: 'months',
      columns: [count('pieces'), ...columns],
      rows: months.map((row) => ({
        label: row.month,
        values: [
          ...[row.pieces, row.proceeds_cents, row.tax_cents, row.purchase_cents, row.cost_cents],
          row.result_cents,
        ],
        links: Array.from({ length: 6 }, () =>
          opens.ledger ? `ledger?day=${row.first}..${row.last}&state=gone` : null,
        ),
      })),
      chart: { kind: 'bars', column: 5 },
    },
    {
      name: 'pieces',
      columns,
      rows: pieces.map((row) => ({
        label: [row.product_id, row.title].filter(Boolean).join(' · '),
        values: [row.proceeds_cents, row.tax_cents, row.purchase_cents, row.cost_cents, row.result_cents],
        links: Array.from({ length: 5 }, () =>
          opens.ledger
            ? `ledger?q=${row.product_id ?? row.number}`
            : row.product_id && `pieces/${row.product_id}`,
        ),
      })),
      chart: null,
    },
  ]
}

/** The tables of a part of the screen. */
export const partTables: Record<InsightPart, (db: Database, wanted: Wanted) => Promise<InsightTable[]>> = {
  visits,
  searches,
  trade,
  stock,
  margins,
}
