import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Target = { port: number; ready: boolean; underWay: number; answered: number; agent: Agent }

/** Milliseconds between two looks at `/ready`, and how long an answer to it may take. */
const looksEvery = 50
const lookTakes = 5_000

/**
 * A proxy as docs/operations.md has it, in small: sends each request to the machine with fewest under way among those
 * whose last `/ready` was 200, over connections that it keeps. Like HAProxy it tries another machine where it could not
 * connect, and sends nothing twice that may have arrived.
 */
export async function startReadyProxy(ports: readonly number[]): Promise<{
  url: string
  /** How many requests each machine has answered, in the order of the ports. */
  answered(): number[]
  /** Until as many machines are ready as told. */
  ready(count: number): Promise<void>
  stop(): Promise<void>
}> {
  const targets = ports.map(
    (port): Target => ({
      port,
      ready: false,
      underWay: 0,
      answered: 0,
      agent: new Agent({ keepAlive: true }),
    }),
  )
  const looking = new AbortController()
  const looks = targets.map(async (target) => {
    while (!looking.signal.aborted) {
      target.ready = (await statusOf(target.port, looking.signal)) === 200
      await new Promise((done) => setTimeout(done, looksEvery))
    }
  })

  const server = createServer((asked, answer) => {
    const body: Buffer[] = []
    asked
      .on('data', (part: Buffer) => body.push(part))
      .on('end', () => pass(asked, Buffer.concat(body), answer, []))
  })

  function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, tried: Target[]): void {
    const [target] = targets
      .filter((each) => each.ready && !tried.includes(each))
      .sort((one, other) => one.underWay - other.underWay || one.answered - other.answered)
    if (target === undefined)
      return void answer.writeHead(503, { 'x-from': 'proxy' }).end('no machine is ready')
    target.underWay += 1
    const { 'x-forwarded-for': from, connection: _, ...headers } = asked.headers
    const sent = request(
      {
        ...{
          host: '127.0.0.1',
          port: target.port,
          path: asked.url,
          method: asked.method,
          agent: target.agent,
        },
        headers: { ...headers, ...(from !== undefined && { 'x-forwarded-for': from }) },
      },
      (got) => {
        const { connection: _own, 'keep-alive': _times, ...passedOn } = got.headers
        answer.writeHead(got.statusCode ?? 502, passedOn)
        got.pipe(answer)
        got.on('close', () => {
          target.underWay -= 1
          target.answered += 1
          if (!got.complete) answer.destroy()
        })
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return
      target.underWay -= 1
      if (error.syscall === 'connect') pass(asked, body, answer, [...tried, target])
      else answer.writeHead(502, { 'x-from': 'proxy' }).end(error.message)
    })
    sent.end(body)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => targets.map(({ answered }) => answered),
    async ready(count) {
      while (targets.filter(({ ready }) => ready).length !== count)
        await new Promise((done) => setTimeout(done, looksEvery))
    },
    async stop() {
      looking.abort()
      await Promise.all(looks)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      for (const { agent } of targets) agent.destroy()
    },
  }
}

function statusOf(port: number, signal: AbortSignal): Promise<number | undefined> {
  return new Promise((done) => {
    const asked = get(
      { host: '127.0.0.1', port, path: '/ready', agent: false, signal, timeout: lookTakes },
      (answer) => {
        answer.resume().on('close', () => done(answer.statusCode))
      },
    )
    asked.on('timeout', () => asked.destroy()).on('error', () => done(undefined))
  })
}
