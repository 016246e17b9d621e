import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#app/platform/env.ts'
import { openFiles } from '#app/platform/file-places.ts'
import { createLog } from '#app/platform/log.ts'
import { storePhoto } from '#app/shop/catalogue/photos.ts'
import { testDatabase } from '#tests/database.ts'
import { startFakeS3 } from '#tests/fakes/s3.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { startReadyProxy } from '#tests/ready-proxy.ts'
import { sourcesAsBuild } from '#tests/served-pages.ts'
import { freePort } from '#tests/setup/running-shop.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { startShop } from './app.ts'

/** Two machines of one shop behind a proxy: a database, a store for files, and no disk in common. */
const database = testDatabase({ migrated: false })
const home = temporaryFolder()
const store = await startFakeS3()
const ports = [await freePort(), await freePort()]
const shops: Awaited<ReturnType<typeof startShop>>[] = []
let proxy: Awaited<ReturnType<typeof startReadyProxy>>

const settingsOf = (machine: number) => ({
  ...store.settings,
  DATABASE_URL: database.connectionString,
  DATA_DIR: join(home, `machine-${machine}`),
  HOST: '127.0.0.1',
  PORT: String(ports[machine]),
  SITE_URL: 'http://shop.test',
  SESSION_SECRET: 's'.repeat(32),
  TRUST_PROXY: 'true',
  // Many of the proxy's looks, on a slow machine as well.
  DRAIN_SECONDS: '2',
})
const start = (machine: number) =>
  startShop({
    env: settingsOf(machine),
    step: () => undefined,
    pages: { build: sourcesAsBuild, clientFiles: null },
    log: createLog('silent'),
  })

beforeAll(async () => {
  for (const machine of [0, 1]) shops.push(await start(machine))
  proxy = await startReadyProxy(ports)
  await proxy.ready(2)
})
afterAll(async () => {
  await proxy?.stop()
  for (const shop of shops) await shop.stop()
  await store.stop()
})

test('machines that are restarted one after the other behind a proxy fail no request', async () => {
  const files = await openFiles(readEnv(settingsOf(0)))
  const photo = await storePhoto(files, await honestJpeg({ width: 640, height: 400 }))
  if (!photo.ok) throw new Error(photo.reason)
  const pages = [
    '/en',
    '/de/uhren',
    '/de/kontakt',
    `/api/photos/${photo.photo.id}/320.webp`,
    '/en/watches?page=1',
  ]
  const faults: string[] = []
  const sent = { pages: 0, forms: 0 }
  let ended = false
  const visitors = Array.from({ length: 4 }, async (_, visitor) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let time = visitor; !ended; time += 1) {
      const isForm = time % 5 === 0
      const told = isForm
        ? await sendForm(agent, `${visitor}-${time}`)
        : await open(agent, pages[time % pages.length] ?? '')
      if (told !== null) faults.push(told)
      sent[isForm ? 'forms' : 'pages'] += 1
    }
    agent.destroy()
  })
  for (const machine of [0, 1]) {
    const before = proxy.answered()[1 - machine] ?? 0
    const stopping = shops[machine]?.stop()
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${ports[machine]}/ready`)).status).toBe(404)
    await stopping
    shops[machine] = await start(machine)
    await proxy.ready(2)
    // The other one answered meanwhile, and this one does again.
    expect(proxy.answered()[1 - machine]).toBeGreaterThan(before)
    const own = proxy.answered()[machine] ?? 0
    await expect.poll(() => proxy.answered()[machine]).toBeGreaterThan(own)
  }
  ended = true
  await Promise.all(visitors)
  expect(faults).toEqual([])
  expect(sent.pages).toBeGreaterThan(10)
  // Each form that was acknowledged is there once.
  const stored = await database.db.selectFrom('contact_message').select('message').execute()
  expect(stored).toHaveLength(sent.forms)
  expect(new Set(stored.map(({ message }) => message)).size).toBe(sent.forms)
})

/** What is wrong with the answer, null where nothing is. */
function open(agent: Agent, path: string): Promise<string | null> {
  return ask(agent, path, 200)
}

function sendForm(agent: Agent, number: string): Promise<string | null> {
  const fields = {
    name: 'Anna Beispiel',
    email: `anna-${number}@beispiel.example`,
    message: `Guten Tag ${number}`,
  }
  return ask(agent, '/en/contact', 303, new URLSearchParams(fields).toString())
}

function ask(agent: Agent, path: string, status: number, form?: string): Promise<string | null> {
  const { hostname: host, port } = new URL(proxy.url)
  const headers = {
    host: 'shop.test',
    'x-forwarded-for': `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.7`,
    ...(form !== undefined && {
      origin: 'http://shop.test',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(form),
    }),
  }
  return new Promise((done) => {
    const asked = request(
      { host, port, path, agent, headers, method: form === undefined ? 'GET' : 'POST' },
      (answer) => {
        text(answer).then(
          (body) =>
            done(answer.statusCode === status ? null : `${path}: ${answer.statusCode} ${body.slice(0, 200)}`),
          (error: Error) => done(`${path}: ${error.message}`),
        )
      },
    )
    asked.on('error', (error) => done(`${path}: ${error.message}`)).end(form)
  })
}
