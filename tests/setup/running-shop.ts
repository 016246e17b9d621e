import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { shopMemory } from '#server/heap.mjs'
import { startFakeStripe } from '../fakes/stripe.ts'
import { startFakeVies } from '../fakes/vies.ts'
import { photosAsMade } from './photos-as-made.ts'

const startTimeout = 180_000

/**
 * Once per run of the journeys: the built shop as `npm start` runs it, with a data directory of its own,
 * the demo loaded, a payment provider of its own that speaks Stripe's protocol, and VIES. Its address is `SHOP_URL`, which
 * the configuration makes every test's base. An address that is set already is used as it is:
 * `SHOP_URL=http://localhost:3000 SHOP_DATA_DIR=data playwright test`; the data directory is for journeys that look
 * into the shop's database and mails.
 */
export default async function startRunningShop(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SHOP_URL) return undefined
  const home = mkdtempSync(join(tmpdir(), 'shop-journeys-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const provider = await startFakeStripe({ webhookUrl: `${address}/api/webhooks/stripe` })
  const vies = await startFakeVies()
  let output = ''
  const shop = spawn(process.execPath, [...shopMemory, 'server/start.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: home,
      PORT: String(port),
      // Also reached as http://127.0.0.1, another origin: there a visual editor may stand.
      HOST: '127.0.0.1',
      CONTENT_EDITOR_ORIGIN: `http://127.0.0.1:${port}`,
      STORYBLOK_PREVIEW_TOKEN: 'the-preview-token-of-the-journeys',
      STRIPE_SECRET_KEY: provider.secretKey,
      STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
      STRIPE_API_BASE: provider.apiBase,
      VIES_URL: vies.url,
      // Callers may say who they are, so that limits can be met.
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      BLOCK_EXAMPLES: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  try {
    await answers(address, shop)
    await photosAsMade(home)
  } catch (error) {
    await Promise.all([end(shop, home), provider.stop(), vies.stop()])
    throw new Error(`The shop under test did not start: ${String(error)}\n${output}`)
  }
  process.env.SHOP_URL = address
  process.env.SHOP_DATA_DIR = home
  process.env.SHOP_PID = String(shop.pid)
  return async () => {
    await end(shop, home)
    await Promise.all([provider.stop(), vies.stop()])
  }
}

export async function answers(address: string, shop: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeout
  while (Date.now() < deadline) {
    if (shop.exitCode !== null || shop.signalCode !== null) throw new Error('it ended')
    const status = await fetch(`${address}/de`).then(
      (response) => response.status,
      () => null,
    )
    if (status !== null) return
    await wait(100)
  }
  throw new Error(`no answer within ${startTimeout / 1000} s`)
}

async function end(shop: ChildProcess, home: string): Promise<void> {
  if (shop.exitCode === null && shop.signalCode === null) {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  rmSync(home, { recursive: true, force: true })
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
