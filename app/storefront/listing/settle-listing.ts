import type { Locale } from '#app/language/locales.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { rangeIds } from '#app/shop/catalogue/facets.ts'
import { countListing, listingVocabulary } from '#app/shop/catalogue/listing.ts'
import { type ListingFilters, withinBounds } from '#app/shop/catalogue/listing-filters.ts'
import { listingPath, parseListingPath, parseListingQuery } from '#app/shop/catalogue/listing-path.ts'
import { cardsPerPage } from '#app/shop/catalogue/listing-sort.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import { filtersFromRangeForm } from './range-query.ts'

type Settled = {
  filters: ListingFilters
  /** Path and query that answer without another redirect. */
  href: string
  /** What of the asked address was not right. */
  wrong: 'path' | 'query' | null
}

/**
 * Where a listing that is asked for really lies, in one step: its filters in order and in one language, what the range
 * forms sent among them, and a page that it has. `null`: nothing has such an address.
 */
export async function settleListing(
  db: Database,
  asked: { locale: Locale; department: Department; segments: readonly string[] },
  query: URLSearchParams,
): Promise<Settled | null> {
  return answerPart(async () => {
    const parsed = parseListingPath(asked, await listingVocabulary(db))
    if (parsed.kind === 'unknown') return null
    const { filters, query: kept } = await settleQuery(db, parsed.filters, query)
    const search = (kept ?? query).toString()
    return {
      filters: parsed.filters,
      href: listingPath(asked.locale, filters) + (search && `?${search}`),
      wrong: parsed.kind === 'redirect' ? 'path' : kept ? 'query' : null,
    }
  })
}

/** The filters with those of a range form; `query` is null where it may stay as it is. */
async function settleQuery(
  db: Database,
  given: ListingFilters,
  query: URLSearchParams,
): Promise<{ filters: ListingFilters; query: URLSearchParams | null }> {
  const kept = new URLSearchParams(query)
  const narrowed = filtersFromRangeForm(given, query)
  if (narrowed) {
    for (const id of rangeIds) for (const end of ['from', 'to']) kept.delete(`${id}-${end}`)
    kept.delete('page')
    return { filters: withinBounds(narrowed) ? narrowed : given, query: kept }
  }
  const { page } = parseListingQuery(query)
  if (page === 1) return { filters: given, query: null }
  const pages = Math.max(1, Math.ceil((await countListing(db, given)) / cardsPerPage))
  if (page <= pages) return { filters: given, query: null }
  if (pages === 1) kept.delete('page')
  else kept.set('page', String(pages))
  return { filters: given, query: kept }
}
