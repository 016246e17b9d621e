/** Starts `npm run dev`, ends it in one of the ways in which it can end, and looks at what is left of it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { isAlive } from '#app/platform/process-alive.ts'
import { freePort } from '../setup/running-shop.ts'

/** The processes of one `npm run dev`: npm, the bootstrap it runs, and the server. */
type Dev = {
  npm: ChildProcess & { pid: number }
  output: () => string
  bootstrap: () => number
  server: () => number
}

/** Each process and each way of hearing of it once. */
const ends = {
  'SIGINT to npm': ({ npm }) => npm.kill('SIGINT'),
  'SIGHUP to npm': ({ npm }) => npm.kill('SIGHUP'),
  'SIGTERM to the bootstrap': (dev) => process.kill(dev.bootstrap(), 'SIGTERM'),
  'SIGKILL to the bootstrap': (dev) => process.kill(dev.bootstrap(), 'SIGKILL'),
  'SIGHUP to the server': (dev) => process.kill(dev.server(), 'SIGHUP'),
  'SIGKILL to the server': (dev) => process.kill(dev.server(), 'SIGKILL'),
  // Each process of the group gets it, and npm and the bootstrap pass it on.
  'Ctrl+C in its terminal': ({ npm }) => process.kill(-npm.pid, 'SIGINT'),
  'a terminal that closes': ({ npm }) => {
    npm.stdout?.destroy()
    npm.stderr?.destroy()
    process.kill(-npm.pid, 'SIGHUP')
  },
  'a signal during the start': ({ npm }) => npm.kill('SIGINT'),
  'a start that fails': () => {},
} satisfies Record<string, (dev: Dev) => void>

export type DevEnd = keyof typeof ends
export const devEnds = Object.keys(ends) as DevEnd[]

/**
 * @param end how it is ended; one after the other: each start writes the types of the routes into the checkout
 * @param home its data directory, of which a database that a fault leaves is ended, too
 * @returns what is left that should have ended, as sentences
 */
export async function endDev(end: DevEnd, home: string): Promise<string[]> {
  const port = await freePort()
  const blocked = end === 'a start that fails' ? createServer().listen(port, 'localhost') : undefined
  const dev = startDev(home, port)
  const pids = [dev.npm.pid]
  try {
    const failing = await says(dev, saidBefore(end))
    if (failing) return [failing]
    if (!blocked) pids.push(dev.bootstrap(), dev.server(), findPostmaster(join(home, 'postgres'))?.pid ?? 0)
    if (pids.includes(0)) return ['it has no database']
    ends[end](dev)
    const left = () => [
      ...pids.filter(isRunning).map((pid) => `process ${pid} runs on`),
      ...(findPostmaster(join(home, 'postgres')) ? ['its database runs on'] : []),
      ...(blocked && dev.npm.exitCode !== 1 ? [`it ended with ${dev.npm.exitCode} instead of 1`] : []),
    ]
    await until(() => left().length === 0, 60_000)
    return left().length === 0 ? [] : [...left(), dev.output()]
  } finally {
    blocked?.close()
    const database = findPostmaster(join(home, 'postgres'))
    for (const pid of [...pids, ...(database ? [database.pid] : [])])
      if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
}

/** What it has said when the end comes. */
function saidBefore(end: DevEnd): RegExp {
  if (end === 'a start that fails') return /^✗ Port \d+ is in use/m
  return end === 'a signal during the start' ? /^✓ PostgreSQL is running/m : /^✓ Shop, English: /m
}

function startDev(home: string, port: number): Dev {
  const npm = spawn('npm', ['run', 'dev'], {
    env: { ...process.env, DATA_DIR: home, LOG_LEVEL: 'warn', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it.
    detached: true,
  }) as Dev['npm']
  let text = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const childOf = (parent: number, script: string): number => {
    const table = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    const line = table
      .split('\n')
      .find((each) => each.includes(script) && Number(each.trim().split(/\s+/)[1]) === parent)
    if (line === undefined) throw new Error(`no ${script} below ${parent}:\n${table}`)
    return Number(line.trim().split(/\s+/)[0])
  }
  const bootstrap = () => childOf(npm.pid, 'server/bootstrap.mjs')
  return { npm, output: () => text, bootstrap, server: () => childOf(bootstrap(), 'server/dev.ts') }
}

/** Waits until it says that; answers with what was said instead when it does not. */
async function says(dev: Dev, words: RegExp): Promise<string | null> {
  await until(() => words.test(dev.output()), 120_000)
  return words.test(dev.output()) ? null : `it never said ${words}:\n${dev.output()}`
}

async function until(holds: () => boolean, timeout: number): Promise<void> {
  const end = performance.now() + timeout
  while (!holds() && performance.now() < end) await wait(50)
}

/** One that has ended and that nobody has collected yet runs no longer. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout.trim())
}
