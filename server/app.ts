import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import type { App } from '#app/app-context.ts'
import { createStoryFinder } from '#app/content/story.ts'
import { createContentService } from '#app/content-service/content-service.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { openAnalytics } from '#app/platform/analytics.ts'
import { followChanges } from '#app/platform/database/changes.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { type Env, readEnv } from '#app/platform/env.ts'
import { closeFolder, openLocalFiles } from '#app/platform/files.ts'
import { createLog, type Log } from '#app/platform/log.ts'
import { ownSecret } from '#app/platform/secrets.ts'
import { paymentsOf } from '#app/platform/stripe.ts'
import { openVies } from '#app/platform/vies.ts'
import { openSecret } from '#app/shop/buying/known-secret.ts'
import { followSettings } from '#app/shop/settings/settings-cache.ts'
import { loadDemo } from '#db/load-demo.ts'
import { placeholdersLeft, startEmptyShop } from '#db/start-shop.ts'
import { watchEventLoop } from './event-loop.ts'
import { beginLoading } from './health.ts'
import { createHttp } from './http.ts'
import { startShopJobs } from './jobs.ts'
import { createListener } from './listener.ts'
import { openPageFront } from './open-page-front.ts'
import type { Front } from './page-front.ts'
import type { RunningShop, StartOptions } from './start.ts'
import { warmPhotos } from './warm-photos.ts'

/** How the pages and browser files are had; the built ones unless somebody develops. */
type Pages = { build: () => Promise<ServerBuild>; clientFiles: string | null }

const built: Pages = {
  build: () => import('virtual:react-router/server-build'),
  clientFiles: 'build/client',
}

/** What is served: the shop itself, or something in front of it. */
type Fetching = { fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] }

/** Starts everything, in order; `stop` ends it in the opposite order. A fault on the way ends what had been started. */
export async function startShop(
  options: StartOptions & { pages?: Pages; wrap?: (http: Hono) => Fetching; log?: Log },
): Promise<RunningShop> {
  const env = readEnv(options.env)
  const log = options.log ?? createLog(env.LOG_LEVEL)
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of undo.splice(0).reverse()) await end()
  }
  try {
    const watching = watchEventLoop(log)
    undo.push(async () => watching.stop())
    await loadAllMessages()
    const { app, contentService, changes, onStoryChange } = await openShop(env, log, options.step, undo)
    const pages = options.pages ?? built
    let kept: ReturnType<typeof openPageFront> | undefined
    const http = createHttp({ app, contentService, ...pages, confirmWrite: () => kept?.confirmWrite() })
    if (pages === built && env.PAGE_CACHE === 'on') kept = openPageFront({ app, http, changes, onStoryChange })
    const port = await listen(options.wrap?.(http) ?? http, kept?.front, env, undo)
    const origin = env.PORT === 0 ? `http://${urlHost(env.HOST)}:${port}` : env.SITE_URL
    options.step(`Listening on ${env.HOST}, port ${port}`)
    const loading = beginLoading(app)
    undo.push(() => loading)
    const jobs = await startShopJobs(app)
    undo.push(() => jobs.stop())
    const warming = new AbortController()
    const warm = warmPhotos(app, warming.signal)
    undo.push(() => {
      warming.abort()
      return warm
    })
    return {
      url: origin,
      addresses: [
        { label: 'Shop, German', url: `${origin}/de` },
        { label: 'Shop, English', url: `${origin}/en` },
        {
          label: 'Content delivery API',
          url: `${origin}/content/v2/cdn/stories?token=${env.CONTENT_PUBLIC_TOKEN}`,
        },
      ],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Step = StartOptions['step']

/** Database, schema, demo, files and stories: everything but the network. */
async function openShop(env: Env, log: Log, step: Step, undo: (() => Promise<void>)[]) {
  let connectionString = env.DATABASE_URL
  if (connectionString === undefined) {
    const postgres = await startEmbeddedPostgres(env.DATA_DIR, { log })
    undo.push(() => postgres.stop())
    connectionString = postgres.connectionString
    step('PostgreSQL is running')
  }
  const applied = await migrate(connectionString, { directory: resolve('db/migrations') })
  step(applied.length === 0 ? 'The database is up to date' : `Database migrated (${applied.length} steps)`)

  const db = openDatabase(connectionString, { maxConnections: env.DATABASE_POOL, log })
  undo.push(() => db.destroy())
  const changes = followChanges({ connectionString, log })
  undo.push(() => changes.stop())
  followSettings(db, changes)
  const files = openLocalFiles(join(env.DATA_DIR, 'files'))
  const closing = closeFolders(env, log)
  undo.push(() => closing)
  const secret = await openSecret(db, env)
  // A database of one's own is somebody's shop: nothing invented is put into it.
  const demo =
    env.DATABASE_URL === undefined
      ? await loadDemo({ db, files, directory: resolve('db/demo'), now: new Date(), secret })
      : null
  if (demo) step(`Demo shop loaded: ${demo.stories} stories, ${demo.pieces} pieces, ${demo.photos} photos`)
  const withStories = env.STORYBLOK_TOKEN === undefined
  if (await startEmptyShop({ db, directory: resolve('db/start'), now: new Date(), stories: withStories }))
    step('An empty shop: fill in its settings and pages (README, “In earnest”)')
  const nobodys = await placeholdersLeft(db)
  if (nobodys.length > 0)
    step(`Nobody has said who the shop is: fill in ${nobodys.join(', ')} (npm run settings -- load <file>)`)

  const previewToken = env.STORYBLOK_PREVIEW_TOKEN ?? ownSecret(env.DATA_DIR, 'content-preview-token')
  const contentService = createContentService({
    db,
    publicToken: env.CONTENT_PUBLIC_TOKEN,
    previewToken,
    rateLimit: 50,
    log,
  })
  // Whoever keeps answers is opened later, and told all that changes from then on.
  const onChange: ((source: string) => void)[] = []
  const stories = createStoryFinder({
    db,
    log,
    env,
    contentService,
    previewToken,
    changes,
    onChange: (source) => {
      for (const tell of onChange) tell(source)
    },
  })
  undo.push(() => stories.close())
  const payment = { db, payments: await paymentsOf(env), siteUrl: env.SITE_URL, log }
  const analytics = openAnalyticsServer(env, log, undo)
  const vies = openVies({ url: env.VIES_URL, log })
  const shippedAssets = resolve('db/demo/photos')
  const now = () => new Date()
  const app: App = { env, log, now, db, files, shippedAssets, stories, payment, secret, analytics, vies }
  const onStoryChange = (tell: (source: string) => void) => void onChange.push(tell)
  return { app, contentService, changes, onStoryChange }
}

/** Files with what people sent in, that former releases left open to other accounts. Nobody waits for it. */
async function closeFolders({ DATA_DIR }: Env, log: Log): Promise<void> {
  for (const folder of ['secrets', 'outbox', 'files'])
    await closeFolder(join(DATA_DIR, folder)).catch((error: unknown) =>
      log.error({ err: error, folder }, 'a folder cannot be closed to other accounts of this machine'),
    )
}

function openAnalyticsServer(env: Env, log: Log, undo: (() => Promise<void>)[]) {
  const { ANALYTICS_URL: url, ANALYTICS_DOMAIN: domain } = env
  if (url === undefined || domain === undefined) return undefined
  const analytics = openAnalytics({ url, domain, log })
  undo.push(() => analytics.stop())
  return analytics
}

async function listen(
  http: Fetching,
  front: Front | undefined,
  env: Env,
  undo: (() => Promise<void>)[],
): Promise<number> {
  const server = createListener(http.fetch, front)
  server.listen(env.PORT, env.HOST)
  await once(server, 'listening')
  undo.push(
    () =>
      new Promise((done) => {
        // Idle connections end now, busy ones when their answer is out.
        const idle = setInterval(() => server.closeIdleConnections(), 50)
        server.close(() => {
          clearInterval(idle)
          done()
        })
        server.closeIdleConnections()
      }),
  )
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : env.PORT
}

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)
