/** The load of `bench/overload.ts`, in a process of its own: does what a message says, and tells what came of it. */
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Load =
  /** So many at once, each asking again when it is answered. */
  | { kind: 'closed'; port: number; seconds: number; atOnce: number }
  /** So many a second, whatever becomes of the others; of this share of the pages the visitor hangs up after 100 ms. */
  | { kind: 'open'; port: number; seconds: number; perSecond: number; cancelled?: number }
  /** Opens connections that are a burden, and keeps them until they are released; one that ends is opened anew. */
  | { kind: 'hold'; port: number; what: Burden; count: number }
  | { kind: 'release' }

export const burdens = ['silent', 'slow heads', 'slow bodies', 'slow readers', 'huge heads'] as const
export type Burden = (typeof burdens)[number]

export type Told = {
  pages: number
  carts: number
  cartsAsked: number
  refused: number
  /** Visitors who were not answered before they hung up. */
  cancelled: number
  lost: number
  pageP50: number
  pageP99: number
  cartP99: number
  robots: number
  robotsAsked: number
  /** Milliseconds of the processor that the load took itself. */
  cpu: number
  held: number
}

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const pages = ['/de', '/en/watches', '/de/uhren', '/en/jewelry', '/en/about-us', '/de/schmuck']
/** People leave. */
const answerTimeout = 10_000
const hangsUpAfter = 100
/** What is under way at most: beyond it this process would measure itself. */
const mostUnderWay = 2_000

const agent = new Agent({ keepAlive: true, maxSockets: mostUnderWay })

process.on('message', async (load: Load) => {
  const answers = { hold, release, closed: ask, open: ask }
  process.send?.(await answers[load.kind](load as never))
})

const nothing = (): Told => ({
  ...{ pages: 0, carts: 0, cartsAsked: 0, robots: 0, robotsAsked: 0, refused: 0, cancelled: 0, lost: 0 },
  ...{ pageP50: 0, pageP99: 0, cartP99: 0, cpu: 0, held: 0 },
})

async function ask(load: Extract<Load, { seconds: number }>): Promise<Told> {
  const told = nothing()
  const times: Record<Kind, number[]> = { page: [], cart: [], robot: [] }
  const before = process.cpuUsage()
  const end = performance.now() + load.seconds * 1_000
  const cancelled = load.kind === 'open' ? (load.cancelled ?? 0) : 0
  let number = 0
  let due = 0
  /** Evenly: whenever the share has come to one more. */
  const isCancelled = () => {
    due += cancelled
    if (due < 1) return false
    due -= 1
    return true
  }
  const one = async () => {
    number += 1
    const what: Kind =
      load.kind === 'closed' ? 'page' : number % 20 === 0 ? 'cart' : number % 5 === 1 ? 'robot' : 'page'
    if (what === 'cart') told.cartsAsked += 1
    if (what === 'robot') told.robotsAsked += 1
    const hangsUp = what === 'page' && isCancelled() ? hangsUpAfter : undefined
    const since = performance.now()
    const path = what === 'cart' ? '/en/cart' : (pages[number % pages.length] as string)
    const status = await visit(load.port, path, what === 'robot' ? robot : browser, hangsUp)
    if (status === 200) {
      told[`${what}s`] += 1
      times[what].push(performance.now() - since)
    } else if (status === 503) told.refused += 1
    else if (hangsUp !== undefined) told.cancelled += 1
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
  const { user, system } = process.cpuUsage(before)
  return {
    ...told,
    pageP50: at(times.page, 0.5),
    pageP99: at(times.page, 0.99),
    cartP99: at(times.cart, 0.99),
    cpu: (user + system) / 1_000,
  }
}

type Kind = 'page' | 'cart' | 'robot'

function visit(port: number, path: string, agentName: string, hangsUp?: number): Promise<number> {
  return new Promise((done) => {
    const asked = get(
      { host: '127.0.0.1', port, path, agent, headers: { 'user-agent': agentName, 'accept-encoding': 'br' } },
      (answer) => {
        answer.on('error', () => done(0))
        answer.on('end', () => done(answer.statusCode ?? 0)).resume()
      },
    )
    asked.setTimeout(answerTimeout, () => asked.destroy())
    const leaving = hangsUp === undefined ? undefined : setTimeout(() => asked.destroy(), hangsUp)
    asked.on('close', () => clearTimeout(leaving))
    asked.on('error', () => done(0))
  })
}

const held = new Set<Socket>()
let holding = false

/** What each of them sends at first, and then every second. */
const sent: Record<Burden, { first: string; drop: string }> = {
  silent: { first: '', drop: '' },
  'slow heads': { first: 'GET /de HTTP/1.1\r\nHost: shop.test\r\nX-Drops: ', drop: 'x' },
  'slow bodies': {
    first:
      'POST /de/kontakt HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999\r\n\r\n',
    drop: 'x',
  },
  // Never read: as much as the kernel does not take for them waits in the shop.
  'slow readers': { first: 'GET /de/uhren HTTP/1.1\r\nHost: shop.test\r\n\r\n', drop: '' },
  'huge heads': {
    first: `GET /de HTTP/1.1\r\nHost: shop.test\r\nX-Much: ${'x'.repeat(60_000)}\r\n\r\n`,
    drop: '',
  },
}

async function hold({ port, what, count }: Extract<Load, { kind: 'hold' }>): Promise<Told> {
  holding = true
  const { first, drop } = sent[what]
  const dial = () => {
    const socket = connect(port, '127.0.0.1')
    held.add(socket)
    if (what === 'slow readers') socket.pause()
    else socket.resume()
    if (first) socket.write(first)
    const drops = drop ? setInterval(() => socket.write(drop), 1_000) : undefined
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(drops)
      held.delete(socket)
      if (holding) setTimeout(dial, 1_000)
    })
  }
  for (let opened = 0; opened < count; opened++) {
    dial()
    // Their own pages are made before anybody measures.
    if (what === 'slow readers') await wait(20)
    else if (opened % 100 === 0) await wait(10)
  }
  await wait(1_000)
  return { ...nothing(), held: held.size }
}

async function release(): Promise<Told> {
  holding = false
  for (const socket of held) socket.destroy()
  await wait(500)
  return nothing()
}

const at = (list: number[], share: number) =>
  Math.round(list.sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0)
