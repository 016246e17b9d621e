import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { startFakeStripe } from '../fakes/stripe.ts'
import { answers, freePort } from '../setup/running-shop.ts'
import type { Attack } from './attacks/attack.ts'

const folder = resolve(import.meta.dirname, 'attacks')

/** Every attack of the folder, or the one of a name. @throws naming those that there are */
async function findAttacks(only: string | undefined): Promise<Attack[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'attack.ts')
  const attacks: Attack[] = []
  for (const file of files.sort()) {
    const module: { attack: Attack } = await import(pathToFileURL(join(folder, file)).href)
    attacks.push(module.attack)
  }
  const chosen = attacks.filter(({ name }) => only === undefined || name === only)
  if (chosen.length === 0)
    throw new Error(`There is no attack "${only}"; there are: ${attacks.map(({ name }) => name).join(', ')}.`)
  return chosen
}

/** Attacks a built shop with the demo, which each attack finds as the one before it left it; `heard` is told of each. */
export async function attackShop(
  only: string | undefined,
  heard: (attack: Attack, wrong: string[], of: { done: number; all: number }) => void,
): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const attacks = await findAttacks(only)
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-attacked-'))
  const stripe = await startFakeStripe()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  stripe.webhookUrl = `${url}/api/webhooks/stripe`
  let log = ''
  const shop = spawn(process.execPath, ['server/start.ts'], {
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
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  try {
    await answers(url, shop)
    const postgres = await startEmbeddedPostgres(dataDir)
    const db = openDatabase(postgres.connectionString, { maxConnections: 4 })
    try {
      for (const [index, attack] of attacks.entries()) {
        const wrong = await attack
          .run({ url, dataDir, db, log: () => log })
          .catch((error: Error) => [error.stack ?? error.message])
        if (shop.exitCode !== null || shop.signalCode !== null) wrong.push('the shop has ended')
        heard(attack, wrong, { done: index + 1, all: attacks.length })
      }
    } finally {
      await db.destroy()
      await postgres.stop()
    }
  } finally {
    await end(shop)
    await stripe.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function end(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  shop.kill('SIGTERM')
  await once(shop, 'exit')
}
