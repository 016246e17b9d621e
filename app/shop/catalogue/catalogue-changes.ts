import { CompiledQuery } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { json, query, text, timestamptz } from '#app/platform/database/statement.ts'

/** What was committed to the catalogue since a snapshot. */
export type CatalogueChanges = {
  /** What the database has committed now: its timeline, a slash, and a snapshot. */
  snapshot: string
  clock: Date
  /** Stock numbers. */
  pieces: string[]
  /** Makers, models or references. */
  vocabulary: boolean
  /** Words that searches know. */
  words: boolean
  /** More pieces than could be named, or than were asked for: any may have changed. */
  many: boolean
}

/** Stock numbers, and null for more than can be named. As JSON, which is parsed ten times as fast as an array. */
const numbers = json(z.array(z.string().nullable()))
const vocabularyChange = 'vocabulary'
const wordsChange = 'search-words'

/**
 * What is committed now. A standby that was promoted begins a timeline of its own, and gives numbers of transactions
 * again that its predecessor had begun: a snapshot says nothing of another timeline's.
 */
export const currentSnapshot = `left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || pg_current_snapshot()::text`

/** Written once: it is asked at every request. */
const statement = `
  select ${currentSnapshot} as snapshot, clock_timestamp() as clock,
    (select coalesce(json_agg(product_id), '[]') from (
      select distinct product_id from catalogue_change
      where transaction >= pg_snapshot_xmin($1::pg_snapshot)
        and transaction < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(transaction, $1::pg_snapshot) limit $2) as changed) as products`

/** What has changed since a former `snapshot`, of which at most `most` pieces are named. */
export async function changesSince(db: Database, since: string, most: number): Promise<CatalogueChanges> {
  const [timeline, snapshot = since] = since.split('/')
  const [row] = await query(db, { snapshot: text, clock: timestamptz, products: numbers })(
    CompiledQuery.raw(statement, [snapshot, most + 1]),
  )
  if (!row) throw new Error('the database did not answer')
  const cut = row.products.length > most || row.snapshot.split('/')[0] !== timeline
  return {
    snapshot: row.snapshot,
    clock: row.clock,
    pieces: cut
      ? []
      : row.products.filter(
          (id): id is string => id !== null && id !== vocabularyChange && id !== wordsChange,
        ),
    // What was cut off may have been anything.
    vocabulary: cut || row.products.includes(vocabularyChange),
    words: cut || row.products.includes(wordsChange),
    many: cut || row.products.includes(null),
  }
}
