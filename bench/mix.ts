import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { dice } from '#db/demo-scale-pieces.ts'
import { addRings, orderFields } from '#tests/checkout.ts'
import { Connection, requestFor } from './load.ts'
import { startDemoShop } from './measured-shop.ts'
import { at, cpuMicroseconds, middle, residentMegabytes } from './processes.ts'
import { isAsNewAs, type Repriced } from './repriced.ts'

/**
 * `npm run bench:mix [-- --seconds 60 --rate 150]`: what a day brings, all at once: of a hundred visits 90 to pages that
 * are kept, 9 to listings that nobody asked for before, one order, at a steady rate whatever the shop answers; and a second
 * process that changes a price every second. Times count from the moment a visit was due. `--seconds 3600` for the hour
 * after which the memory is compared.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '150' },
    settle: { type: 'string', default: '300' },
  },
})
const seconds = Number(values.seconds)
const rate = Number(values.rate)
/** Nothing older than that, ms after the change was stored. */
const freshAfter = 100
const print = (line = '') => process.stdout.write(`${line}\n`)

const { address, port, pid, dataDir, stop } = await startDemoShop(values)
const postgres = await startEmbeddedPostgres(dataDir)
const db = openDatabase(postgres.connectionString, { maxConnections: 2 })

type Visits = 'cached' | 'uncached' | 'order'
const times: Record<Visits, number[]> = { cached: [], uncached: [], order: [] }
const faults = new Map<string, number>()
const fresh = { changes: 0, seenAfter: [] as number[], late: [] as string[] }
const resident: { second: number; megabytes: number }[] = []
const idle: Connection[] = []
const roll = dice(1)
let underWay = 0
let nextRing = 2_000_001
let nextPrice = 0
let repricing: ChildProcess | undefined

try {
  const pages = await pagesOf()
  await addPieces(Math.ceil(seconds * rate * 0.01 * 1.3) + 20)
  print(`Asking for ${pages.length} pages twice, after which they are kept.`)
  for (let round = 0; round < 2; round++) {
    const waiting = pages.values()
    const lanes = Array.from({ length: 8 }, async () => {
      for (const page of waiting) await visitPage(page)
    })
    await Promise.all(lanes)
  }
  await measure(pages)
} finally {
  repricing?.stdin?.end()
  await db.destroy()
  await postgres.stop()
  await stop()
}

async function measure(pages: string[]): Promise<void> {
  print(`${pages.length} kept pages; ${rate} visits a second for ${seconds} s\n`)
  print('| second | memory (RSS) | answers | under way |')
  print('|---|---|---|---|')
  const cpu = cpuMicroseconds(pid)
  const since = performance.now()
  const passed = () => (performance.now() - since) / 1_000
  repricing = await reprice()
  const visits: Promise<void>[] = []
  const step = seconds <= 120 ? 10 : seconds <= 1_200 ? 60 : 300
  let told = -step
  let sampled = -1
  for (let due = 0; due < seconds; due += -Math.log(1 - roll()) / rate) {
    const pause = due - passed()
    if (pause > 0.001) await wait(pause * 1_000)
    if (Math.floor(due) > sampled) {
      sampled = Math.floor(due)
      resident.push({ second: sampled, megabytes: residentMegabytes(pid) })
      if (sampled >= told + step) {
        told = sampled
        tellProgress(told)
      }
    }
    // So many wait that more would only wait longer.
    if (underWay > 3_000) count('not sent: 3,000 visits wait')
    else visits.push(visit(pages, since + due * 1_000))
    if (visits.length >= 20_000) visits.splice(0)
  }
  await Promise.all(visits)
  tellProgress(seconds)
  const spent = (cpuMicroseconds(pid) - cpu) / 1e6
  report(spent / passed())
}

function tellProgress(second: number): void {
  const answers = times.cached.length + times.uncached.length + times.order.length
  print(`| ${second} | ${resident.at(-1)?.megabytes} MB | ${answers.toLocaleString('en')} | ${underWay} |`)
}

function report(cores: number): void {
  print('\n| visits | answers | p50 | p99 | longest |')
  print('|---|---|---|---|---|')
  for (const [name, list] of Object.entries(times))
    print(
      `| ${name} | ${list.length.toLocaleString('en')} | ${[0.5, 0.99, 1].map((share) => `${at(list, share).toFixed(1)} ms`).join(' | ')} |`,
    )
  print(`\nThe shop and its database used ${cores.toFixed(2)} cores.`)
  print(`Faults: ${[...faults].map(([what, count]) => `${count} × ${what}`).join('; ') || 'none'}`)
  const seen = [0.5, 0.99, 1].map((share) => `${at(fresh.seenAfter, share).toFixed(0)} ms`)
  print(
    `Prices changed elsewhere: ${fresh.changes}; shown by pages asked for from ${seen[0]} (p50), ${seen[1]} (p99), ${seen[2]} (longest) after the change on.`,
  )
  print(
    fresh.late.length === 0
      ? `No page asked for ${freshAfter} ms after a change or later was older than it.`
      : `✗ Older than ${freshAfter} ms: ${fresh.late.length} pages, such as ${fresh.late[0]}`,
  )
  const middleOf = (from: number, to: number) =>
    middle(resident.filter(({ second }) => second >= from && second < to).map(({ megabytes }) => megabytes))
  if (seconds < 1_200) {
    print('Memory: compared with what it was after ten minutes only in runs of twenty or more.')
    return
  }
  const [then, now] = [middleOf(570, 630), middleOf(seconds - 60, seconds)]
  const growth = (now / then - 1) * 100
  print(
    `${growth <= 5 ? 'Memory' : '✗ Memory'}: ${then} MB after ten minutes, ${now} MB at the end: ${growth.toFixed(1)} % (bar: 5 %).`,
  )
}

function count(what: string): void {
  faults.set(what, (faults.get(what) ?? 0) + 1)
}

async function visit(pages: string[], due: number): Promise<void> {
  const chance = roll()
  const kind: Visits = chance < 0.9 ? 'cached' : chance < 0.99 ? 'uncached' : 'order'
  underWay += 1
  try {
    if (kind === 'cached') await visitPage(pages[Math.floor(roll() * pages.length)] ?? '')
    else if (kind === 'uncached') await visitPage(`/de/uhren/preis-${++nextPrice}-${900_000 + nextPrice}`)
    else await order()
    times[kind].push(performance.now() - due)
  } catch (error) {
    count(`${kind}: ${(error as Error).message}`)
  } finally {
    underWay -= 1
  }
}

async function visitPage(path: string): Promise<string> {
  const { status, body } = await answerTo(path, 'gzip, deflate, br, zstd')
  if (status !== 200) throw new Error(`${status} ${path.replaceAll(/\d+/g, '…')}`)
  return body.toString()
}

async function answerTo(path: string, encoding: string) {
  let connection = idle.pop()
  while (connection?.hasEnded) connection = idle.pop()
  connection ??= new Connection(port)
  const headers = { 'accept-encoding': encoding, 'x-forwarded-for': someone() }
  const answer = await connection.ask(requestFor(path, headers))
  if (/\r\nconnection: close/i.test(answer.head)) await connection.close()
  else idle.push(connection)
  return answer
}

function someone(): string {
  return `10.${[0, 0, 0].map(() => Math.floor(roll() * 256)).join('.')}`
}

/** From the checkout, which holds the piece, to the page that thanks. */
async function order(): Promise<void> {
  const piece = String(nextRing++)
  const from = { 'x-forwarded-for': someone(), origin: address }
  const cart = `cart=${piece}`
  const page = await fetch(`${address}/de/checkout`, { headers: { ...from, cookie: cart } })
  const html = await page.text()
  if (page.status !== 200 || !html.includes('name="submission"'))
    throw new Error(`the checkout: ${page.status}`)
  const cookie = [cart, ...page.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ')
  const sent = await fetch(`${address}/de/checkout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...from, cookie },
    body: new URLSearchParams(orderFields(piece)),
  })
  await sent.body?.cancel()
  if (sent.status !== 303) throw new Error(`the order: ${sent.status}`)
}

async function addPieces(pieces: number): Promise<void> {
  for (let first = 0; first < pieces; first += 500)
    await addRings(
      db,
      Array.from({ length: Math.min(500, pieces - first) }, (_, index) => String(nextRing + first + index)),
    )
}

/** All that the sitemaps of both languages name. */
async function pagesOf(): Promise<string[]> {
  const found = await Promise.all(
    ['de', 'en'].map(async (locale) => {
      const xml = await (await fetch(`${address}/${locale}/sitemap.xml`)).text()
      return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => new URL(page).pathname)
    }),
  )
  return found.flat()
}

/** Lets another process change prices, and looks how long pages show the old ones. */
async function reprice(): Promise<ChildProcess> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'slug_de'])
    .where('status', '=', 'listed')
    .where('kind', '=', 'watch')
    .orderBy('id')
    .limit(10)
    .execute()
  const paths = new Map(rows.map(({ id, slug_de: slug }) => [id, `/de/produkte/${slug}/${id}`]))
  const child = spawn(
    process.execPath,
    ['bench/change-prices.ts', postgres.connectionString, ...paths.keys()],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  createInterface({ input: child.stdout }).on('line', (line) => {
    const change = JSON.parse(line) as Repriced
    fresh.changes += 1
    look(change, paths.get(change.id) ?? '').catch((error: Error) => count(`a price: ${error.message}`))
  })
  return child
}

async function look({ cents, at: changed }: Repriced, path: string): Promise<void> {
  for (;;) {
    const asked = performance.timeOrigin + performance.now() - changed
    const { status, body } = await answerTo(path, 'identity')
    const shown = Math.round(Number(/"price":\s*"?([\d.]+)/.exec(body.toString())?.[1]) * 100)
    if (status !== 200 || Number.isNaN(shown)) throw new Error(`${status}, no price at ${path}`)
    if (isAsNewAs(shown, cents)) {
      fresh.seenAfter.push(asked)
      return
    }
    if (asked > freshAfter)
      fresh.late.push(`${path}, ${Math.round(asked)} ms after the change to ${cents}: ${shown}`)
    if (asked > 5_000) throw new Error('a price was not seen in 5 s')
    await wait(5)
  }
}
