import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { App } from '#app/app-context.ts'
import { createStoryFinder } from '#app/content/story.ts'
import { createContentService } from '#app/content-service/content-service.ts'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { loadContentFiles } from '#db/load-content.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from './database.ts'

/**
 * The demo shop's settings and stories, without its pieces, in a database of the test file's own, found as the site
 * finds them. Call it once at the top level of the file and use `.app` inside tests and hooks.
 */
export function demoContent(): { readonly app: App; readonly connectionString: string } {
  const database = testDatabase()
  let app: App | undefined

  beforeAll(async () => {
    const { db } = database
    await loadSettings(db, 'db/demo/settings.yaml')
    await loadContentFiles(db, 'db/demo/stories', { now: new Date('2026-11-20T09:00:00Z') })
    const [env, log] = [readEnv({}), createLog('silent')]
    const previewToken = 'preview'
    const contentService = createContentService({ db, publicToken: env.CONTENT_PUBLIC_TOKEN, previewToken })
    app = {
      env,
      log,
      now: () => new Date(),
      db,
      files: openLocalFiles(join(tmpdir(), 'shop-demo-content')),
      shippedAssets: resolve('db/demo/photos'),
      stories: createStoryFinder({
        db,
        log,
        env,
        contentService,
        previewToken,
        warm: false,
        requestsPerSecond: 1000,
      }),
      payment: { db, payments: null, siteUrl: env.SITE_URL, log },
      secret: 'a secret of at least thirty-two characters',
    }
  })
  afterAll(() => app?.stories.close())

  return {
    connectionString: database.connectionString,
    get app() {
      if (!app) throw new Error('The demo content exists only inside tests and hooks')
      return app
    },
  }
}
