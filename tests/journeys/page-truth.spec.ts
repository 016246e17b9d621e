import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { loadContentFiles } from '#db/load-content.ts'
import { loadSettings } from '#db/load-settings.ts'
import type * as Bundle from '#server/app.ts'
import { loadDemoPieces } from '#tests/catalogue.ts'
import { randomOf } from '#tests/checkout-play.ts'
import { makeDatabaseFolder } from '#tests/database-folder.ts'
import { type Lot, randomChanges } from '#tests/page-truth/random-changes.ts'

/**
 * No kept page is ever another one than a shop that has just started would make: after each of many random changes, each
 * of some forty pages that was kept through it is compared byte for byte, at the same time by the same clock.
 * `PAGE_TRUTH=seed:changes npm test -- journeys` tries others, and more.
 */
const [one, most = 200] = (process.env.PAGE_TRUTH ?? '').split(':').filter(Boolean).map(Number)
/** Two that run beside each other, each half as long, unless one is named. */
const runs =
  one === undefined ? [1, 2].map((seed) => ({ seed, count: most / 2 })) : [{ seed: one, count: most }]

let time = Date.parse('2026-11-20T12:00:00Z')
const now = () => new Date(time)
let home: string
let files: string
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let db: Database
let bundle: typeof Bundle

test.beforeAll(async () => {
  home = makeDatabaseFolder('shop-truth-')
  files = mkdtempSync(join(tmpdir(), 'shop-truth-files-'))
  server = await startEmbeddedPostgres(home, { durable: false })
  await migrate(server.connectionString, { directory: resolve('db/migrations') })
  db = openDatabase(server.connectionString, { maxConnections: 2 })
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadContentFiles(db, 'db/demo/stories', { now: now() })
  await loadDemoPieces(db)
  // React is several times as fast.
  process.env.NODE_ENV = 'production'
  bundle = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as typeof Bundle
})
test.afterAll(async () => {
  await db?.destroy()
  await server?.stop()
  for (const folder of [home, files]) rmSync(folder, { recursive: true, force: true })
})

/** A shop that has just started; the embedded content service in it reads the same database. */
function start(pageCache: 'on' | 'off') {
  const env = {
    DATABASE_URL: server.connectionString,
    DATA_DIR: files,
    HOST: '127.0.0.1',
    PORT: '0',
    SITE_URL: 'http://shop.test',
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    DATABASE_POOL: '4',
    LOG_LEVEL: 'silent',
    PAGE_CACHE: pageCache,
  }
  return bundle.startShop({ env, step: () => undefined, now, jobs: false })
}

async function someAddresses(): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'slug_de', 'slug_en', 'status'])
    .where('status', 'in', ['listed', 'reserved', 'sold'])
    .orderBy('listed_at', 'desc')
    .orderBy('id')
    .execute()
  const sold = rows.filter(({ status }) => status === 'sold')
  const pieces = [...rows.slice(0, 4), ...sold.slice(0, 1)].flatMap(({ id, slug_de, slug_en }) => [
    `/de/produkte/${slug_de}/${id}`,
    `/en/products/${slug_en}/${id}`,
  ])
  return [...pieces, ...elsewhere]
}

const elsewhere = [
  '/de',
  '/en',
  '/de.data',
  '/de/uhren',
  '/en/watches.data',
  '/de/schmuck',
  '/en/jewelry',
  '/de/uhren/rolex',
  '/de/uhren/zustand-sehr-gut',
  '/de/uhren?sort=price-asc',
  '/de/uhren?page=2',
  '/en/jewelry/rings',
  '/de/suche?query=rolex',
  '/en/search?query=gold',
  '/api/search?locale=de&query=omega',
  '/de/impressum',
  '/en/contact',
  '/de/kontakt',
  '/de/ueber-uns',
  '/de/verkaufen',
  '/de/goldankaufsrechner',
  '/de/gold-verkaufen-koeln',
  '/de/wissensdatenbank',
  '/en/knowledge-base',
  '/de/haeufige-fragen',
  '/de/sitemap.xml',
  '/de/arrivals.xml',
  '/en/manifest.webmanifest',
  '/robots.txt',
  '/.well-known/security.txt',
]

type Seen = {
  body: string
  status: number
  policy: string | null
  kept: string | null
  location: string | null
}

async function seen(answer: Response): Promise<Seen> {
  const { status, headers } = answer
  const location = headers.get('location')?.replace(/^https?:\/\/[^/]+/, '') ?? null
  const [policy, kept] = [headers.get('content-security-policy'), headers.get('cache-control')]
  return { body: await answer.text(), status, policy, kept, location }
}

/** Where two answers begin to differ; null: nowhere. */
function difference(given: Seen, fresh: Seen): { given: string; fresh: string } | null {
  const [one, other] = [JSON.stringify(given), JSON.stringify(fresh)]
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 150), at + 150)
  return { given: around(one), fresh: around(other) }
}

for (const { seed, count } of runs)
  test(`no kept page differs from a fresh one after ${count} random changes (seed ${seed})`, () =>
    compareAfterChanges(seed, count))

async function compareAfterChanges(seed: number, count: number): Promise<void> {
  // It only bounds what hangs.
  test.setTimeout(3_600_000)
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T
  const names = Object.keys(randomChanges)
  const addresses = await someAddresses()
  const kept = await start('on')
  const ask = (origin: string, address: string, encoding: string) =>
    fetch(origin + address, { headers: { 'accept-encoding': encoding }, redirect: 'manual' })
  const tags = new Map<string, string>()
  let compared = 0
  try {
    for (let step = 0; step < count; step += 1) {
      const name = pick(names)
      const lot: Lot = { db, now: now(), below, pick }
      // Some pages are being made while it happens.
      const hurried = [pick(addresses), pick(addresses)]
      const meanwhile = Promise.all(hurried.map((address) => ask(kept.url, address, 'br').then(seen)))
      await randomChanges[name]?.(lot)
      // From minutes to days, so that terms and thresholds pass.
      if (below(3) === 0) time += below(4) === 0 ? below(30) * 86_400_000 : below(120) * 60_000
      // Whatever it is that is sent: once it is answered, nobody in this process is out of date.
      await fetch(`${kept.url}/api/event`, { method: 'POST', body: '{}' }).then((answer) => answer.text())
      // Those that were kept through the change; the others were made after it.
      const through: [address: string, given: Seen][] = []
      for (const address of addresses) {
        const answer = await ask(kept.url, address, 'br')
        const tag = answer.headers.get('etag')
        const given = await seen(answer)
        // What carries no tag was less than the whole truth, e.g. because the content service was late: not kept.
        if (tag === null) continue
        if (step === count - 1 || tags.get(address) === tag) through.push([address, given])
        tags.set(address, tag)
      }
      const cold = await start('off')
      try {
        for (const [address, given] of through) {
          const fresh = await seen(await ask(cold.url, address, 'identity'))
          const what = `${address} after ${name}, step ${step}, seed ${seed}, at ${now().toISOString()}`
          expect(difference(given, fresh), what).toBeNull()
        }
      } finally {
        await cold.stop()
      }
      compared += through.length
      await meanwhile
    }
  } finally {
    await kept.stop()
  }
  // It is about pages that were kept; the last time all were compared.
  expect(compared).toBeGreaterThan((count * addresses.length) / 8)
}
