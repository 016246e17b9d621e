import { once } from 'node:events'
import { request as ask } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { readEnv } from '#app/platform/env.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'
import { createListener } from './listener.ts'
import { setSecurityHeaders } from './security-headers.ts'

const content = demoContent()
let staff = ''
beforeAll(async () => {
  await loadAllMessages()
  await loadCast(content.app.db)
})
beforeEach(async () => {
  staff = await staffCookie(content.app.db, 'owner')
})

class Away extends Unavailable {
  constructor() {
    super('away')
  }
}

/** The content service answers by its address: not at all, with a fault of ours, or that it is away. */
const contentService = {
  fetch: async ({ url }: Request) => {
    if (url.includes('broken')) throw new Error('broken')
    if (url.includes('away')) throw new Away()
    return Response.json({ stories: [] })
  },
}

async function openShop(settings: Record<string, string> = {}) {
  const app = { ...content.app, env: readEnv(settings) }
  const server = createListener(servedShop(app, contentService, 'public').fetch).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type Heads = Record<string, string | string[] | undefined>
type Sent = { method?: string; headers?: Record<string, string>; body?: string }

async function headsOf(port: number, path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const asked = ask({ host: '127.0.0.1', port, path, method, headers, agent: false })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  answer.resume()
  const live = answer.headers['content-type']?.startsWith('text/event-stream')
  if (live) answer.destroy()
  else await once(answer, 'end')
  return { status: answer.statusCode as number, heads: answer.headers as Heads }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
const robot = { 'user-agent': 'Googlebot/2.1' }

/** Every kind of answer, and its status where there is but one. */
const kinds = (): [path: string, status: number | null, sent?: Sent][] => [
  ['/', 302],
  ['//', 302],
  ['/health', null],
  ['/de', 200],
  ['/en/contact', 200],
  ['/en/contact.data', 200],
  ['/de/nirgends', 404],
  ['/de/nirgends', 404, { headers: robot }],
  ['/nowhere', 404],
  [`/de/produkte/x/${cast.availableRing}`, 301],
  ['/en/cart', 200],
  ['/en/cart', 302, { method: 'POST', headers: form, body: `intent=remove&piece=${cast.availableRing}` }],
  ['/de/kontakt', 422, { method: 'POST', headers: form, body: 'name=' }],
  ['/de', 405, { method: 'PUT' }],
  ['/nowhere', 405, { method: 'POST' }],
  ['/de/kontakt', 403, { method: 'POST', headers: { ...form, ...elsewhere }, body: 'name=' }],
  ['/favicon.svg', 200],
  ['/social.jpg', 200],
  ['/assets/none.js', 404],
  ['/robots.txt', 200],
  ['/.well-known/security.txt', 200],
  ['/de/sitemap.xml', 200],
  ['/de/merchant-feed.xml', 200],
  ['/de/arrivals.xml', 200],
  ['/de/manifest.webmanifest', 200],
  ['/api/search?query=ring', 200],
  ['/api/nothing', 404],
  ['/api/cart', 405],
  ['/api/cart', 200, { method: 'POST', headers: form, body: `piece=${cast.availableRing}&locale=de` }],
  ['/api/event', 400, { method: 'POST', body: '{' }],
  ['/api/photos/none/640.avif', 404],
  ['/api/photos/none/640.avif', 405, { method: 'DELETE' }],
  ['/api/orders/none/R-2026-00001.pdf', 404],
  ['/api/webhooks/stripe', 404, { method: 'POST', body: '{}' }],
  ['/content/v2/cdn/stories', 200],
  ['/content/v2/broken', 500],
  ['/content/v2/away', 503],
  ['/office/assets/none.js', 404],
  ['/office/', 301],
  ['/office/data/today', 401],
  ['/office/data/orders', 200, { headers: { cookie: staff } }],
  ['/office/events', 401],
  ['/office/events', 200, { headers: { cookie: staff } }],
  ['/office/act/accounts.sign-out', 200, { method: 'POST', headers: { ...json, cookie: staff }, body: '{}' }],
  ['/office/calendar/none.ics', 404],
  ['/office/piece-page/1/de', 401],
  ['/office/request-page/1', 401],
  ['/office/x', 405, { method: 'DELETE' }],
]

/** What is wrong with the headers of an answer. */
function faultsOf(heads: Heads): string[] {
  const policy = String(heads['content-security-policy'])
  const wanted: [string, RegExp][] = [
    ['x-content-type-options', /^nosniff$/],
    ['referrer-policy', /^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/],
    ['cross-origin-resource-policy', /^(?:same-origin|same-site|cross-origin)$/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['permissions-policy', /geolocation=\(\)/],
    ['content-security-policy', /default-src 'none'/],
    ['content-security-policy', /frame-ancestors '(?:none|self)'/],
  ]
  const faults = wanted.flatMap(([name, value]) =>
    value.test(String(heads[name])) ? [] : [`${name}: ${heads[name]}`],
  )
  if (/script-src[^;]*'unsafe-/.test(policy)) faults.push(policy)
  return faults
}

test('every kind of answer says what browsers may do with it', async () => {
  const port = await openShop()
  const wrong: string[] = []
  for (const [path, wanted, sent] of kinds()) {
    const { status, heads } = await headsOf(port, path, sent)
    const faults = faultsOf(heads)
    if (wanted !== null && status !== wanted) faults.push(`status ${status} instead of ${wanted}`)
    wrong.push(...faults.map((fault) => `${sent?.method ?? 'GET'} ${path}: ${fault}`))
  }
  expect(wrong).toEqual([])
})

test.each([
  ['a method that nothing answers', 'TRACE /de HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['two hosts', 'GET /de HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['no host', 'GET /de HTTP/1.1\r\n\r\n', 400],
  ['no request', 'nonsense\r\n\r\n', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['long headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['many headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(150)}\r\n`, 431],
  ['what nobody can expect', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n', 417],
])('so does the refusal of %s', async (_what, request, status) => {
  const socket = connect(await openShop(), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(request)
  let said = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    said += part
  })
  await once(socket, 'close')
  const [first = '', ...lines] = said.split('\r\n\r\n')[0]?.split('\r\n') ?? []
  expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const heads: Heads = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)))
  expect(faultsOf(heads)).toEqual([])
})

describe('over https', () => {
  test.each([
    ['the shop’s address', { SITE_URL: 'https://shop.example' }, {}],
    ['what our proxy says', { TRUST_PROXY: 'true' }, { 'x-forwarded-proto': 'https' }],
  ])('by %s, every cookie of every kind of answer is for https alone', async (_what, settings, headers) => {
    const port = await openShop(settings)
    const names = new Set<string>()
    for (const [path, , sent = {}] of kinds()) {
      const cookie = sent.headers?.cookie
      const own = { ...sent.headers, ...(cookie && { cookie: `__Secure-${cookie}` }), ...headers }
      const { heads } = await headsOf(port, path, { ...sent, headers: own })
      expect(heads['strict-transport-security'], path).toMatch(/^max-age=63072000/)
      for (const set of heads['set-cookie'] ?? []) {
        expect(set, path).toMatch(/; Secure(?:;|$)/)
        // Browsers refuse it otherwise.
        if (set.startsWith('__Host-')) expect(set, path).toMatch(/^(?!.*Domain=).*; Path=\/(?:;|$)/)
        names.add(set.split('=')[0] ?? '')
      }
    }
    expect([...names].sort()).toEqual(['__Host-cart', '__Secure-office_session', 'i18n_redirected'])
  })
})

describe('what an answer says itself', () => {
  const set = (given: Record<string, string>, pathname = '/de', isDevelopment = false) => {
    const headers = new Headers(given)
    setSecurityHeaders(headers, { https: false, pathname, isDevelopment })
    return headers
  }

  test('stands', () => {
    const own = {
      'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
      'referrer-policy': 'no-referrer',
    }
    const headers = set({ ...own, 'cross-origin-resource-policy': 'cross-origin' })
    expect(Object.fromEntries(headers)).toMatchObject({
      ...own,
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('is completed where it does not say who may frame it', () => {
    expect(
      set({ 'content-security-policy': "default-src 'none'; sandbox" }).get('content-security-policy'),
    ).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
  })

  test.each([
    ['/social.jpg', 'cross-origin'],
    ['/content/v2/cdn/stories', 'cross-origin'],
    ['/api/event', 'same-site'],
    ['/de/checkout', 'same-origin'],
    ['/office/data/today', 'same-origin'],
  ])('is completed by who may load it: %s', (path, policy) => {
    expect(set({}, path).get('cross-origin-resource-policy')).toBe(policy)
  })

  test('while somebody develops, Vite’s pages have no policy', () => {
    expect(
      set({ 'content-type': 'text/html; charset=utf-8' }, '/de', true).has('content-security-policy'),
    ).toBe(false)
    expect(set({ 'content-type': 'application/json' }, '/de', true).has('content-security-policy')).toBe(true)
  })
})
