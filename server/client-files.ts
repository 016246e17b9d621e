import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#app/platform/database/database.ts'
import { timestamptz, value } from '#app/platform/database/statement.ts'

/** Folders of a build and what the addresses of their files begin with. */
export type ClientFolders = Record<'/assets/' | '/office/assets/', string>

export const builtFolders: ClientFolders = {
  '/assets/': 'build/client/assets',
  '/office/assets/': 'build/office/assets',
}

/** Names that hold their hash: what is found under one is the same for ever. */
const hashed = /^\/(?:office\/)?assets\/[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{1,5}$/

/** Days after which nobody has a page of a release open any more that no machine runs. */
const keptDays = 30

/** Bytes of former releases that are kept in memory, and ms for which it is remembered that there is no such file. */
const inMemory = 4_000_000
const absentFor = 5_000

/**
 * Lays the files of this release beside those of others, where every machine finds them; done before a release draws its
 * first page, for the next request of that page may reach a machine with another release.
 */
export async function publishClientFiles(db: Database, folders = builtFolders): Promise<void> {
  const files = Object.entries(folders).flatMap(([prefix, folder]) =>
    !existsSync(folder)
      ? []
      : readdirSync(folder)
          .map((name) => ({ path: prefix + name, file: join(folder, name) }))
          .filter(({ path }) => hashed.test(path)),
  )
  const paths = files.map(({ path }) => path)
  if (paths.length === 0) return
  const there = await db.selectFrom('client_file').select('path').where('path', 'in', paths).execute()
  const known = new Set(there.map(({ path }) => path))
  const missing = files
    .filter(({ path }) => !known.has(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, file }) => ({ path, bytes: readFileSync(file) }))
  if (missing.length > 0)
    await db
      .insertInto('client_file')
      .values(missing)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
  // Several machines may say so at once: each takes what no other one is writing.
  await db
    .with('old', (from) =>
      from
        .selectFrom('client_file')
        .select('path')
        .where('path', 'in', paths)
        .where('seen_at', '<', value(timestamptz)`now() - interval '1 hour'`)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('client_file')
    .from('old')
    .whereRef('client_file.path', '=', 'old.path')
    .set({ seen_at: sql`now()` })
    .execute()
}

/** Says that this release still runs, and forgets the files of those that have not for a month. Returns how many. */
export async function forgetClientFiles(db: Database, folders = builtFolders): Promise<number> {
  await publishClientFiles(db, folders)
  const gone = await db
    .deleteFrom('client_file')
    .where('seen_at', '<', value(timestamptz)`now() - make_interval(days => ${keptDays})`)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Answers what this release does not have and another one does; everything else is left to who comes next. */
export function filesOfOtherReleases(db: Database): MiddlewareHandler {
  const known = new LRUCache<string, { bytes: Uint8Array<ArrayBuffer> | null }>({
    maxSize: inMemory,
    sizeCalculation: ({ bytes }, path) => path.length + 50 + (bytes?.length ?? 0),
  })
  return async (context, next) => {
    const { method, path } = context.req
    if ((method !== 'GET' && method !== 'HEAD') || !hashed.test(path)) return next()
    let found = known.get(path)
    if (found === undefined) {
      const row = await db
        .selectFrom('client_file')
        .select('bytes')
        .where('path', '=', path)
        .executeTakeFirst()
      found = { bytes: row ? new Uint8Array(row.bytes) : null }
      known.set(path, found, row ? {} : { ttl: absentFor })
    }
    if (found.bytes === null) return next()
    return context.body(found.bytes, 200, {
      'content-type': getMimeType(path) ?? 'application/octet-stream',
      'content-length': String(found.bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
}
