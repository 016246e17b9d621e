import type { Bilingual } from '#app/language/locales.ts'
import type { Attribute, Filter } from './attributes/attribute.ts'
import { attributes, type FacetId, type FilterId, type RangeId } from './attributes/registry.ts'
import type { FacetValue } from './attributes/values.ts'

// What the attributes of a piece declare, arranged for those who narrow listings.

type Filterable = Attribute & { filter: Filter<unknown> }
const filterables = (attributes as readonly Attribute[]).filter((each): each is Filterable =>
  Boolean(each.filter),
)

/** A filter of listings. */
export type ListingFilter = Filter<unknown> & { id: FilterId; label: Bilingual }
/** One whose values are a fixed vocabulary: the words of the path and of the database. */
export type Facet = ListingFilter & { id: FacetId; values: readonly FacetValue[] }
/** One that may be filtered from–to. */
export type RangeFacet = ListingFilter & { id: RangeId; range: NonNullable<ListingFilter['range']> }

export const filters = filterables.map(
  ({ id, label, filter }): ListingFilter => ({ ...filter, id: id as FilterId, label }),
)
/** In the order of the path's segments. */
export const facets = filters.filter((each): each is Facet => each.values !== undefined)
export const ranges = filters.filter((each): each is RangeFacet => each.range !== undefined)
export const facetIds: readonly FacetId[] = facets.map(({ id }) => id)
export const rangeIds: readonly RangeId[] = ranges.map(({ id }) => id)

const byId = new Map<string, ListingFilter>(filters.map((each) => [each.id, each]))

function known(id: string): ListingFilter {
  const found = byId.get(id)
  if (!found) throw new Error(`No filter "${id}"`)
  return found
}

export function filter(id: FilterId): ListingFilter {
  return known(id)
}

export function facet(id: FacetId): Facet {
  return known(id) as Facet
}

export function range(id: RangeId): RangeFacet {
  return known(id) as RangeFacet
}

const valuesById = new Map<string, FacetValue>(
  facets.flatMap((each) => each.values.map((one) => [`${each.id} ${one.id}`, one] as const)),
)

/** The word of a facet's value, `null` for an id that is none of its values. */
export function facetValue(id: FacetId, valueId: string): FacetValue | null {
  return valuesById.get(`${id} ${valueId}`) ?? null
}

/** The ids a facet may have. */
export function facetValueIds(id: FacetId): [string, ...string[]] {
  return facet(id).values.map((each) => each.id) as [string, ...string[]]
}

/**
 * Whether a maker's or model's slug would be read as a word of the grammar: such a name could never be
 * reached, so it is refused when it is entered.
 */
export function isListingWord(slug: string): boolean {
  return filters.some(({ slug: words, values = [] }) => {
    if (words === null) return values.some((one) => one.slug.de === slug || one.slug.en === slug)
    return slug.startsWith(`${words.de}-`) || slug.startsWith(`${words.en}-`)
  })
}
