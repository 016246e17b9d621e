import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { int4, query, text } from '#app/platform/database/statement.ts'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { staffCookie } from '../staff-cookie.ts'
import { type BuiltShop, keepLog, loadDemoInto, startBuiltShop } from './built-shop.ts'
import { Crowd, type Deed, type Done, deeds, succeeded, whyWrong } from './disk/crowd.ts'
import { brokenDatabase, halfFiles } from './disk/intact.ts'
import { openSmallDisk, type SmallDisk } from './disk/small-disk.ts'
import { ask, type Ordered } from './visitors.ts'

/** What lies on the disk that goes bad: the files alone, or the whole `DATA_DIR` with the database in it. */
type Place = 'files' | 'all'

type Way = {
  place: Place
  /** Makes the disk bad, until the signal; then it is as it was. */
  spoil(disk: SmallDisk, until: AbortSignal, db: Database): Promise<void>
  /** What has to be done all the same, and what has to be refused, or it was no fault. */
  goesOn: readonly Deed[]
  refused: readonly Deed[]
  /** Where nothing can be removed, what was arriving lies in the scratch folder until that is swept, within the hour. */
  keepsArriving?: true
  /** Longer takes no answer, ms. */
  slowest: number
}

const reads = ['kept page', 'other page', 'photo'] as const
const uploads = ['sell photo', 'office photo'] as const

/** A disk that comes to a standstill again and again, ms. */
const hangs = { for: 1_500, every: 2_000 }

const full: Way['spoil'] = async (disk, until) => {
  disk.fill()
  await aborted(until)
  disk.free()
}

const slow: Way['spoil'] = async (disk, until) => {
  while (!until.aborted) {
    disk.freeze(true)
    await wait(hangs.for)
    disk.freeze(false)
    await wait(hangs.every - hangs.for)
  }
}

export const ways: Record<string, Way> = {
  'files-full': {
    place: 'files',
    spoil: full,
    goesOn: [...reads, 'order', 'message'],
    refused: uploads,
    slowest: 20_000,
  },
  'files-read-only': {
    place: 'files',
    async spoil(disk, until) {
      // Refused ("busy") as long as anybody is writing a file.
      for (let tries = 0; ; tries += 1) {
        try {
          disk.readOnly(true)
          break
        } catch (error) {
          if (tries > 200) throw error
          await wait(20)
        }
      }
      await aborted(until)
      disk.readOnly(false)
    },
    keepsArriving: true,
    goesOn: [...reads, 'order', 'message'],
    refused: uploads,
    slowest: 20_000,
  },
  'files-slow': {
    place: 'files',
    spoil: slow,
    goesOn: deeds,
    refused: [],
    slowest: 20_000,
  },
  'all-full': {
    place: 'all',
    // PostgreSQL writes into what it has kept of its log; given up piece by piece, that comes to its end.
    async spoil(disk, until, db) {
      disk.fill()
      while (!until.aborted) {
        await sql`select pg_switch_wal()`.execute(db).catch(() => undefined)
        await wait(1_000)
      }
      disk.free()
    },
    // A page that the last change made old is not given on, and without a database none is made.
    goesOn: ['photo'],
    refused: ['order', 'message', ...uploads],
    slowest: 20_000,
  },
  'all-slow': { place: 'all', spoil: slow, goesOn: deeds, refused: [], slowest: 20_000 },
}

/** In ms: how long the crowd is at it before, how long the disk is bad, and after how long all is well again. */
const times = { before: 4_000, bad: 25_000, recovery: 30_000 }

/** Lets the disk of a built shop go bad in each way, or one, while visitors, buyers, sellers and staff are at it. */
export async function spoilDisk(
  { rounds, only }: { rounds: number; only?: string | undefined },
  heard: (way: string, outcome: { summary: string; wrong: string[] }) => void,
): Promise<void> {
  const chosen = Object.entries(ways).filter(([name]) => only === undefined || name === only)
  if (chosen.length === 0)
    throw new Error(`There is no "${only}"; there are: ${Object.keys(ways).join(', ')}.`)
  for (const place of ['files', 'all'] as const) {
    const here = chosen.filter(([, way]) => way.place === place)
    if (here.length === 0) continue
    const home = mkdtempSync(join(tmpdir(), 'shop-disk-'))
    const disk = openSmallDisk(home, place === 'all' ? 1_200 : 400)
    try {
      await onDisk(home, disk, place, async (shop) => {
        for (let round = 0; round < rounds; round += 1)
          for (const [name, way] of here) {
            const outcome = await spoilOnce(shop, way)
            if (outcome.wrong.length > 0) outcome.wrong.push(keepLog(shop, `disk-${name}`))
            heard(name, outcome)
          }
      })
    } finally {
      disk.stop()
      rmSync(home, { recursive: true, force: true })
    }
  }
}

type Shop = BuiltShop & { db: Database; disk: SmallDisk; dataDir: string; nextPiece: number }

/** Starts the shop with what belongs there on the disk. */
async function onDisk(
  home: string,
  disk: SmallDisk,
  place: Place,
  work: (shop: Shop) => Promise<void>,
): Promise<void> {
  const dataDir = join(disk.folder, 'data')
  const apart = place === 'files' ? await startEmbeddedPostgres(join(home, 'database')) : null
  const settings = { DATA_DIR: dataDir, ...(apart && { DATABASE_URL: apart.connectionString }) }
  try {
    if (apart) await loadDemoInto(settings)
    const shop = await startBuiltShop(settings)
    const own = apart ?? (await startEmbeddedPostgres(dataDir))
    const db = openDatabase(own.connectionString, { maxConnections: 4 })
    try {
      await work({ ...shop, db, disk, dataDir, nextPiece: 1_000_001 })
    } finally {
      await db.destroy()
      await shop.stop()
      if (own !== apart) await own.stop()
    }
  } finally {
    await apart?.stop()
  }
}

async function spoilOnce(shop: Shop, way: Way): Promise<{ summary: string; wrong: string[] }> {
  const { db, disk, url } = shop
  const startedAt = Date.now()
  const wrong = new Set<string>()
  const own = Array.from({ length: 600 }, () => String(shop.nextPiece++))
  await addRings(db, own)
  const staffPieces = own.splice(0, 10)
  const home = (await ask(url, '/de')).text
  const photo = /\/api\/photos\/[\w./-]+/.exec(home)?.[0]
  if (photo === undefined) throw new Error('the home page shows no photo')
  const crowd = new Crowd(url, { pieces: own, cookie: await staffCookie(db, 'owner'), staffPieces, photo })
  const known = new Set(await brokenRules(db))
  crowd.start()
  await wait(times.before)
  for (const done of crowd.done)
    if (!succeeded(done))
      wrong.add(`before: ${done.deed} was answered ${done.status}: ${done.text.slice(0, 200)}`)

  const spoiled = new AbortController()
  const from = performance.now()
  const spoiling = way.spoil(disk, spoiled.signal, db)
  await wait(times.bad)
  spoiled.abort()
  await spoiling
  const until = performance.now()
  await crowd.stop()
  const meanwhile = crowd.done.filter(({ at, took }) => at > from && at - took < until)
  for (const done of meanwhile) {
    const why = whyWrong(done, way.slowest)
    if (why !== null) wrong.add(why)
    if (way.goesOn.includes(done.deed) && !succeeded(done) && done.status !== 429)
      wrong.add(`${done.deed}: answered ${done.status}, though it needs no room: ${done.text.slice(0, 200)}`)
  }
  for (const deed of way.refused)
    if (meanwhile.every((done) => done.deed !== deed || succeeded(done))) wrong.add(`no ${deed} was refused`)

  const recovery = await recover(crowd)
  if (recovery > times.recovery) wrong.add(`all was well again only after ${Math.round(recovery)} ms`)
  const orders = crowd.done.flatMap(({ ordered }) => ordered ?? [])
  const lost = await lostOrders(db, url, orders)
  // The demo’s sold pieces have no orders.
  const broken = (await brokenRules(db)).filter((rule) => !known.has(rule))
  for (const each of [...lost.wrong, ...broken, ...(await brokenDatabase(db))]) wrong.add(each)
  for (const each of await lostPhotos(url, crowd.done)) wrong.add(each)
  for (const each of await lateMails(db)) wrong.add(each)
  const { wrong: half, arriving, read } = await halfFiles(shop.dataDir, startedAt)
  for (const each of way.keepsArriving ? half : [...half, ...arriving]) wrong.add(each)
  if (shop.process.exitCode !== null) wrong.add('the shop has ended')
  return { summary: summaryOf(meanwhile, { recovery, ...lost, read }), wrong: [...wrong] }
}

/** How long it takes until each deed is done again, ms. */
async function recover(crowd: Crowd): Promise<number> {
  const since = performance.now()
  const left = new Set<Deed>(deeds)
  while (left.size > 0 && performance.now() - since < 60_000)
    for (const deed of left) {
      const done = await crowd.act(deed)
      // What comes too often is well, too.
      if (succeeded(done) || done.status === 429) left.delete(deed)
    }
  return performance.now() - since
}

/** Whether every order that was acknowledged is there once, and every other one is when it is sent again. */
async function lostOrders(db: Database, url: string, orders: readonly Ordered[]) {
  const wrong: string[] = []
  const acknowledged = orders.filter(({ status }) => status === 303)
  for (const { headers, piece } of acknowledged) {
    const page = await ask(url, new URL(headers.get('location') ?? '/', url).pathname)
    if (page.status >= 400)
      wrong.push(`the order of ${piece} was acknowledged; its page answers ${page.status}`)
  }
  const unknown = orders.filter(({ status }) => status !== 303)
  for (const one of unknown) {
    const again = await one.again()
    if (again.status !== 303) wrong.push(`sent again, the order of ${one.piece} is answered ${again.status}`)
  }
  const rows = await query(db, { product_id: text, orders: int4 })`
    select product_id, count(*)::int as orders from order_line
    where product_id = any(${orders.map(({ piece }) => piece)}) group by product_id`
  for (const { product_id: piece, orders: count } of rows)
    if (count !== 1) wrong.push(`there are ${count} orders of ${piece}`)
  if (rows.length !== orders.length) wrong.push(`${orders.length} orders were sent, ${rows.length} are there`)
  return { wrong, acknowledged: acknowledged.length, again: unknown.length }
}

/** Photos of sellers that were acknowledged and are not there, or refused and are. */
async function lostPhotos(url: string, done: readonly Done[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { token, status } of done) {
    if (token === undefined) continue
    const list = await ask(url, `/api/sell-photos/form/${token}`)
    const count = (JSON.parse(list.text) as { photos?: unknown[] }).photos?.length ?? 0
    if (status === 201 && count !== 1) wrong.push(`a photo was acknowledged; ${count} are there`)
    if (status !== 201 && count !== 0) wrong.push(`a photo was answered ${status} and is there`)
  }
  return wrong
}

/**
 * Mails that do not go out when they are tried again: none may be given up or lost for a disk that was bad. Those to staff
 * are gathered, and those that visitors cause are held back when they are many.
 */
async function lateMails(db: Database): Promise<string[]> {
  const waiting = () => query(db, { reason: text, fault: text })`
    select reason, coalesce(last_error, '') as fault from mail_outbox where sent_at is null and withdrawn_at is null and care is distinct from 'staff'
      and coalesce(last_error, '') not like 'held back%'`
  await sql`update mail_outbox set next_try_at = now(), leased_until = null where sent_at is null`.execute(db)
  for (let tries = 0; tries < 120 && (await waiting()).length > 0; tries += 1) await wait(500)
  return (await waiting())
    .slice(0, 5)
    .map(({ reason, fault }) => `the mail ${reason} does not go out: ${fault}`)
}

function summaryOf(
  meanwhile: readonly Done[],
  sums: { recovery: number; acknowledged: number; again: number; read: number },
): string {
  const counts = deeds.map((deed) => {
    const of = meanwhile.filter((done) => done.deed === deed)
    return `${deed} ${of.filter(succeeded).length}/${of.length}`
  })
  const slowest = Math.round(Math.max(0, ...meanwhile.map(({ took }) => took)))
  const { recovery, acknowledged, again, read } = sums
  return `done of asked: ${counts.join(', ')}; slowest ${slowest} ms; back after ${Math.round(recovery)} ms; ${acknowledged} orders acknowledged, ${again} sent again, ${read} new files whole`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
}
