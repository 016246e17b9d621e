import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { createListener, type Limits } from './listener.ts'
import { plainHeads } from './security-headers.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function openWhole(
  limits: Partial<Limits>,
  fetch = async (request: Request) => new Response(await request.text()),
) {
  const server = createListener(fetch, undefined, { connectionsCheckingInterval: 20, ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const connections = () => new Promise((done) => server.getConnections((_error, count) => done(count)))
  return { port: (server.address() as AddressInfo).port, connections }
}

const open = async (limits: Partial<Limits>) => (await openWhole(limits)).port

async function dial(port: number): Promise<{ socket: Socket; heard: () => string; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  socket.on('error', () => undefined)
  const ended = new Promise((done) => socket.once('close', done))
  await once(socket, 'connect')
  ends.push(() => socket.destroy())
  return { socket, heard: () => text, ended }
}

const head = 'GET /de HTTP/1.1\r\nHost: shop.test\r\n'

describe('who takes their time', () => {
  test('with the headers is cut off, however often a byte comes', async () => {
    const port = await open({ headersTimeout: 100 })
    const slow = await dial(port)
    slow.socket.write(head)
    const drops = setInterval(() => slow.socket.write('X-Drop: 1\r\n'), 10)
    ends.push(() => clearInterval(drops))
    await slow.ended
    expect(slow.heard()).not.toMatch(/^HTTP\/1\.1 200 /)
  })

  test('with the body is cut off', async () => {
    const port = await open({ headersTimeout: 50, requestTimeout: 100 })
    const slow = await dial(port)
    slow.socket.write('POST /de HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100000\r\n\r\n')
    const drops = setInterval(() => slow.socket.write('x'), 10)
    ends.push(() => clearInterval(drops))
    await slow.ended
    expect(slow.heard()).not.toMatch(/^HTTP\/1\.1 200 /)
  })

  test('with taking the answer is cut off', async () => {
    let asked = 0
    const { port, connections } = await openWhole({ timeout: 100 }, async () => {
      asked += 1
      return new Response(new Uint8Array(50_000_000))
    })
    const slow = await dial(port)
    slow.socket.pause()
    slow.socket.write(`${head}\r\n`)
    await expect.poll(() => asked).toBe(1)
    await expect.poll(connections).toBe(0)
  })

  test('between two requests keeps the connection', async () => {
    // Longer than a busy machine takes to answer: a silence while something is asked ends the connection.
    const timeout = 3_000
    const port = await open({ headersTimeout: 60_000, keepAliveTimeout: 60_000, timeout })
    const visitor = await dial(port)
    const answered = (count: number) =>
      expect.poll(() => visitor.heard().split('HTTP/1.1 200').length - 1).toBe(count)
    visitor.socket.write(`${head}\r\n`)
    await answered(1)
    await new Promise((done) => setTimeout(done, timeout + 500))
    visitor.socket.write(`${head}\r\n`)
    await answered(2)
  })
})

describe('who brings too much', () => {
  test.each([
    ['a huge header', `X-Huge: ${'x'.repeat(20_000)}\r\n`],
    ['many headers', 'X: 1\r\n'.repeat(150)],
  ])('%s is refused', async (_what, headers) => {
    const visitor = await dial(await open({}))
    visitor.socket.write(`${head}${headers}\r\n`)
    await visitor.ended
    expect(visitor.heard()).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('who asks for hundreds of pages over one connection without reading one is cut off', async () => {
    let asked = 0
    const held = new Promise<Response>(() => undefined)
    const { port } = await openWhole({}, () => {
      asked += 1
      return held
    })
    const usual = await dial(port)
    usual.socket.write(`${head}\r\n`.repeat(50))
    await expect.poll(() => asked).toBe(50)
    const greedy = await dial(port)
    greedy.socket.write(`${head}\r\n`.repeat(1_000))
    await greedy.ended
    expect(asked).toBe(150)
    expect(usual.socket.closed).toBe(false)
  })

  test('connections beyond the limit are closed, and free again when others end', async () => {
    const port = await open({ maxConnections: 2 })
    const [first, , third] = [await dial(port), await dial(port), await dial(port)]
    await third?.ended
    first?.socket.destroy()
    await first?.ended
    await expect
      .poll(async () => {
        const next = await dial(port)
        next.socket.write(`${head}\r\n`)
        return Promise.race([
          next.ended.then(() => 'closed'),
          once(next.socket, 'data').then(() => 'answered'),
        ])
      })
      .toBe('answered')
  })
})

describe('what can be read in two ways', () => {
  test.each([
    ['two hosts', 'GET /de HTTP/1.1\r\nHost: shop.test\r\nhOST: other.test\r\n\r\n', 400],
    ['twice the same host', 'GET /de HTTP/1.1\r\nHost: shop.test\r\nHost: shop.test\r\n\r\n', 400],
    ['another host in the address', 'GET http://other.test/de HTTP/1.1\r\nHost: shop.test\r\n\r\n', 400],
    ['no address', 'OPTIONS * HTTP/1.1\r\nHost: shop.test\r\n\r\n', 400],
    ['a method that nothing answers', 'TRACE /de HTTP/1.1\r\nHost: shop.test\r\n\r\n', 405],
    ['a host that is none', 'GET /de HTTP/1.1\r\nHost: shop.test/x\r\n\r\n', 400],
    ['no host, in an older protocol', 'GET /de HTTP/1.0\r\n\r\n', 400],
    ['a backslash', 'GET /de\\x HTTP/1.1\r\nHost: shop.test\r\n\r\n', 400],
    ['one host', 'GET /de HTTP/1.1\r\nhOST: shop.test\r\nPost: shop.test\r\n\r\n', 200],
  ])('%s', async (_what, request, status) => {
    const visitor = await dial(await open({}))
    visitor.socket.write(request)
    await expect.poll(visitor.heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})

describe('what is refused before anything knows the connection', () => {
  test.each([
    ['a host that is none', 'GET /de HTTP/1.1\r\nHost: shop.test/x\r\n\r\n'],
    ['a host with a query', 'GET /de HTTP/1.1\r\nHost: shop.test?x\r\n\r\n'],
    ['a host with somebody at it', 'GET /de HTTP/1.1\r\nHost: a@shop.test\r\n\r\n'],
    ['a host that ends in no number', 'GET /de HTTP/1.1\r\nHost: 09\r\n\r\n'],
    ['no host, in an older protocol', 'GET /de HTTP/1.0\r\n\r\n'],
    ['a backslash', 'GET /de\\x HTTP/1.1\r\nHost: shop.test\r\n\r\n'],
    ['two hosts', 'GET /de HTTP/1.1\r\nHost: shop.test\r\nHost: shop.test\r\n\r\n'],
    ['no request', 'x\r\n\r\n'],
    ['a method that nothing answers', 'TRACE /de HTTP/1.1\r\nHost: shop.test\r\n\r\n'],
  ])('says to browsers what every answer says: %s', async (_what, request) => {
    for (const https of [true, false]) {
      const server = createListener(async () => new Response('x'), undefined, {}, { https })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      ends.push(() => server.close().closeAllConnections())
      const visitor = await dial((server.address() as AddressInfo).port)
      visitor.socket.write(request)
      await expect.poll(visitor.heard).toMatch(/^HTTP\/1\.1 40[05] /)
      const heard = visitor.heard().toLowerCase()
      for (const [name, value] of Object.entries(plainHeads))
        expect(heard).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`)
      expect(heard.includes('\r\nstrict-transport-security: max-age=')).toBe(https)
    }
  })
})

test.each([
  ['no request', 'x\r\n\r\n', { status: 400, reason: 'Bad Request' }],
  ['a host that is none', 'GET /de HTTP/1.1\r\nHost: shop.test/x\r\n\r\n', { status: 400 }],
  ['a backslash', 'GET /de\\x HTTP/1.1\r\nHost: shop.test\r\n\r\n', { status: 400 }],
  ['two hosts', 'GET /?anna@beispiel.example HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', { status: 400 }],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', { status: 405 }],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', { status: 405 }],
  ['too many heads', `GET / HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(200)}\r\n`, { status: 431 }],
  ['a long head', `GET / HTTP/1.1\r\nHost: a\r\na: ${'b'.repeat(20_000)}\r\n\r\n`, { status: 431 }],
  [
    'an expectation',
    'POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 1\r\n\r\nx',
    { status: 417 },
  ],
  [
    'many at once on one connection',
    'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(150),
    { reason: 'Too many requests under way on one connection' },
  ],
])('what is refused is in the log, and of whom is not: %s', async (_what, request, said) => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const never = new Promise<Response>(() => undefined)
  const server = createListener(() => never, undefined, {}, { log }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  for (const visitor of [await dial(port), await dial(port)]) {
    visitor.socket.write(request)
    await visitor.ended
  }
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ msg: 'a request was refused before it was read', ...said })
  expect(lines.join()).not.toMatch(/127\.0\.0\.1|beispiel/)
})
