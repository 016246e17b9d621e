import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { shopAllocator, shopMemory } from '#server/heap.mjs'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { type FakeStripe, startFakeStripe } from '../fakes/stripe.ts'
import { answers, freePort } from '../setup/running-shop.ts'
import { type Asking, asking } from './soak/asking.ts'
import { look, postgresEach, type Watched } from './soak/figures.ts'
import { staff } from './soak/staff.ts'
import { judge, median, type Sample } from './soak/verdict.ts'
import { type Doing, type Stock, visitors } from './soak/visitors.ts'

/** What is under way at most: beyond it the load would only measure itself. */
const mostUnderWay = 300
/** At what PostgreSQL has, seconds. */
const betweenLooks = 2.5
/** After the load: what was opened for it may be open for so long, ms. */
const restsAfter = 15_000

type Soak = { minutes: number; rate: number; roll: () => number; print: (line: string) => void }

/**
 * A built shop of two workers and its own PostgreSQL under everything that a day brings, at a steady rate; a line of figures
 * each minute, in short runs more often. Resolves with what was wrong.
 */
export async function soak({
  minutes,
  rate,
  roll,
  print,
}: Soak): Promise<{ summary: string; wrong: string[] }> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  if (process.platform !== 'linux')
    throw new Error('What processes hold is read from /proc, which only Linux has.')
  const home = mkdtempSync(join(tmpdir(), 'shop-soak-'))
  const stripe = await startFakeStripe()
  const { shop, url, watched } = await startShop(home, stripe)
  const postgres = await startEmbeddedPostgres(watched.dataDir)
  const db = openDatabase(postgres.connectionString, { maxConnections: 2 })
  try {
    return await load({ ...watched, db }, { url, stripe, db }, { minutes, rate, roll, print })
  } finally {
    await db.destroy()
    await postgres.stop()
    if (shop.exitCode === null && shop.signalCode === null) {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    }
    await stripe.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function load(
  watched: Watched,
  { url, stripe, db }: { url: string; stripe: FakeStripe; db: Database },
  { minutes, rate, roll, print }: Soak,
) {
  const times: number[] = []
  const faults = new Map<string, { count: number; first: string }>()
  let [answered, broken] = [0, 0]
  const heard = (took: number, status: number) => {
    answered += 1
    times.push(took)
    if (status >= 500) broken += 1
  }
  const ask = asking(url, { roll, heard })
  const brokenBefore = new Set(await brokenRules(db))
  const stock = await openStock(ask, db, { stripe, rings: Math.ceil(minutes * 60 * rate * 0.013) + 20 })
  const doings = [...visitors(ask, stock, roll), ...(await staff(ask, db, roll))]
  const before = await look(watched)
  times.splice(0)
  const ofPostgres: number[] = []
  let lookedAt = 0
  const samples: Sample[] = []
  const seconds = minutes * 60
  const step = Math.min(60, seconds / 12)
  const under = new Set<Promise<void>>()
  const since = performance.now()
  const passed = () => (performance.now() - since) / 1_000
  const one = async ({ name, act }: Doing) => {
    await act().catch((error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error
      // The address of the first of a kind is enough.
      const kind = `${name}: ${message.split(' at /')[0]}`
      const known = faults.get(kind)
      faults.set(kind, { count: (known?.count ?? 0) + 1, first: known?.first ?? message })
    })
  }
  print(heading(before.processes.map(({ name }) => name)))
  let sampled = step
  for (let due = 0; due < seconds; due += -Math.log(1 - roll()) / rate) {
    const pause = due - passed()
    if (pause > 0.001) await wait(pause * 1_000)
    if (under.size < mostUnderWay) {
      const doing = one(chosen(doings, roll()))
      under.add(doing)
      void doing.finally(() => under.delete(doing))
    } else
      faults.set('not sent', {
        count: (faults.get('not sent')?.count ?? 0) + 1,
        first: `${mostUnderWay} wait`,
      })
    if (due >= lookedAt + betweenLooks) {
      ofPostgres.push(postgresEach(watched.dataDir))
      lookedAt = due
    }
    if (due < sampled && due + 1 / rate < seconds) continue
    sampled += step
    const stretch = times.splice(0).toSorted((a, b) => a - b)
    const at = (share: number) => stretch[Math.floor(stretch.length * share)] ?? Number.NaN
    const sample = {
      ...{ minute: passed() / 60, requests: stretch.length, p50: at(0.5), p99: at(0.99) },
      ...(await look(watched)),
      postgres: median(ofPostgres.splice(0)),
    }
    samples.push(sample)
    print(line(sample, broken))
  }
  await Promise.all(under)
  await wait(restsAfter)
  const after = await look(watched)
  const { wrong, told } = judge(samples)
  for (const each of told) print(`  ${each}`)
  for (const [kind, { count, first }] of faults) wrong.push(`${count} × ${kind} (such as ${first})`)
  wrong.push(...(await brokenRules(db)).filter((rule) => !brokenBefore.has(rule)))
  wrong.push(...(await lostOrders(db, stock.acknowledged)))
  for (const now of after.processes) {
    const then = before.processes.find(({ name }) => name === now.name)
    print(`  at rest: ${now.name} has ${then?.files} files before, ${now.files} after`)
    if (now.files > (then?.files ?? 0) + restsWith)
      wrong.push(`${now.name} keeps ${now.files} files open, ${then?.files} before`)
  }
  const summary = `${answered} answers in ${minutes} min, ${broken} of them 5xx, p99 ${Math.round(median(samples.map(({ p99 }) => p99)))} ms, ${stock.acknowledged.length} orders`
  return { summary, wrong }
}

/** Files that a shop at rest may have more than before: connections of its pool to the database. */
const restsWith = 15

function chosen(doings: readonly Doing[], at: number): Doing {
  let left = at * doings.reduce((sum, { share }) => sum + share, 0)
  for (const doing of doings) {
    left -= doing.share
    if (left < 0) return doing
  }
  return doings[0] as Doing
}

async function lostOrders(db: Database, acknowledged: readonly string[]): Promise<string[]> {
  const kept = await db.selectFrom('shop_order').select('email').execute()
  const emails = new Set(kept.map(({ email }) => email))
  return acknowledged.filter((email) => !emails.has(email)).map((email) => `the order of ${email} is lost`)
}

const shown = (values: readonly number[]) => values.map((value) => Math.round(value)).join('/')

function heading(names: readonly string[]): string {
  return `  ${names.join(', ')}: resident and heap in MB, open files\n  minute | requests | p50, p99 ms | 5xx | resident | heap | files | connections | MB of each process of PostgreSQL | disk MB | kept answers | load of the machine`
}

function line({ processes, ...sample }: Sample, broken: number): string {
  const of = (what: 'resident' | 'heap' | 'files') => shown(processes.map((each) => each[what]))
  return `  ${[
    sample.minute.toFixed(1),
    sample.requests,
    shown([sample.p50, sample.p99]),
    broken,
    ...[of('resident'), of('heap'), of('files')],
    ...[
      sample.connections,
      sample.postgres.toFixed(1),
      Math.round(sample.disk),
      sample.cached,
      (loadavg()[0] ?? 0).toFixed(1),
    ],
  ].join(' | ')}`
}

/** Rings to sell and to hold, and all pages that the sitemaps name, asked for until they are kept. */
async function openStock(
  ask: Asking,
  db: Database,
  { stripe, rings }: { stripe: FakeStripe; rings: number },
): Promise<Stock> {
  const ids = Array.from({ length: rings }, (_, index) => String(2_000_001 + index))
  const toHold = Array.from({ length: 200 }, (_, index) => String(3_000_001 + index))
  for (let first = 0; first < rings; first += 500) await addRings(db, ids.slice(first, first + 500))
  await addRings(db, toHold)
  const pages: string[] = []
  const photos = new Set<string>()
  for (const locale of ['de', 'en']) {
    const { text } = await ask(`/${locale}/sitemap.xml`, {}, [200])
    const found = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => new URL(page).pathname)
    // The rings go one by one.
    pages.push(...found.filter((path) => !/\/ring-\d/.test(path)))
  }
  for (const page of [...pages, ...pages]) {
    const { text } = await ask(page, {}, [200])
    for (const [photo] of text.matchAll(/\/api\/photos\/[\w./-]+/g)) photos.add(photo)
  }
  const left = ids.values()
  return { pages, photos: [...photos], toHold, stripe, acknowledged: [], nextRing: () => left.next().value }
}

async function startShop(
  home: string,
  stripe: FakeStripe,
): Promise<{ shop: ChildProcess; url: string; watched: Omit<Watched, 'db'> }> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  stripe.webhookUrl = `${url}/api/webhooks/stripe`
  const [dataDir, probes] = [join(home, 'data'), join(home, 'probes')]
  mkdirSync(probes)
  const probe = resolve(import.meta.dirname, 'soak/heap-probe.ts')
  const shop = spawn(process.execPath, [...shopMemory, '--import', probe, 'server/start.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...shopAllocator,
      ...process.env,
      NODE_ENV: 'production',
      WORKERS: '2',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      METRICS_PORT: String(metricsPort),
      SOAK_PROBES: probes,
      // Visitors come from everywhere, as a proxy would say.
      TRUST_PROXY: 'true',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.apiBase,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await answers(url, shop)
  while (!(await fetch(`${url}/health`)).ok) await wait(200)
  return { shop, url, watched: { pid: shop.pid as number, dataDir, probes, metricsPort } }
}
