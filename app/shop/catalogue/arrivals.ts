import type { CatalogueInMemory } from './catalogue-in-memory.ts'
import { queryOf } from './listing.ts'
import type { ListingFilters } from './listing-filters.ts'

/**
 * Which choices have pieces that can be bought and were listed after a moment: their stock numbers, newest first,
 * at most `limit` each. Choices without are left out.
 */
export function listingsWithArrivals<Wish extends { filters: ListingFilters; since: Date }>(
  { index, vocabulary }: Pick<CatalogueInMemory, 'index' | 'vocabulary'>,
  wishes: readonly Wish[],
  limit: number,
): { wish: Wish; ids: string[] }[] {
  return wishes.flatMap((wish) => {
    const since = Math.floor(wish.since.getTime() / 1000)
    const ids = index.arrivals(queryOf(wish.filters, vocabulary), since, limit).map(String)
    return ids.length > 0 ? [{ wish, ids }] : []
  })
}
