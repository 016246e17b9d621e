import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { sessionCookieName } from '#app/office/session-cookie.ts'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { int4, query, text } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { condenseEvents } from '#app/shop/insight/record.ts'
import { startSession } from '#app/shop/staff/sessions.ts'
import { beginCount } from '#app/shop/stock-taking/stock-count.ts'
import { fillCatalogue } from '#db/demo-scale.ts'
import { loadSettings } from '#db/load-settings.ts'
import { buildShop } from '#server/build.ts'
import { shopMemory } from '#server/heap.mjs'
import { notePhotosAsMade } from '#tests/setup/photos-as-made.ts'
import { freePort } from '#tests/setup/running-shop.ts'
import { declaredQuestions, tradeQuestions } from './office-lists.ts'
import {
  type Answer,
  listQuestions,
  type Question,
  screenQuestions,
  searchQuestions,
} from './office-questions.ts'
import { ageStock } from './office-stock.ts'
import { ageTrade } from './office-trade.ts'
import { at, cpuMicroseconds } from './processes.ts'

/**
 * `npm run bench:office [-- --products 100000 --orders 20000 --requests 20000 --runs 25 --only search]`: how long the office's answers
 * take in a shop of that size, over HTTP, beside the bar of 200 ms: the first one, and those after it; with the CPU that one
 * of these costs the shop and the database, which is the same however busy the machine is. Keeps its database in data/bench-office-<size>. Ends with a fault where an answer is wrong, whatever the times are.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '20000' },
    requests: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '25' },
    /** A pattern: only questions whose group and name match. */
    only: { type: 'string', default: '.' },
  },
})
const runs = Number(values.runs)
const only = new RegExp(values.only)
const bar = 200
const secret = 'the secret of a shop that is only measured'
const print = (line = '') => process.stdout.write(`${line}\n`)
const ms = (figure: number) => figure.toFixed(figure < 10 ? 1 : 0).padStart(7)

const dataDir = resolve(`data/bench-office-${values.products}`)
await buildShop()
const server = await startEmbeddedPostgres(dataDir)
await migrate(server.connectionString, { directory: resolve('db/migrations') })
const db = openDatabase(server.connectionString, { maxConnections: 4, unhurried: true })
try {
  const staffId = await member(db)
  await fill(db, staffId)
  await fillTrade(db, staffId)
  await measure(db, staffId)
} finally {
  await db.destroy()
  await server.stop()
}

async function member(db: Database): Promise<number> {
  const email = 'bench@staff.example'
  const known = await db.selectFrom('staff_member').select('id').where('email', '=', email).executeTakeFirst()
  if (known) return known.id
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: 'Berta Beispiel', email, role: 'owner', locale: 'de' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function fill(db: Database, staffId: number): Promise<void> {
  // A shop that was filled half way is none.
  const mark = join(dataDir, 'filled')
  if (existsSync(mark)) return
  const [there] = await query(db, { count: int4 })`select count(*)::int as count from product`
  if (there?.count) throw new Error(`${dataDir} was not filled to its end: remove it, and begin anew`)
  const since = performance.now()
  await loadSettings(db, resolve('db/demo/settings.yaml'))
  const files = openLocalFiles(join(dataDir, 'files'))
  const products = Number(values.products)
  await fillCatalogue(db, { products, now: new Date(), files, photos: resolve('db/demo/photos'), seed: 1 })
  await ageStock(db, { secret, staffId, orders: Number(values.orders), requests: Number(values.requests) })
  await notePhotosAsMade(db)
  writeFileSync(mark, '')
  print(`filled in ${((performance.now() - since) / 1000).toFixed(0)} s`)
}

/** Three years of trade, in a shop that is filled. */
async function fillTrade(db: Database, staffId: number): Promise<void> {
  const mark = join(dataDir, 'traded')
  if (existsSync(mark)) return
  const since = performance.now()
  await ageTrade(db, staffId)
  writeFileSync(mark, '')
  print(`traded in ${((performance.now() - since) / 1000).toFixed(0)} s`)
}

/** A count of all branches of which half is done. */
async function halfCount(db: Database, staffId: number): Promise<number> {
  const begun = await beginCount(db, null, { id: staffId, name: 'Berta Beispiel' })
  if (begun.ok)
    await sql`
      insert into stock_count_scan (count_id, product_id, staff_id)
      select ${begun.id}, id, ${staffId} from product where status in ('listed', 'reserved', 'sold') and id::int % 2 = 0
    `.execute(db)
  const [count] = await query(db, {
    id: int4,
  })`select id from stock_count where closed_at is null and branch_id is null`
  return count?.id ?? 0
}

type Ask = (question: Pick<Question, 'path' | 'body'>) => Promise<{
  status: number
  /** Until its first byte, and until its last. */
  first: number
  whole: number
  bytes: number
  answer: Answer
}>

async function measure(db: Database, staffId: number): Promise<void> {
  const count = await halfCount(db, staffId)
  // As the shop does every hour.
  await condenseEvents(db)
  await sql`vacuum (analyze)`.execute(db)
  const { token } = await startSession(db, { staffId, browser: 'a bench' })
  const numbers = await query(db, { id: text })`
    select id from product where status = 'listed' order by price_cents, id::int desc limit 1000`
  const shop = await startShop(`${sessionCookieName}=${token}`)
  const wrong: string[] = []
  const slow: string[] = []
  try {
    const questions = [
      ...(await listQuestions(db, new Date())),
      ...(await searchQuestions(db)),
      ...(await screenQuestions(db, { count, numbers: numbers.map(({ id }) => id) })),
      ...(await declaredQuestions(db, shop.ask)),
      ...(await tradeQuestions(db)),
    ].filter(({ group, name }) => only.test(`${group}, ${name}`))
    const grouped = Object.values(Object.groupBy(questions, ({ group }) => group)).flatMap(
      (some = []) => some,
    )
    print(`${'ms'.padEnd(64)}  first median    p95    max    CPU     kB`)
    let group = ''
    for (const question of grouped) {
      if (group !== question.group) print(`\n${question.group}`)
      group = question.group
      const first = await shop.ask(question)
      const fault =
        first.status === 200 && first.answer.ok !== false
          ? question.fault?.(first.answer)
          : `is answered with ${first.status} ${String(first.answer.reason ?? '')}`
      if (fault) wrong.push(`${group}, ${question.name}: ${fault}`)
      const times: number[] = []
      const before = shop.cpu()
      for (let run = 0; run < runs; run += 1) times.push((await shop.ask(question)).whole)
      const cpu = (shop.cpu() - before) / runs
      tell(question, { first: first.whole, times, cpu, bytes: first.bytes }, slow)
    }
    if (only.test('live counts')) {
      print('\nlive counts')
      const before = shop.cpu()
      const [first = 0, ...times] = await liveCounts(shop.counts)
      const cpu = (shop.cpu() - before) / (runs + 1)
      tell(
        { group: 'live counts', name: 'until a new stream is told them' },
        { first, times, cpu, bytes: 0 },
        slow,
      )
    }
    if (only.test('export of all')) await exportAll(shop.ask)
  } finally {
    await shop.stop()
  }
  print(`\nover ${bar} ms (median): ${slow.length === 0 ? 'none' : `\n  ${slow.join('\n  ')}`}`)
  for (const line of wrong) print(`✗ ${line}`)
  if (wrong.length > 0) process.exitCode = 1
}

type Figures = { first: number; times: number[]; cpu: number; bytes: number }

function tell(
  { group, name, unbarred = false }: Pick<Question, 'group' | 'name' | 'unbarred'>,
  { first, times, cpu, bytes }: Figures,
  slow: string[],
): void {
  const usual = at(times, 0.5)
  const figures = [first, usual, at(times, 0.95), at(times, 1)]
  const over = !unbarred && figures.some((figure) => figure > bar)
  const written = [...figures, cpu, bytes / 1000].map(ms).join('')
  print(`  ${name.slice(0, 60).padEnd(60)}${written}${over ? '  over the bar' : ''}`)
  if (!unbarred && usual > bar) slow.push(`${group}, ${name}: ${usual.toFixed(0)} ms`)
}

/** Each by a stream of its own that nobody else listens beside, so that they are read anew. */
async function liveCounts(counts: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run <= runs; run += 1) {
    times.push(await counts())
    await wait(50)
  }
  return times
}

async function exportAll(ask: Ask): Promise<void> {
  print('\nexport of all pieces')
  for (let run = 0; run < 3; run += 1) {
    const { first, whole, bytes } = await ask({ path: '/office/data/export?file=csv' })
    print(
      `  begins after ${first.toFixed(0)} ms, ends after ${(whole / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB`,
    )
  }
}

type Shop = {
  ask: Ask
  counts(): Promise<number>
  /** What its process and the database's have worked so far, ms; NaN where nothing tells. */
  cpu(): number
  stop(): Promise<void>
}

async function startShop(cookie: string): Promise<Shop> {
  const port = await freePort()
  const child = spawn(process.execPath, [...shopMemory, 'server/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: server.connectionString,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      SESSION_SECRET: secret,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  // The catalogue is in memory then: what the shop finds is found in the office, too.
  while (!(await fetch(`${origin}/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the shop ended')
    await wait(100)
  }
  const database = findPostmaster(join(dataDir, 'postgres'))
  return {
    stop,
    cpu: () => (cpuMicroseconds(child.pid ?? 0) + cpuMicroseconds(database?.pid ?? 0)) / 1000,
    async ask({ path, body }) {
      const since = performance.now()
      const response = await fetch(origin + path, {
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json', origin }) },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      const first = performance.now() - since
      const bytes = new Uint8Array(await response.arrayBuffer())
      const whole = performance.now() - since
      const isJson = response.headers.get('content-type')?.includes('json')
      const answer = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : {}
      return { status: response.status, first, whole, bytes: bytes.length, answer }
    },
    async counts() {
      const ends = new AbortController()
      const since = performance.now()
      const response = await fetch(`${origin}/office/events`, { headers: { cookie }, signal: ends.signal })
      let told = ''
      for await (const part of response.body ?? []) {
        told += new TextDecoder().decode(part)
        if (told.includes('event: counts')) break
      }
      ends.abort()
      return performance.now() - since
    },
  }
}
