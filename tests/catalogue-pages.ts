import { beforeAll } from 'vitest'
import type { App } from '#app/app-context.ts'
import { ContentUnavailable } from '#app/content/story.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { addBranches, loadCast } from './catalogue.ts'
import { addRings } from './checkout.ts'
import { testDatabase } from './database.ts'
import { contextOf } from './requests.ts'

/**
 * The cast, branches and two rings, for loaders and actions of pages that show them; the content service is away. Call it
 * once at the top level of the file.
 */
export function cataloguePages() {
  const database = testDatabase()
  let app: App

  beforeAll(async () => {
    await addBranches(database.db)
    await loadCast(database.db)
    await addRings(database.db, ['90111', '90112'])
    app = {
      env: readEnv({ DATA_DIR: '/tmp' }),
      log: createLog('silent'),
      db: database.db,
      payment: { payments: null },
      // The content service is away: these pages do without it.
      stories: {
        findStory: () => Promise.reject(new ContentUnavailable('the content service is away')),
        findStories: () => Promise.reject(new ContentUnavailable('the content service is away')),
      },
    } as unknown as App
  })

  /** What a loader or an action of any page is called with. */
  function args(address: string, params: Record<string, string> = {}, init?: RequestInit) {
    const url = new URL(address, 'http://shop.test')
    const context = contextOf(app)
    return { request: new Request(url, init), url, params, context, pattern: '' } as never
  }

  return { database, args }
}

/** What a loader threw, as what the browser gets of it. */
export async function thrown(
  work: Promise<unknown>,
): Promise<{ status: number; location: string | null; message?: string }> {
  try {
    await work
  } catch (error) {
    if (error instanceof Response) return { status: error.status, location: error.headers.get('location') }
    const { data, init } = error as { data: { message: string }; init: ResponseInit }
    return { status: init.status ?? 200, location: null, message: data.message }
  }
  throw new Error('nothing was thrown')
}
