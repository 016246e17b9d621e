/**
 * `node tests/page-truth/compare-pages.ts <seed> <changes>`: makes so many random changes in a shop of its own and
 * compares, after each, the pages that were kept through it with those of a shop that has just started, at the same
 * time by the same clock. Prints a `Comparison` as one line of JSON. It is a process of its own because React must be
 * loaded as the shop loads it: with another's, every page is an error.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { forEachAsync } from 'es-toolkit'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { loadContentFiles } from '#db/load-content.ts'
import { loadSettings } from '#db/load-settings.ts'
import type * as Bundle from '#server/app.ts'
import type { RunningShop } from '#server/start.ts'
import { loadCatalogue } from '#tests/catalogue.ts'
import { randomOf } from '#tests/checkout-play.ts'
import { makeDatabaseFolder } from '#tests/database-folder.ts'
import { type Lot, randomChanges } from './random-changes.ts'

export type Comparison = {
  addresses: number
  /** Pages that were compared, one for each address and change; and those of them that were HTML. */
  compared: number
  html: number
  /** Answers that were less than the whole truth, and said so. */
  unkept: number
  /** Where a kept page was another than the fresh one. The first ends the comparison. */
  difference: { what: string; given: string; fresh: string } | null
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

/** Answers of one shop under way at a time. */
const atATime = 4

const [seed = 1, count = 1] = process.argv.slice(2).map(Number)
let time = Date.parse('2026-11-20T12:00:00Z')
const now = () => new Date(time)
const undo: (() => unknown)[] = []
try {
  process.stdout.write(`${JSON.stringify(await compareAfterChanges())}\n`)
} finally {
  for (const end of undo.toReversed()) await end()
}

async function compareAfterChanges(): Promise<Comparison> {
  const { db, start } = await openDemo()
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T
  const names = Object.keys(randomChanges)
  const addresses = await someAddresses(db)
  const kept = await open(() => start('on'))
  const comparison: Comparison = {
    addresses: addresses.length,
    compared: 0,
    html: 0,
    unkept: 0,
    difference: null,
  }
  try {
    await allAnswer(kept, addresses)
    const tags = new Map<string, string>()
    for (let step = 0; step < count && comparison.difference === null; step += 1) {
      const name = pick(names)
      const lot: Lot = { db, now: now(), below, pick }
      // Some pages are being made while it happens.
      const meanwhile = Promise.all(
        [pick(addresses), pick(addresses)].map((address) => kept.ask(address, 'br')),
      )
      await randomChanges[name]?.(lot)
      // From minutes to days, so that terms and thresholds pass.
      if (below(3) === 0) time += below(4) === 0 ? below(30) * 86_400_000 : below(120) * 60_000
      // Whatever it is that is sent: once it is answered, nobody in this process is out of date.
      await kept.write()
      // Those that were kept through the change; the others were made after it.
      const through = new Map<string, Seen>()
      await forEachAsync(
        addresses,
        async (address) => {
          const { tag, ...given } = await kept.ask(address, 'br')
          // What carries no tag was less than the whole truth, e.g. because the content service was late: not kept.
          if (tag === undefined) comparison.unkept += 1
          else if (step === count - 1 || tags.get(address) === tag) through.set(address, given)
          if (tag !== undefined) tags.set(address, tag)
        },
        { concurrency: atATime },
      )
      const cold = await open(() => start('off'))
      try {
        await forEachAsync(
          [...through],
          async ([address, given]) => {
            const { tag: _, ...fresh } = await cold.ask(address, 'identity')
            const what = `${address} after ${name}, step ${step}, seed ${seed}, at ${now().toISOString()}`
            comparison.difference ??= difference(what, given, fresh)
            comparison.compared += 1
            if (given.type.startsWith('text/html')) comparison.html += 1
          },
          { concurrency: atATime },
        )
      } finally {
        await cold.stop()
      }
      await meanwhile
    }
  } finally {
    await kept.stop()
  }
  return comparison
}

/** A database with the demo's stories and the tests' catalogue, and how shops are started on it; the embedded content service in them reads it, too. */
async function openDemo() {
  const home = makeDatabaseFolder('shop-truth-')
  const files = mkdtempSync(join(tmpdir(), 'shop-truth-files-'))
  undo.push(() => {
    for (const folder of [home, files]) rmSync(folder, { recursive: true, force: true })
  })
  const { connectionString, stop } = await startEmbeddedPostgres(home, { durable: false })
  undo.push(stop)
  await migrate(connectionString, { directory: resolve('db/migrations') })
  const db = openDatabase(connectionString, { maxConnections: 2 })
  undo.push(() => db.destroy())
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadContentFiles(db, 'db/demo/stories', { now: now() })
  await loadCatalogue(db)
  const bundle = (await import(pathToFileURL(resolve('build/server/index.js')).href)) as typeof Bundle
  const start = (pageCache: 'on' | 'off') =>
    bundle.startShop({
      env: {
        DATABASE_URL: connectionString,
        DATA_DIR: files,
        HOST: '127.0.0.1',
        PORT: '0',
        SITE_URL: 'http://shop.test',
        SESSION_SECRET: 'a secret of at least thirty-two characters',
        DATABASE_POOL: '4',
        LOG_LEVEL: 'error',
        PAGE_CACHE: pageCache,
      },
      step: () => undefined,
      now,
      jobs: false,
      // Else it mostly waits for the limit, and what is late is not kept.
      stories: { requestsPerSecond: 1_000 },
    })
  return { db, start }
}

type Seen = {
  status: number | undefined
  type: string
  kept: string | undefined
  location: string | undefined
  body: string
  policy: unknown
}

async function open(start: () => Promise<RunningShop>) {
  const shop = await start()
  // Each asks on a connection of its own: one that was idle may be closed in the moment in which it is used again.
  const agent = new Agent({ keepAlive: false })
  return {
    /** What an address answers, its body decoded, and its `ETag`. */
    async ask(address: string, encoding: 'br' | 'identity'): Promise<Seen & { tag: string | undefined }> {
      const asked = request(shop.url + address, { agent, headers: { 'accept-encoding': encoding } }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      const { statusCode: status, headers } = answer
      const body = await buffer(answer)
      return {
        status,
        type: headers['content-type'] ?? '',
        kept: headers['cache-control'],
        location: headers.location?.replace(/^https?:\/\/[^/]+/, ''),
        body: (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString(),
        // It names hashes of what is in the body: where that differs, this is not what one wants to read.
        policy: headers['content-security-policy'],
        tag: headers.etag,
      }
    },
    async write(): Promise<void> {
      const sent = request(`${shop.url}/api/event`, { agent, method: 'POST' }).end('{}')
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      await buffer(answer)
    },
    async stop(): Promise<void> {
      // A shop that stops waits for those who keep their connections.
      agent.destroy()
      await shop.stop()
    },
  }
}

/** So that it is about pages: an error would be the same error of both. */
async function allAnswer(
  { ask }: Awaited<ReturnType<typeof open>>,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    const { status } = await ask(address, 'br')
    if (status !== 200) throw new Error(`${address} answers ${status}`)
  }
}

async function someAddresses(db: Database): Promise<string[]> {
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

/** Where two answers begin to differ; null: nowhere. */
function difference(what: string, given: Seen, fresh: Seen): Comparison['difference'] {
  const [one, other] = [JSON.stringify(given), JSON.stringify(fresh)]
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 150), at + 150)
  return { what, given: around(one), fresh: around(other) }
}
