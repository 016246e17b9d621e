import type { FacetId, FilterId, RangeId } from './attributes/registry.ts'
import type { ListingFilters } from './listing-filters.ts'
import type { ListingSort } from './listing-sort.ts'

/** Ids instead of slugs, as the vocabulary resolved them. */
export type ListingQuery = {
  filters: ListingFilters
  brandIds: readonly number[]
  modelIds: readonly number[]
  referenceIds: readonly number[]
}

export type Bounds = { min: number; max: number }

export type IndexAnswer = {
  /** Available and reserved pieces, or the chosen availability. */
  total: number
  counts: { available: number; reserved: number; sold: number }
  /** Stock numbers of the asked page. */
  ids: number[]
  /** Stock numbers of the newest sold ones, unless availability was chosen. */
  soldIds: number[]
  /** Per facet, per value in the vocabulary's order: how many pieces choosing it (too) would show. */
  facets: Map<FacetId, Int32Array>
  /** Per id of a maker, model, reference. */
  brands: Map<number, number>
  models: Map<number, number>
  references: Map<number, number>
  /** What lies within the other filters, in the index's figures. `null` without pieces. */
  bounds: Record<RangeId, Bounds | null>
  /** Of ranges with bands: how many pieces lie within the other filters in each. */
  bands: Partial<Record<RangeId, number[]>>
}

/** Which pieces of a listing are shown; `sold`: how many of those that are sold, beside them. */
export type ListingOrder = { sort: ListingSort; offset: number; limit: number; sold: number }

/** What is looked for though no piece has all of it, and what each of its values weighs. */
export type NearTo = { asked: ListingQuery; weight: (id: FilterId) => number; limit: number }

export type NearRow = { id: number; lacks: FilterId[] }
