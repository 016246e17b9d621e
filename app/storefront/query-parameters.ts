import type { RouteName } from '#app/language/route-table.ts'
import { rangeIds } from '#app/shop/catalogue/facets.ts'

/** What a page reads of its address's query; `never`: with one of these the answer is somebody's own. */
type Query = { reads: readonly string[]; never: readonly string[] }

/** Blocks of content: the calculator's and the sell form's lines, what a contact is about. */
const ofBlocks = ['item', 'amount', 'more', 'remove', 'piece', 'subject']
const ofListings = ['page', 'sort', 'open', ...rangeIds.flatMap((id) => [`${id}-from`, `${id}-to`])]

const queries: Partial<Record<RouteName, Query>> = {
  watches: { reads: ofListings, never: ['alert'] },
  jewelry: { reads: ofListings, never: ['alert'] },
  search: { reads: ['query', 'page'], never: [] },
  knowledge: { reads: ['topic', 'query', ...ofBlocks], never: [] },
  product: { reads: [], never: [] },
  sitemap: { reads: [], never: [] },
}

/** What `GET {apiUrl}/search` reads. */
export const queryOfSearch: readonly string[] = ['query', 'locale']

/**
 * What the page of a route reads of its query. All that is not named here reaches no page that is kept: it is neither
 * looked at nor printed. `story`: a page of an editor's own.
 */
export function queryOfRoute(name: RouteName | 'story'): Query {
  return (name === 'story' ? undefined : queries[name]) ?? { reads: ofBlocks, never: [] }
}
