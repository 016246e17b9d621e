import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createListener } from './listener.ts'
import { stopListening } from './stop-listening.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A listener whose answers wait until they are let go. */
async function open() {
  const held: ((answer: Response) => void)[] = []
  const server = createListener(
    () => new Promise<Response>((resolve) => held.push((answer) => resolve(answer))),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.closeAllConnections())
  return { server, held, port: (server.address() as AddressInfo).port }
}

async function dial(port: number): Promise<{ socket: Socket; heard: () => string; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  socket.on('error', () => undefined)
  const ended = once(socket, 'close')
  await once(socket, 'connect')
  ends.push(() => socket.destroy())
  return { socket, heard: () => text, ended }
}

const request = 'GET /de HTTP/1.1\r\nHost: shop.test\r\n\r\n'

describe('a server that stops', () => {
  test('answers what was asked before, and says in the answer that the connection ends', async () => {
    const { server, held, port } = await open()
    const visitor = await dial(port)
    visitor.socket.write(request)
    await expect.poll(() => held.length).toBe(1)
    const stopped = stopListening(server)
    held[0]?.(new Response('late'))
    await Promise.all([stopped, visitor.ended])
    expect(visitor.heard()).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*late/is)
  })

  test('answers what comes over kept connections until they end, and takes no new ones', async () => {
    const { server, held, port } = await open()
    const visitor = await dial(port)
    visitor.socket.write(request)
    await expect.poll(() => held.length).toBe(1)
    held[0]?.(new Response('first'))
    await expect.poll(() => visitor.heard()).toMatch(/first/)
    expect(visitor.heard()).toMatch(/connection: keep-alive/i)
    const stopped = stopListening(server, { idle: 60_000 })
    visitor.socket.write(request)
    await expect.poll(() => held.length).toBe(2)
    held[1]?.(new Response('second'))
    await Promise.all([stopped, visitor.ended])
    expect(visitor.heard()).toMatch(/connection: close.*second/is)
    const refused = connect(port, '127.0.0.1')
    await expect(once(refused, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('ends connections without a request', async () => {
    const { server, port } = await open()
    const idle = await dial(port)
    await Promise.all([stopListening(server, { idle: 0, busy: 60_000 }), idle.ended])
  })

  test('answers all who are connected, but have not been taken yet', async () => {
    const { server, held, port } = await open()
    const visitors = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'))
    ends.push(...visitors.map((visitor) => () => visitor.destroy()))
    const heard = visitors.map((visitor) => text(visitor).catch((error: Error) => error.message))
    for (const visitor of visitors) visitor.write(request)
    // The kernel connects at once; this process takes one in each turn of its event loop.
    await new Promise<void>((done) => process.nextTick(done))
    const stopped = stopListening(server, { idle: 60_000 })
    await expect.poll(() => held.length).toBe(visitors.length)
    for (const answer of held) answer(new Response('taken'))
    for (const answer of await Promise.all(heard)) expect(answer).toMatch(/connection: close.*taken/is)
    await stopped
  })

  test('sends an answer to its end, however slowly it is read', async () => {
    const { server, held, port } = await open()
    const asked = once(server, 'request')
    const visitor = connect(port, '127.0.0.1').pause()
    ends.push(() => visitor.destroy())
    visitor.write(request)
    const [, answer] = (await asked) as [unknown, ServerResponse]
    // More than the kernel takes of it, and its head has been sent when somebody stops.
    const large = 'x'.repeat(16_000_000)
    await expect.poll(() => held.length).toBe(1)
    held[0]?.(new Response(large))
    await expect.poll(() => answer.writableEnded).toBe(true)
    expect(answer.writableFinished).toBe(false)
    const stopped = stopListening(server, { idle: 0, busy: 60_000 })
    const heard = await text(visitor)
    expect(heard.length).toBeGreaterThan(large.length)
    await stopped
  })

  test('keeps a connection for a while whose last answer could not say that it ends', async () => {
    const { server, held, port } = await open()
    const visitor = await dial(port)
    visitor.socket.write(request)
    await expect.poll(() => held.length).toBe(1)
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    held[0]?.(new Response(body.readable))
    void writer.write(new TextEncoder().encode('begun'))
    await expect.poll(() => visitor.heard()).toMatch(/begun/)
    const stopped = stopListening(server, { idle: 60_000, busy: 120_000 })
    await writer.close()
    await expect.poll(() => visitor.heard()).toMatch(/\r\n0\r\n\r\n$/)
    visitor.socket.write(request)
    await expect.poll(() => held.length).toBe(2)
    held[1]?.(new Response('last'))
    await Promise.all([stopped, visitor.ended])
    expect(visitor.heard()).toMatch(/connection: close.*last/is)
  })

  test('waits for nobody for ever: not for a slow sender, not for an answer that does not come', async () => {
    const { server, held, port } = await open()
    const [slow, stuck] = [await dial(port), await dial(port)]
    slow.socket.write('GET /de HTTP/1.1\r\nHost: sh')
    stuck.socket.write(request)
    await expect.poll(() => held.length).toBe(1)
    await Promise.all([stopListening(server, { busy: 50 }), slow.ended, stuck.ended])
  })
})

test('a connection that asks for nothing more holds no answer that was sent', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { server, held, port } = await open()
    const visitor = await dial(port)
    const asked = once(server, 'request').then(([, answer]) => new WeakRef(answer as ServerResponse))
    visitor.socket.write(request)
    await expect.poll(() => held.length).toBe(1)
    held.splice(0)[0]?.(new Response('first'))
    await expect.poll(() => visitor.heard()).toMatch(/first/)
    const sent = await asked
    const isHeld = async () => {
      await new Promise((done) => setTimeout(done, 10))
      collect()
      return sent.deref() !== undefined
    }
    vi.advanceTimersByTime(10_000)
    await expect.poll(isHeld).toBe(false)
    expect(visitor.socket.destroyed).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
