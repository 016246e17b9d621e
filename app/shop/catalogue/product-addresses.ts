import { sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import { answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int4, nullable, query, text, texts, timestamptz } from '#app/platform/database/statement.ts'
import { untilAnyChanges } from './catalogue-in-memory.ts'
import { wasShown } from './examined.ts'

/** A line of the sitemap. `photos` are the ids of the first few. */
export type ProductAddress = { id: string; slug: Bilingual; updatedAt: Date; photos: string[] }

const shownInSitemap = 5
/** Addresses read at a time. */
const batch = 500
/** The index product_offered knows these. */
const isOffered = sql`status in ('listed', 'reserved')`

/**
 * Addresses of the pieces that can be bought or are reserved, by stock number, at most `limit` after the first `skip`, a
 * batch at a time. Sold ones leave the sitemap at once (docs/product.md 1.5).
 */
export async function* productAddresses(
  db: Database,
  { skip = 0, limit = 10_000 }: { skip?: number; limit?: number } = {},
): AsyncGenerator<ProductAddress[]> {
  answerUses('catalogue')
  let left = limit
  let begin = sql`id >= (select id from product where ${isOffered} order by id limit 1 offset ${skip})`
  while (left > 0) {
    const rows = await query(db, { id: text, de: text, en: text, at: timestamptz, photos: texts })`
      select p.id, p.slug_de as de, p.slug_en as en, p.updated_at as at,
        array(select f.id from photo f where f.product_id = p.id order by f.position limit ${shownInSitemap}) as photos
      from (select id, slug_de, slug_en, updated_at from product where ${isOffered} and ${begin}
        order by id limit ${Math.min(left, batch)}) p
      order by p.id
    `
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id, de, en, at, photos }) => ({ id, slug: { de, en }, updatedAt: at, photos }))
    if (rows.length < batch) return
    left -= rows.length
    begin = sql`id > ${last.id}`
  }
}

type ProductRun = { count: number; changedAt: Date }

/**
 * How many pieces `productAddresses` knows, and when each run of `size` of them last changed. A piece that came or went
 * moves all behind it, so those changes count for its own run and every later one. All pieces are read once, however
 * many runs there are.
 */
export function productRuns(db: Database, size: number): Promise<ProductRun[]> {
  return untilAnyChanges(db, `runs of ${size}`, () => readRuns(db, size))
}

async function readRuns(db: Database, size: number): Promise<ProductRun[]> {
  const rows = await query(db, { count: int4, at: nullable(timestamptz) })`
    with piece as (
      select p.updated_at, p.listed_at, p.${isOffered} as offered,
        count(*) filter (where p.${isOffered}) over (order by p.id rows unbounded preceding) as place
      from product p where p.${isOffered} or ${wasShown}
    ), run as (
      select (case when offered then place - 1 else place end) / ${size}::int as number,
        count(*) filter (where offered)::int as count, max(updated_at) filter (where offered) as changed,
        max(updated_at) filter (where not offered) as gone, max(listed_at) filter (where offered) as came
      from piece group by 1
    )
    select count, greatest(changed, max(gone) over earlier, max(came) over earlier) as at
    from run window earlier as (order by number) order by number
  `
  // What went behind the last piece of a full run is in no run.
  return rows.flatMap(({ count, at }) => (count > 0 && at ? [{ count, changedAt: at }] : []))
}
