import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pause } from '#app/platform/slices.ts'
import type { CatalogueInMemory } from './catalogue-in-memory.ts'
import { queryOf } from './listing.ts'
import type { ListingFilters } from './listing-filters.ts'

/**
 * Which choices have pieces that can be bought and were listed after a moment: their stock numbers, newest first,
 * at most `limit` each. Choices without are left out. Others have their turn after each choice.
 */
export async function listingsWithArrivals<Wish extends { filters: ListingFilters; since: Date }>(
  { index, vocabulary }: Pick<CatalogueInMemory, 'index' | 'vocabulary'>,
  wishes: readonly Wish[],
  limit: number,
  pause: Pause = nextTurn,
): Promise<{ wish: Wish; ids: string[] }[]> {
  const found: { wish: Wish; ids: string[] }[] = []
  for (const wish of wishes) {
    const since = Math.floor(wish.since.getTime() / 1000)
    const ids = index.arrivals(queryOf(wish.filters, vocabulary), since, limit).map(String)
    if (ids.length > 0) found.push({ wish, ids })
    await pause()
  }
  return found
}
