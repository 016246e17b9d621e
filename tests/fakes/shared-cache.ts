import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedPurge = { method: string; keys: string[]; token: string }

export type FakeSharedCache = {
  /** For `PURGE_URL`. */
  url: string
  purges: ReceivedPurge[]
  /** Calls, refused ones among them. */
  requests: number
  /** Answers so many calls with this status before it takes one again; 0 breaks the connection off. */
  failNext(count: number, status: number, headers?: Record<string, string>): void
  /** Lets calls wait until it is called again. */
  hold(): () => void
  stop(): Promise<void>
}

/** What takes purges by surrogate key, as Varnish or a CDN does, over real HTTP. */
export async function startFakeSharedCache(): Promise<FakeSharedCache> {
  const failing = { count: 0, status: 503, headers: {} }
  let held = Promise.resolve()
  const server = createServer(async (incoming, outgoing) => {
    await held
    fake.requests += 1
    if (failing.count > 0) {
      failing.count -= 1
      if (failing.status === 0) incoming.socket.destroy()
      else outgoing.writeHead(failing.status, failing.headers).end()
      return
    }
    fake.purges.push({
      method: incoming.method ?? '',
      keys: String(incoming.headers['surrogate-key'] ?? '').split(' '),
      token: incoming.headers.authorization ?? '',
    })
    outgoing.writeHead(200).end('Purged')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeSharedCache = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    purges: [],
    requests: 0,
    failNext(count, status, headers = {}) {
      Object.assign(failing, { count, status, headers })
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
