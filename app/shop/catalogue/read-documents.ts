import type { RawBuilder } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int2, int4, int8, query, text } from '#app/platform/database/statement.ts'
import type { SearchDocument } from './search-index.ts'

/** What is searched of the public pieces of a condition. */
export function readDocuments(db: Database, ofDocument: RawBuilder<unknown>): Promise<SearchDocument[]> {
  return query(db, { id: int4, availability: int2, listedAt: int8, cents: int4, words: text })`
    select product_id::int4 as id, availability, (extract(epoch from listed_at) * 1000000)::int8 as "listedAt",
      price_cents as cents, words::text as words
    from search_document where ${ofDocument}`
}
