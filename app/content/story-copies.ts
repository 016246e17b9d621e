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
  /** The last write of each key: the next one waits for it, or the database might take them the other way round. */
  const writes = new Map<string, Promise<unknown>>()
  const inBackground = (what: string, key: string, write: () => Promise<unknown>) => {
    const done = (writes.get(key) ?? Promise.resolve())
      .then(write)
      .catch((error) => log.warn({ err: error }, `could not ${what} the copy of a story`))
      .finally(() => {
        if (writes.get(key) === done) writes.delete(key)
      })
    writes.set(key, done)
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
      inBackground('keep', key, () =>
        db
          .insertInto('story_copy')
          .values({ source, key, ...facts })
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'key'])
              .doUpdateSet(facts)
              // Another process may have kept a newer one.
              .where((eb) =>
                eb.or([
                  eb('story_copy.cv', 'is', null),
                  eb('excluded.cv', 'is', null),
                  eb('story_copy.cv', '<=', eb.ref('excluded.cv')),
                ]),
              ),
          )
          .execute()
          .then(() => (Math.random() < 0.01 ? removeOldest(db, source) : undefined)),
      )
    },
    drop(key) {
      inBackground('drop', key, () =>
        db.deleteFrom('story_copy').where('source', '=', source).where('key', '=', key).execute(),
      )
    },
    async settled() {
      while (writes.size > 0) await Promise.all(writes.values())
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
