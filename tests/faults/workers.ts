import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { shopMemory } from '#server/heap.mjs'
import { answers, freePort } from '../setup/running-shop.ts'

/** What befalls the two workers of a shop that visitors are asking. */
const blows = ['killed', 'restarted', 'hanging', 'stopped'] as const
export type Blow = (typeof blows)[number]

const visitors = 8

/** `listening`: workers that have said so. */
type Shop = { process: ChildProcess; port: number; listening: Set<number> }
/** `reused`: over a connection that had been kept, so to the worker that it belongs to. */
type Asked = { since: number; until: number; fault: string | null; reused: boolean }

/** Starts a built shop with two workers and lets each blow, or one, befall them `rounds` times, under load. */
export async function strikeWorkers(
  { rounds, only }: { rounds: number; only?: string | undefined },
  heard: (blow: Blow, outcome: { summary: string; wrong: string[] }) => void,
): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-workers-'))
  const shop = await startShop(dataDir)
  try {
    for (let round = 0; round < rounds; round++)
      for (const blow of blows.filter((each) => each !== 'stopped' && (only ?? each) === each))
        heard(blow, await strike(shop, blow))
    heard('stopped', await strike(shop, 'stopped'))
  } finally {
    if (shop.process.exitCode === null && shop.process.signalCode === null) {
      shop.process.kill('SIGTERM')
      await once(shop.process, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startShop(dataDir: string): Promise<Shop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = spawn(process.execPath, [...shopMemory, 'server/start.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      WORKERS: '2',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const listening = new Set<number>()
  createInterface({ input: started.stdout }).on('line', (line) => {
    const [, pid] = /^.*"pid":(\d+).*"msg":"a worker listens"/.exec(line) ?? []
    if (pid !== undefined) listening.add(Number(pid))
  })
  await answers(url, started)
  return { process: started, port, listening }
}

async function strike(shop: Shop, blow: Blow): Promise<{ summary: string; wrong: string[] }> {
  const before = workersOf(shop)
  const asked: Asked[] = []
  const load = new AbortController()
  const agent = new Agent({ keepAlive: true })
  const crowd = Array.from({ length: visitors }, async (_, index) => {
    while (!load.signal.aborted) asked.push(await visit(shop.port, index % 2 === 0 ? agent : false))
  })
  await wait(1_000)
  const at = performance.now()
  const wrong: string[] = []
  if (blow === 'stopped') {
    const ended = once(shop.process, 'exit')
    shop.process.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) wrong.push(`the shop ended with ${code}`)
    load.abort()
  } else {
    const victims = blow === 'restarted' ? before : before.slice(0, 1)
    if (blow === 'killed') process.kill(victims[0] as number, 'SIGKILL')
    if (blow === 'hanging') process.kill(victims[0] as number, 'SIGSTOP')
    if (blow === 'restarted') shop.process.kill('SIGUSR2')
    if (!(await replaced(shop, victims)))
      wrong.push(`after three minutes there are ${workersOf(shop).length} workers`)
    // Successors answer, too.
    await wait(1_000)
    load.abort()
  }
  await Promise.all(crowd)
  agent.destroy()
  const failed = asked.filter(({ fault }) => fault !== null)
  // What a worker was answering goes with it; who asks a shop that has stopped is refused.
  const lost = failed.filter(({ since, until, fault, reused }) =>
    blow === 'stopped'
      ? fault === 'ECONNREFUSED'
      : blow !== 'restarted' && until >= at && (since <= at || reused),
  )
  if (blow !== 'stopped' && lost.length > visitors) wrong.push(`${lost.length} answers are lost`)
  for (const { fault, since } of failed.filter((each) => !lost.includes(each)))
    wrong.push(`${fault}, asked ${Math.round(since - at)} ms after the blow`)
  const summary = `${asked.length} answers, ${blow === 'stopped' ? 0 : lost.length} lost with their worker`
  return { summary, wrong }
}

/** Whether two workers listen again, none of them a victim: the next blow must leave one that answers. */
async function replaced(shop: Shop, victims: readonly number[]): Promise<boolean> {
  for (const end = performance.now() + 180_000; performance.now() < end; ) {
    const now = workersOf(shop)
    if (now.length === 2 && now.every((pid) => shop.listening.has(pid) && !victims.includes(pid))) return true
    await wait(200)
  }
  return false
}

function workersOf({ process: { pid } }: Shop): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...words]) => parent === String(pid) && words.join(' ').includes('server/start.ts'))
    .map(([own]) => Number(own))
}

function visit(port: number, agent: Agent | false): Promise<Asked> {
  const since = performance.now()
  return new Promise((done) => {
    const end = (fault: string | null) =>
      done({ since, until: performance.now(), fault, reused: asked.reusedSocket })
    const asked = get({ host: '127.0.0.1', port, path: '/en/watches', agent, timeout: 30_000 }, (answer) => {
      answer.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
      answer.on('end', () => end(answer.statusCode === 200 ? null : `status ${answer.statusCode}`)).resume()
    })
    asked
      .on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
      .on('timeout', () => asked.destroy(new Error('no answer')))
  })
}
