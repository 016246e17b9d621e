import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { int8, query, text, value } from '#app/platform/database/statement.ts'
import type { DB } from '#app/platform/database/tables.ts'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { catalogueInMemory } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { facetIds, facetValueIds } from '#app/shop/catalogue/facets.ts'
import { findListing } from '#app/shop/catalogue/listing.ts'
import { type ListingFilters, normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { listingSegments, parseListingPath } from '#app/shop/catalogue/listing-path.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { searchProducts } from '#app/shop/catalogue/search.ts'
import { similarPieces } from '#app/shop/catalogue/similar.ts'
import { fillCatalogue } from '#db/demo-scale.ts'
import { dice } from '#db/demo-scale-pieces.ts'
import { loadSettings } from '#db/load-settings.ts'
import { costDrivers, type SeenQueries, seeQueries } from './query-plans.ts'
import { searchesByClass } from './searches.ts'

/**
 * `npm run bench:catalogue [-- --products 100000]`: listing, facets, product and search on a catalogue of that
 * size, beside the bars. Keeps its own database in data/bench-<size>; DATABASE_URL names another one. With
 * `--repriced` it measures instead how long others wait for their turn when many pieces change at once.
 */
const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, repriced: { type: 'boolean', default: false } },
})
const products = Number(values.products)
const print = (line = '') => process.stdout.write(`${line}\n`)
const now = new Date()
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const env = readEnv(process.env)
const dataDir = resolve(`data/bench-${products}`)
const server = env.DATABASE_URL ? null : await startEmbeddedPostgres(dataDir)
const connectionString = env.DATABASE_URL ?? (server?.connectionString as string)
await migrate(connectionString, { directory: resolve('db/migrations') })
const queries: SeenQueries = new Map()
const db: Database = new Kysely<DB>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 10 }) }),
  log: (event) => seeQueries(queries, event),
})
try {
  await fill()
  await (values.repriced ? measureRepriced() : measure())
} finally {
  await db.destroy()
  await server?.stop()
}

async function fill() {
  const there = await db
    .selectFrom('product')
    .select(value(int8)`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const missing = products - there.count
  if (missing <= 0) return
  await loadSettings(db, resolve('db/demo/settings.yaml'))
  const { seconds } = await fillCatalogue(db, {
    products: missing,
    now,
    files: openLocalFiles(join(dataDir, 'files')),
    photos: resolve('db/demo/photos'),
    seed: 1,
    onProgress: ({ step, done, total, perSecond }) => {
      if (done % 50_000 === 0 || done === total)
        print(`  ${step}: ${done} of ${total}, ${perSecond} a second`)
    },
  })
  print(
    `filled: ${missing} pieces in ${seconds.toFixed(1)} s, ${Math.round(missing / seconds)} a second (bar: 5000)`,
  )
}

type Figures = { p50: number; p99: number; cpu: number }

async function time(
  name: string,
  runs: number,
  work: (run: number) => Promise<unknown>,
  { bar = '', warmUp = Math.min(runs, 50) } = {},
): Promise<Figures> {
  for (let run = 0; run < warmUp; run++) await work(run)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work(run)
    times.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const figures = { p50: at(0.5), p99: at(0.99), cpu: (user + system) / 1000 / runs }
  const ms = (figure: number) => `${figure.toFixed(2)} ms`.padStart(11)
  print(`${name.padEnd(46)}${ms(figures.p50)}${ms(figures.p99)}${ms(figures.cpu)}   ${bar}`)
  return figures
}

async function measure() {
  const startedLoading = performance.now()
  collectGarbage()
  const memory = process.memoryUsage()
  const live = await catalogueInMemory(db)
  const loading = performance.now() - startedLoading
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  const grown = arrayBuffers - memory.arrayBuffers + heapUsed - memory.heapUsed
  const { size } = live.index.columns
  print(
    `${size} shown pieces of ${products}; read into memory in ${(loading / 1000).toFixed(1)} s, ${Math.round(grown / 1e6)} MB`,
  )
  print()
  print(`${''.padEnd(46)}${'p50'.padStart(11)}${'p99'.padStart(11)}${'CPU each'.padStart(11)}   bar`)

  const choices = await choicesMatching(products * 0.04, products * 0.065, 100)
  const choice = (run: number) => choices[run % choices.length] as ListingFilters
  const forget = () => {
    live.answers.clear()
    live.pieces.forgetAll()
    live.index.forgetSets()
  }
  await time('a path parsed and written', 2000, async (run) => {
    const { vocabulary } = live
    const filters = choice(run)
    parseListingPath(
      { locale: 'de', department: filters.department, segments: listingSegments('en', filters) },
      vocabulary,
    )
  })
  await time(
    'listing, 24 cards, all counts, nothing kept',
    300,
    (run) => {
      forget()
      return findListing(db, choice(run), { now })
    },
    { bar: '15 / 40 ms at 100,000' },
  )
  await time('listing, page 20 by price, nothing kept', 300, (run) => {
    forget()
    return findListing(db, choice(run), { now, sort: 'price-desc', page: 20 })
  })
  await time('listing without filters, nothing kept', 100, (run) => {
    forget()
    return findListing(db, normaliseFilters({ department: run % 2 ? 'watches' : 'jewelry' }), { now })
  })
  await time('listing, cards kept', 300, (run) => {
    live.answers.clear()
    return findListing(db, choice(run), { now })
  })
  await time('listing asked before, catalogue unchanged', 500, (run) => findListing(db, choice(run), { now }))
  const { ids: someIds } = { ids: Array.from(live.index.columns.id.subarray(0, 500), String) }
  await time('product', 500, (run) => findProduct(db, someIds[run % 500] ?? '', now))
  await time('similar pieces, nothing kept', 300, (run) => {
    forget()
    return similarPieces(db, someIds[run % 500] ?? '', { now })
  })
  await measureSearches()
  await time('seeing one change of price', 100, async (run) => {
    const id = someIds[run % 500] ?? ''
    await db
      .updateTable('product')
      .set({ price_cents: 100_000 + run })
      .where('id', '=', id)
      .execute()
    await catalogueInMemory(db)
  })
  const [first] = choices
  if (first) {
    await time('peer: the first choice counted by PostgreSQL', 20, () => countInSql(first))
    await time('      the same choice here, nothing kept', 100, () => {
      forget()
      return findListing(db, first, { now })
    })
  }
  print('\nWhat the database does, by time in all runs (self time of its plan’s costliest nodes):')
  for (const line of await costDrivers(db, queries)) print(line)
}

/** Each query once, and once more; the code was run before, so that it is compiled. */
async function measureSearches() {
  const classes = await searchesByClass(db)
  for (const words of classes.values()) for (const each of words.slice(0, 30)) await searchProducts(db, each)
  for (const [name, words] of classes) {
    const ask = (run: number) => searchProducts(db, words[run] ?? '')
    const bar = '5 / 25 ms at 100,000'
    await time(`search: ${name}, first asked`, words.length, ask, { bar, warmUp: 0 })
    await time(`search: ${name}, asked again`, words.length, ask, { bar, warmUp: 0 })
  }
}

/**
 * After some pieces were repriced by one statement: the next listing, and the longest turn of the event loop, of taking
 * in the changes and of answering by itself.
 */
async function measureRepriced() {
  const loading = await withTurns(() => catalogueInMemory(db))
  print(`${products} pieces, read at first: longest turn ${turnText(loading)}`)
  print()
  const widths = [10, 16, 20, 30, 30]
  const line = (cells: string[]) => print(cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join(''))
  line(['repriced', 'next listing', 'until all is new', 'longest turn: taking in', 'answering'])
  const filters = normaliseFilters({ department: 'watches' })
  const list = () => findListing(db, filters, { now, sort: 'price-asc' })
  for (const count of [1, 1, 500, 501, 5_000, Math.min(products, 60_000)]) {
    await list()
    const ids = await query(db, { id: text })`
      select id from product where status = 'listed' order by id limit ${sql.lit(count)}`
    await sql`update product set price_cents = price_cents + 100 where id = any(${ids.map(({ id }) => id)})`.execute(
      db,
    )
    // A few of them tell whether all are new: asking for each would be a long turn of its own.
    const some = ids.filter((_, at) => at % Math.ceil(ids.length / 20) === 0).map(({ id }) => id)
    const rows = await query(db, { id: int8, cents: int8 })`
      select id::int8, price_cents::int8 as cents from product where id = any(${some})`
    const begin = performance.now()
    const look = await withTurns(() => catalogueInMemory(db))
    const answer = await withTurns(list)
    const listing = performance.now() - begin
    const rest = await withTurns(async () => {
      for (let isNew = false; !isNew; ) {
        const { index, complete } = await catalogueInMemory(db)
        isNew = complete && rows.every(({ id, cents }) => index.columns.price[index.row(id) ?? -1] === cents)
        if (!isNew) await wait(20)
      }
    })
    const all = performance.now() - begin
    const takingIn = { cpu: Math.max(look.cpu, rest.cpu), wall: Math.max(look.wall, rest.wall) }
    const times = [listing, all].map((ms) => `${ms.toFixed(1)} ms`)
    line([String(count), ...times, turnText(takingIn), turnText(answer)])
  }
}

type Turn = { cpu: number; wall: number }
function turnText({ cpu, wall }: Turn): string {
  return `${cpu.toFixed(1)} ms CPU, ${wall.toFixed(1)} ms`
}

/**
 * How long others waited at most while something was done, ms: by the clock, in which other processes are, too, and of
 * this thread alone.
 */
async function withTurns(work: () => Promise<unknown>): Promise<Turn> {
  const longest: Turn = { cpu: 0, wall: 0 }
  let last = performance.now()
  let used = process.threadCpuUsage()
  let over = false
  const tick = () => {
    const { user, system } = process.threadCpuUsage(used)
    longest.cpu = Math.max(longest.cpu, (user + system) / 1000)
    longest.wall = Math.max(longest.wall, performance.now() - last)
    last = performance.now()
    used = process.threadCpuUsage()
    if (!over) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  // The last turn is not over yet.
  over = true
  await wait(0)
  return longest
}

/** Choices of one to four filters that match a number of pieces in a window; always the same ones. */
async function choicesMatching(from: number, to: number, count: number): Promise<ListingFilters[]> {
  const { index, vocabulary } = await catalogueInMemory(db)
  const roll = dice(7)
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(roll() * list.length)] as Value
  const found: ListingFilters[] = []
  for (let tries = 0; tries < 200_000 && found.length < count; tries++) {
    const facets = Object.fromEntries(
      Array.from({ length: 1 + Math.floor(roll() * 3) }, () => {
        const id = pick(facetIds.filter((each) => each !== 'availability'))
        return [id, [pick(facetValueIds(id)), pick(facetValueIds(id))].slice(0, 1 + Math.floor(roll() * 2))]
      }),
    )
    const brands = roll() < 0.3 ? [pick(vocabulary.brands).slug] : []
    const filters = normaliseFilters({ department: roll() < 0.6 ? 'watches' : 'jewelry', facets, brands })
    const brandIds = brands.map((slug) => vocabulary.brand(slug)?.id ?? 0)
    const total = index.count({ filters, brandIds, modelIds: [], referenceIds: [] })
    if (total >= from && total <= to) found.push(filters)
  }
  return found
}

/** The same counts in one statement: every column for rows that miss at most one filter. */
async function countInSql(filters: ListingFilters) {
  const columns = {
    condition: 'condition',
    gender: 'gender',
    scope: 'scope',
    case: 'case_material',
    movement: 'movement',
    dial: 'dial',
    bracelet: 'bracelet',
    metal: 'metal',
    fineness: 'fineness',
    type: 'jewellery_type',
    era: 'era',
    'ring-size': 'ring_size_mm',
  } as const
  const tests = (Object.keys(columns) as (keyof typeof columns)[]).flatMap((id) => {
    const chosen = filters.facets[id]
    return chosen ? [sql`(${sql.ref(columns[id])}::text = any(${chosen}))::int`] : []
  })
  const passed = tests.length === 0 ? sql`0` : sql.join(tests, sql` + `)
  const sets = sql.join(Object.values(columns).map((column) => sql`(${sql.ref(column)})`))
  const kinds = filters.department === 'watches' ? ['watch'] : ['jewellery', 'bullion']
  await sql`
    with near as (select *, ${passed} as passed from product
      where kind = any(${kinds}) and status in ('listed', 'reserved') and ${passed} >= ${tests.length - 1})
    select ${sql.join(Object.values(columns).map((column) => sql.ref(column)))}, count(*),
      count(*) filter (where passed = ${tests.length}) as all_passed
    from near group by grouping sets (${sets}, (brand_id), (model_id), ())
  `.execute(db)
}
