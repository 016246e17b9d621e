import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { inSlices, type Pause } from '#app/platform/slices.ts'
import { type KnownWords, readKnownWords } from './known-words.ts'
import { ListingIndex } from './listing-index.ts'
import { readDocuments } from './read-documents.ts'
import { readPieces, readVocabulary } from './read-pieces.ts'
import { SearchIndex } from './search-index.ts'
import type { ListingVocabulary } from './vocabulary.ts'

/** The whole catalogue as of one moment. */
export type CatalogueRead = {
  index: ListingIndex
  vocabulary: ListingVocabulary
  search: SearchIndex
  words: KnownWords
  /** What the database had committed then. */
  snapshot: string
  /** By the database's clock, ms. */
  checkedAt: number
}

/** How the catalogue is read: pieces a statement, small enough to be taken in within a few milliseconds. */
export type Reading = { batch: number; pause?: Pause | undefined }

/** Beginnings of batches that are asked for at a time. */
const endsAtATime = 40

/** Reads everything, a batch at a time, so that requests are answered in between. */
export async function readCatalogue(db: Database, { batch, pause }: Reading): Promise<CatalogueRead> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const [begin] = await query(transaction, { snapshot: text, clock: timestamptz, shown: int4 })`
        select pg_current_snapshot()::text as snapshot, clock_timestamp() as clock,
          (select count(*)::int from product where status in ('listed', 'reserved', 'sold')) as shown`
      if (!begin) throw new Error('the database did not answer')
      const vocabulary = await readVocabulary(transaction)
      const words = await readKnownWords(transaction)
      const index = new ListingIndex()
      const search = new SearchIndex()
      await inSlices(index.columns.growing(begin.shown), pause)
      await inSlices(search.growing(begin.shown), pause)
      let after = ''
      for (let more = true; more; ) {
        const ends = await query(transaction, { id: text })`
          select id from (
            select id, row_number() over (order by id) as place from product where id > ${after}) as numbered
          where place % ${sql.lit(batch)} = 0 order by place limit ${sql.lit(endsAtATime)}`
        more = ends.length === endsAtATime
        for (const { id: until } of more ? ends : [...ends, { id: null }]) {
          const pieces = await readPieces(
            transaction,
            until === null ? sql`p.id > ${after}` : sql`p.id > ${after} and p.id <= ${until}`,
            until === null
              ? sql`s.product_id > ${after}`
              : sql`s.product_id > ${after} and s.product_id <= ${until}`,
          )
          for (const piece of pieces) index.append(piece)
          const documents = await readDocuments(
            transaction,
            until === null
              ? sql`product_id > ${after}`
              : sql`product_id > ${after} and product_id <= ${until}`,
          )
          for (const document of documents) search.append(document)
          after = until ?? after
        }
      }
      await inSlices(index.sorting(), pause)
      await inSlices(search.sorting(), pause)
      return { index, vocabulary, search, words, snapshot: begin.snapshot, checkedAt: begin.clock.getTime() }
    })
}
