import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createContentService } from '#app/content-service/content-service.ts'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { startFakeContentService } from '../../fakes/content-service.ts'
import { startFakeMetalFeed } from '../../fakes/metal-feed.ts'
import { startFakePlausible } from '../../fakes/plausible.ts'
import { startFakeS3 } from '../../fakes/s3.ts'
import { openServiceLink, type ServiceLink } from '../../fakes/service-link.ts'
import { startFakeSmtp } from '../../fakes/smtp.ts'
import { startFakeVies } from '../../fakes/vies.ts'
import { openPaymentShop } from '../../payment-shop.ts'
import { answers, freePort } from '../../setup/running-shop.ts'

export const serviceNames = ['content', 'mail', 'payment', 'metal', 'store', 'vies', 'analytics'] as const
export type ServiceName = (typeof serviceNames)[number]

export type ServedShop = Awaited<ReturnType<typeof startServedShop>>

const portOf = (address: string) => Number(new URL(address).port)

/** A built shop with the demo, each of whose services is a fake at the end of a link. */
export async function startServedShop() {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const home = mkdtempSync(join(tmpdir(), 'shop-services-'))
  const postgres = await startEmbeddedPostgres(join(home, 'database'), { durable: false })
  const cwd = resolve(import.meta.dirname, '../../..')
  const common = {
    ...{ NODE_ENV: 'production', DATABASE_URL: postgres.connectionString, DATA_DIR: join(home, 'data') },
    ...{ SESSION_SECRET: 'a-secret-for-a-shop-whose-services-fail', LOG_LEVEL: 'warn' },
  }
  const s3 = await startFakeS3()
  const demo = spawn(process.execPath, ['commands/run.ts', 'demo'], {
    ...{ cwd, env: { ...process.env, ...common, ...s3.settings, S3_PATH_STYLE: 'true' }, stdio: 'ignore' },
  })
  await once(demo, 'exit')
  const db: Database = openDatabase(postgres.connectionString, { maxConnections: 4 })
  const service = createContentService({ db, publicToken: 'public', previewToken: 'preview' })
  const content = await startFakeContentService((request) => service.fetch(request))
  const smtp = await startFakeSmtp()
  const gold = { gold: { price: 3500, currency: 'EUR', time: new Date().toISOString() } }
  const metal = await startFakeMetalFeed({ answer: { metals: gold } })
  const plausible = await startFakePlausible()
  const vies = await startFakeVies()
  const till = await openPaymentShop(db, { firstPiece: 97_000_001 })
  const links = {} as Record<ServiceName, ServiceLink>
  const ends = {
    ...{ content: content.endpoint, mail: smtp.url, payment: till.stripe.apiBase, metal: metal.url },
    ...{ store: s3.url, vies: vies.url, analytics: plausible.url },
  }
  for (const name of serviceNames) links[name] = await openServiceLink(portOf(ends[name]))
  const through = (name: ServiceName) => `http://127.0.0.1:${links[name].port}`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let log = ''
  let shop: ReturnType<typeof spawn>
  let isRestarting = false
  const start = async () => {
    shop = spawn(process.execPath, ['server/start.ts'], {
      cwd,
      env: {
        ...process.env,
        ...common,
        ...{ PORT: String(port), HOST: '127.0.0.1', SITE_URL: url, TRUST_PROXY: 'true' },
        ...{ STORYBLOK_TOKEN: 'public', STORYBLOK_ENDPOINT: `${through('content')}/v2` },
        ...{ SMTP_URL: `smtp://127.0.0.1:${links.mail.port}`, METAL_FEED_URL: `${through('metal')}/prices` },
        ...{ STRIPE_SECRET_KEY: till.stripe.secretKey, STRIPE_WEBHOOK_SECRET: till.stripe.webhookSecret },
        ...{ STRIPE_API_BASE: through('payment'), VIES_URL: `${through('vies')}/rest-api` },
        ...{ ANALYTICS_URL: through('analytics'), ANALYTICS_DOMAIN: 'shop.example' },
        ...{ ...s3.settings, S3_ENDPOINT: through('store'), S3_PATH_STYLE: 'true' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [shop.stdout, shop.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log += text
      })
    await answers(url, shop)
  }
  const end = async () => {
    if (shop.exitCode !== null || shop.signalCode !== null) return
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  const stop = async () => {
    await end()
    await Promise.all(serviceNames.map((name) => links[name].stop()))
    await Promise.all([content, smtp, metal, plausible, vies, s3, till.stripe].map((fake) => fake.stop()))
    await db.destroy()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw new Error(`The shop did not start: ${String(error)}\n${log}`)
  }
  return {
    ...{ url, db, links, smtp, content, metal, s3, till, stop },
    hasEnded: () => shop.exitCode !== null || shop.signalCode !== null,
    async restart() {
      isRestarting = true
      await end()
      await start()
      isRestarting = false
    },
    /** While it is ended and started anew by us, nobody can be answered. */
    isRestarting: () => isRestarting,
    /** How many lines there were since this was asked last. */
    takeLogLines() {
      const lines = log.split('\n').length - 1
      log = ''
      return lines
    },
  }
}
