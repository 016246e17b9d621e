import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { action as cartApi } from '#app/api/cart.ts'
import { loader as searchApi } from '#app/api/search.ts'
import { clientContext } from '#app/app-context.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import type { Database } from '#app/platform/database/database.ts'
import { relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { demoContent } from '#tests/demo-content.ts'
import { contextOf } from '#tests/requests.ts'
import { addCompleteRings, cancelPaid, sell, take, withdraw } from '#tests/returned-pieces.ts'
import { type Get, servedPages } from '#tests/served-pages.ts'
import * as checkout from './checkout/checkout-page.tsx'
import { arrivalsXml } from './feeds/arrivals-xml.ts'
import { merchantXml } from './feeds/merchant-xml.ts'
import { sitemapXml } from './feeds/sitemap-xml.ts'

/** What the public finds of a piece in each of its states, everywhere where it could. */
const demo = demoContent()
let db: Database
let get: Get

/** How a piece that is on sale comes into each state. */
const ways = {
  draft: async () => undefined,
  'intake, never sold': (id) => set(id, 'intake'),
  'preparing, never sold': (id) => set(id, 'intake', 'preparing'),
  listed: async () => undefined,
  reserved: (id) => set(id, 'reserved'),
  sold: async (id) => void (await sell(db, [id])),
  returned: async (id) => {
    const order = await sell(db, [id])
    await take(db, order, 'prepare', 'ship')
    await withdraw(db, order, [id])
    await take(db, order, 'receive-return')
  },
  'intake, after a sale': async (id) => cancelPaid(db, await sell(db, [id])),
  'preparing, after a sale': async (id) => {
    await cancelPaid(db, await sell(db, [id]))
    await set(id, 'preparing')
  },
  'without price, after a sale': async (id) => {
    await cancelPaid(db, await sell(db, [id]))
    await sql`update product set price_cents = null where id = ${id}`.execute(db)
  },
  'withdrawn, after a sale': async (id) => {
    await cancelPaid(db, await sell(db, [id]))
    await set(id, 'withdrawn')
  },
  'melted, after a sale': async (id) => {
    await cancelPaid(db, await sell(db, [id]))
    await set(id, 'melted')
  },
  relisted: async (id) => {
    await cancelPaid(db, await sell(db, [id]))
    await relistPiece(db, id, { priceCents: null, by: 'Berta' })
  },
} satisfies Record<string, (id: string) => Promise<void>>
type Way = keyof typeof ways

const numbers = Object.fromEntries(Object.keys(ways).map((way, at) => [way, String(44_001 + at)])) as Record<
  Way,
  string
>

async function set(id: string, ...statuses: string[]) {
  for (const status of statuses) await sql`update product set status = ${status} where id = ${id}`.execute(db)
}

beforeAll(async () => {
  db = demo.app.db
  await loadAllMessages()
  get = servedPages(demo.app)
  for (const [way, come] of Object.entries(ways)) {
    const id = numbers[way as Way]
    const status = way === 'draft' || way.endsWith('never sold') ? 'draft' : 'listed'
    await addCompleteRings(db, [id], { status })
    await come(id)
  }
})

type Found = {
  /** Answer of its page, and what it says of availability in structured data. */
  page: number
  availability: 'InStock' | 'OutOfStock' | 'SoldOut' | null
  indexed: boolean
  canBePutInCart: boolean
  listing: boolean
  search: boolean
  merchant: boolean
  arrivals: boolean
  sitemap: boolean
  /** What the checkout says of it; `null`: it is held and can be ordered. */
  checkout: string | null
}

const on = (id: string) => new RegExp(`(?<!\\d)${id}(?!\\d)`)

async function whole(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

async function atCheckout(id: string): Promise<string | null> {
  const context = contextOf(demo.app)
  context.set(clientContext, null)
  const url = new URL('http://shop.test/de/checkout')
  const request = new Request(url, { headers: { cookie: `cart=${id}` } })
  const answer = (await checkout.loader({
    request,
    url,
    params: {},
    context,
    pattern: '',
  } as never)) as unknown as {
    data: { view: { missing: { state: string }[] } }
  }
  return answer.data.view.missing[0]?.state ?? null
}

async function putIn(id: string): Promise<{ ok: boolean; reason?: string }> {
  const request = new Request('http://shop.test/api/cart', {
    method: 'POST',
    body: new URLSearchParams({ piece: id }),
  })
  return (await cartApi({ request, context: contextOf(demo.app), params: {} } as never)).json()
}

async function look(way: Way, locale: 'de' | 'en'): Promise<Found> {
  const id = numbers[way]
  const path = locale === 'de' ? 'produkte' : 'products'
  const answer = await get(`/${locale}/${path}/ring-${id}/${id}`)
  const html = await answer.text()
  const query = new Request(`http://shop.test/api/search?query=${id}`)
  const found = await searchApi({ request: query, context: contextOf(demo.app), params: {} } as never)
  const listing = await get(locale === 'de' ? '/de/schmuck/ringe' : '/en/jewelry/rings')
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  return {
    page: answer.status,
    availability: (/"availability":"https:\/\/schema.org\/(\w+)"/.exec(html)?.[1] ??
      null) as Found['availability'],
    indexed: answer.status === 200 && !/<meta name="robots" content="[^"]*noindex/.test(html),
    canBePutInCart: on(id).test(
      /<form[^>]*data-cart[\s\S]*?<\/form>/.exec(main.split('id="similar"')[0] ?? '')?.[0] ?? '',
    ),
    listing: on(id).test((await listing.text()).split(/Schon verkauft|Already sold/)[0] ?? ''),
    search: ((await found.json()) as { items: { id: string; status: string }[] }).items.some(
      (item) => item.id === id,
    ),
    merchant: on(id).test(await whole(merchantXml(demo.app, locale))),
    arrivals: on(id).test(await arrivalsXml(demo.app, locale)),
    sitemap: on(id).test(await sitemapXml(demo.app, locale)),
    checkout: await atCheckout(id),
  }
}

const nowhere = {
  page: 404,
  availability: null,
  indexed: false,
  canBePutInCart: false,
  listing: false,
  search: false,
  merchant: false,
  arrivals: false,
  sitemap: false,
  checkout: 'gone',
} satisfies Found
const examined: Found = { ...nowhere, page: 200, availability: 'OutOfStock', checkout: 'examined' }
const onSale: Found = {
  page: 200,
  availability: 'InStock',
  indexed: true,
  canBePutInCart: true,
  listing: true,
  search: true,
  merchant: true,
  arrivals: true,
  sitemap: true,
  checkout: null,
}
const reserved: Found = {
  ...onSale,
  availability: 'OutOfStock',
  canBePutInCart: false,
  arrivals: false,
  checkout: 'reserved',
}
const expected: Record<Way, Found> = {
  draft: nowhere,
  'intake, never sold': nowhere,
  'preparing, never sold': nowhere,
  // Being held by the checkout of this very test is what makes it reserved for the other language.
  listed: onSale,
  reserved,
  sold: { ...nowhere, page: 200, availability: 'SoldOut', indexed: true, search: true, checkout: 'sold' },
  returned: examined,
  'intake, after a sale': examined,
  'preparing, after a sale': examined,
  'without price, after a sale': examined,
  'withdrawn, after a sale': nowhere,
  'melted, after a sale': nowhere,
  relisted: onSale,
}

describe.each(Object.keys(ways) as Way[])('a piece that is %s', (way) => {
  test.each(['de', 'en'] as const)('is found as it should (%s)', async (locale) => {
    const found = await look(way, locale)
    await db
      .updateTable('claim')
      .set({ holder: null, held_since: null, held_until: null })
      .where('order_id', 'is', null)
      .execute()
    await sql`update product set status = 'listed' where id = ${numbers[way]} and status = 'reserved' and ${way !== 'reserved'}`.execute(
      db,
    )
    expect(found).toEqual(expected[way])
  })

  test('is put into a cart and held only while it is on sale', async () => {
    const id = numbers[way]
    const { page, checkout: state } = expected[way]
    const put = await putIn(id)
    if (state === null || state === 'reserved') expect(put.ok).toBe(true)
    else expect(put).toEqual({ ok: false, reason: state === 'gone' ? 'no-such-piece' : state })
    const cart = await (await get('/de/warenkorb', { cookie: `cart=${id}` })).text()
    expect(cart.includes(`/de/produkte/ring-${id}/${id}`)).toBe(page === 200)
    const hold = await holdProducts(db, { pieces: [id], holder: `who-asks-for-${id}`, client: null })
    expect(hold.ok).toBe(state === null)
  })
})

test('the page, the cart and the checkout of a piece examined again say so, and where to ask', async () => {
  const id = numbers['intake, after a sale']
  for (const [locale, address, words, cart, contact] of [
    ['de', `/de/produkte/ring-${id}/${id}`, 'noch einmal geprüft', '/de/warenkorb', '/de/kontakt'],
    ['en', `/en/products/ring-${id}/${id}`, 'being examined again', '/en/cart', '/en/contact'],
  ] as const) {
    const html = await (await get(address)).text()
    expect(html).toContain(words)
    expect(html).toContain(`href="${contact}?piece=${id}"`)
    expect(html).toContain(locale === 'de' ? 'href="/de/schmuck/ringe"' : 'href="/en/jewelry/rings"')
    expect(await (await get(cart, { cookie: `cart=${id}` })).text()).toContain(words)
    expect(await (await get(`/${locale}/checkout`, { cookie: `cart=${id}` })).text()).toMatch(
      /noch einmal geprüft|being examined again/i,
    )
    expect(await (await get(`${contact}?piece=${id}`)).text()).toContain(`Ring ${id}`)
  }
})

test('the page of an order links to its pieces as long as they have a page', async () => {
  const [kept, melted] = ['44101', '44102']
  await addCompleteRings(db, [kept, melted])
  const order = await sell(db, [kept, melted])
  await cancelPaid(db, order)
  await set(melted, 'melted')
  for (const [locale, path] of [
    ['de', `/de/bestellung/${order.token}`],
    ['en', `/en/order/${order.token}`],
    ['de', `/de/checkout/success?order=${order.token}`],
  ] as const) {
    const html = await (await get(path)).text()
    const link = (id: string) =>
      `href="/${locale}/${locale === 'de' ? 'produkte' : 'products'}/ring-${id}/${id}"`
    expect(html).toContain(link(kept))
    expect(html).not.toContain(link(melted))
    expect(html).toContain(`Ring ${melted}`)
    expect((await get(/href="([^"]*ring-44101\/44101)"/.exec(html)?.[1] ?? '/none')).status).toBe(200)
  }
})
