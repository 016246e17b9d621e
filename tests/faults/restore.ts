import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { makeBackupKey } from '#app/platform/backup/sealed-stream.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { shopMemory } from '#server/heap.mjs'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { answers, freePort } from '../setup/running-shop.ts'

const root = resolve(import.meta.dirname, '../..')
/** Seconds until the whole shop serves again, from an empty machine on. */
const most = 120
const pages = ['/de', '/en/watches', '/de/kontakt']

type Heard = (what: string, outcome: { summary: string; wrong: string[] }) => void
type Drill = { home: string; env: Record<string, string | undefined>; identity: string }

/**
 * A demo shop that takes orders is backed up, takes more, and loses its machine: every process is killed and its folder
 * removed. It is restored into an empty folder, at its newest state and at a time between, and looked at from outside.
 */
export async function restoreDrill(heard: Heard): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const home = mkdtempSync(join(tmpdir(), 'shop-restore-'))
  const { identity, recipient } = await makeBackupKey()
  writeFileSync(join(home, 'identity'), identity)
  const drill: Drill = {
    home,
    identity: join(home, 'identity'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      BACKUP_DIR: join(home, 'backups'),
      BACKUP_RECIPIENT: recipient,
    },
  }
  try {
    const lost = await loseShop(drill)
    heard('its loss', lost.outcome)
    heard('the newest state', await bringBack(drill, lost, 'newest'))
    heard('a time between', await bringBack(drill, lost, 'between'))
  } finally {
    for (const folder of ['first', 'newest', 'between']) killCluster(join(home, folder))
    rmSync(home, { recursive: true, force: true })
  }
}

type Lost = Awaited<ReturnType<typeof loseShop>>

async function loseShop({ home, env }: Drill) {
  const wrong: string[] = []
  const folder = join(home, 'first')
  const shop = await startShop(folder, env)
  const connectionString = databaseOf(folder)
  const db = openDatabase(connectionString, { maxConnections: 2 })
  const pieces = Array.from({ length: 1_000 }, (_, index) => String(2_000_000 + index))
  for (let first = 0; first < pieces.length; first += 50) await addRings(db, pieces.slice(first, first + 50))
  // The demo has pieces that were sold and reserved without an order.
  const ruled = new Set(await brokenRules(db))
  await db.destroy()
  const photoFiles = await digests(join(folder, 'files'))
  const ordering = keepOrdering(connectionString, pieces)
  await until(() => ordering.told.length > 0)

  const since = performance.now()
  const made = await command(['backup'], { ...env, DATA_DIR: folder })
  const took = performance.now() - since
  if (made.code !== 0) wrong.push(`the backup failed: ${made.said}`)
  const during = ordering.told.length

  const client = new pg.Client({ connectionString })
  await client.connect()
  await wait(500)
  const before = [...ordering.told]
  await wait(5)
  const { rows } = await client.query(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  )
  await wait(500)
  // What is told from here on may lie in WAL that was not sent yet: the five minutes that may be lost.
  const sent = [...ordering.told]
  const { rows: last } = await client.query('select pg_walfile_name(pg_switch_wal()) as name')
  const pieceCount = Number((await client.query('select count(*) as n from product')).rows[0].n)
  const { page, photo } = await looksOf(shop.url)
  await client.end()
  const arrived = () => {
    const names = readdirSync(join(home, 'backups'), { recursive: true, encoding: 'utf8' })
    return names.some((name) => name.split('/').at(-1)?.startsWith(`${last[0].name}.`))
  }
  const sending = performance.now()
  await until(arrived, 120_000).catch(() => wrong.push('the WAL was not sent within two minutes'))
  const shipped = performance.now() - sending
  const total = ordering.told.length

  shop.process.kill('SIGKILL')
  ordering.process.kill('SIGKILL')
  killCluster(folder)
  await Promise.all([gone(shop.process), gone(ordering.process)])
  rmSync(folder, { recursive: true, force: true })
  return {
    ...{ before, sent, ruled, at: String(rows[0].at), pieceCount, photoFiles, page, photo },
    outcome: {
      summary: `backed up in ${seconds(took)} while ${during} orders were told, WAL sent after ${seconds(shipped)}; killed after ${total}, its folder removed`,
      wrong,
    },
  }
}

async function bringBack(drill: Drill, lost: Lost, way: 'newest' | 'between') {
  const wrong: string[] = []
  const folder = join(drill.home, way)
  const env = { ...drill.env, DATA_DIR: folder }
  const since = performance.now()
  const at = way === 'between' ? ['--at', lost.at] : []
  const restored = await command(['restore', '--identity', drill.identity, ...at], env)
  const restoring = performance.now() - since
  if (restored.code !== 0)
    return { summary: `restored in ${seconds(restoring)}`, wrong: [`the restore failed: ${restored.said}`] }
  const shop = await startShop(folder, { ...drill.env, BACKUP_DIR: join(drill.home, `backups-${way}`) })
  const whole = performance.now() - since
  if (whole > most * 1000) wrong.push(`the shop was back only after ${seconds(whole)}`)

  const looks = await looksOf(shop.url)
  if (looks.page !== lost.page) wrong.push(`a page differs: ${looks.page}, not ${lost.page}`)
  if (looks.photo !== lost.photo || lost.photo === '') wrong.push('a photo differs')
  const files = await digests(join(folder, 'files'))
  const lostFiles = [...lost.photoFiles].filter(([name, digest]) => files.get(name) !== digest)
  if (lostFiles.length > 0 || files.size === 0) wrong.push(`${lostFiles.length} files are missing or differ`)

  const db = openDatabase(databaseOf(folder), { maxConnections: 2 })
  const orders = new Set(
    (await db.selectFrom('shop_order').select('number').execute()).map(({ number }) => number),
  )
  const wanted = way === 'newest' ? lost.sent : lost.before
  const missing = wanted.filter((number) => !orders.has(number))
  if (missing.length > 0) wrong.push(`${missing.length} orders are lost, such as ${missing[0]}`)
  if (way === 'between') {
    const known = new Set(lost.before)
    const later = lost.sent.filter((number) => !known.has(number) && orders.has(number))
    // One for each of four lanes may have been placed and not yet told when the time was taken.
    if (later.length > 4) wrong.push(`${later.length} orders are of a later time`)
    if (lost.sent.length - lost.before.length <= 4) wrong.push('nothing was ordered after the time')
  }
  const { length: count } = await db.selectFrom('product').select('id').execute()
  if (count !== lost.pieceCount) wrong.push(`${count} pieces, not ${lost.pieceCount}`)
  wrong.push(...(await brokenRules(db)).filter((rule) => !lost.ruled.has(rule)))
  await addRings(db, ['3000001'])
  await db.destroy()
  const ordering = keepOrdering(databaseOf(folder), ['3000001'])
  await gone(ordering.process)
  if (ordering.told.length !== 1) wrong.push('no new order could be placed')
  shop.process.kill('SIGTERM')
  await gone(shop.process)
  const summary = `restored in ${seconds(restoring)}, serving after ${seconds(whole)}: ${wanted.length} orders, ${count} pieces, ${files.size} files with their checksums, a page, a photo, and a new order`
  return { summary, wrong }
}

/** The title of a page with the number of its pictures, all pages answering; and the digest of one photo of it. */
async function looksOf(url: string): Promise<{ page: string; photo: string }> {
  const texts: string[] = []
  for (const path of pages) {
    const answer = await fetch(url + path)
    texts.push(`${answer.status}`)
    if (path === '/en/watches') {
      const text = await answer.text()
      const photos = [...text.matchAll(/src="(\/[^"]*\.(?:avif|webp|jpe?g)[^"]*)"/g)].map(
        ([, src]) => src ?? '',
      )
      texts.push(/<title>([^<]*)/.exec(text)?.[1] ?? '', String(photos.length))
      const [first = ''] = photos
      if (first !== '') {
        const photo = Buffer.from(await (await fetch(url + first)).arrayBuffer())
        return { page: texts.join(' '), photo: createHash('sha256').update(photo).digest('hex') }
      }
    } else await answer.arrayBuffer()
  }
  return { page: texts.join(' '), photo: '' }
}

async function digests(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    // What is arriving is nobody's yet.
    if (!entry.isFile() || path.includes('/.')) continue
    found.set(path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex'))
  }
  return found
}

function keepOrdering(connectionString: string, pieces: readonly string[]) {
  const program = resolve(import.meta.dirname, 'keep-ordering.ts')
  const started = spawn(
    process.execPath,
    [program, connectionString, pieces[0] ?? '', String(pieces.length)],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const told: string[] = []
  createInterface({ input: started.stdout }).on('line', (line) => {
    const [, number] = /^placed (.+)$/.exec(line) ?? []
    if (number !== undefined) told.push(number)
  })
  return { process: started, told }
}

async function startShop(folder: string, env: Drill['env']): Promise<{ process: ChildProcess; url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = spawn(process.execPath, [...shopMemory, 'server/start.ts'], {
    cwd: root,
    env: { ...env, DATA_DIR: folder, PORT: String(port), SITE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url, started)
  return { process: started, url }
}

async function command(words: readonly string[], env: Drill['env']) {
  const child = spawn(process.execPath, ['commands/run.ts', ...words], {
    ...{ cwd: root, env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code: Number(code), said }
}

function databaseOf(folder: string): string {
  const found = findPostmaster(join(folder, 'postgres'))
  if (!found) throw new Error(`no PostgreSQL runs in ${folder}`)
  return `postgres://shop@localhost/shop?host=${encodeURIComponent(found.socketDir)}`
}

/** As when the machine is lost: nobody shuts anything down. */
function killCluster(folder: string): void {
  const postmaster = findPostmaster(join(folder, 'postgres'))
  if (!postmaster) return
  const children = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster.pid)
  process.kill(postmaster.pid, 'SIGKILL')
  for (const [pid] of children)
    try {
      process.kill(pid as number, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function until(holds: () => boolean, ms = 60_000): Promise<void> {
  for (const end = performance.now() + ms; !holds(); await wait(50))
    if (performance.now() > end) throw new Error('it does not come')
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
