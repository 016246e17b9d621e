import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#app/platform/database/database.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { startBuying } from './standby/buyers.ts'
import { lostOrders } from './standby/lost-orders.ts'
import { type Cluster, missingPrograms, type Node, startCluster } from './standby/patroni-cluster.ts'
import { pathOf, reprice, type Shop, shown, startShop, stopShop } from './standby/shop.ts'

/** The primary's machine is lost, its PostgreSQL alone dies, or somebody asks for the other one. */
const ways = ['machine lost', 'PostgreSQL killed', 'switchover'] as const
type Way = (typeof ways)[number]
type Heard = (what: string, wrong: string[], of: { done: number; of: number }) => void

const most = { firstOrder: 15_000 }
const pieces = 2_000

export { missingPrograms as missingForPatroni }

/** Two web processes on a cluster of two servers that Patroni looks after, as `deploy/` configures it. */
export async function tryPatroni(heard: Heard): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const missing = missingPrograms()
  if (missing.length > 0) throw new Error(missing.join('; '))
  const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'shop-patroni-'))
  const shops: Shop[] = []
  const cluster = await startCluster(home)
  try {
    await migrate(cluster.url, { directory: resolve('db/migrations') })
    const db = openDatabase(cluster.url, { maxConnections: 1 })
    await addRings(db, [shown])
    await db.destroy()
    for (const name of ['a', 'b'])
      shops.push(await startShop({ DATABASE_URL: cluster.url, DATA_DIR: join(home, `web-${name}`) }))
    for (const [index, way] of ways.entries()) {
      const { summary, wrong } = await lose(cluster, way, { urls: shops.map(({ url }) => url), index })
      heard(`patroni, ${way}: ${summary}`, wrong, { done: index + 1, of: ways.length })
    }
  } finally {
    for (const shop of shops) await stopShop(shop)
    await cluster.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function lose(cluster: Cluster, way: Way, { urls, index }: { urls: string[]; index: number }) {
  const wrong: string[] = []
  const first = 1_000_000 * (index + 1) + 1
  const before = openDatabase(cluster.url, { maxConnections: 2 })
  for (let from = first; from < first + pieces; from += 500)
    await addRings(
      before,
      Array.from({ length: 500 }, (_, offset) => String(from + offset)),
    )
  await before.destroy()
  const path = await pathOf(urls[0] ?? '')
  for (let time = 0; time < 3; time += 1) await Promise.all(urls.map((url) => fetch(url + path)))
  const primary = await cluster.inStep()

  const buying = startBuying(urls, { pairs: 4, first, pieces })
  const confirmed = () => buying.outcomes.filter((outcome) => outcome.confirmed !== null)
  for (let time = 0; time < 600 && confirmed().length < 40; time += 1) await wait(100)
  const at = performance.now()
  const acknowledged = confirmed().length
  if (way === 'machine lost') await cluster.loseMachine(primary)
  if (way === 'PostgreSQL killed') killServer(primary)
  if (way === 'switchover') await cluster.switchOver(primary)
  // After a switchover orders go on at once; else the first that can only have come from a primary that writes.
  const since = way === 'switchover' ? at : performance.now() + 1_000
  let firstOrder: number | null = null
  while (firstOrder === null && performance.now() - at < 90_000) {
    const found = confirmed().find((outcome) => outcome.at > since)
    firstOrder = found ? Math.round(found.at - at) : null
    await wait(20)
  }
  for (let time = 0; time < 600; time += 1) {
    const states = await Promise.all(urls.map((url) => fetch(`${url}/health`)))
    if (states.every(({ ok }) => ok)) break
    await wait(50)
  }
  const prices = await reprice(cluster.url, { urls, path, round: index + 1 })
  await wait(3_000)
  await buying.stop()
  if (way === 'machine lost') await cluster.bringBack(primary)
  const rejoined = performance.now()
  const now = await cluster.inStep()
  const back = Math.round(performance.now() - rejoined)

  wrong.push(...buying.wrong)
  if (firstOrder === null || firstOrder > most.firstOrder)
    wrong.push(`the first order came after ${firstOrder} ms`)
  wrong.push(...prices.wrong)
  const after = openDatabase(cluster.url, { maxConnections: 2 })
  wrong.push(...(await lostOrders(after, buying.outcomes)), ...(await brokenRules(after)))
  await after.destroy()
  const gap = longestGap(confirmed().map((outcome) => outcome.at))
  return {
    summary: `${confirmed().length} orders confirmed (${acknowledged} before), ${buying.refused.length} forms told to come again; first order after ${firstOrder} ms, longest time without one ${gap} ms, ${prices.summary}; ${primary.name} → ${now.name}, both in step again after ${back} ms`,
    wrong: [...new Set(wrong)],
  }
}

function longestGap(times: number[]): number {
  return Math.round(Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] as number))))
}

/** The postmaster and its children, but not Patroni. */
function killServer({ postmaster }: Node): void {
  const pid = postmaster()
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
  for (const each of [String(pid), ...children.split('\n')].map(Number).filter((one) => one > 0))
    process.kill(each, 'SIGKILL')
}
