import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, onTestFinished, test } from 'vitest'
import { createListener } from './listener.ts'
import { admitting, noPlace, rankOf } from './overload.ts'
import { packed } from './packed.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

test.each([
  ['GET', '/de', browser, 'visitor'],
  ['HEAD', '/en/watches/rolex', browser, 'visitor'],
  ['GET', '/en/watches.data', null, 'visitor'],
  ['GET', '/api/search', browser, 'visitor'],
  ['GET', '/api/menu', browser, 'visitor'],
  ['GET', '/de/uhren', robot, 'robot'],
  ['GET', '/de/sitemap.xml', robot, 'robot'],
  ['GET', '/de/warenkorb', browser, 'first'],
  ['GET', '/en/cart.data', browser, 'first'],
  ['GET', '/en/checkout', robot, 'first'],
  ['GET', '/de/bestellung/0123456789', browser, 'first'],
  ['GET', '/en/withdraw-from-contract', browser, 'first'],
  ['GET', '/content/preview', browser, 'first'],
  ['GET', '/admin/orders', browser, 'first'],
  ['GET', '/administration', browser, 'visitor'],
  ['POST', '/de/kontakt', robot, null],
  ['POST', '/api/webhooks/stripe', null, null],
  ['GET', '/api/photos/1/640.avif', browser, null],
  ['GET', '/api/orders/0123456789/invoice.pdf', browser, null],
] as const)('%s %s ranks by what it is for', (method, path, agent, rank) => {
  expect(rankOf(method, path, agent)).toBe(rank)
})

test('who has no place hears so in both languages, the address’s first, and when to come again', async () => {
  const german = noPlace('/de/uhren')
  expect(german.status).toBe(503)
  expect(Number(german.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(german.headers.get('cache-control')).toBe('no-store')
  const text = await german.text()
  expect(text).toMatch(/^<!doctype html><html lang="de">.*lang="de".*neu.*lang="en".*reload/s)
  expect(await noPlace('/en').text()).toMatch(/<html lang="en">.*reload.*neu/s)
  expect(text.length).toBeLessThan(1_000)
})

test('a refusal is not packed: that would cost more than all else of it', async () => {
  const http = new Hono()
  http.use(compress())
  http.use(packed())
  http.get('*', (context) => noPlace(context.req.path))
  for (const encoding of ['br', 'gzip']) {
    const answer = await http.request('/de', { headers: { 'accept-encoding': encoding } })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(Buffer.byteLength(await answer.text())).toBe(Number(answer.headers.get('content-length')))
  }
})

test('pages wait for places, what is sent does not, and a page that fails gives its place back', async () => {
  const http = new Hono()
  const held: (() => void)[] = []
  http.onError((error, context) => context.text(error.message, 500))
  http.use(admitting({ places: 1 }))
  http.all('*', async (context) => {
    if (context.req.path === '/en/faq') throw new Error('failed')
    if (context.req.method === 'GET') await new Promise<void>((done) => held.push(done))
    return context.text(context.req.path)
  })
  expect((await http.request('/en/faq')).status).toBe(500)
  const [first, second] = [http.request('/en'), http.request('/de')]
  await expect.poll(() => held.length).toBe(1)
  expect((await http.request('/de/kontakt', { method: 'POST' })).status).toBe(200)
  const cart = http.request('/en/cart')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  expect((await cart).status).toBe(200)
  held[0]?.()
  expect((await first).status).toBe(200)
  await expect.poll(() => held.length).toBe(3)
  held[2]?.()
  expect((await second).status).toBe(200)
})

test('nothing is made for who has gone away before it was his turn', async () => {
  const made: string[] = []
  const http = new Hono()
  const held: (() => void)[] = []
  http.use(admitting({ places: 1 }))
  http.get('*', async (context) => {
    made.push(context.req.path)
    await new Promise<void>((done) => held.push(done))
    return context.text(context.req.path)
  })
  const server = createListener(http.fetch).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = () => new Promise((done) => server.getConnections((_, count) => done(count)))
  const ask = (path: string, signal: AbortSignal | null = null) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal, headers: { connection: 'close' } })
  // Buyers wait for seconds; visitors would be refused meanwhile.
  const first = [ask('/de/warenkorb'), ask('/de/warenkorb')]
  await expect.poll(() => held.length).toBe(2)
  const leaving = new AbortController()
  const gone = Promise.allSettled(Array.from({ length: 5 }, () => ask('/en/cart', leaving.signal)))
  await expect.poll(open).toBe(7)
  const last = ask('/en/checkout')
  await expect.poll(open).toBe(8)
  leaving.abort()
  expect((await gone).every(({ status }) => status === 'rejected')).toBe(true)
  await expect.poll(open).toBe(3)
  for (const finish of held.splice(0)) finish()
  await Promise.all(first)
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  expect([(await last).status, made]).toEqual([200, ['/de/warenkorb', '/de/warenkorb', '/en/checkout']])
})
