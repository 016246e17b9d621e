import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { openDatabaseLink } from '../fakes/database-link.ts'
import { answers, freePort } from '../setup/running-shop.ts'

/** How the database goes away: no byte comes through, nobody listens, or its processes stand still (SIGSTOP). */
const ways = ['silent', 'closed', 'stopped'] as const

/** Seconds it stays away, and in ms what the first to notice and everybody after them may wait, and the recovery. */
const away = 60
const most = { first: 3_500, later: 1_000, recovery: 5_000 }

const kept = ['/de', '/en/watches', '/de/kontakt', '/en/contact', '/api/search?locale=de&query=omega']
/** Asked for once each: what is asked for again is kept. */
let number = 0
const notKept = () => ['/health', `/de/uhren?page=${++number}`, `/api/search?locale=en&query=number${number}`]

type Asked = { path: string; status: number; took: number; headers: Headers; text: string }
type Heard = (way: string, outcome: { summary: string; wrong: string[] }) => void

/** Lets a shop lose its database in each way, and asks it for pages it has kept and others, and presses on them. */
export async function loseDatabase({ rounds }: { rounds: number }, heard: Heard): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const home = mkdtempSync(join(tmpdir(), 'shop-away-'))
  const postgres = await startEmbeddedPostgres(join(home, 'database'), { durable: false })
  const link = await openDatabaseLink(postgres.connectionString)
  const { shop, url } = await startShop(link.connectionString, home)
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways) {
        const stop = async () => {
          if (way === 'stopped') signalAll(join(home, 'database'), 'SIGSTOP')
          else await link.set(way)
        }
        const goOn = async () => {
          if (way === 'stopped') signalAll(join(home, 'database'), 'SIGCONT')
          else await link.set('open')
        }
        heard(way, await lose(url, stop, goOn))
      }
  } finally {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
    await link.stop()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function lose(url: string, stop: () => Promise<void>, goOn: () => Promise<void>) {
  const wrong: string[] = []
  const see = (asked: Asked, is: { status: number; within: number; age?: boolean }) => {
    const { path, status, took, headers } = asked
    const found = `${path} answered ${status} after ${Math.round(took)} ms`
    if (status !== is.status) wrong.push(`${found}, not ${is.status}`)
    if (took > is.within) wrong.push(`${found}, later than ${is.within} ms`)
    if (status === 503 && headers.get('retry-after') === null) wrong.push(`${found} without Retry-After`)
    if (is.age && (headers.get('age') === null || headers.get('cache-status') === null))
      wrong.push(`${found} without Age and Cache-Status`)
  }
  // Listings are kept when they are asked for again.
  for (let time = 0; time < 3; time += 1)
    for (const path of kept) {
      const asked = await ask(url, path)
      if (asked.status !== 200) wrong.push(`${path} answered ${asked.status} before`)
    }
  await stop()
  const firsts = await Promise.all([...kept, ...notKept()].map((path) => ask(url, path)))
  for (const asked of firsts)
    see(asked, { status: kept.includes(asked.path) ? 200 : 503, within: most.first })
  const until = performance.now() + away * 1_000
  let count = 0
  let slowest = 0
  while (performance.now() < until) {
    const again = await Promise.all([...kept, ...notKept()].map((path) => ask(url, path)))
    for (const asked of again) {
      see(asked, { status: kept.includes(asked.path) ? 200 : 503, within: most.later })
      slowest = Math.max(slowest, asked.took)
    }
    const pressed = await ask(url, '/en/contact', pressing(url))
    see(pressed, { status: 503, within: most.later })
    count += again.length + 1
    await wait(500)
  }
  const back = performance.now()
  await goOn()
  const all = ['/health', '/de/checkout', '/de/uhren?page=2', ...kept]
  let isBack = false
  while (!isBack && performance.now() - back < 60_000) {
    const asked = await Promise.all(all.map((path) => ask(url, path)))
    isBack = asked.every(({ status, headers }) => status < 500 && headers.get('age') === null)
  }
  const recovery = performance.now() - back
  if (recovery > most.recovery) wrong.push(`all was well again only after ${Math.round(recovery)} ms`)
  const first = Math.max(...firsts.map(({ took }) => took))
  return {
    summary: `${away} s away, ${count} answers; the first within ${Math.round(first)} ms, then ${Math.round(slowest)} ms; back after ${Math.round(recovery)} ms`,
    wrong: [...new Set(wrong)],
  }
}

const pressing = (url: string): RequestInit => ({
  method: 'POST',
  headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
  body: 'name=Anna+Beispiel&email=anna%40beispiel.example&message=Guten+Tag',
})

async function ask(url: string, path: string, init: RequestInit = {}): Promise<Asked> {
  const since = performance.now()
  const answer = await fetch(url + path, {
    redirect: 'manual',
    ...init,
    signal: AbortSignal.timeout(120_000),
  }).catch((error: Error) => new Response(error.message, { status: 599 }))
  const text = await answer.text()
  return { path, status: answer.status, took: performance.now() - since, headers: answer.headers, text }
}

async function startShop(
  connectionString: string,
  home: string,
): Promise<{ shop: ChildProcess; url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: connectionString,
    DATA_DIR: join(home, 'data'),
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: url,
    SESSION_SECRET: 'a-secret-for-a-shop-that-loses-its-database',
    LOG_LEVEL: 'silent',
  }
  const options = { cwd: resolve(import.meta.dirname, '../..'), env }
  // Not waited for in step: this process is its way to the database.
  const demo = spawn(process.execPath, ['commands/run.ts', 'demo'], { ...options, stdio: 'ignore' })
  await once(demo, 'exit')
  const shop = spawn(process.execPath, ['server/start.ts'], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url, shop)
  return { shop, url }
}

/** The postmaster of a folder and all its children. */
function signalAll(dataDir: string, signal: NodeJS.Signals): void {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], {
    encoding: 'utf8',
  })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const postmaster = processes.find(
    (words) => words.includes('-D') && words.includes(join(dataDir, 'postgres')),
  )
  if (!postmaster) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  const own = processes.filter(([pid, parent]) => pid === postmaster[0] || parent === postmaster[0])
  for (const [pid] of own) process.kill(Number(pid), signal)
}
