import { once } from 'node:events'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import type { App } from '#app/app-context.ts'
import { createStoryFinder } from '#app/content/story.ts'
import { type ContentService, createContentService } from '#app/content-service/content-service.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { endOfficeEvents, followWork } from '#app/office/events/office-events.ts'
import { openAnalytics } from '#app/platform/analytics.ts'
import { hasBackupStore } from '#app/platform/backup/open-backup-store.ts'
import { type Changes, followChanges } from '#app/platform/database/changes.ts'
import { openDatabase, poolOf } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { connectionsNeeded, type Env, readEnv } from '#app/platform/env.ts'
import { checkFiles, openFiles } from '#app/platform/file-places.ts'
import { closeFolder } from '#app/platform/files.ts'
import { createLog, type Log } from '#app/platform/log.ts'
import { logConsole } from '#app/platform/log-console.ts'
import { paymentsOf } from '#app/platform/stripe.ts'
import { openVies } from '#app/platform/vies.ts'
import { openSecret } from '#app/shop/buying/known-secret.ts'
import { stopReading } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { shareCores } from '#app/shop/catalogue/photos-workers.ts'
import { placeholdersLeft } from '#app/shop/settings/placeholders.ts'
import { followSettings } from '#app/shop/settings/settings-cache.ts'
import { linkForFirstOwner } from '#app/shop/staff/first-owner.ts'
import { linkAddress } from '#app/shop/staff/links.ts'
import { loadDemo } from '#db/load-demo.ts'
import { startEmptyShop } from '#db/start-shop.ts'
import { publishClientFiles } from './client-files.ts'
import { eventLoopDelay, watchEventLoop } from './event-loop.ts'
import { beginDraining, beginLoading } from './health.ts'
import { createHttp } from './http.ts'
import { startShopJobs } from './jobs.ts'
import { createListener } from './listener.ts'
import { openPageFront } from './open-page-front.ts'
import { previewTokenOf } from './preview-token.ts'
import type { Place, RunningShop, StartOptions } from './start.ts'
import { stopListening } from './stop-listening.ts'
import { bothOf, openWatched, type Watched } from './watched.ts'
import type { Serving } from './worker.ts'
import type { WorkerTask } from './worker-messages.ts'

/** How the pages and browser files are had; the built ones unless somebody develops. */
type Pages = { build: () => Promise<ServerBuild>; clientFiles: string | null }

const built: Pages = {
  build: () => import('virtual:react-router/server-build'),
  clientFiles: 'build/client',
}

/** What is served: the shop itself, or something in front of it. */
type Fetching = { fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] }

type Undo = (() => Promise<void>)[]

/** How stories are read: `warm`, `requestsPerSecond` of `createStoryFinder`. */
type StoryReading = Pick<Parameters<typeof createStoryFinder>[0], 'warm' | 'requestsPerSecond'>

/** Starts everything, in order; `stop` ends it in the opposite order. A fault on the way ends what had been started. */
export async function startShop(
  options: StartOptions & {
    pages?: Pages
    wrap?: (http: Hono) => Fetching
    log?: Log
    /** What time it is for pages. */
    now?: () => Date
    /** `false`: nothing is done behind the pages. */
    jobs?: boolean
    stories?: StoryReading
  },
): Promise<RunningShop> {
  return startedInOrder(options, async (env, log, undo, watched) => {
    await loadAllMessages()
    const opened = await openShop(env, log, options.step, undo, watched, options.stories)
    const { app } = opened
    if (options.now) app.now = options.now
    const { http, front } = openPages(opened, undo, watched, options.pages)
    if (options.pages === undefined) await publishClientFiles(app.db)
    const server = createListener(
      (options.wrap?.(http) ?? http).fetch,
      front,
      {},
      { ...told(env, watched), log },
    )
    const port = await listen(server, env)
    undo.push(() => stopListening(server))
    undo.push(async () => endOfficeEvents(app.db))
    options.step(`Listening on ${env.HOST}, port ${port}`)
    const loading = beginLoading(app)
    undo.push(async () => void (await Promise.all([loading, stopReading(app.db)])))
    if (options.jobs !== false) await work(app, undo, watched)
    await tellFigures(app, undo, watched, options.step)
    undo.push(async () => {
      beginDraining(app)
      await wait(env.DRAIN_SECONDS * 1000)
    })
    return placeOf(env, port)
  })
}

/** What one process does for all: everything but to serve. `connectionString` is the workers' database. */
export async function startPrimary(
  options: StartOptions,
): Promise<{ connectionString: string; placeOf(port: number): Place; stop(): Promise<void> }> {
  return startedInOrder(options, async (env, log, undo, watched) => {
    await loadAllMessages()
    // Pages read stories in the workers; here letters read some.
    const { app, connectionString } = await openShop(env, log, options.step, undo, watched, {
      warm: false,
    })
    await work(app, undo, watched)
    await tellFigures(app, undo, watched, options.step)
    return { connectionString, placeOf: (port: number) => placeOf(env, port) }
  })
}

/** One of several processes that serve on one port; what they share has been started by the primary. */
export async function startWorker(options: StartOptions & WorkerTask): Promise<Serving> {
  const { number, connectionString, loadFirst } = options
  return startedInOrder(options, async (env, log, undo, watched) => {
    await loadAllMessages()
    shareCores(env.WORKERS)
    const ownLog = log.child({ worker: number })
    const data = await openData(env, ownLog, connectionString, undo, watched)
    const opened = await openApp(env, ownLog, data, undo)
    const { app } = opened
    const { http, front } = openPages(opened, undo, watched)
    await publishClientFiles(app.db)
    // While others serve nobody need wait for this one.
    if (loadFirst) await beginLoading(app)
    const server = createListener(http.fetch, front, {}, { ...told(env, watched), log: ownLog })
    const loading = loadFirst ? Promise.resolve() : beginLoading(app)
    undo.push(async () => void (await Promise.all([loading, stopReading(app.db)])))
    await listen(server, env)
    if (watched.metrics) {
      const { tellMetrics } = await import('./metrics-endpoint.ts')
      undo.push(tellMetrics(watched.metrics, ownLog))
    }
    return {
      drain: () => beginDraining(app),
      stopServing: (times) => {
        endOfficeEvents(app.db)
        return stopListening(server, times)
      },
    }
  })
}

/** Opens what `start` opens, and ends it in the opposite order. */
async function startedInOrder<Running extends object>(
  options: StartOptions & { log?: Log } & Partial<WorkerTask>,
  start: (env: Env, log: Log, undo: Undo, watched: Watched) => Promise<Running>,
): Promise<Running & { stop(): Promise<void> }> {
  const env = readEnv(options.env)
  const log = options.log ?? createLog(env.LOG_LEVEL)
  const undo: Undo = []
  // Whoever develops reads the console as it is.
  if (env.NODE_ENV === 'production' && !options.log) {
    const restore = logConsole(log, globalThis.console)
    undo.push(async () => restore())
  }
  const watching = watchEventLoop(log)
  undo.push(async () => watching.stop())
  const stop = async () => {
    for (const end of undo.splice(0).reverse()) await end()
  }
  try {
    return { ...(await start(env, log, undo, await openWatched(env, log, options, undo))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What is done behind the pages, once on this machine. */
async function work(app: App, undo: Undo, { metrics, tracing }: Watched): Promise<void> {
  const jobs = await startShopJobs(app, { onRun: metrics?.job, tracing })
  if (metrics) metrics.sources.backup = jobs.backup
  undo.push(async () => void (await Promise.all([jobs.stop(), stopReading(app.db)])))
}

/** Serves the figures of all processes, where they are asked for. */
async function tellFigures(app: App, undo: Undo, { metrics }: Watched, step: Step): Promise<void> {
  if (metrics === null) return
  const { serveMetrics } = await import('./metrics-endpoint.ts')
  const { port, stop } = await serveMetrics({ ...app, metrics }, app.env)
  undo.push(stop)
  step(`Figures for Prometheus on ${app.env.METRICS_HOST}, port ${port}`)
}

function placeOf(env: Env, port: number): Place {
  const origin = env.PORT === 0 ? `http://${urlHost(env.HOST)}:${port}` : env.SITE_URL
  return {
    url: origin,
    addresses: [
      { label: 'Shop, German', url: `${origin}/de` },
      { label: 'Shop, English', url: `${origin}/en` },
      { label: 'Office', url: `${origin}/office` },
      {
        label: 'Content delivery API',
        url: `${origin}/content/v2/cdn/stories?token=${env.CONTENT_PUBLIC_TOKEN}`,
      },
    ],
  }
}

type Opened = {
  app: App
  contentService: ContentService
  changes: Changes
  onStoryChange(tell: (source: string) => void): void
}

/** The whole HTTP surface, and what keeps its pages; while somebody develops nothing is kept. */
function openPages(
  { app, contentService, changes, onStoryChange }: Opened,
  undo: Undo,
  { metrics, tracing }: Watched,
  pages: Pages = built,
) {
  const keeps = pages === built && app.env.PAGE_CACHE === 'on'
  let kept: ReturnType<typeof openPageFront> | undefined
  const confirmWrite = () => kept?.confirmWrite()
  const build = async () => {
    const made = await pages.build()
    return tracing?.pages(made) ?? made
  }
  const http = createHttp({ app, contentService, ...pages, build, confirmWrite, onRefused: metrics?.refused })
  if (keeps) kept = openPageFront({ app, http, changes, onStoryChange })
  const cache = kept?.cache
  if (metrics && cache) metrics.sources.cache = () => ({ ...cache.uses, ...cache.size })
  undo.push(async () => kept?.stop())
  return { http, front: kept?.front }
}

const told = ({ TRUST_PROXY: trustProxy, SITE_URL }: Env, { metrics, tracing }: Watched) => ({
  trustProxy,
  https: SITE_URL.startsWith('https:'),
  onRequest: metrics?.request,
  trace: tracing?.request,
})

type Step = StartOptions['step']

/** Database, schema, demo, files and stories: everything but the network. */
async function openShop(
  env: Env,
  log: Log,
  step: Step,
  undo: Undo,
  watched: Watched,
  stories: StoryReading = {},
) {
  let connectionString = env.DATABASE_URL
  if (connectionString === undefined) {
    const postgres = await startEmbeddedPostgres(env.DATA_DIR, {
      log,
      connections: connectionsNeeded(env),
      archive: hasBackupStore(env),
    })
    undo.push(() => postgres.stop())
    connectionString = postgres.connectionString
    step('PostgreSQL is running')
  }
  const applied = await migrate(env.DATABASE_DIRECT_URL ?? connectionString, {
    directory: resolve('db/migrations'),
    onWait: (file) => step(`${file} waits for a lock that others hold, and is tried again for five minutes`),
    onNewer: (names) =>
      step(`The database is newer than this release, which bears that: ${names.join(', ')}`),
  })
  step(applied.length === 0 ? 'The database is up to date' : `Database migrated (${applied.length} steps)`)

  await checkFiles(env)
  const data = await openData(env, log, connectionString, undo, watched)
  const closing = closeFolders(env, log)
  undo.push(() => closing)
  await fillShop(env, data, step)
  return { ...(await openApp(env, log, data, undo, stories)), connectionString }
}

type Data = Pick<App, 'db' | 'files' | 'secret'> & { connectionString: string; changes: Changes }

async function openData(
  env: Env,
  log: Log,
  connectionString: string,
  undo: Undo,
  { metrics, tracing }: Watched,
): Promise<Data> {
  const db = openDatabase(connectionString, {
    maxConnections: env.DATABASE_POOL,
    log,
    onQuery: bothOf(metrics?.query, tracing?.query),
  })
  if (metrics) Object.assign(metrics.sources, { pool: () => poolOf(db), eventLoop: eventLoopDelay })
  undo.push(() => db.destroy())
  const changes = followChanges({ connectionString: env.DATABASE_DIRECT_URL ?? connectionString, log })
  undo.push(() => changes.stop())
  followSettings(db, changes)
  followWork(db, changes)
  const files = await openFiles(env)
  return { db, files, secret: await openSecret(db, env, log), connectionString, changes }
}

/** Puts the demo, or the beginnings of a shop of one's own, into a database without any. */
async function fillShop(env: Env, { db, files, secret }: Data, step: Step): Promise<void> {
  // A database of one's own is somebody's shop: nothing invented is put into it.
  const demo =
    env.DATABASE_URL === undefined && env.DEMO === 'on'
      ? await loadDemo({ db, files, directory: resolve('db/demo'), now: new Date(), secret })
      : null
  if (demo) step(`Demo shop loaded: ${demo.stories} stories, ${demo.pieces} pieces, ${demo.photos} photos`)
  const withStories = env.STORYBLOK_TOKEN === undefined
  if (await startEmptyShop({ db, directory: resolve('db/start'), now: new Date(), stories: withStories }))
    step('An empty shop: the office says what it lacks (README, “In earnest”)')
  const nobodys = await placeholdersLeft(db)
  if (nobodys.length > 0)
    step(`Nobody has said who the shop is: fill in ${nobodys.join(', ')} at ${env.SITE_URL}/office/settings`)
  const link = await linkForFirstOwner(db, env.DEFAULT_LOCALE)
  if (link !== null)
    step(`Set up the owner's account, once, within a day: ${linkAddress(env.SITE_URL, link)}`)
}

async function openApp(
  env: Env,
  log: Log,
  { db, files, secret, changes }: Data,
  undo: Undo,
  reading: StoryReading = {},
): Promise<Opened> {
  const previewToken = previewTokenOf(env, secret)
  const contentService = createContentService({
    db,
    publicToken: env.CONTENT_PUBLIC_TOKEN,
    previewToken,
    rateLimit: 50,
    log,
  })
  // Whoever keeps answers is opened later, and told all that changes from then on.
  const told: ((source: string) => void)[] = []
  const stories = createStoryFinder({
    ...{ db, log, env, contentService, previewToken, changes },
    ...reading,
    onChange: (source) => {
      for (const tell of told) tell(source)
    },
  })
  undo.push(() => stories.close())
  const payment = { db, payments: await paymentsOf(env), siteUrl: env.SITE_URL, log }
  const analytics = openAnalyticsServer(env, log, undo)
  const vies = openVies({ url: env.VIES_URL, log })
  const shippedAssets = resolve('db/demo/photos')
  const now = () => new Date()
  const app: App = { env, log, now, db, files, shippedAssets, stories, payment, secret, analytics, vies }
  return { app, contentService, changes, onStoryChange: (tell) => void told.push(tell) }
}

/** Files with what people sent in, that former releases left open to other accounts. Nobody waits for it. */
async function closeFolders({ DATA_DIR }: Env, log: Log): Promise<void> {
  for (const folder of ['secrets', 'outbox', 'files'])
    await closeFolder(join(DATA_DIR, folder)).catch((error: unknown) =>
      log.error({ err: error, folder }, 'a folder cannot be closed to other accounts of this machine'),
    )
}

function openAnalyticsServer(env: Env, log: Log, undo: Undo) {
  const { ANALYTICS_URL: url, ANALYTICS_DOMAIN: domain } = env
  if (url === undefined || domain === undefined) return undefined
  const analytics = openAnalytics({ url, domain, log })
  undo.push(() => analytics.stop())
  return analytics
}

async function listen(server: Server, env: Env): Promise<number> {
  server.listen(env.PORT, env.HOST)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : env.PORT
}

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)
