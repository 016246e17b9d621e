import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { loadContentFiles } from '#db/load-content.ts'
import { loadSettings } from '#db/load-settings.ts'
import { loadDemoPieces } from '#tests/catalogue.ts'
import { randomOf } from '#tests/checkout-play.ts'
import { testDatabase } from '#tests/database.ts'
import { openColdShop, openKeptShop } from '#tests/page-truth/kept-shop.ts'
import { type Lot, randomChanges } from '#tests/page-truth/random-changes.ts'
import { until } from '#tests/within.ts'

/**
 * No kept page is ever another one than a process that has just started would make: after each of many random changes,
 * each page of many is compared byte for byte. `PAGE_TRUTH=seed:changes` tries others, and more.
 */
const [seed = 1, count = 200] = (process.env.PAGE_TRUTH ?? '').split(':').filter(Boolean).map(Number)

const database = testDatabase()
let kept: Awaited<ReturnType<typeof openKeptShop>>
let addresses: string[]
let time = Date.parse('2026-11-20T12:00:00Z')
const now = () => new Date(time)

beforeAll(async () => {
  await loadAllMessages()
  const { db, connectionString } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadContentFiles(db, 'db/demo/stories', { now: now() })
  await loadDemoPieces(db)
  kept = await openKeptShop(connectionString, now)
  addresses = await someAddresses()
})
afterAll(() => kept?.close())

async function someAddresses(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('product')
    .select(['id', 'slug_de', 'slug_en', 'status'])
    .where('status', 'in', ['listed', 'reserved', 'sold'])
    .orderBy('listed_at', 'desc')
    .orderBy('id')
    .execute()
  const shown = [...rows.slice(0, 5), ...rows.filter(({ status }) => status === 'sold').slice(0, 2)]
  return [
    '/de',
    '/en',
    '/de.data',
    '/de/uhren',
    '/en/watches',
    '/de/schmuck',
    '/en/jewelry.data',
    '/de/uhren/rolex',
    '/de/uhren/zustand-sehr-gut',
    '/de/uhren?sort=price-asc',
    '/de/uhren?page=2',
    '/en/jewelry/rings',
    ...shown.flatMap(({ id, slug_de, slug_en }) => [
      `/de/produkte/${slug_de}/${id}`,
      `/en/products/${slug_en}/${id}`,
    ]),
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
}

/** All that must be the same. */
type Seen = {
  status: number
  policy: string | null
  kept: string | null
  location: string | null
  body: string
}

async function seen(answer: Response): Promise<Seen> {
  const { status, headers } = answer
  const said = (name: string) => headers.get(name)
  return {
    body: await answer.text(),
    status,
    policy: said('content-security-policy'),
    kept: said('cache-control'),
    location: said('location')?.replace(/^https?:\/\/[^/]+/, '') ?? null,
  }
}

/** Where two answers begin to differ; null: nowhere. */
function difference(given: Seen, fresh: Seen): { given: string; fresh: string } | null {
  const [one, other] = [JSON.stringify(given), JSON.stringify(fresh)]
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at += 1
  return {
    given: one.slice(Math.max(0, at - 150), at + 150),
    fresh: other.slice(Math.max(0, at - 150), at + 150),
  }
}

const ask = (address: string, headers: Record<string, string> = {}) =>
  fetch(kept.url + address, { headers: { 'accept-encoding': 'br', ...headers }, redirect: 'manual' })

test(`no kept page differs from a fresh one after ${count} random changes (seed ${seed})`, async () => {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T
  const names = Object.keys(randomChanges)
  const tags = new Map<string, string>()
  let unchanged = 0
  let compared = 0
  await until(() => kept.changes.confirm())
  for (let step = 0; step < count; step += 1) {
    const name = pick(names)
    const lot: Lot = { db: database.db, now: now(), below, pick }
    // Some pages are being made while it happens.
    const meanwhile = Promise.all(
      [pick(addresses), pick(addresses)].map((address) => ask(address).then(seen)),
    )
    await randomChanges[name]?.(lot)
    // From minutes to days, so that terms and thresholds pass.
    if (below(3) === 0) time += below(4) === 0 ? below(30) * 86_400_000 : below(120) * 60_000
    await until(() => kept.changes.confirm())
    const cold = openColdShop(database.connectionString, now)
    try {
      for (const address of addresses) {
        const fresh = await seen(await cold.get(address))
        const answer = await ask(address)
        const tag = answer.headers.get('etag')
        if (tag !== null && tags.get(address) === tag) unchanged += 1
        compared += 1
        const given = await seen(answer)
        const what = `${address} after ${name}, step ${step}, seed ${seed}`
        expect(difference(given, fresh), what).toBeNull()
        if (tag !== null) tags.set(address, tag)
      }
    } finally {
      await cold.close()
    }
    await meanwhile
  }
  // The test is about pages that were kept.
  expect(compared).toBe(count * addresses.length)
  expect(unchanged).toBeGreaterThan(compared / 10)
})
