import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { isAlive } from '#app/platform/process-alive.ts'
import { freePort } from '../setup/running-shop.ts'

/** `npm run dev` leaves no database behind, however it ends. */
test.setTimeout(180_000)
// One after the other: each writes the types of the routes into the checkout, and two at once disturb each other.
test.describe.configure({ mode: 'default' })

let home: string
/** Everything a test started, for what a failed one leaves. */
const started = new Set<number>()

test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shop-dev-'))
})
test.afterAll(() => {
  const left = cluster()
  for (const pid of [...started, ...(left ? [left.pid] : [])]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

const cluster = () => findPostmaster(join(home, 'postgres'))

/** The processes of one `npm run dev`: npm, the bootstrap it runs, and the server. */
type Dev = {
  npm: ChildProcess & { pid: number }
  output: () => string
  bootstrap: () => number
  server: () => number
}

function start(port: number): Dev {
  const npm = spawn('npm', ['run', 'dev'], {
    env: { ...process.env, DATA_DIR: home, LOG_LEVEL: 'warn', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it.
    detached: true,
  }) as Dev['npm']
  started.add(npm.pid)
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
    const pid = Number(line.trim().split(/\s+/)[0])
    started.add(pid)
    return pid
  }
  const bootstrap = () => childOf(npm.pid, 'server/bootstrap.mjs')
  return { npm, output: () => text, bootstrap, server: () => childOf(bootstrap(), 'server/dev.ts') }
}

async function says(dev: Dev, words: RegExp): Promise<void> {
  await expect.poll(dev.output, { timeout: 120_000, intervals: [50] }).toMatch(words)
}

function processesOf({ npm, bootstrap, server }: Dev): number[] {
  const database = cluster()
  if (!database) throw new Error('no database')
  return [npm.pid, bootstrap(), server(), database.pid]
}

/** No process of it is left, and none of PostgreSQL. */
async function allEnded(pids: number[]): Promise<void> {
  await expect.poll(() => pids.filter(isRunning), { timeout: 60_000, intervals: [50] }).toEqual([])
  expect(cluster()).toBeNull()
}

/** One that has ended and that nobody has collected yet runs no longer. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout.trim())
}

// Each process and each way of hearing of it once; a start costs five seconds.
const ways: [string, (dev: Dev) => void][] = [
  ['SIGINT to npm', ({ npm }) => npm.kill('SIGINT')],
  ['SIGHUP to npm', ({ npm }) => npm.kill('SIGHUP')],
  ['SIGTERM to the bootstrap', (dev) => process.kill(dev.bootstrap(), 'SIGTERM')],
  ['SIGKILL to the bootstrap', (dev) => process.kill(dev.bootstrap(), 'SIGKILL')],
  ['SIGHUP to the server', (dev) => process.kill(dev.server(), 'SIGHUP')],
  ['SIGKILL to the server', (dev) => process.kill(dev.server(), 'SIGKILL')],
  // Each process of the group gets it, and npm and the bootstrap pass it on.
  ['Ctrl+C in its terminal', ({ npm }) => process.kill(-npm.pid, 'SIGINT')],
  [
    'a terminal that closes',
    ({ npm }) => {
      npm.stdout?.destroy()
      npm.stderr?.destroy()
      process.kill(-npm.pid, 'SIGHUP')
    },
  ],
]
for (const [way, end] of ways) {
  test(`${way} ends the database, too`, async () => {
    const dev = start(await freePort())
    await says(dev, /^✓ Shop, English: /m)
    const pids = processesOf(dev)
    end(dev)
    await allEnded(pids)
  })
}

test('a signal during the start ends it, too', async () => {
  const dev = start(await freePort())
  await says(dev, /^✓ PostgreSQL is running/m)
  const pids = processesOf(dev)
  dev.npm.kill('SIGINT')
  await allEnded(pids)
})

test('a start that fails ends it, too', async () => {
  const port = await freePort()
  const other = createServer().listen(port, 'localhost')
  const dev = start(port)
  await says(dev, /^✗ Port \d+ is in use/m)
  await allEnded([dev.npm.pid])
  other.close()
  await expect.poll(() => dev.npm.exitCode).toBe(1)
})
