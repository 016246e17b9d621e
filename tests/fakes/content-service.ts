import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Ways in which a content service fails. A request meets one when its story's slug is the fault's name (`slow`,
 * `busy`, …), or when the fake was told to fail for everybody.
 */
export type ContentFault =
  /** answers after 30 s */
  | 'slow'
  /** headers at once, then a byte a second */
  | 'trickle'
  | 'busy'
  | 'truncated'
  /** JSON of another shape */
  | 'wrong-shape'
  /** a page of a proxy, with status 200 */
  | 'html'
  | 'broken'
  /** the connection ends without an answer */
  | 'closed'

const faults = ['slow', 'trickle', 'busy', 'truncated', 'wrong-shape', 'html', 'broken', 'closed'] as const

export type FakeContentService = {
  /** For `STORYBLOK_ENDPOINT`. */
  endpoint: string
  /** Every request so far: its path below the endpoint, decoded query included, and when it came on the clock of `performance`. */
  requests: { path: string; at: number }[]
  /** How many requests of one path were in flight at the same time, at most. */
  mostInFlight(path: string): number
  /** Lets every request meet this fault; null: only those that name one. */
  failWith(fault: ContentFault | null): void
  /** Forgets the requests so far. */
  forget(): void
  stop(): Promise<void>
}

/**
 * A content service on a port of its own that speaks real HTTP. What it says when it is well comes from `answer`:
 * the embedded service over a test's database, or anything else.
 */
export async function startFakeContentService(
  answer: (request: Request) => Promise<Response> | Response,
): Promise<FakeContentService> {
  const requests: FakeContentService['requests'] = []
  const inFlight = new Map<string, { now: number; most: number }>()
  const timers = new Set<NodeJS.Timeout>()
  let everybody: ContentFault | null = null

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
    const path = decodeURIComponent(url.pathname.replace(/^\/v2\//, ''))
    requests.push({ path: path + decodeURIComponent(url.search), at: performance.now() })
    const count = inFlight.get(path) ?? { now: 0, most: 0 }
    inFlight.set(path, count)
    count.now += 1
    count.most = Math.max(count.most, count.now)
    outgoing.on('close', () => {
      count.now -= 1
    })
    const named = faults.find((fault) => path === `cdn/stories/${fault}`)
    const fault = everybody ?? named
    if (fault) return fail(fault, outgoing)
    await pass(await answer(new Request(url, { headers: headersOf(incoming) })), outgoing)
  })

  function fail(fault: ContentFault, outgoing: ServerResponse): void {
    const json = { 'content-type': 'application/json' }
    switch (fault) {
      case 'slow':
        timers.add(setTimeout(() => outgoing.writeHead(200, json).end('{"story":null}'), 30_000))
        return
      case 'trickle': {
        outgoing.writeHead(200, json)
        const timer = setInterval(() => outgoing.write(' '), 1000)
        timers.add(timer)
        outgoing.on('close', () => clearInterval(timer))
        return
      }
      case 'busy':
        outgoing.writeHead(429, json).end('{"error":"Rate limit exceeded"}')
        return
      case 'truncated':
        outgoing.writeHead(200, json).end('{"story":{"id":1,"uuid":"0c7f00f3-d6d8-50ed')
        return
      case 'wrong-shape':
        outgoing.writeHead(200, json).end('{"hello":["world"]}')
        return
      case 'html':
        outgoing
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>Welcome to the proxy</title>')
        return
      case 'broken':
        outgoing.writeHead(500, json).end('{"error":"Internal Server Error"}')
        return
      case 'closed':
        outgoing.destroy()
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}/v2`,
    requests,
    mostInFlight: (path) => inFlight.get(path)?.most ?? 0,
    failWith: (fault) => {
      everybody = fault
    },
    forget() {
      requests.length = 0
      inFlight.clear()
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string') headers.set(name, value)
  return headers
}

async function pass(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
