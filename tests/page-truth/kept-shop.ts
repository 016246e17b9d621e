import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { App } from '#app/app-context.ts'
import { createStoryFinder } from '#app/content/story.ts'
import { createContentService } from '#app/content-service/content-service.ts'
import { type Changes, followChanges } from '#app/platform/database/changes.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { followSettings } from '#app/shop/settings/settings-cache.ts'
import { createListener } from '#server/listener.ts'
import { openPageFront } from '#server/open-page-front.ts'
import { type Get, servedPages, servedShop } from '../served-pages.ts'

type Opened = { app: App; onStoryChange(tell: (source: string) => void): void; close(): Promise<void> }

/** What a process of the shop has, with empty caches, on a database and at a time that the caller says. */
function openApp(connectionString: string, now: () => Date, changes?: Changes): Opened {
  const [env, log] = [readEnv({ SITE_URL: 'http://shop.test' }), createLog('silent')]
  const db = openDatabase(connectionString, { maxConnections: 4 })
  if (changes) followSettings(db, changes)
  const told: ((source: string) => void)[] = []
  const stories = createStoryFinder({
    db,
    log,
    env,
    contentService: createContentService({
      db,
      publicToken: env.CONTENT_PUBLIC_TOKEN,
      previewToken: 'preview',
    }),
    previewToken: 'preview',
    warm: false,
    requestsPerSecond: 1000,
    changes,
    onChange: (source) => {
      for (const tell of told) tell(source)
    },
  })
  const app: App = {
    env,
    log,
    now,
    db,
    files: openLocalFiles(join(tmpdir(), 'shop-page-truth')),
    shippedAssets: resolve('db/demo/photos'),
    stories,
    payment: { db, payments: null, siteUrl: env.SITE_URL, log },
    secret: 'a secret of at least thirty-two characters',
  }
  return {
    app,
    onStoryChange: (tell) => void told.push(tell),
    async close() {
      await stories.close()
      await db.destroy()
    },
  }
}

/** A process that keeps its pages and listens on a port of its own. */
export async function openKeptShop(connectionString: string, now: () => Date) {
  const changes = followChanges({ connectionString, log: createLog('silent') })
  const { app, onStoryChange, close } = openApp(connectionString, now, changes)
  const http = servedShop(app)
  const { front } = openPageFront({ app, http, changes, onStoryChange })
  const server = createListener(http.fetch, front)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    app,
    changes,
    url: `http://127.0.0.1:${port}`,
    async close() {
      await new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      })
      await changes.stop()
      await close()
    },
  }
}

/** A process that has just started, and keeps nothing. */
export function openColdShop(
  connectionString: string,
  now: () => Date,
): { get: Get; close(): Promise<void> } {
  const { app, close } = openApp(connectionString, now)
  return { get: servedPages(app), close }
}
