import type { Database } from '#app/platform/database/database.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { queryOf } from './listing.ts'
import type { ListingFilters } from './listing-filters.ts'

/**
 * Which choices have pieces that can be bought and were listed after a moment: their stock numbers, newest first,
 * at most `limit` each. Choices without are left out.
 */
export async function listingsWithArrivals<Wish extends { filters: ListingFilters; since: Date }>(
  db: Database,
  wishes: readonly Wish[],
  limit: number,
): Promise<{ wish: Wish; ids: string[] }[]> {
  const { index, vocabulary } = await catalogueInMemory(db)
  return wishes.flatMap((wish) => {
    const since = Math.floor(wish.since.getTime() / 1000)
    const ids = index.arrivals(queryOf(wish.filters, vocabulary), since, limit).map(String)
    return ids.length > 0 ? [{ wish, ids }] : []
  })
}
