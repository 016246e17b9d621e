import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the feed does when it is asked: answers with this JSON, or fails in one of these ways. */
export type FeedBehaviour =
  | { answer: unknown }
  /** headers, then nothing */
  | 'silent'
  | 'broken'
  | 'not-json'
  /** no end of it */
  | 'endless'

export type FakeMetalFeed = {
  /** For `METAL_FEED_URL`. */
  url: string
  /** How often it was asked. */
  requests: number
  behave(behaviour: FeedBehaviour): void
  stop(): Promise<void>
}

/** A feed of metal prices on a port of its own that speaks real HTTP. */
export async function startFakeMetalFeed(first: FeedBehaviour): Promise<FakeMetalFeed> {
  let behaviour = first
  const server = createServer((_, outgoing) => {
    feed.requests += 1
    act(behaviour, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const feed: FakeMetalFeed = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices`,
    requests: 0,
    behave(next) {
      behaviour = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return feed
}

function act(behaviour: FeedBehaviour, outgoing: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  if (typeof behaviour === 'object') outgoing.writeHead(200, json).end(JSON.stringify(behaviour.answer))
  else if (behaviour === 'silent') outgoing.writeHead(200, json).flushHeaders()
  else if (behaviour === 'broken') outgoing.writeHead(500).end('out of order')
  else if (behaviour === 'not-json') outgoing.writeHead(200, json).end('<html>Sign in</html>')
  else {
    outgoing.writeHead(200, json)
    const more = () => {
      while (!outgoing.destroyed && outgoing.write(' '.repeat(64_000)));
    }
    outgoing.on('drain', more)
    more()
  }
}
