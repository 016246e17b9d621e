import { join } from 'node:path'
import type { Database } from '#app/platform/database/database.ts'
import { bool, query } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { loadContentFiles } from './load-content.ts'
import { loadMetalPrices } from './load-metal-prices.ts'
import { loadPieces } from './load-pieces.ts'
import { loadSettings } from './load-settings.ts'

/** Whether a database is empty: no branch, no story, no piece has ever been put in. */
export async function demoIsDue(db: Database): Promise<boolean> {
  const rows = await query(db, { empty: bool })`
    select not exists (select from branch) and not exists (select from story) and not exists (select from product)
      as empty
  `
  return rows[0]?.empty ?? false
}

/** Fills a database with the demo shop of a directory: settings, pieces with their photos, stories. */
export async function loadDemo(options: {
  db: Database
  files: Files
  /** Holds settings.yaml, metal-prices.yaml, pieces/, photos/ and stories/. */
  directory: string
  now: Date
  /** Encrypts serial numbers. */
  secret?: Secret
}): Promise<{ stories: number; pieces: number; photos: number }> {
  const { db, files, directory, now } = options
  await loadSettings(db, join(directory, 'settings.yaml'))
  await loadMetalPrices(db, join(directory, 'metal-prices.yaml'), now)
  const { pieces, photos } = await loadPieces(db, join(directory, 'pieces'), {
    now,
    files,
    photos: join(directory, 'photos'),
    ...(options.secret !== undefined && { secret: options.secret }),
  })
  const { stories } = await loadContentFiles(db, join(directory, 'stories'), { now })
  return { stories, pieces, photos }
}
