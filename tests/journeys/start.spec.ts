import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { freePort } from '../setup/running-shop.ts'

/** `npm start` as its user meets it: what it prints, how it ends, and what it says when it cannot start. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

let home: string
let dataDir: string
const running = new Set<ChildProcess>()

test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shop-start-'))
  dataDir = join(home, 'data')
})
test.afterAll(async () => {
  for (const shop of running) shop.kill('SIGKILL')
  const left = findPostmaster(join(dataDir, 'postgres'))
  if (left) process.kill(left.pid, 'SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

type Start = { shop: ChildProcess; output: () => string; ended: Promise<number | null> }

function start(settings: Record<string, string>): Start {
  const shop = spawn(process.execPath, ['server/bootstrap.mjs', 'start'], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(shop)
  let text = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const ended = once(shop, 'close').then(([code]: (number | null)[]) => {
    running.delete(shop)
    return code ?? null
  })
  return { shop, output: () => text, ended }
}

/** Waits for the first page; resolves with how long it took, in ms. */
async function firstPage(port: number, { shop, output }: Start): Promise<number> {
  const since = performance.now()
  for (;;) {
    if (shop.exitCode !== null) throw new Error(`The shop ended:\n${output()}`)
    const status = await fetch(`http://localhost:${port}/de`).then(
      (answer) => answer.status,
      () => null,
    )
    if (status !== null) {
      expect(status, output()).toBe(200)
      return performance.now() - since
    }
    await wait(20)
  }
}

const cluster = () => findPostmaster(join(dataDir, 'postgres'))

test('the first start tells each step and the addresses; the second is quick; both end in order', async () => {
  const port = await freePort()
  const first = start({ PORT: String(port) })
  await firstPage(port, first)
  await expect.poll(first.output).toContain('Stop with Ctrl+C')
  expect(first.output()).toMatch(/^✓ PostgreSQL is running \(\d/m)
  expect(first.output()).toMatch(/^✓ Demo shop loaded: \d+ stories, \d+ pieces/m)
  expect(first.output()).toContain(`http://localhost:${port}/de`)
  first.shop.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(cluster()).toBeNull()

  const second = start({ PORT: String(port) })
  const time = await firstPage(port, second)
  process.stdout.write(`    second start to first page: ${Math.round(time)} ms\n`)
  expect(second.output()).not.toContain('Demo shop loaded')
  second.shop.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(cluster()).toBeNull()
})

test('after a kill the next start is up again, on the database that outlived it', async () => {
  const port = await freePort()
  const server = spawn(process.execPath, ['server/start.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: String(port) },
    stdio: 'ignore',
  })
  running.add(server)
  await firstPage(port, { shop: server, output: () => '', ended: Promise.resolve(null) })
  const before = cluster()?.pid
  server.kill('SIGKILL')
  await once(server, 'exit')
  running.delete(server)
  expect(cluster()?.pid).toBe(before)

  const next = start({ PORT: String(port) })
  await firstPage(port, next)
  expect(cluster()?.pid).toBe(before)
  next.shop.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  expect(cluster()).toBeNull()
})

test('a busy port', async () => {
  const port = await freePort()
  const other = createServer().listen(port, 'localhost')
  await once(other, 'listening')
  const shop = start({ PORT: String(port) })
  expect(await shop.ended).toBe(1)
  other.close()
  expect(shop.output()).toContain(
    `✗ Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
  )
  expect(cluster()).toBeNull()
})

test('a data directory that cannot be written', async () => {
  const file = join(home, 'a-file')
  writeFileSync(file, '')
  const shop = start({ DATA_DIR: file, PORT: String(await freePort()) })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toMatch(
    /^✗ The data directory .*a-file is not writable .* set DATA_DIR to another place\.$/m,
  )
})

test('settings that cannot be used are told all at once', async () => {
  const shop = start({ PORT: 'many', DATABASE_URL: 'mysql://localhost/shop' })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toMatch(/✗ Settings that cannot be used:\n {2}- PORT: .*\n {2}- DATABASE_URL: /)
})

test('a database of DATABASE_URL that does not answer', async () => {
  const shop = start({ PORT: String(await freePort()), DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toMatch(/^✗ The database cannot be reached \(ECONNREFUSED.*DATABASE_URL/m)
})

test('a word that is no command', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/bootstrap.mjs', 'strat'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^✗ There is no command "strat"; there are: start, /)
})
