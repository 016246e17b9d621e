import { join } from 'node:path'
import type { Database } from '#app/platform/database/database.ts'
import { fillingDatabase } from './fill-database.ts'
import { loadContentFiles } from './load-content.ts'
import { isEmptyShop } from './load-demo.ts'
import { loadSettings, settingsIn } from './load-settings.ts'

/**
 * Makes a shop of an empty database: settings that are plainly placeholders, and a page for every address that the
 * frame links to. No piece, no branch, and nobody's name. Of processes that start at the same time one does it.
 * Returns whether nobody had put anything in; what somebody had stays.
 */
export async function startEmptyShop(options: {
  db: Database
  /** Holds settings.yaml and stories/. */
  directory: string
  now: Date
  /** False where a content service elsewhere has the stories. */
  stories: boolean
}): Promise<boolean> {
  const { directory, now, stories } = options
  return fillingDatabase(options.db, async (db) => {
    const untold = (await isEmptyShop(db)) && !(await hasSettings(db))
    // Settings may have been loaded before the first start: the pages are missing all the same.
    const pagesDue = stories && !(await hasStories(db))
    if (untold || pagesDue) await loadSettings(db, join(directory, 'settings.yaml'), { onlyMissing: true })
    if (pagesDue) await loadContentFiles(db, join(directory, 'stories'), { now })
    return untold
  })
}

const hasSettings = async (db: Database) =>
  (await db.selectFrom('setting').select('key').limit(1).execute()).length > 0

const hasStories = async (db: Database) =>
  (await db.selectFrom('story').select('id').limit(1).execute()).length > 0

/** Whether a shop is as `startEmptyShop` left it: nobody has named it, and it has neither branch nor piece. */
export async function isUntouched(db: Database, directory: string): Promise<boolean> {
  const { site } = settingsIn(join(directory, 'settings.yaml')) as { site: { name: string } }
  const kept = await db.selectFrom('setting').select('value').where('key', '=', 'site').executeTakeFirst()
  const [branch, piece] = await Promise.all([
    db.selectFrom('branch').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('product').select('id').limit(1).executeTakeFirst(),
  ])
  return !branch && !piece && (kept?.value as { name?: string } | undefined)?.name === site.name
}
