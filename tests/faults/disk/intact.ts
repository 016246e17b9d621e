import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text } from '#app/platform/database/statement.ts'

/** Reads every index and every row of a database, checksums included, and says what is broken. */
export async function brokenDatabase(db: Database): Promise<string[]> {
  const wrong: string[] = []
  await sql`create extension if not exists amcheck`.execute(db)
  const indexes = await query(db, { name: text })`
    select c.oid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam where a.amname = 'btree' and i.indisvalid and c.relpersistence = 'p'`
  for (const { name } of indexes)
    await sql`select bt_index_check(${name}::regclass, true)`
      .execute(db)
      .catch((error: Error) => wrong.push(`index ${name}: ${error.message}`))
  const tables = await query(db, { name: text })`
    select oid::regclass::text as name from pg_class where relkind in ('r', 'm') and relpersistence = 'p'`
  for (const { name } of tables)
    await sql`select * from verify_heapam(${name}::regclass)`
      .execute(db)
      .then(({ rows }) => rows.length > 0 && wrong.push(`table ${name}: ${JSON.stringify(rows[0])}`))
      .catch((error: Error) => wrong.push(`table ${name}: ${error.message}`))
  const [sum] = await query(db, { failures: int8 })`
    select coalesce(sum(checksum_failures), 0)::int8 as failures from pg_stat_database`
  if (sum === undefined || sum.failures > 0) wrong.push(`${sum?.failures} pages do not have their checksum`)
  if (tables.length < 50) wrong.push(`only ${tables.length} tables were found`)
  return wrong
}

/**
 * Files of the shop that are not whole, since a time: those that nobody finished, pictures that cannot be opened; apart from
 * them what is left in the scratch folder.
 */
export async function halfFiles(
  dataDir: string,
  since: number,
): Promise<{ wrong: string[]; arriving: string[]; read: number }> {
  const wrong: string[] = []
  const arriving: string[] = []
  let read = 0
  for (const entry of filesIn(dataDir)) {
    const path = join(entry.parentPath, entry.name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || found.mtimeMs < since) continue
    const where = path.slice(dataDir.length + 1)
    read += 1
    if (where.includes('/.incoming/')) arriving.push(`${where} is left of what was arriving`)
    else if (/\.(tmp|new)$/.test(where)) wrong.push(`${where} is left of something that was not finished`)
    else if (found.size === 0) wrong.push(`${where} is empty`)
    else if (/\.(jpe?g|png|webp|avif)$/.test(where))
      await sharp(path)
        .raw()
        .toBuffer()
        .catch((error: Error) => wrong.push(`${where} is no whole picture: ${error.message}`))
  }
  return { wrong, arriving, read }
}

function filesIn(dataDir: string): Dirent[] {
  return ['files', 'outbox']
    .flatMap((folder) => {
      try {
        return readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    })
    .filter((entry) => entry.isFile())
}
