import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, nullable, query, text } from '#app/platform/database/statement.ts'
import { standardViews } from '#app/shop/stock/list-question.ts'
import { serialOf } from './office-stock.ts'

/** Something that screens ask the server for, and what is wrong with an answer; null: nothing. */
export type Question = {
  group: string
  name: string
  path: string
  /** Sent as JSON; without it, the path is fetched. */
  body?: unknown
  fault?: (answer: Answer) => string | null
  /** A file with everything: no bar. */
  unbarred?: boolean
}
export type Answer = { ok?: boolean; total?: number; rows?: Row[]; [name: string]: unknown }
type Row = { id: string; price: number | null; cost: number | null; [name: string]: unknown }

/** Rows that come at once. */
const windowSize = 100

/** What is asked of the list of pieces; totals are compared with what the pieces themselves say. */
export async function listQuestions(db: Database, now: Date): Promise<Question[]> {
  const [all] = await query(db, { count: int4 })`select count(*)::int as count from product`
  const size = all?.count ?? 0
  const questions: Question[] = []
  const first = (group: string, name: string, address: string, total: number | null, more?: Check) =>
    questions.push({
      group,
      name,
      path: `/office/data/pieces?${address}`,
      fault: rowsFault({ total, offset: 0, more }),
    })
  const further = (group: string, name: string, address: string, offset: number, more?: Check) =>
    questions.push({
      group,
      name,
      path: '/office/act/pieces.rows',
      body: { address, offset },
      fault: rowsFault({ total: size, offset, more }),
    })

  first('list', 'first rows', '', size)
  further('list', 'rows in the middle', '', Math.floor(size / 2))
  further('list', 'rows at the end', '', size - 50)
  for (const [name, address] of Object.entries(standardViews))
    first('standard views', name, address, null, (answer) => {
      const told = (answer.counts as Record<string, number>)[name]
      return told === answer.total ? null : `the view counts ${told}, its list ${answer.total}`
    })
  for (const [address, where] of filters(now)) {
    const [counted] = await query(db, { count: int4 })`
      select count(*)::int as count from product p left join product_staff s on s.product_id = p.id
        left join brand b on b.id = p.brand_id where ${where}`
    first('filters', decodeURIComponent(address), address, counted?.count ?? 0)
  }
  for (const by of sortings)
    for (const direction of ['', '-']) {
      const sort = `sort=${direction}${by}`
      const more = inOrder(by, direction === '-')
      first('orders, first rows', sort, sort, size, more)
      further('orders, in the middle', sort, sort, Math.floor(size / 2), more)
      further('orders, at the end', sort, sort, size - 50, more)
    }
  return questions
}

const sortings = [
  ...['name', 'number', 'kind', 'branch', 'price', 'cost', 'margin', 'days', 'status', 'acquired', 'changed'],
] as const

const isHere = sql`p.status not in ('sold', 'withdrawn', 'melted')`
const noPhotos = sql`not exists (select from photo f where f.product_id = p.id)`
const isOffered = sql`p.status in ('listed', 'reserved')`

/** Addresses of filters, and what they mean, told by the pieces themselves. */
function filters(now: Date): [string, RawBuilder<unknown>][] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const english = sql`(${isHere} and p.description ->> 'en' = p.description ->> 'de')`
  return [
    ['status=listed', sql`p.status = 'listed'`],
    ['status=sold', sql`p.status = 'sold'`],
    ['status=draft', sql`p.status = 'draft'`],
    ['status=draft%2Cintake%2Cpreparing', sql`p.status in ('draft', 'intake', 'preparing')`],
    ['kind=watch', sql`p.kind = 'watch'`],
    ['kind=bullion', sql`p.kind = 'bullion'`],
    ['branch=koeln', sql`p.branch_id = 'koeln'`],
    ['branch=none', sql`p.branch_id is null`],
    ['brand=rolex', sql`b.slug = 'rolex'`],
    ['brand=rolex%2Comega%2Ccartier', sql`b.slug in ('rolex', 'omega', 'cartier')`],
    // The day that begins while it is measured makes no difference: nothing is listed on a border.
    ['days=400-', sql`${isOffered} and p.listed_at <= ${daysAgo(400)}`],
    ['price=1000-2000', sql`p.price_cents between 100000 and 200000`],
    ['price=-100', sql`p.price_cents <= 10000`],
    ['cost=5000-', sql`s.cost_cents >= 500000`],
    ['missing=photos', sql`${isHere} and ${noPhotos}`],
    ['missing=english%2Cprice', sql`${english} or (${isHere} and p.price_cents is null)`],
    ['missing=price&status=draft', sql`p.status = 'draft' and p.price_cents is null`],
    [
      'kind=watch&status=listed&branch=koeln&price=5000-&sort=-margin',
      sql`p.kind = 'watch' and p.status = 'listed' and p.branch_id = 'koeln' and p.price_cents >= 500000`,
    ],
    ['kind=jewellery&status=sold&sort=-days', sql`p.kind = 'jewellery' and p.status = 'sold'`],
  ]
}

type Check = (answer: Answer) => string | null

function rowsFault({
  total,
  offset,
  more,
}: {
  total: number | null
  offset: number
  more?: Check | undefined
}): Check {
  return (answer) => {
    const { rows, total: told } = answer
    if (!rows || told === undefined) return 'has no rows'
    if (total !== null && told !== total) return `tells of ${told} pieces, there are ${total}`
    const expected = Math.max(0, Math.min(windowSize, told - offset))
    if (rows.length !== expected) return `has ${rows.length} rows instead of ${expected}`
    if (new Set(rows.map(({ id }) => id)).size !== rows.length) return 'has a piece twice'
    return more?.(answer) ?? null
  }
}

/** Whether rows come in order of what they show; what is unknown comes last. */
function inOrder(by: string, descending: boolean): Check | undefined {
  const read: Record<string, (row: Row) => number | null> = {
    number: ({ id }) => Number(id),
    price: ({ price }) => price,
    cost: ({ cost }) => cost,
    margin: ({ price, cost }) => (price === null || cost === null ? null : (price - cost) / price),
    acquired: ({ acquiredOn }) => (acquiredOn ? Date.parse(String(acquiredOn)) : null),
    changed: ({ changedAt }) => Date.parse(String(changedAt)),
  }
  const value = read[by]
  if (!value) return undefined
  return ({ rows = [] }) => {
    const shown = rows.map(value)
    const known = shown.filter((each) => each !== null)
    if (shown.slice(0, known.length).includes(null)) return 'has something unknown in front'
    const sorted = known.toSorted((one, other) => (descending ? other - one : one - other))
    return known.every((each, at) => each === sorted[at]) ? null : 'is not in order'
  }
}

/** Words that staff type, in the list and in the palette. */
export async function searchQuestions(db: Database): Promise<Question[]> {
  const [watch] = await query(db, { id: text, reference: nullable(text) })`
    select p.id, r.number as reference from product p join product_staff s on s.product_id = p.id
      join reference r on r.id = p.reference_id
    where s.serial_hash is not null and p.status = 'listed' order by p.id limit 1`
  const [draft] = await query(db, {
    id: text,
  })`select id from product where status = 'draft' order by id limit 1`
  const [order] = await query(db, { number: text })`select number from shop_order order by id desc limit 1`
  if (!watch || !draft || !order) throw new Error('the shop was not filled')
  const finds =
    (id: string): Check =>
    ({ rows = [], found = [] }) =>
      [...rows, ...(found as Row[])].some((row) => row.id === id) ? null : `does not find ${id}`
  const some: Check = ({ total = 0, found = [] }) =>
    total > 0 || (found as Row[]).length > 0 ? null : 'finds nothing'
  const words: [string, string, Check | undefined][] = [
    ['maker', 'rolex', some],
    ['maker and model', 'rolex submariner', some],
    ['word of many', 'gold', some],
    ['one letter', 'r', undefined],
    ['reference', watch.reference ?? '', some],
    ['number', watch.id, finds(watch.id)],
    ['number of a draft', draft.id, finds(draft.id)],
    ['serial number', serialOf(watch.id), finds(watch.id)],
    ['mistyped', 'submarinner', undefined],
    ['nothing of that name', 'xyzzyx', undefined],
  ]
  const list = words.map(
    ([name, typed, fault]): Question => ({
      ...{ group: 'search in the list', name: `${name}: ${typed}` },
      path: `/office/data/pieces?${new URLSearchParams({ q: typed })}`,
      ...(fault && { fault }),
    }),
  )
  const narrowed = ['q=gold&sort=-price', 'q=rolex&status=draft', 'q=gold&sort=name&kind=watch'].map(
    (address): Question => ({
      ...{ group: 'search in the list', name: address, path: `/office/data/pieces?${address}` },
      fault: rowsFault({ total: null, offset: 0 }),
    }),
  )
  // Of each that holds the very words, be it in its name or its reference.
  const palette = [
    ...words.filter(([name]) => !['one letter', 'mistyped', 'word of many'].includes(name)),
    ['word of many', 'dat', some] as const,
    ['order', order.number, finds(order.number)] as const,
    ['buyer', 'Clara', some] as const,
  ].map(
    ([name, typed, fault]): Question => ({
      ...{
        group: 'palette',
        name: `${name}: ${typed}`,
        path: '/office/act/palette.find',
        body: { words: typed },
      },
      ...(fault && { fault }),
    }),
  )
  return [...list, ...narrowed, ...palette]
}

/** Other screens, and what is done with many pieces at once. */
export async function screenQuestions(
  db: Database,
  { count, numbers }: { count: number; numbers: readonly string[] },
): Promise<Question[]> {
  const pieces = await query(db, { id: text, status: text })`
    select distinct on (status) id, status from product where kind = 'watch' order by status, id`
  const screen = (group: string, name: string, path: string): Question => ({
    ...{ group, name, path: `/office/data/${path}` },
  })
  const labels = (many: number) => `labels?ids=${numbers.slice(0, many).join('+')}`
  const rows = (wanted: number) => (answer: Answer) =>
    ((answer.rows ?? answer.labels ?? answer.ids) as unknown[]).length === wanted
      ? null
      : `does not have ${wanted}`
  return [
    screen('today', 'screen', ''),
    ...pieces.map(({ id, status }) => screen('one piece', status, `pieces/${id}`)),
    screen('one piece', 'photos', `pieces/${pieces[0]?.id}/photos`),
    {
      ...{ group: 'many at once', name: 'numbers of all that are chosen' },
      ...{ path: '/office/act/pieces.numbers', body: { address: 'status=listed&sort=price' } },
      fault: rows(numbers.length),
    },
    ...(['by-share', 'to-branch'] as const).map(
      (how): Question => ({
        ...{ group: 'many at once', name: `preview of 1,000 pieces, ${how}` },
        path: '/office/act/pieces.preview-bulk',
        body: {
          ids: numbers,
          change:
            how === 'by-share'
              ? { part: 'price', how, perMille: 50 }
              : { part: 'branch', how, branch: 'koeln' },
        },
        fault: rows(numbers.length),
      }),
    ),
    screen('many at once', 'changes that were made', 'bulk-changes'),
    { ...screen('labels', '24 labels', labels(24)), fault: rows(24) },
    { ...screen('labels', '500 labels', labels(500)), fault: rows(500) },
    screen('stock-taking', 'counts', 'stock-taking'),
    screen('stock-taking', 'a count, half of it done', `stock-taking/${count}`),
    {
      ...{ group: 'stock-taking', name: 'a scan', path: '/office/act/stock.scan' },
      body: { count, text: numbers[0] ?? '' },
    },
    { ...screen('stock-taking', 'a count as a file', `stock-taking/${count}?file=csv`), unbarred: true },
    screen('other screens', 'export', 'export'),
    screen('other screens', 'import', 'import'),
    screen('other screens', 'records', 'records'),
    screen('other screens', 'metal prices', 'metal-prices'),
    screen('other screens', 'settings', 'settings'),
  ]
}
