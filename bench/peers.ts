import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '#tests/setup/running-shop.ts'
import { ask, Connection, inTurn, requestFor, type Side } from './load.ts'
import { startDemoShop } from './measured-shop.ts'
import { startEverShop } from './peers/evershop.ts'
import { writeNextSite } from './peers/next.ts'
import { treeOf } from './peers/page-tree.ts'
import { canPin, startedOn } from './processes.ts'

/**
 * `npm run bench:peers [-- --folder … --rounds 5 --seconds 4 --only next]`: the listing of watches beside others that
 * show as much, in turn, each on the first core and the load on the second: the same page by Next.js, made for each
 * visitor and built beforehand, from data in memory; EverShop's listing of 24 products. They are installed from npm's
 * registry into a folder outside of the project and kept there. What cannot be installed or started is told and left out.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'shop-peers') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    settle: { type: 'string', default: '300' },
  },
})
const folder = resolve(values.folder)
const timing = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const print = (line = '') => process.stdout.write(`${line}\n`)
const listing = '/de/uhren'

export type Running = { port: number; pid: number; path: string; stop(): Promise<void> }

const running: Pick<Running, 'stop'>[] = []
try {
  await measure()
} finally {
  for (const each of running.toReversed()) await each.stop()
}

async function measure(): Promise<void> {
  const kept = await startDemoShop(values)
  running.push(kept)
  process.env.PAGE_CACHE = 'off'
  const unkept = await startDemoShop(values)
  delete process.env.PAGE_CACHE
  running.push(unkept)
  const html = await (await fetch(kept.address + listing)).text()
  const next = await orWhyNot('next', 'Next.js', () => startNext(html))
  const everShop = await orWhyNot('evershop', 'EverShop', async () =>
    startedOn(0, async () => startEverShop(join(folder, 'evershop'), runTool, startServer)),
  )
  if (everShop) running.push(everShop)

  print(canPin ? '\nEach server on the first core, the load on the second; packed by gzip.' : '\nNo taskset.')
  await compare('kept, or built beforehand', [
    ['the shop', { ...kept, path: listing }],
    ['Next.js, static', next && { ...next, path: '/static' }],
  ])
  await compare('made for each visitor', [
    ['the shop, PAGE_CACHE=off', { ...unkept, path: listing }],
    ['Next.js, dynamic', next && { ...next, path: '/dynamic' }],
    ['EverShop', everShop],
  ])
  await compare('as each answers by itself', [
    ['the shop', { ...kept, path: listing }],
    ['EverShop', everShop],
  ])
}

type Server = Pick<Running, 'port' | 'pid' | 'path'>

async function compare(title: string, servers: [string, Server | null][]): Promise<void> {
  const there = servers.flatMap(([name, server]) => (server ? [{ name, server }] : []))
  if (there.length < 2) return
  const headers = { 'accept-encoding': 'gzip' }
  const sides: Side[] = there.map(({ name, server }) => {
    const request = requestFor(server.path, headers)
    return { name, load: (seconds) => ask(server, () => request, { connections: 16, seconds }) }
  })
  const { compared, ratios } = await inTurn(sides, timing)
  print(`\n| ${title} | answers a second | CPU each | bytes, packed / plain | the shop is |`)
  print('|---|---|---|---|---|')
  for (const [index, { name, perSecond, cpuEach, statuses }] of compared.entries()) {
    const server = there[index]?.server as Server
    const bytes = await Promise.all(['gzip', 'identity'].map((encoding) => sizeOf(server, encoding)))
    const wrong = [...statuses].filter((status) => status !== 200)
    const faster = index === 0 ? '' : `${ratios[index - 1]?.toFixed(1)} × as fast`
    print(
      `| ${name}${wrong.length > 0 ? `, also answered ${wrong.join(', ')}` : ''} | ${Math.round(perSecond).toLocaleString('en')} | ${(cpuEach / 1_000).toFixed(2)} ms | ${bytes.join(' / ')} | ${faster} |`,
    )
  }
}

async function sizeOf({ port, path }: Server, encoding: string): Promise<number> {
  const connection = new Connection(port)
  const { body } = await connection.ask(requestFor(path, { 'accept-encoding': encoding }))
  await connection.close()
  return body.length
}

/** What another program lacks is no fault of ours, but told. */
async function orWhyNot<T>(name: string, title: string, work: () => Promise<T>): Promise<T | null> {
  if (values.only !== undefined && values.only !== name) return null
  try {
    return await work()
  } catch (error) {
    print(`✗ ${title} is left out: ${(error as Error).message}`)
    return null
  }
}

async function startNext(html: string): Promise<Running> {
  const place = join(folder, 'next')
  mkdirSync(place, { recursive: true })
  writeNextSite(place, treeOf(html), /<title>([^<]*)/.exec(html)?.[1] ?? '')
  if (!existsSync(join(place, 'node_modules/next')))
    await runTool(place, 'npm', ['install', '--no-audit', '--no-fund'])
  await runTool(place, join(place, 'node_modules/.bin/next'), ['build'])
  const port = await freePort()
  const next = await startedOn(0, () =>
    startServer(
      place,
      [join(place, 'node_modules/next/dist/bin/next'), 'start', '-p', String(port), '-H', '127.0.0.1'],
      { port, path: '/static' },
    ),
  )
  running.push(next)
  return next
}

/** Runs a tool to its end; what it says goes to a file in its folder. @throws naming that file */
async function runTool(place: string, command: string, args: string[], env: Record<string, string> = {}) {
  const log = join(place, 'tool.log')
  print(`… ${[command.split('/').at(-1), ...args].join(' ')} in ${place}`)
  const child = spawn(command, args, {
    cwd: place,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const code = await new Promise((done) => {
    child.once('error', done)
    child.once('close', done)
  })
  file.end()
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}, see ${log}`)
}

async function startServer(
  place: string,
  args: string[],
  { port, path }: { port: number; path: string },
  env: Record<string, string> = {},
): Promise<Running> {
  const file = createWriteStream(join(place, 'server.log'))
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: place,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout?.pipe(file, { end: false })
  child.stderr?.pipe(file, { end: false })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (let seconds = 0; seconds < 180 && child.exitCode === null; seconds++) {
    const ok = await fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (ok) return { port, pid: child.pid as number, path, stop }
    await wait(1_000)
  }
  await stop()
  throw new Error(`${args.join(' ')} did not answer, see ${join(place, 'server.log')}`)
}

export type RunTool = typeof runTool
export type StartServer = typeof startServer
