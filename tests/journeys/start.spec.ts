import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { findPostmaster } from '#app/platform/database/postmaster.ts'
import { startFakePlausible } from '../fakes/plausible.ts'
import { freePort } from '../setup/running-shop.ts'
import { onOnePage } from './sell-steps.ts'
import { hydrated } from './shop.ts'

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
  await fetch(`http://localhost:${port}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0' },
    body: JSON.stringify({ n: 'pageview', u: `http://localhost:${port}/de/uhren`, d: 'x' }),
  })
  // An escape that means nothing is no page, and nothing that is not JSON is written about it.
  expect((await fetch(`http://localhost:${port}/de/%E0%A4%A`)).status).toBe(404)
  first.shop.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(first.output()).not.toMatch(/decode|malformed/)
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

test('who visited is told on the command line', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['server/bootstrap.mjs', 'insight', '--days', '30'],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: dataDir } },
  )
  expect(status).toBe(0)
  expect(stdout).toMatch(/^\/de\/uhren +1 +1$/m)
  expect(stdout).toMatch(/^Order +0 +0$/m)
})

test('with a Plausible server every step of a visit reaches it as the visitor’s, though it fails at first', async ({
  browser,
}) => {
  const plausible = await startFakePlausible()
  plausible.failNext(2, 503)
  const port = await freePort()
  const shop = start({
    PORT: String(port),
    TRUST_PROXY: 'true',
    ANALYTICS_URL: plausible.url,
    ANALYTICS_DOMAIN: 'rheingold.example',
  })
  await firstPage(port, shop)
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' },
  })
  // The tracker does not count browsers that are driven by a program, unless they say that they want to be.
  await context.addInitScript(() => Object.assign(window, { __plausible: true }))
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const arrived = (name: string) => plausible.events.filter(({ body }) => body.n === name)
  const reaches = (name: string) => expect.poll(() => arrived(name).length, { message: name }).toBe(1)

  await page.goto('/de/produkte/ring/10362')
  await hydrated(page)
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click()
  await expect(page.getByText('liegt im Warenkorb')).toBeVisible()
  await page.goto('/de/checkout')
  await hydrated(page)
  for (const [field, text] of Object.entries({
    email: 'clara@beispiel.example',
    name: 'Clara Beispiel',
    street: 'Domstraße 1',
    postalCode: '50668',
    city: 'Köln',
  })) {
    await page.locator(`#${field}`).fill(text)
  }
  await page.locator('#payment-bank-transfer').check()
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  await expect(page).toHaveURL(/order=/)
  const secrets = [new URL(page.url()).searchParams.get('order') ?? '']
  await reaches('Order')

  await page.getByRole('button', { name: 'Suchen' }).click()
  const sent = page.waitForRequest((request) => /"Search".*omega/s.test(request.postData() ?? ''))
  await page.getByRole('searchbox').pressSequentially('omeg')
  // From before the last key: on a slow machine pressing it takes its time, too.
  const typed = Date.now()
  await page.getByRole('searchbox').press('a')
  await sent
  expect(Date.now() - typed).toBeGreaterThanOrEqual(900)
  await reaches('Search')

  await page.goto('/de/goldankaufsrechner')
  await hydrated(page)
  await page.getByLabel('Gewicht in Gramm').first().fill('12,4')
  await reaches('Calculator')
  await page.goto('/de/kontakt')
  await hydrated(page)
  await page.getByLabel('Name').fill('Clara Beispiel')
  await page.getByLabel('E-Mail').fill('clara@beispiel.example')
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('Ist das Stück noch da?')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await reaches('Contact')
  await page.goto('/de/verkaufen?item=gold-585&amount=12,4')
  await hydrated(page)
  await onOnePage(page)
  await page.getByLabel('Name').fill('Erna Muster')
  await page.getByLabel('Beschreibung').fill('Eine Kette')
  await page.getByLabel('E-Mail').fill('erna@beispiel.example')
  await page.getByLabel(/Ich bin damit einverstanden/).check()
  await page.getByRole('button', { name: 'Anfrage senden' }).click()
  await expect(page).toHaveURL(/done=sent/)
  secrets.push(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await reaches('Sell request')

  for (const name of ['View', 'Add', 'Hold']) expect(arrived(name), name).toHaveLength(1)
  expect(arrived('Search')[0]?.body.p).toMatchObject({ query: 'omega' })
  expect(plausible.requests).toBe(plausible.events.length + 2)
  for (const { address, agent, body } of plausible.events) {
    expect(address).toBe('203.0.113.9')
    expect(agent).toMatch(/Chrome/)
    expect(body.d).toBe('rheingold.example')
  }
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20)
    expect(JSON.stringify(plausible.events)).not.toContain(secret)
  }
  await context.close()
  shop.shop.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
  await plausible.stop()
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

test('npm run build does what it says under the Node that runs it', () => {
  const { status, stdout } = spawnSync(process.execPath, ['server/bootstrap.mjs', 'build'], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(/Shop built|The build is up to date/)
})

test('a word that is no command', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/bootstrap.mjs', 'strat'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^✗ There is no command "strat"; there are: start, /)
})
