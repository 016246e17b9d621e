import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { shopMemory } from '#server/heap.mjs'
import { answers, freePort } from '#tests/setup/running-shop.ts'
import type { Load, Told } from './overload-load.ts'
import { cpuMicroseconds } from './processes.ts'
import { settled } from './settled.ts'

/** Seconds that a shop is given after its start. */
const settling = 60

export const cores = availableParallelism()
/** Shop and load each have a core where `taskset` can give them one. */
export const pinned = cores > 1 && process.platform === 'linux' && existsSync('/usr/bin/taskset')

/** What came of a load, and the CPU that the shop and its database, and the load, took for it. */
export type Measured = {
  told: Told
  /** Answers a second that were pages. */
  good: number
  shopCores: number
  loadCores: number
  /** Of shop and database for each such answer, ms. */
  cpuEach: number
}

/** A built shop of so many workers with the demo in a folder of its own, that keeps no page. */
export type OverloadedShop = {
  port: number
  measured(load: LoadProcess, what: Extract<Load, { seconds: number }>): Promise<Measured>
  /** Of its Node processes. */
  residentMegabytes(): number
  stop(): Promise<void>
}

export async function startOverloadedShop(workers: number): Promise<OverloadedShop> {
  const home = mkdtempSync(join(tmpdir(), 'shop-overload-'))
  const port = await freePort()
  // The last core is the load's; the database has the shop's, as on a machine that is given both.
  const before = pinned ? ['taskset', '-c', cores === 2 ? '0' : `0-${cores - 2}`] : []
  const [file = '', ...words] = [...before, process.execPath, ...shopMemory, 'server/start.ts']
  const shop = spawn(file, words, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: home,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: `http://127.0.0.1:${port}`,
      WORKERS: String(workers),
      PAGE_CACHE: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (shop.exitCode === null && shop.signalCode === null) {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    }
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await answers(`http://127.0.0.1:${port}`, shop)
    await settled({ pid: Number(shop.pid), dataDir: home }, settling)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port,
    async measured(load, what) {
      const before = cpuMicroseconds(Number(shop.pid))
      const told = await load.ask(what)
      const spent = cpuMicroseconds(Number(shop.pid)) - before
      const pages = told.pages + told.carts + told.robots
      return {
        told,
        good: pages / what.seconds,
        shopCores: spent / 1e6 / what.seconds,
        loadCores: told.cpu / 1e3 / what.seconds,
        cpuEach: spent / 1e3 / pages,
      }
    },
    residentMegabytes: () => residentMegabytes(shop),
    stop,
  }
}

export type LoadProcess = { ask(what: Load): Promise<Told>; stop(): void }

export async function startLoad(): Promise<LoadProcess> {
  const load = fork(resolve('bench/overload-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(load, 'spawn')
  if (pinned) execFileSync('taskset', ['-a', '-cp', String(cores - 1), String(load.pid)], { stdio: 'ignore' })
  return {
    async ask(what) {
      load.send(what)
      const [told] = await once(load, 'message')
      return told as Told
    },
    stop: () => load.disconnect(),
  }
}

function residentMegabytes({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return 0
  const field = (process: string, name: string) => {
    const status = `/proc/${process}/status`
    const text = existsSync(status) ? readFileSync(status, 'utf8') : ''
    return new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1]
  }
  const own = String(pid)
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const kilobytes = pids
    .filter((each) => each === own || (field(each, 'PPid') === own && field(each, 'Name') !== 'postgres'))
    .map((each) => Number(field(each, 'VmRSS') ?? 0))
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1e3)
}
