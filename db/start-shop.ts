import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { loadContentFiles } from './load-content.ts'
import { demoIsDue } from './load-demo.ts'
import { loadSettings, settingsIn } from './load-settings.ts'

/** Any number that nobody else locks. */
const lock = 820_624

/**
 * Makes a shop of an empty database: settings that are plainly placeholders, and a page for every address that the
 * frame links to. No piece, no branch, and nobody's name. Of processes that start at the same time one does it.
 * Returns whether there was anything to do.
 */
export async function startEmptyShop(options: {
  db: Database
  /** Holds settings.yaml and stories/. */
  directory: string
  now: Date
  /** False where a content service elsewhere has the stories. */
  stories: boolean
}): Promise<boolean> {
  const { db, directory, now, stories } = options
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lock})`.execute(connection)
    try {
      if (!(await demoIsDue(db)) || (await hasSettings(db))) return false
      await loadSettings(db, join(directory, 'settings.yaml'))
      if (stories) await loadContentFiles(db, join(directory, 'stories'), { now })
      return true
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
  })
}

const hasSettings = async (db: Database) =>
  (await db.selectFrom('setting').select('key').limit(1).execute()).length > 0

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
