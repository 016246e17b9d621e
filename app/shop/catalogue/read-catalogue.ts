import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { inSlices, type Pause } from '#app/platform/slices.ts'
import { currentSnapshot } from './catalogue-changes.ts'
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

/** How the catalogue is read: pieces a statement, which are taken in a slice at a time. */
export type Reading = { batch: number; pause?: Pause | undefined; signal?: AbortSignal | undefined }

/** Ends of batches that are asked for at a time. */
const endsAtATime = 40

/**
 * Reads everything, a batch at a time, so that requests are answered in between.
 * @throws the signal's reason, where that ends it
 */
export async function readCatalogue(
  db: Database,
  { batch, pause = nextTurn, signal }: Reading,
): Promise<CatalogueRead> {
  const pauseUnlessEnded = async () => {
    await pause()
    signal?.throwIfAborted()
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const [begin] = await query(transaction, { snapshot: text, clock: timestamptz, shown: int4 })`
        select ${sql.raw(currentSnapshot)} as snapshot, clock_timestamp() as clock,
          (select count(*)::int from product where status in ('listed', 'reserved', 'sold')) as shown`
      if (!begin) throw new Error('the database did not answer')
      const vocabulary = await readVocabulary(transaction)
      const words = await readKnownWords(transaction)
      const index = new ListingIndex()
      const search = new SearchIndex()
      await inSlices(index.columns.growing(begin.shown), pauseUnlessEnded)
      await inSlices(search.growing(begin.shown), pauseUnlessEnded)
      const batches = batchesOf(transaction, batch)
      const readNext = async () => {
        const { done, value } = await batches.next()
        return done ? null : readBatch(transaction, value)
      }
      let next = readNext()
      try {
        for (let read = await next; read; read = await next) {
          // The database works on the next batch while this one is taken in.
          next = readNext()
          for (const piece of read.pieces) index.append(piece)
          await pauseUnlessEnded()
          for (const document of read.documents) search.append(document)
        }
      } finally {
        // The connection is given back when nothing is asked of it any more.
        await Promise.allSettled([next])
      }
      await inSlices(index.sorting(), pauseUnlessEnded)
      await inSlices(search.sorting(), pauseUnlessEnded)
      return { index, vocabulary, search, words, snapshot: begin.snapshot, checkedAt: begin.clock.getTime() }
    })
}

/** Stock numbers behind one, up to another; `null` is the end. */
type Batch = { after: string; until: string | null }

/** All stock numbers, so many at a time; the database looks only at those that it is asked for. */
async function* batchesOf(db: Database, size: number): AsyncGenerator<Batch, void> {
  let after = ''
  for (let more = true; more; ) {
    const ends = await query(db, { id: text })`
      select id from (
        select id, row_number() over (order by id) as place from (
          select id from product where id > ${after} order by id limit ${sql.lit(size * endsAtATime)}) as next
      ) as numbered
      where place % ${sql.lit(size)} = 0 order by place`
    more = ends.length === endsAtATime
    for (const { id: until } of ends) {
      yield { after, until }
      after = until
    }
  }
  yield { after, until: null }
}

async function readBatch(db: Database, { after, until }: Batch) {
  const within = (id: RawBuilder<unknown>) =>
    until === null ? sql`${id} > ${after}` : sql`${id} > ${after} and ${id} <= ${until}`
  const pieces = await readPieces(db, within(sql`p.id`), within(sql`s.product_id`))
  return { pieces, documents: await readDocuments(db, within(sql`product_id`)) }
}
