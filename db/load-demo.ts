import { join } from 'node:path'
import type { Database } from '#app/platform/database/database.ts'
import { bool, query } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { fillingDatabase } from './fill-database.ts'
import { loadAnswerTemplates } from './load-answer-templates.ts'
import { loadContentFiles } from './load-content.ts'
import { loadMetalPrices } from './load-metal-prices.ts'
import { loadPieces } from './load-pieces.ts'
import { loadSettings, settingsIn } from './load-settings.ts'

/** Whether a database is empty: no branch, no story, no piece has ever been put in. */
export async function isEmptyShop(db: Database): Promise<boolean> {
  const rows = await query(db, { empty: bool })`
    select not exists (select from branch) and not exists (select from story) and not exists (select from product)
      as empty
  `
  return rows[0]?.empty ?? false
}

/**
 * Whether the demo belongs into a database: it is empty, or the demo of `directory` was begun there and never came to
 * its stories, which are loaded last. (Earlier releases loaded its parts one by one.)
 */
async function demoIsDue(db: Database, directory: string): Promise<boolean> {
  if (await isEmptyShop(db)) return true
  const { site } = settingsIn(join(directory, 'settings.yaml')) as { site: { name: string } }
  const rows = await query(db, { begun: bool })`
    select not exists (select from story)
      and exists (select from setting where key = 'site' and value ->> 'name' = ${site.name}) as begun
  `
  return rows[0]?.begun ?? false
}

export type LoadedDemo = { stories: number; pieces: number; photos: number }

/**
 * Fills a database with the demo shop of a directory (settings, templates of answers, pieces with their photos, stories) where it is due or
 * `evenIf` says so: whole or not at all, and once, however many processes do so at the same time. `null` where there is a
 * shop already.
 */
export function loadDemo(options: {
  db: Database
  files: Files
  /** Holds settings.yaml, metal-prices.yaml, answer-templates.yaml, pieces/, photos/ and stories/. */
  directory: string
  now: Date
  /** Encrypts serial numbers. */
  secret?: Secret
  evenIf?: (db: Database) => Promise<boolean>
}): Promise<LoadedDemo | null> {
  const { files, directory, now, secret, evenIf } = options
  return fillingDatabase(options.db, async (db) => {
    if (!(await demoIsDue(db, directory)) && !(await evenIf?.(db))) return null
    await loadSettings(db, join(directory, 'settings.yaml'))
    await loadMetalPrices(db, join(directory, 'metal-prices.yaml'), now)
    await loadAnswerTemplates(db, join(directory, 'answer-templates.yaml'))
    const { pieces, photos } = await loadPieces(db, join(directory, 'pieces'), {
      now,
      files,
      photos: join(directory, 'photos'),
      ...(secret !== undefined && { secret }),
    })
    const { stories } = await loadContentFiles(db, join(directory, 'stories'), { now })
    return { stories, pieces, photos }
  })
}
