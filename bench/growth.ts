import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { int4, query, text } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { fillCatalogue } from '#db/demo-scale.ts'
import { loadSettings } from '#db/load-settings.ts'
import { buildShop } from '#server/build.ts'
import { shopMemory } from '#server/heap.mjs'
import type { ProbeReport } from './growth-probe.ts'
import { searchesByClass } from './searches.ts'

/**
 * `npm run bench:growth [-- --sizes 10000,100000,1000000] [--imported 20000] [--repriced 20000,2000000]
 * [--within 600]`: how the built shop starts, lists, searches,
 * writes its sitemaps and takes in changes as its catalogue grows, what it holds, and the longest pause of its event loop
 * meanwhile. Keeps its databases in data/bench-<size>; every run adds the imported pieces to them.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    imported: { type: 'string', default: '20000' },
    /** So many by one statement each, one after the other. */
    repriced: { type: 'string', default: '20000,2000000' },
    /** Such a statement is ended after so many seconds. */
    within: { type: 'string', default: '600' },
  },
})
const print = (line = '') => process.stdout.write(`${line}\n`)

await buildShop()
for (const size of values.sizes.split(',').map(Number)) await measure(size)

async function measure(size: number): Promise<void> {
  const dataDir = resolve(`data/bench-${size}`)
  const server = await startEmbeddedPostgres(dataDir)
  const { connectionString } = server
  await migrate(connectionString, { directory: resolve('db/migrations') })
  const db = openDatabase(connectionString, { maxConnections: 4, unhurried: true })
  let shop: Shop | null = null
  try {
    const count = async () =>
      (await query(db, { count: int4 })`select count(*)::int as count from product`)[0]?.count ?? 0
    const fill = async (products: number) => {
      await loadSettings(db, resolve('db/demo/settings.yaml'))
      const files = openLocalFiles(join(dataDir, 'files'))
      await fillCatalogue(db, { products, now: new Date(), files, photos: resolve('db/demo/photos') })
    }
    const missing = size - (await count())
    if (missing > 0) await fill(missing)
    await sql`vacuum (analyze) product, search_document, catalogue_change`.execute(db)
    print(`\n## ${(await count()).toLocaleString('en')} pieces\n`)
    shop = await startShop(connectionString, dataDir)
    await phases(shop, db, () => fill(Number(values.imported)))
  } finally {
    await shop?.stop()
    await db.destroy()
    await server.stop()
  }
}

async function phases(shop: Shop, db: Database, importMore: () => Promise<void>): Promise<void> {
  const began = performance.now()
  const since = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  await shop.untilOk('/en')
  print(`first page after ${since()}`)
  const listing = shop
    .ask('/en/watches')
    .then(({ status }) => print(`first listing after ${since()} (${status})`))
  const start = shop.during(async () => {
    await listing
    await shop.untilOk('/health')
    print(`the catalogue is there after ${since()}`)
  })
  print(`start: ${await start}`)
  print(`memory: ${await shop.memory()}`)

  const listings = [
    '/en/watches',
    '/de/uhren/rolex',
    '/en/jewelry/rings',
    '/de/schmuck',
    '/en/watches/omega?page=3',
  ]
  print(`listing, nothing kept: ${await timesOf(shop, varied(listings, 60))}`)
  const words = [...(await searchesByClass(db)).values()].flatMap((all) => all.slice(0, 30))
  const searches = words.map((word) => `/api/search?query=${encodeURIComponent(word)}&locale=de`)
  await timesOf(shop, searches)
  print(`search: ${await timesOf(shop, searches)}`)

  for (const path of ['/de/sitemap.xml', '/de/sitemap/products-1.xml', '/de/sitemap/listings-1.xml']) {
    const told = await shop.during(async () => {
      const { status, ms, bytes } = await shop.ask(path)
      print(`${path}: ${(ms / 1000).toFixed(2)} s, ${status}, ${(bytes / 1e6).toFixed(1)} MB`)
    })
    print(`  ${told}`)
  }
  const ids = (
    await query(db, { id: text })`select id from product where status = 'listed' order by id limit 10000`
  ).map(({ id }) => id)
  const batches = await shop.during(async () => {
    for (let at = 0; at < ids.length; at += 500)
      await sql`update product set price_cents = price_cents + 100 where id = any(${ids.slice(at, at + 500)})`.execute(
        db,
      )
  })
  print(`${ids.length} re-priced, 500 a statement: ${batches}`)
  const [first = 0, ...others] = values.repriced.split(',').map(Number)
  await repriceAtOnce(shop, db, first)
  print(`import of ${values.imported}: ${await shop.during(importMore)}`)
  print(`memory: ${await shop.memory()}`)
  for (const count of others) {
    await repriceAtOnce(shop, db, count)
    print(`memory: ${await shop.memory()}`)
  }
  const settled = await shop.during(() => untilReadAnew(shop))
  print(`until everything is read anew: ${settled}`)
  print(`memory: ${await shop.memory()}`)
}

async function repriceAtOnce(shop: Shop, db: Database, count: number): Promise<void> {
  let seconds = 0
  const told = await shop.during(async () => {
    const began = performance.now()
    await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(Number(values.within) * 1_000)}`.execute(transaction)
      await sql`
        update product set price_cents = price_cents + 100 where id in (
          select id from product where status = 'listed' order by price_cents limit ${count})
      `.execute(transaction)
    })
    seconds = (performance.now() - began) / 1000
    await untilNew(shop, db)
  })
  print(`up to ${count} re-priced by one statement of ${seconds.toFixed(1)} s, until cards say so: ${told}`)
}

/** Until the cheapest watch of the listing costs what the database says; its place is that of before for longer. */
async function untilNew(shop: Shop, db: Database): Promise<void> {
  const [row] = await query(db, { cents: int4 })`
    select min(price_cents)::int as cents from product where kind = 'watch' and status in ('listed', 'reserved')`
  const euros = Math.floor((row?.cents ?? 0) / 100).toLocaleString('en')
  for (let tries = 0; tries < 3_000; tries++) {
    if ((await shop.ask('/en/watches?sort=price-asc')).body.includes(euros)) return
    await wait(200)
  }
}

/** Until listings are kept again: the picture that was read behind the readers has taken the former one's place. */
async function untilReadAnew(shop: Shop): Promise<void> {
  for (let tries = 0; tries < 3_000; tries++) {
    if ((await shop.ask('/en/watches?sort=price-asc')).isKept) return
    await wait(200)
  }
  print('it was not read anew in time')
}

/** Addresses of which none is kept: each is asked with another page. */
function varied(paths: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    return `${paths[at % paths.length]}?page=${1 + Math.floor(at / paths.length)}`
  })
}

async function timesOf(shop: Shop, paths: readonly string[]): Promise<string> {
  const times: number[] = []
  const statuses = new Set<number>()
  for (const path of paths) {
    const { ms, status } = await shop.ask(path)
    times.push(ms)
    statuses.add(status)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms (${times.length}, ${[...statuses]})`
}

type Answer = { status: number; ms: number; bytes: number; body: string; isKept: boolean }
type Shop = {
  ask(path: string): Promise<Answer>
  untilOk(path: string): Promise<void>
  /** The longest pause while something is done and visitors look at pages, and how long they waited. */
  during(work: () => Promise<unknown>): Promise<string>
  memory(): Promise<string>
  stop(): Promise<void>
}

async function startShop(connectionString: string, dataDir: string): Promise<Shop> {
  const port = await freePort()
  const probe = resolve('bench/growth-probe.ts')
  const child = spawn(
    process.execPath,
    [...shopMemory, '--expose-gc', '--import', probe, 'server/start.ts'],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: connectionString,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  const origin = `http://127.0.0.1:${port}`
  const ask = async (path: string): Promise<Answer> => {
    const started = performance.now()
    const response = await fetch(origin + path, { redirect: 'manual' })
    const body = await response.text()
    const { status, headers } = response
    const ms = performance.now() - started
    return { status, ms, bytes: body.length, body, isKept: headers.has('etag') }
  }
  const report = (collect = false) => reportOf(child, collect)
  return {
    ask,
    async untilOk(path) {
      for (;;) {
        const answer = await ask(path).catch(() => null)
        if (answer?.status === 200) return
        if (child.exitCode !== null) throw new Error('the shop ended')
        await wait(20)
      }
    },
    async during(work) {
      await report()
      const answers: Answer[] = []
      let over = false
      const visit = async (path: string) => {
        while (!over) {
          answers.push(await ask(path))
          await wait(50)
        }
      }
      const visits = ['/en', '/api/search?query=rolex&locale=en'].map(visit)
      const started = performance.now()
      await work()
      const seconds = (performance.now() - started) / 1000
      const { pause } = await report()
      over = true
      await Promise.all(visits)
      const longest = Math.max(...answers.map(({ ms }) => ms))
      const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status)).map(
        ([status, some = []]) => `${some.length} × ${status}`,
      )
      return `${seconds.toFixed(1)} s; longest pause ${pause.clock.toFixed(0)} ms (CPU ${pause.cpu.toFixed(0)}); visits ${statuses.join(', ')}, the longest ${longest.toFixed(0)} ms`
    },
    async memory() {
      const { rss, most, heap, buffers } = await report(true)
      const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
      return `RSS ${mb(rss)}, the most so far ${mb(most)}, heap ${mb(heap)}, buffers ${mb(buffers)}`
    },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function reportOf(child: ChildProcess, collect: boolean): Promise<ProbeReport> {
  const answered = once(child, 'message')
  child.send({ collect })
  const [report] = await answered
  return report as ProbeReport
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
