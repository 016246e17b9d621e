import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { createListener } from './listener.ts'
import { PageCache } from './page-cache.ts'
import { pageFront } from './page-front.ts'

/** However an address is varied that has one answer, it is kept once, and nobody is given another address's. */
const content = demoContent()
const origin = 'http://localhost:3000'
let cache: PageCache
let server: ReturnType<typeof createListener>

beforeAll(async () => {
  await loadAllMessages()
  const { app } = content
  await loadCast(app.db)
  const http = servedShop(app)
  const environment = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1 } } }
  cache = new PageCache({
    make: async ({ key }, _by, signal) => http.fetch(new Request(origin + key, { signal }), environment),
    now: () => Date.now(),
    log: app.log,
  })
  const changes = { isCurrent: true, heardUntil: 0, confirm: async () => true }
  server = createListener(http.fetch, pageFront({ cache, changes, env: app.env })).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close().closeAllConnections())

type Sent = { method?: string; headers?: Record<string, string> }

/** Asks for exactly these characters; the answer's head but for what names the moment and the encoding. */
async function ask(path: string, { method = 'GET', headers = {} }: Sent = {}) {
  const { port } = server.address() as AddressInfo
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', host: 'localhost:3000' }
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { ...browser, ...headers } }).end()
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode as number, body: await text(answer), heads: answer.headers }
}

const piece = `/de/produkte/rolex-submariner-date-116610ln/${cast.availableSubmariner}`

/** Each is either told to come by the one address, or is that one. */
const variants: [address: string, ...others: string[]][] = [
  [
    '/de/agb',
    ...['/DE/agb', '/de/AGB', '/De/aGb', '/de/agb/', '/de//agb', '//de/agb', '/de/%61gb', '/%64e/agb'],
    ...['/de/agb?', '/de/agb?&', '/de/agb?=', '/de/agb?a', '/de/agb?utm_source=1', '/de/agb?page=2&x=%00'],
    ...['/de/agb?x[]=1&x[]=2', '/de/agb??', '/de/agb?/../en', '/de/agb;jsessionid=1', '/de/agb%3B'],
    ...['/de/agb%2F', '/de/agb%20', '/de/agb.', '/de/agb%00', '/de/./agb', '/de/x/../agb'],
  ],
  [
    '/de/agb.data',
    ...[
      '/DE/agb.data',
      '/de/agb/.data',
      '/de/agb.DATA',
      '/de/agb.data?',
      '/de/agb.data?utm_x=1',
      '/de//agb.data',
    ],
    ...['/de/agb.data.data', '/de/agb.data/', '/de/%61gb.data', '/de/agb%2Edata', '/de/agb.data?_routes='],
  ],
  [
    piece,
    ...[`${piece}?page=2`, `${piece}?item=1`, `${piece}/`, `${piece}%20`, piece.replace('rolex', 'x')],
    ...[`/de/produkte/x/${cast.availableSubmariner}`, `${piece}?sort=price-asc`, piece.toUpperCase()],
    ...[piece.replace(/\d+$/, '0$&'), piece.replace(/\d+$/, '+$&'), piece.replace(/\d+$/, '$&.0')],
  ],
  ['/de/sitemap/pages.xml', '/de/sitemap/pages.xml?1', '/de/sitemap/pages-1.xml', '/de/sitemap/PAGES.xml'],
  ['/de/sitemap/products-1.xml', '/de/sitemap/products-01.xml', '/de/sitemap/products-1_.xml'],
  ['/robots.txt', '/robots.txt?', '/robots.txt?x=1', '/robots.txt/', '/ROBOTS.TXT'],
]

test.each(variants)('%s', async (address, ...others) => {
  cache.changed('everything')
  const { status, body } = await ask(address)
  expect(status).toBe(200)
  const kept = () => cache.size.answers
  const before = kept()
  const given: string[] = []
  for (const other of others) {
    for (let times = 0; times < 3; times += 1) {
      const answer = await ask(other)
      if (answer.status === 200 && answer.body !== body) given.push(`${other} is answered otherwise`)
      if (answer.status >= 500) given.push(`${other} fails`)
    }
    if (kept() > before) given.push(`${other} is kept by itself`)
    cache.changed('everything')
    await ask(address)
  }
  expect(given).toEqual([])
})

const page = '/de/agb'
const tagOf = (heads: { etag?: string | undefined }) => String(heads.etag)

test('what somebody sends along gets into nothing that others are given', async () => {
  const word = 'elsewhere.example'
  const names = [
    'x-forwarded-host',
    'x-forwarded-for',
    'x-original-url',
    'referer',
    'accept-language',
    'cookie',
  ]
  const sent = Object.fromEntries(
    [...names, 'origin', 'forwarded', 'host', 'via'].map((name) => [name, word]),
  )
  for (const address of [page, '/de/uhren', piece]) {
    cache.changed('everything')
    const first = await ask(address, { headers: sent })
    const second = await ask(address)
    expect([first.status, second.body]).toEqual([200, first.body])
    expect(JSON.stringify([second.heads, second.body])).not.toContain(word)
    expect(second.heads['set-cookie']).toBeUndefined()
  }
})

test('nobody is told to keep what he does not have', async () => {
  const asks = (tag: string, encoding = 'identity', method = 'GET') =>
    ask(page, { method, headers: { 'if-none-match': tag, 'accept-encoding': encoding } })
  const { heads } = await ask(page)
  const tag = tagOf(heads)
  const packed = tagOf((await ask(page, { headers: { 'accept-encoding': 'br' } })).heads)
  const other = tagOf((await ask('/en/gtc')).heads)
  expect(new Set([tag, packed, other]).size).toBe(3)
  for (const has of [tag, `W/${tag}`, `"x", ${tag}`, `W/"x" ,W/${tag},"y"`, '*', `${other}, *`]) {
    const { status, body, heads } = await asks(has)
    expect([has, status, body, tagOf(heads)]).toEqual([has, 304, '', tag])
    expect(heads['cache-control']).toBe('public, no-cache')
    expect(heads.vary).toBe('Accept-Encoding')
  }
  expect((await asks(tag, 'identity', 'HEAD')).status).toBe(304)
  for (const lacks of [packed, other, '""', '"', '', 'W/', ',', `${tag}x`, tag.slice(0, -3), `x${tag}`])
    expect([lacks, (await asks(lacks)).status]).toEqual([lacks, 200])
  for (const encoding of ['br', 'gzip']) expect((await asks(tag, encoding)).status).toBe(200)
  cache.changed('everything')
  expect((await asks(tag)).status).toBe(304)
})

test('a part of a page is never given for the whole, nor what is sent before for what is asked', async () => {
  const whole = await ask(page)
  const ranges = { range: 'bytes=0-9', 'if-range': tagOf(whole.heads), 'x-http-method-override': 'HEAD' }
  const part = await ask(page, { headers: ranges })
  expect([part.status, part.body]).toEqual([200, whole.body])
  const head = await ask(page, { method: 'HEAD' })
  expect([head.status, head.body, head.heads['content-length']]).toEqual([
    200,
    '',
    String(Buffer.byteLength(whole.body)),
  ])
  cache.changed('everything')
  // Kept by whoever asks for its head first, too.
  expect((await ask(page, { method: 'HEAD' })).heads.etag).toBe(whole.heads.etag)
  expect((await ask(page)).body).toBe(whole.body)
})

test.each([
  ['GET /de/agb HTTP/1.0\r\n\r\n', 1],
  ['GET http://localhost:3000/de/agb HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n', 1],
  [
    // Without waiting for the first: the second is kept already, the first is not.
    'GET /de/uhren/rolex?x=1 HTTP/1.1\r\nHost: a\r\n\r\nGET /de/agb HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    2,
  ],
])('%j is answered, in the order of what was asked', async (asked, answers) => {
  await ask(page)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(asked)
  const said = await text(socket)
  expect(said.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(answers)
  const last = said.slice(said.lastIndexOf('HTTP/1.1 200 OK'))
  expect(last).toContain((await ask(page)).body.slice(0, 300))
})
