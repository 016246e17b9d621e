import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildShop } from '#server/build.ts'
import { shopMemory } from '#server/heap.mjs'
import { answers, freePort } from '#tests/setup/running-shop.ts'
import { burdens, type Load, type Told } from './overload-load.ts'
import { cpuMicroseconds } from './processes.ts'

/**
 * `npm run bench:overload [-- --seconds 15 --workers 1]`: what a shop still answers when it is asked for more than it can.
 * Finds the peak (pages that nothing keeps, as many at once as keep it busy), then asks for one, two and three times as
 * much whether answered or not, a twentieth of it carts and a fifth robots; then for half as much, in turn with and without
 * each burden: 5,000 silent connections, 200 that send a byte a second of their head or body, 50 that read nothing, 200 heads
 * of 60 kB a second. Shop and load each have a core where `taskset` can give them one.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, workers: { type: 'string', default: '1' } },
})
const seconds = Math.min(120, Math.max(2, Number(values.seconds)))
const workers = String(Math.min(64, Math.max(1, Number(values.workers))))
const print = (line = '') => process.stdout.write(`${line}\n`)
const cores = availableParallelism()
const pinned = cores > 1 && process.platform === 'linux' && existsSync('/usr/bin/taskset')
const mostPerSecond = 3_000

await buildShop()
const home = mkdtempSync(join(tmpdir(), 'shop-overload-'))
const port = await freePort()
const shop = startShop()
try {
  await answers(`http://127.0.0.1:${port}`, shop)
  await measure()
} finally {
  if (shop.exitCode === null && shop.signalCode === null) {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  rmSync(home, { recursive: true, force: true })
}

function startShop(): ChildProcess {
  // The last core is the load's; the database has the shop's, as on a machine that is given both.
  const before = pinned ? ['taskset', '-c', cores === 2 ? '0' : `0-${cores - 2}`] : []
  const [file = '', ...words] = [...before, process.execPath, ...shopMemory, 'server/start.ts']
  return spawn(file, words, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: home,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: `http://127.0.0.1:${port}`,
      WORKERS: workers,
      PAGE_CACHE: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function measure(): Promise<void> {
  const load = await startLoad()
  const ask = async (what: Load): Promise<Told> => {
    load.send(what)
    const [told] = await once(load, 'message')
    return told as Told
  }
  /** What came of it, and the cores that the shop and the load had for it. */
  const measured = async (what: Load) => {
    const before = cpuMicroseconds(Number(shop.pid))
    const told = await ask(what)
    const good = (told.pages + told.carts + told.robots) / seconds
    const shopCores = (cpuMicroseconds(Number(shop.pid)) - before) / 1e6 / seconds
    return { told, good, shopCores, loadCores: told.cpu / 1e3 / seconds }
  }
  await ask({ kind: 'closed', port, seconds: 5, atOnce: 8 })
  const peak = await measured({ kind: 'closed', port, seconds, atOnce: 8 })
  const most = peak.good
  const ofPeak = (good: number, cores: number) =>
    `${Math.round((100 * good) / most)} % | ${Math.round((100 * good * peak.shopCores) / cores / most)} %`
  print(
    `${cores} cores, load ${loadavg()[0]?.toFixed(1)}, ${workers} worker(s), ${pinned ? '' : 'not '}pinned`,
  )
  print(
    `peak: ${most.toFixed(1)} pages a second, 8 at once, by ${peak.shopCores.toFixed(2)} cores of shop and database\n`,
  )
  print(
    '| asked for | answered / s | of the peak | by CPU | p99 of pages | carts | p99 of carts | robots | refused / s | lost | cores: shop / load | memory |',
  )
  print('|---|---|---|---|---|---|---|---|---|---|---|---|')
  const row = async (title: string, times: number) => {
    const perSecond = Math.min(mostPerSecond, most * times)
    const { told, good, shopCores, loadCores } = await measured({ kind: 'open', port, seconds, perSecond })
    const used = `${shopCores.toFixed(2)} / ${loadCores.toFixed(2)}`
    print(
      `| ${title} | ${good.toFixed(1)} | ${ofPeak(good, shopCores)} | ${told.pageP99} ms | ${told.carts} of ${told.cartsAsked} | ${told.cartP99} ms | ${told.robots} of ${told.robotsAsked} | ${(told.refused / seconds).toFixed(1)} | ${told.lost} | ${used} | ${residentMegabytes()} MB |`,
    )
  }
  for (const times of [1, 2, 3]) await row(`${times} ×`, times)
  for (const what of burdens) {
    await row('half, nothing else', 0.5)
    const count = { silent: 5_000, 'slow readers': 50 }[what as string] ?? 200
    const { held } = await ask({ kind: 'hold', port, what, count })
    await row(`half, beside ${count} ${what} (${held} open)`, 0.5)
    await ask({ kind: 'release' })
  }
  load.disconnect()
}

async function startLoad(): Promise<ChildProcess> {
  const load = fork(resolve('bench/overload-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(load, 'spawn')
  if (pinned) execFileSync('taskset', ['-a', '-cp', String(cores - 1), String(load.pid)], { stdio: 'ignore' })
  return load
}

/** Of the shop's Node processes. */
function residentMegabytes(): number {
  if (process.platform !== 'linux') return 0
  const field = (pid: string, name: string) => {
    const status = `/proc/${pid}/status`
    const text = existsSync(status) ? readFileSync(status, 'utf8') : ''
    return new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1]
  }
  const own = String(shop.pid)
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const kilobytes = pids
    .filter((pid) => pid === own || (field(pid, 'PPid') === own && field(pid, 'Name') !== 'postgres'))
    .map((pid) => Number(field(pid, 'VmRSS') ?? 0))
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1e3)
}
