import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#app/platform/database/database.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { addRings } from '../../checkout.ts'
import { brokenRules } from '../../checkout-invariants.ts'
import { startBuying } from './buyers.ts'
import { lostOrders } from './lost-orders.ts'
import { startProxy } from './primary-proxy.ts'
import { kill, promote, type Server, startFirst, startStandby } from './server.ts'
import { pathOf, reprice, type Shop, shown, startShop, stopShop } from './shop.ts'

/** What must hold, ms: the first order after the primary's death. */
const most = { firstOrder: 15_000 }
/** So long the primary's death goes unnoticed, ms; with a careless proxy long enough to be led to the standby. */
const noticed = { careful: 1_000, careless: 4_000 }
const pieces = 3_000
/** Orders that were confirmed before. */
const least = 40

type Heard = (round: number, outcome: { summary: string; wrong: string[] }) => void

/**
 * Two web processes, on a primary and its synchronous standby behind a proxy, take orders while the primary is killed
 * with all its processes and the standby promoted; then a new standby is made, for the next round.
 */
export async function switchToStandby({ rounds }: { rounds: number }, heard: Heard): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const home = mkdtempSync(join(tmpdir(), 'shop-standby-'))
  const proxy = await startProxy()
  const shops: Shop[] = []
  const servers: Server[] = []
  let folders = 0
  const follow = async (primary: Server) => {
    folders += 1
    const standby = await startStandby(join(home, `standby-${folders}`), primary)
    servers.push(standby)
    return standby
  }
  try {
    let primary = await startFirst(join(home, 'first'), async (url) => {
      await migrate(url, { directory: resolve('db/migrations') })
      const db = openDatabase(url, { maxConnections: 1 })
      await addRings(db, [shown])
      await db.destroy()
    })
    servers.push(primary)
    let standby = await follow(primary)
    proxy.lead([primary, standby])
    for (const name of ['a', 'b'])
      shops.push(await startShop({ DATABASE_URL: proxy.url, DATA_DIR: join(home, name) }))
    const urls = shops.map(({ url }) => url)
    for (let round = 1; round <= rounds; round++) {
      const isCareless = round % 2 === 0
      proxy.lead([primary, standby], isCareless)
      heard(round, await lose({ primary, standby, urls, round, isCareless }))
      primary = standby
      standby = await follow(primary)
    }
  } finally {
    for (const shop of shops) await stopShop(shop)
    await proxy.stop()
    for (const server of servers) await kill(server)
    rmSync(home, { recursive: true, force: true })
  }
}

type Round = { primary: Server; standby: Server; urls: string[]; round: number; isCareless: boolean }

async function lose({ primary, standby, urls, round, isCareless }: Round) {
  const wrong: string[] = []
  const first = 1_000_000 * round + 1
  const before = openDatabase(primary.url, { maxConnections: 2 })
  for (let from = first; from < first + pieces; from += 500)
    await addRings(
      before,
      Array.from({ length: 500 }, (_, index) => String(from + index)),
    )
  await before.destroy()
  const path = await pathOf(urls[0] ?? '')
  for (let time = 0; time < 3; time += 1) await Promise.all(urls.map((url) => fetch(url + path)))

  const buying = startBuying(urls, { pairs: 4, first, pieces })
  const confirmedUntilNow = () => buying.outcomes.filter(({ confirmed }) => confirmed !== null).length
  for (let time = 0; time < 600 && confirmedUntilNow() < least; time += 1) await wait(100)
  const killedAt = performance.now()
  killAll(primary)
  await wait(isCareless ? noticed.careless : noticed.careful)
  const kept = await Promise.all(urls.map((url) => fetch(url + path)))
  if (kept.some(({ status }) => status !== 200))
    wrong.push('a kept page was not given while there was no primary')
  const promotedAt = performance.now()
  await promote(standby)
  const firstOrder = await firstAfter()
  const well = await bothWell()
  const prices = await reprice(standby.url, { urls, path, round })
  await wait(3_000)
  const settled = performance.now()
  await wait(3_000)
  await buying.stop()

  wrong.push(...buying.wrong)
  const confirmed = buying.outcomes.flatMap((outcome) => (outcome.confirmed === null ? [] : [outcome]))
  const acknowledged = confirmed.filter(({ at }) => at < killedAt).length
  if (acknowledged < least) wrong.push(`only ${acknowledged} orders were confirmed before`)
  const late = buying.refused.filter((at) => at > settled).length
  if (late > 0) wrong.push(`${late} forms were refused when all should have been well again`)
  if (firstOrder === null || firstOrder > most.firstOrder)
    wrong.push(`the first order was taken ${firstOrder === null ? 'never' : `after ${firstOrder} ms`}`)
  wrong.push(...prices.wrong)

  const after = openDatabase(standby.url, { maxConnections: 2 })
  wrong.push(...(await lostOrders(after, buying.outcomes)), ...(await brokenRules(after)))
  await after.destroy()
  return {
    summary: `${isCareless ? 'proxy without a check for the primary, ' : ''}${confirmed.length} orders confirmed (${acknowledged} before the kill), none lost, ${buying.refused.length} forms told to come again; first order ${firstOrder} ms after the kill, both processes well after ${well} ms, ${prices.summary}`,
    wrong: [...new Set(wrong)],
  }

  async function firstAfter(): Promise<number | null> {
    while (performance.now() - killedAt < 60_000) {
      const found = buying.outcomes.find(({ at, confirmed }) => confirmed !== null && at > promotedAt)
      if (found) return Math.round(found.at - killedAt)
      await wait(20)
    }
    return null
  }

  async function bothWell(): Promise<number | null> {
    while (performance.now() - killedAt < 60_000) {
      const states = await Promise.all(urls.map((url) => fetch(`${url}/health`)))
      if (states.every(({ ok }) => ok)) return Math.round(performance.now() - killedAt)
      await wait(20)
    }
    return null
  }
}

/** The server and all its processes at once, as when its machine goes. */
function killAll({ process: { pid } }: Server): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [String(pid), ...children.split('\n')].map(Number).filter((one) => one > 0))
    process.kill(each, 'SIGKILL')
}
