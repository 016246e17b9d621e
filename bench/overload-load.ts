/** The load of `bench/overload.ts`, in a process of its own: does what a message says, and tells what came of it. */
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Load =
  /** So many at once, each asking again when it is answered. */
  | { kind: 'closed'; port: number; seconds: number; atOnce: number }
  /** So many a second, whatever becomes of the others. */
  | { kind: 'open'; port: number; seconds: number; perSecond: number }
  /** Opens connections and keeps them until the end: silent ones, and some that send a byte now and then. */
  | { kind: 'hold'; port: number; idle: number; slow: number }

export type Told = {
  pages: number
  carts: number
  cartsAsked: number
  refused: number
  lost: number
  pageP99: number
  cartP99: number
  idle: number
  slow: number
}

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const pages = ['/de', '/en/watches', '/de/uhren', '/en/jewelry', '/en/about-us', '/de/schmuck']
/** People leave. */
const answerTimeout = 10_000
/** What is under way at most: beyond it this process would measure itself. */
const mostUnderWay = 2_000

const agent = new Agent({ keepAlive: true, maxSockets: mostUnderWay })

process.on('message', async (load: Load) => {
  const told = load.kind === 'hold' ? await hold(load) : await ask(load)
  process.send?.(told)
})

const nothing = (): Told => ({
  ...{ pages: 0, carts: 0, cartsAsked: 0, refused: 0, lost: 0, pageP99: 0, cartP99: 0, idle: 0, slow: 0 },
})

async function ask(load: Exclude<Load, { kind: 'hold' }>): Promise<Told> {
  const told = nothing()
  const times: Record<'page' | 'cart', number[]> = { page: [], cart: [] }
  const end = performance.now() + load.seconds * 1_000
  let number = 0
  const one = async () => {
    number += 1
    const what = load.kind === 'open' && number % 20 === 0 ? 'cart' : 'page'
    if (what === 'cart') told.cartsAsked += 1
    const since = performance.now()
    const status = await visit(
      load.port,
      what === 'cart' ? '/en/cart' : (pages[number % pages.length] as string),
    )
    if (status === 200) {
      told[what === 'cart' ? 'carts' : 'pages'] += 1
      times[what].push(performance.now() - since)
    } else if (status === 503) told.refused += 1
    else told.lost += 1
  }
  if (load.kind === 'closed')
    await Promise.all(
      Array.from({ length: load.atOnce }, async () => {
        while (performance.now() < end) await one()
      }),
    )
  else {
    const under = new Set<Promise<void>>()
    const began = performance.now()
    for (let sent = 0; performance.now() < end; ) {
      // As many as are due by now: a timer that is late makes up for it.
      for (; sent < ((performance.now() - began) / 1_000) * load.perSecond; sent++) {
        if (under.size >= mostUnderWay) {
          told.lost += 1
          continue
        }
        const asked = one()
        under.add(asked)
        void asked.finally(() => under.delete(asked))
      }
      await wait(2)
    }
    await Promise.all(under)
  }
  return { ...told, pageP99: p99(times.page), cartP99: p99(times.cart) }
}

function visit(port: number, path: string): Promise<number> {
  return new Promise((done) => {
    const asked = get(
      { host: '127.0.0.1', port, path, agent, headers: { 'user-agent': browser, 'accept-encoding': 'br' } },
      (answer) => {
        answer.on('error', () => done(0))
        answer.on('end', () => done(answer.statusCode ?? 0)).resume()
      },
    )
    asked.setTimeout(answerTimeout, () => asked.destroy())
    asked.on('error', () => done(0))
  })
}

async function hold({ port, idle, slow }: Extract<Load, { kind: 'hold' }>): Promise<Told> {
  const open = { idle: 0, slow: 0 }
  const dial = async (kind: 'idle' | 'slow'): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.once('connect', () => {
      open[kind] += 1
    })
    socket.once('close', () => {
      open[kind] -= 1
    })
    return socket
  }
  for (let count = 0; count < Math.min(10_000, idle); count++) {
    await dial('idle')
    if (count % 100 === 0) await wait(10)
  }
  for (let count = 0; count < Math.min(1_000, slow); count++) {
    const socket = await dial('slow')
    socket.write('GET /de HTTP/1.1\r\nHost: shop.test\r\n')
    const drops = setInterval(() => socket.write('X-Drop: 1\r\n'), 5_000)
    socket.once('close', () => clearInterval(drops))
  }
  await wait(3_000)
  return { ...nothing(), ...open }
}

const p99 = (list: number[]) => Math.round(list.sort((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0)
