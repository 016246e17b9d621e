import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#app/platform/database/database.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { lostLimits } from '#app/platform/database/server-session.ts'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { freePort } from '../setup/running-shop.ts'
import { staffCookie } from '../staff-cookie.ts'
import { startBuying } from './standby/buyers.ts'
import { kill, onServer, type Server, startFirst } from './standby/server.ts'
import { pathOf, reprice, type Shop, shown, startShop, stopShop } from './standby/shop.ts'

const program = 'pgbouncer'
const modes = ['transaction', 'session'] as const
type Mode = (typeof modes)[number]
type Heard = (what: string, wrong: string[], of: { done: number; of: number }) => void

/** As docs/database-cluster.md has them; ms. */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
}

/** What is not installed here, in words. */
export function missingPooler(): string | null {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
    ? null
    : `${program} is not installed (Debian: apt-get install ${program})`
}

/** Two processes of a built shop that reach their database through PgBouncer, in each of its modes. */
export async function tryPooler(heard: Heard): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const missing = missingPooler()
  if (missing !== null) throw new Error(missing)
  const home = mkdtempSync(join(tmpdir(), 'shop-pooler-'))
  // PgBouncer refuses to run as root, and reads its files as somebody else.
  chmodSync(home, 0o755)
  const server = await startFirst(join(home, 'database'), async (url) => {
    await migrate(url, { directory: resolve('db/migrations') })
    const db = openDatabase(url, { maxConnections: 1 })
    await addRings(db, [shown])
    await db.destroy()
  })
  try {
    await onServer(server.url, async (client) => {
      const document = readFileSync('docs/database-cluster.md', 'utf8')
      for (const [line] of document.matchAll(/^ {4}alter role shop set .*;$/gm)) await client.query(line)
    })
    for (const [index, mode] of modes.entries()) {
      const { summary, wrong } = await through(mode, index + 1, server, home)
      heard(`pooler, ${mode}: ${summary}`, wrong, { done: index + 1, of: modes.length })
    }
  } finally {
    await kill(server)
    rmSync(home, { recursive: true, force: true })
  }
}

async function through(mode: Mode, round: number, server: Server, home: string) {
  const wrong: string[] = []
  const port = await freePort()
  const pooled = `postgres://shop@127.0.0.1:${port}/shop`
  let pooler = await startPooler(mode, port, server, home)
  const shops: Shop[] = []
  try {
    if (!(await isRefused(pooled, join(home, 'alone'))))
      wrong.push('a start without DATABASE_DIRECT_URL is not refused')
    const lost = await onServer(pooled, (client) => lostLimits(client, limits))
    wrong.push(...lost)
    for (const name of ['a', 'b'])
      shops.push(
        await startShop({
          DATABASE_URL: pooled,
          DATABASE_DIRECT_URL: server.url,
          DATA_DIR: join(home, `${mode}-${name}`),
        }),
      )
    const urls = shops.map(({ url }) => url)
    const db = openDatabase(server.url, { maxConnections: 2 })
    const first = 1_000_000 * round + 1
    await addRings(
      db,
      Array.from({ length: 2_000 }, (_, index) => String(first + index)),
    )
    const path = await pathOf(urls[0] ?? '')
    for (let time = 0; time < 3; time += 1) await Promise.all(urls.map((url) => fetch(url + path)))
    const buying = startBuying(urls, { pairs: 4, first, pieces: 2_000 })
    const prices = await reprice(server.url, { urls, path, round })
    wrong.push(...prices.wrong)
    wrong.push(...(await enterPrice(urls[0] ?? '', await staffCookie(db, 'owner'), round)))
    for (let time = 0; time < 600 && buying.outcomes.length < 40; time += 1) await wait(100)
    const before = buying.outcomes.length

    const killedAt = performance.now()
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
    await wait(1_000)
    pooler = await startPooler(mode, port, server, home)
    let back: number | null = null
    while (back === null && performance.now() - killedAt < 30_000) {
      const found = buying.outcomes.find(({ at, confirmed }) => confirmed !== null && at > killedAt + 900)
      back = found ? Math.round(found.at - killedAt) : null
      await wait(20)
    }
    if (back === null || back > 6_000) wrong.push(`orders are taken again after ${back} ms`)
    await wait(2_000)
    await buying.stop()
    wrong.push(...buying.wrong, ...(await brokenRules(db)))
    const confirmed = buying.outcomes.filter((outcome) => outcome.confirmed !== null).length
    if (before < 40) wrong.push(`only ${before} forms were answered before`)
    await db.destroy()
    const [direct, way] = [await roundTrip(server.url), await roundTrip(pooled)]
    return {
      summary: `${confirmed} orders confirmed, ${prices.summary}, PgBouncer killed for a second: orders again after ${back} ms; a question takes ${way} ms, past it ${direct} ms`,
      wrong: [...new Set(wrong)],
    }
  } finally {
    for (const shop of shops) await stopShop(shop)
    pooler.kill('SIGKILL')
  }
}

/** PgBouncer as `deploy/pgbouncer.ini` has it, but for places and passwords. */
async function startPooler(mode: Mode, port: number, server: Server, home: string): Promise<ChildProcess> {
  const users = join(home, 'users')
  writeFileSync(users, '"shop" ""\n')
  const own: [RegExp, string][] = [
    [/port=5432/, `port=${server.port}`],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^auth_type = .*$/m, 'auth_type = trust'],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^pool_mode = .*$/m, `pool_mode = ${mode}`],
  ]
  const file = join(home, 'pgbouncer.ini')
  const shipped = readFileSync('deploy/pgbouncer.ini', 'utf8')
  writeFileSync(
    file,
    own.reduce((all, [from, to]) => all.replace(from, to), shipped),
  )
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn(program, ['-q', ...user, file], { stdio: ['ignore', 'ignore', 'ignore'] })
  const end = () => void pooler.kill('SIGKILL')
  process.once('exit', end)
  pooler.once('exit', () => process.off('exit', end))
  const url = `postgres://shop@127.0.0.1:${port}/shop`
  for (let time = 0; time < 100; time += 1) {
    const answers = await onServer(url, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
    if (answers) return pooler
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with ${pooler.exitCode}`)
    await wait(50)
  }
  throw new Error('PgBouncer does not answer')
}

/** Whether a shop whose only way is the pooler says what it lacks instead of starting. */
async function isRefused(pooled: string, dataDir: string): Promise<boolean> {
  const shop = spawn(process.execPath, ['server/start.ts'], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: pooled, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  shop.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(shop, 'exit', { signal: AbortSignal.timeout(60_000) })
  return code === 1 && said.includes('DATABASE_DIRECT_URL')
}

/** A price of gold, entered in the office. */
async function enterPrice(url: string, cookie: string, round: number): Promise<string[]> {
  const seen = round === 1 ? null : 350_000
  const input = { metal: 'gold', price: '3500', per: 'ounce', source: 'Börse', confirmed: true, seen }
  const answer = await fetch(`${url}/office/act/metal-prices.enter`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const said = await answer.text()
  return answer.status === 200 && said.includes('"ok":true')
    ? []
    : [`the office answered ${answer.status}: ${said.slice(0, 200)}`]
}

/** The mean of many questions one after the other, ms. */
async function roundTrip(url: string): Promise<string> {
  return onServer(url, async (client) => {
    const times = 2_000
    const since = performance.now()
    for (let time = 0; time < times; time += 1) await client.query('select 1')
    return ((performance.now() - since) / times).toFixed(2)
  })
}
