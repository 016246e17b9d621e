import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import type { Log } from '#app/platform/log.ts'

export type StoryCopy = { body: unknown; cv: number | null; keptAt: Date }

export type StoryCopies = {
  get(key: string): Promise<StoryCopy | null>
  keep(key: string, body: unknown, cv: number | null): void
  drop(key: string): void
  /** Resolves when everything that was given to keep is kept. */
  settled(): Promise<void>
}

/** A page does not wait longer than this for a database that hangs, ms. */
const readPatience = 1000
/** More than this many are not kept; the oldest go first. */
const maxCopies = 5000

/**
 * The last good answers, in the database. A database that does not answer is no reason for a page to fail: reading
 * then finds nothing and writing is logged.
 */
export function createStoryCopies(db: Database, source: string, log: Log, now: () => Date): StoryCopies {
  const writes = new Set<Promise<unknown>>()
  const inBackground = (what: string, write: Promise<unknown>) => {
    const done = write
      .catch((error) => log.warn({ err: error }, `could not ${what} the copy of a story`))
      .finally(() => writes.delete(done))
    writes.add(done)
  }
  return {
    async get(key) {
      try {
        const row = await inTime(
          db
            .selectFrom('story_copy')
            .select(['body', 'cv', 'kept_at'])
            .where('source', '=', source)
            .where('key', '=', key)
            .executeTakeFirst(),
        )
        return row ? { body: row.body, cv: row.cv, keptAt: row.kept_at } : null
      } catch (error) {
        log.warn({ err: error }, 'could not read the copy of a story')
        return null
      }
    },
    keep(key, body, cv) {
      const facts = { body: JSON.stringify(body), cv, kept_at: now() }
      inBackground(
        'keep',
        db
          .insertInto('story_copy')
          .values({ source, key, ...facts })
          .onConflict((conflict) => conflict.columns(['source', 'key']).doUpdateSet(facts))
          .execute()
          .then(() => (Math.random() < 0.01 ? removeOldest(db, source) : undefined)),
      )
    },
    drop(key) {
      inBackground(
        'drop',
        db.deleteFrom('story_copy').where('source', '=', source).where('key', '=', key).execute(),
      )
    },
    async settled() {
      while (writes.size > 0) await Promise.all(writes)
    },
  }
}

function inTime<T>(reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer in time')), readPatience)
    reading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function removeOldest(db: Database, source: string): Promise<void> {
  await sql`delete from story_copy where source = ${source} and key in (
    select key from story_copy where source = ${source} order by kept_at desc offset ${maxCopies})`.execute(
    db,
  )
}
