import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pause } from '#app/platform/slices.ts'
import type { CatalogueInMemory } from './catalogue-in-memory.ts'
import { queryOf } from './listing.ts'
import type { ListingFilters } from './listing-filters.ts'

/**
 * Which choices have pieces that can be bought and were listed after a moment: their stock numbers, newest first,
 * at most `limit` each. Choices without are left out. Others have their turn after each choice.
 */
export async function listingsWithArrivals<Alert extends { filters: ListingFilters; since: Date }>(
  { index, vocabulary }: Pick<CatalogueInMemory, 'index' | 'vocabulary'>,
  alerts: readonly Alert[],
  limit: number,
  pause: Pause = nextTurn,
): Promise<{ alert: Alert; ids: string[] }[]> {
  const found: { alert: Alert; ids: string[] }[] = []
  for (const alert of alerts) {
    const since = Math.floor(alert.since.getTime() / 1000)
    const ids = index.arrivals(queryOf(alert.filters, vocabulary), since, limit).map(String)
    if (ids.length > 0) found.push({ alert, ids })
    await pause()
  }
  return found
}
