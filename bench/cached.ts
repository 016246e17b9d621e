import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Recorded } from './bare-server.ts'
import { firstBelow } from './first-below.ts'
import { type Answer, ask, type Compared, Connection, type Headers, inTurn, requestFor } from './load.ts'
import { startDemoShop } from './measured-shop.ts'
import { canPin, startedOn } from './processes.ts'

/**
 * `npm run bench:cached [-- --rounds 7 --seconds 4 --only listing --connections 32]`: pages that the shop keeps, beside
 * Node's own server that sends the same bytes with the same headers, in turn; both on one core, the load on another. The
 * bar is 0.8.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    settle: { type: 'string', default: '300' },
    connections: { type: 'string', default: '32' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const print = (line = '') => process.stdout.write(`${line}\n`)

/** After so many the shop packs an answer as small as can be, and a moment later that is what it gives. */
const asksBeforePacking = 12

type Case = { name: string; path: string; headers: Headers }

const shop = await startDemoShop(values)
try {
  await measure()
} finally {
  await shop.stop()
}

async function cases(): Promise<Case[]> {
  const product = await firstBelow(shop.address, '/de/produkte/')
  const br = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const pages: [string, string][] = [
    ['home', '/de'],
    ['listing', '/de/uhren'],
    ['product', product],
  ]
  const all: Case[] = [
    ...pages.map(([name, path]) => ({ name, path, headers: br })),
    ...pages.map(([name, path]) => ({ name: `${name}, gzip`, path, headers: { 'accept-encoding': 'gzip' } })),
    ...pages.map(([name, path]) => ({ name: `${name}, 304`, path, headers: { ...br, 'if-none-match': '' } })),
    { name: 'listing, data', path: '/de/uhren.data', headers: br },
    { name: 'product, data', path: `${product}.data`, headers: br },
    { name: 'search', path: '/api/search?query=rolex&locale=de', headers: br },
    { name: 'sitemap', path: '/de/sitemap.xml', headers: br },
  ]
  return all.filter(({ name }) => values.only === undefined || name.startsWith(values.only))
}

async function measure(): Promise<void> {
  print(
    canPin
      ? 'Each server on the first core, the load on the second.'
      : 'No taskset: servers and load share all cores.',
  )
  print(
    '\n| answer | bytes | kept | the shop | bare node:http | ratio (bar 0.8) | CPU each, shop / bare | ratio by CPU | |',
  )
  print('|---|---|---|---|---|---|---|---|---|')
  for (const each of await cases()) {
    const { answer, kept, headers } = await whenKept(each)
    const request = requestFor(each.path, headers)
    const bare = await startBare([recordedAs(each.path, answer)])
    try {
      const remark = await difference(bare.port, request, answer)
      const load = (server: { port: number; pid: number }) => (length: number) =>
        ask(server, () => request, { seconds: length, alone: true, connections })
      const sides = [
        { name: 'the shop', load: load(shop) },
        { name: 'bare', load: load(bare) },
      ]
      const { compared, ratios, cpuRatios } = await inTurn(sides, { rounds, seconds })
      const [own, other] = compared
      const statuses = [...(own?.statuses ?? [])].filter((status) => status !== answer.status)
      const said = [remark, ...statuses.map((status) => `also answered ${status}`)].filter(Boolean)
      print(
        `| ${each.name} | ${answer.body.length} | ${kept ? 'yes' : '**no**'} | ${perSecond(own)} | ${perSecond(other)} | ${ratios[0]?.toFixed(3)} | ${cpu(own)} / ${cpu(other)} µs | ${cpuRatios[0]?.toFixed(2)} | ${said.join('; ')} |`,
      )
    } finally {
      await bare.stop()
    }
  }
}

function perSecond(side: Compared | undefined): string {
  return Math.round(side?.perSecond ?? 0).toLocaleString('en')
}

function cpu(side: Compared | undefined): string {
  return (side?.cpuEach ?? 0).toFixed(1)
}

/**
 * Asks until the answer is one that was kept: it carries a validator and its length, and comes twice alike but for the
 * date and the request's id. An empty `if-none-match` is filled in with the validator. What is not kept by then is
 * measured all the same.
 */
async function whenKept({
  path,
  headers,
}: Case): Promise<{ answer: Answer; kept: boolean; headers: Headers }> {
  const connection = new Connection(shop.port)
  const { 'if-none-match': conditional, ...plain } = headers
  try {
    let before = ''
    for (let tries = 0; ; tries++) {
      const answer = await connection.ask(requestFor(path, plain))
      const etag = headerOf(answer, 'etag')
      const now = withoutChanging(answer.head) + answer.body.toString('base64')
      // Packed best in the background once some have asked: it comes once more, smaller.
      const kept =
        etag !== undefined &&
        headerOf(answer, 'content-length') !== undefined &&
        now === before &&
        tries > asksBeforePacking + 3
      before = now
      if (!kept && tries < 40) {
        await wait(tries < asksBeforePacking ? 20 : 500)
        continue
      }
      if (conditional === undefined) return { answer, kept, headers: plain }
      const asked = { ...plain, ...(etag && { 'if-none-match': etag }) }
      return { answer: await connection.ask(requestFor(path, asked)), kept, headers: asked }
    }
  } finally {
    await connection.close()
  }
}

function headersOf({ head }: Answer): [string, string][] {
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
}

function headerOf(answer: Answer, name: string): string | undefined {
  return headersOf(answer).find(([each]) => each.toLowerCase() === name)?.[1]
}

/** Without what is another one in each answer: the date, and the request's id. */
function withoutChanging(head: string): string {
  return head.replace(/\r\n(?:date|x-request-id): [^\r]*/gi, '')
}

/** What the server says by itself is left out. */
function recordedAs(path: string, answer: Answer): Recorded {
  const own = /^(date|connection|keep-alive|transfer-encoding)$/i
  const headers = headersOf(answer).filter(([name]) => !own.test(name))
  if (!headers.some(([name]) => /^content-length$/i.test(name)) && answer.status !== 304)
    headers.push(['content-length', String(answer.body.length)])
  return { path, status: answer.status, headers, body: answer.body.toString('base64') }
}

/** Whether the bare server really sends the same, in words. */
async function difference(port: number, request: Buffer, answer: Answer): Promise<string> {
  const connection = new Connection(port)
  const bare = await connection.ask(request)
  await connection.close()
  if (!bare.body.equals(answer.body)) throw new Error('the bare server sends other bytes')
  const lines = ({ head }: Answer) => withoutChanging(head).toLowerCase().split('\r\n').toSorted()
  const [sent, wanted] = [lines(bare), lines(answer)]
  const wrong = [...sent, ...wanted].filter((line) => !sent.includes(line) || !wanted.includes(line))
  return wrong.length === 0 ? '' : `heads differ: ${wrong.join(', ')}`
}

async function startBare(
  recorded: Recorded[],
): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  return startedOn(0, async () => {
    const child = spawn(process.execPath, ['bench/bare-server.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.write(`${JSON.stringify(recorded)}\n`)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const { port } = JSON.parse(String((await lines.next()).value)) as { port: number }
    const ended = new Promise<void>((done) => child.once('close', () => done()))
    const end = async () => {
      child.stdin.end()
      await ended
    }
    return { port, pid: child.pid as number, stop: end }
  })
}
