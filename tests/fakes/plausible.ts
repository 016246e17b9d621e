import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedEvent = { body: Record<string, unknown>; agent: string; address: string }

export type FakePlausible = {
  /** For `ANALYTICS_URL`. */
  url: string
  events: ReceivedEvent[]
  requests: number
  /** Answers so many requests with this status before it takes events again. */
  failNext(count: number, status: number): void
  stop(): Promise<void>
}

/** The events API of a Plausible server, over real HTTP. */
export async function startFakePlausible(): Promise<FakePlausible> {
  const failing = { count: 0, status: 503 }
  const server = createServer(async (incoming, outgoing) => {
    fake.requests += 1
    let text = ''
    for await (const part of incoming.setEncoding('utf8')) text += part
    if (failing.count > 0) {
      failing.count -= 1
      outgoing.writeHead(failing.status).end()
      return
    }
    if (incoming.method !== 'POST' || incoming.url !== '/api/event') {
      outgoing.writeHead(404).end()
      return
    }
    fake.events.push({
      body: JSON.parse(text),
      agent: incoming.headers['user-agent'] ?? '',
      address: String(incoming.headers['x-forwarded-for']),
    })
    outgoing.writeHead(202).end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakePlausible = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events: [],
    requests: 0,
    failNext(count, status) {
      Object.assign(failing, { count, status })
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
