import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { App } from '#app/app-context.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages, servedShop } from '#tests/served-pages.ts'
import { createListener } from './listener.ts'

const content = demoContent()
const logged: string[] = []
let app: App
let server: Server
let port: number

beforeAll(async () => {
  await loadAllMessages()
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
  app = { ...content.app, log }
  server = createListener(servedShop(app, undefined, 'public').fetch)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((done) => server.close(done)))

const strange = [
  ...[
    '/',
    '//',
    '//%ff',
    '/%ff',
    '///',
    '/%',
    '//%',
    '/de',
    '/en',
    '/de/kontakt',
    '/de/nirgends',
    '/nirgends',
  ],
  ...[
    '/de/%ff',
    '/de//%ff',
    '/de/%0a',
    '/en/a%0Db',
    '/de/uhren/%e2%80%a8',
    '/%0a',
    '/%2f%2f',
    '/\\',
    '/..',
    '/%00',
    '/__proto__',
    '/.data',
    '/_root.data',
    '/de.data',
  ],
  ...['//evil.example', '/assets/x.js', '/health', '/robots.txt', '/api', '/api/', '/api/%ff', '/api/event'],
  ...[
    '/api/cart',
    '/api/search',
    '/api/menu',
    '/api/icons/x.json',
    '/api/sell-photos/form/x',
    '/content/v2/cdn/stories',
  ],
  ...[
    '/content/v2/%ff',
    '/content/preview',
    '/en/order/x',
    '/de/verkaufen',
    '/en/jewelry',
    '/?index',
    '/de?index',
  ],
]
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'PROPFIND',
  'PURGE',
  'QUERY',
  'LINK',
]

test('every method at every strange address is refused or answered, and nothing is a fault of ours', async () => {
  const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')]
  const get = servedPages(app)
  const faults: string[] = []
  for (const method of methods)
    for (const at of strange) {
      const answer = await get(at, { 'user-agent': 'Googlebot/2.1' }, { method })
      await answer.text()
      if (answer.status >= 500) faults.push(`${method} ${at}: ${answer.status}`)
      const allowed = answer.headers.get('allow')?.split(', ')
      if (answer.status === 405 && (!allowed || allowed.includes(method)))
        faults.push(`${method} ${at}: allows ${allowed}`)
      // What an address does not take, it does not say that it takes.
      const strayed = method === 'POST' || method === 'PUT' ? allowed?.includes('POST') : false
      if (strayed && !/^\/(?:api|content|de|en)(?:[/?.%]|$)/.test(at))
        faults.push(`${method} ${at}: allows POST`)
    }
  expect(faults).toEqual([])
  expect(logged.filter((line) => /stack|"level":(50|60)/.test(line))).toEqual([])
  expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([])
  // A browser is shown a page about it.
  for (const at of strange.slice(0, 25)) {
    const answer = await get(at, {}, { method: 'POST' })
    await answer.text()
    if (answer.status >= 500) faults.push(`a browser’s POST ${at}: ${answer.status}`)
  }
  expect(faults).toEqual([])
  // The same over a connection, where requests come without being read before.
  for (const at of strange.filter((each) => !each.includes('\\')))
    for (const method of ['POST', 'PUT', 'TRACE', 'PROPFIND'])
      for (const body of [
        '\r\n',
        'Content-Length: 3\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\na=b',
      ]) {
        const head = `${method} ${at} HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: Googlebot/2.1\r\nConnection: close\r\n`
        const status = statusOf(await raw(head + body))
        if (!(status < 500)) faults.push(`${method} ${at} by wire: ${status}`)
      }
  expect(faults).toEqual([])
  expect(logged.filter((line) => /stack|"level":(50|60)/.test(line))).toEqual([])
  expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([])
  for (const spy of printed) spy.mockRestore()
})

test('a piece is put into the cart by POST alone', async () => {
  const get = servedPages(app)
  const heads = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
    const answer = await get('/api/cart', heads, { method, body: 'piece=1&locale=de' })
    expect([method, answer.status, answer.headers.get('allow')]).toEqual(
      method === 'POST' ? [method, 200, null] : [method, 405, 'POST'],
    )
  }
})

/** Sends bytes as they are; what comes back until the other side ends, or an answer is whole. */
async function raw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part
  })
  await once(socket, 'close')
  return answer
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

describe('a request that can be read in two ways is refused', () => {
  const host = 'Host: shop.example\r\n'
  const end = 'Connection: close\r\n\r\n'
  test.each([
    ['two hosts', `GET /de/nirgends HTTP/1.1\r\n${host}Host: evil.example\r\n${end}`],
    ['the same host twice', `GET /de/nirgends HTTP/1.1\r\n${host}hOST: shop.example\r\n${end}`],
    ['no host', `GET /de/nirgends HTTP/1.1\r\n${end}`],
    ['a host that is none', `GET /de/nirgends HTTP/1.1\r\nHost: a/b@c\r\n${end}`],
    ['another host in the address', `GET http://evil.example/de HTTP/1.1\r\n${host}${end}`],
    ['another scheme', `GET ftp://shop.example/de HTTP/1.1\r\n${host}${end}`],
    ['an address without a slash', `GET de HTTP/1.1\r\n${host}${end}`],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}${end}`],
    [
      'a length and chunks',
      `POST /de HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    ],
    ['two lengths', `POST /de HTTP/1.1\r\n${host}Content-Length: 4\r\nContent-Length: 5\r\n${end}abcde`],
    ['chunks in disguise', `POST /de HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n${end}0\r\n\r\n`],
    ['a folded header', `GET /de HTTP/1.1\r\n${host}X-A: b\r\n c\r\n${end}`],
    ['a blank before a colon', `GET /de HTTP/1.1\r\n${host}Content-Length : 4\r\n${end}abcd`],
    ['a version that there is not', `GET /de HTTP/9.9\r\n${host}${end}`],
    ['no HTTP at all', `hello\r\n\r\n`],
  ])('%s', async (_, text) => expect(statusOf(await raw(text))).toBe(400))

  test.each(['evil.example:443', 'shop.example:80', 'evil.example', '/de', '*', ':'])(
    'nobody is connected to %s through the shop, and is told so',
    async (to) => {
      const refused = await raw(`CONNECT ${to} HTTP/1.1\r\n${host}\r\n`)
      expect([400, 405]).toContain(statusOf(refused))
      expect(refused.toLowerCase()).toContain('\r\nconnection: close\r\n')
    },
  )

  test('TRACE is not allowed, and a whole address of our own is an address', async () => {
    const traced = await raw(`TRACE /de HTTP/1.1\r\n${host}${end}`)
    expect(statusOf(traced)).toBe(405)
    expect(traced.toLowerCase()).toContain('\r\nallow: ')
    const whole = await raw(`GET http://shop.example/robots.txt HTTP/1.1\r\n${host}${end}`)
    expect(statusOf(whole)).toBe(200)
    expect(logged.filter((line) => /stack|"level":(50|60)/.test(line))).toEqual([])
  })
})

test('a connection outlives that of the usual proxies', () => {
  expect(server.keepAliveTimeout).toBeGreaterThanOrEqual(65_000)
  expect(server.headersTimeout).toBeGreaterThan(server.keepAliveTimeout)
  expect(server.requestTimeout).toBeGreaterThan(server.headersTimeout)
})
