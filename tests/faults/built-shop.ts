import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { shopMemory } from '#server/heap.mjs'
import { startFakeStripe } from '../fakes/stripe.ts'
import { answers, freePort } from '../setup/running-shop.ts'
import type { AttackedShop } from './attacks/attack.ts'

/** A built shop with the demo, as a process of its own. `settings` come on top of those that attacks need. */
export type BuiltShop = AttackedShop & {
  port: number
  pid: number
  /** Whether its process has gone. */
  hasEnded(): boolean
  stop(): Promise<void>
}

/** @throws where nothing is built, or it does not start. */
export async function startBuiltShop(settings: Record<string, string> = {}): Promise<BuiltShop> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-attacked-'))
  const stripe = await startFakeStripe()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  stripe.webhookUrl = `${url}/api/webhooks/stripe`
  let log = ''
  const shop = spawn(process.execPath, [...shopMemory, 'server/start.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      // Attackers say where they come from, as a proxy would.
      TRUST_PROXY: 'true',
      STORYBLOK_PREVIEW_TOKEN: 'the-preview-token-of-the-attacks',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.apiBase,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const hasEnded = () => shop.exitCode !== null || shop.signalCode !== null
  const end = async () => {
    if (!hasEnded()) {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    }
    await stripe.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await answers(url, shop)
    const postgres = await startEmbeddedPostgres(dataDir)
    const db = openDatabase(postgres.connectionString, { maxConnections: 4 })
    const stop = async () => {
      await db.destroy()
      await postgres.stop()
      await end()
    }
    return { url, port, pid: shop.pid as number, dataDir, db, log: () => log, hasEnded, stop }
  } catch (error) {
    await end()
    throw new Error(`${(error as Error).message}\n${log}`, { cause: error })
  }
}
