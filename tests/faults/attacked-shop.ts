import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { startFakeStripe } from '../fakes/stripe.ts'
import type { AttackedShop } from './attacks/attack.ts'
import { type BuiltShop, startBuiltShop } from './built-shop.ts'

/** A built shop with the demo and a payment provider, and its database opened beside it. */
export type ShopUnderAttack = AttackedShop & {
  port: number
  pid: number
  /** Whether its process has gone. */
  hasEnded(): boolean
  stop(): Promise<void>
}

/** `settings` come on top of those that attacks need. @throws where nothing is built, or it does not start. */
export async function startAttackedShop(settings: Record<string, string> = {}): Promise<ShopUnderAttack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-attacked-'))
  const stripe = await startFakeStripe()
  let shop: BuiltShop | undefined
  const end = async () => {
    await shop?.stop()
    await stripe.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    shop = await startBuiltShop({
      DATA_DIR: dataDir,
      STORYBLOK_PREVIEW_TOKEN: 'the-preview-token-of-the-attacks',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.apiBase,
      ...settings,
    })
    const { url, log, process } = shop
    stripe.webhookUrl = `${url}/api/webhooks/stripe`
    const postgres = await startEmbeddedPostgres(dataDir)
    const db = openDatabase(postgres.connectionString, { maxConnections: 4 })
    const stop = async () => {
      await db.destroy()
      await postgres.stop()
      await end()
    }
    const hasEnded = () => process.exitCode !== null || process.signalCode !== null
    const port = Number(new URL(url).port)
    return { url, port, pid: process.pid as number, dataDir, db, log, hasEnded, stop }
  } catch (error) {
    await end()
    throw error
  }
}
