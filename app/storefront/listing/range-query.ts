import { rangeIds } from '#app/shop/catalogue/facets.ts'
import { type ListingFilters, withRange } from '#app/shop/catalogue/listing-filters.ts'

/**
 * What the range forms send by GET, `?price-from=500&price-to=2000`, as filters: `null` when the query holds none of
 * their fields. An empty field is an open end, what is no figure is ignored.
 */
export function filtersFromRangeForm(filters: ListingFilters, query: URLSearchParams): ListingFilters | null {
  let found: ListingFilters | null = null
  for (const id of rangeIds) {
    if (!query.has(`${id}-from`) && !query.has(`${id}-to`)) continue
    const range = { from: figure(query.get(`${id}-from`)), to: figure(query.get(`${id}-to`)) }
    found = withRange(found ?? filters, id, range)
  }
  return found
}

/** Figures as people type them: 1.500, 1,500, 0,5, 0.5, with a currency or not. */
function figure(text: string | null): number | null {
  if (text === null || text.length > 20) return null
  const digits = text.replace(/[^\d.,]/g, '')
  // A separator followed by three digits groups thousands; any other is the decimal one.
  const plain = digits.replace(/[.,](?=\d{3}(\D|$))/g, '').replace(',', '.')
  if (plain === '') return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}
