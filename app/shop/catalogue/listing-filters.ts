import type { FacetId, FilterId, RangeId } from './attributes/registry.ts'
import { facetIds, facetValue, range as rangeFacet, rangeIds } from './facets.ts'
import type { Department } from './types.ts'

/** From–to, both inclusive unless the attribute says otherwise; `null` is an open end. Never both open. */
export type Range = { from: number | null; to: number | null }

/**
 * What a visitor narrowed a listing to. Always made by `normaliseFilters`: sorted, without duplicates, so two
 * equal choices are deeply equal. Makers, models and references are slugs; facet values ids of attributes/;
 * the price is in whole euros.
 */
export type ListingFilters = {
  department: Department
  brands: readonly string[]
  /** Only with exactly one maker. */
  models: readonly string[]
  /** Only with exactly one maker. */
  references: readonly string[]
  facets: Readonly<Partial<Record<FacetId, readonly string[]>>>
  /** Never together with values of the same facet. */
  ranges: Readonly<Partial<Record<RangeId, Range>>>
}

export type ListingChoice = { department: Department } & Partial<Omit<ListingFilters, 'department'>>

/** Most segments a listing's path may have, and most values in all of them together. */
export const maxSegments = 12
export const maxValues = 20

const sortedUnique = (values: readonly string[] = []) => [...new Set(values)].sort()

/**
 * The one form of a choice. Values that are no facet's are dropped, swapped ranges turned round, ranges that
 * are a decade, a band or one ring size become that value, models and references without their maker go.
 */
export function normaliseFilters(choice: ListingChoice): ListingFilters {
  const brands = sortedUnique(choice.brands)
  const facets: Partial<Record<FacetId, readonly string[]>> = {}
  for (const id of facetIds) {
    const values = sortedUnique(choice.facets?.[id]).filter((value) => facetValue(id, value) !== null)
    if (values.length > 0) facets[id] = values
  }
  const chosen = (id: string) => facets[id as FacetId] !== undefined
  const ranges: Partial<Record<RangeId, Range>> = {}
  for (const id of rangeIds) {
    const range = normaliseRange(id, choice.ranges?.[id])
    if (range === null || chosen(id)) continue
    // the value that means the same as a range
    const value = rangeFacet(id).ofRange?.(range) ?? null
    if (value !== null) facets[id as FacetId] = [value]
    else ranges[id] = range
  }
  return {
    department: choice.department,
    brands,
    models: brands.length === 1 ? sortedUnique(choice.models) : [],
    references: brands.length === 1 ? sortedUnique(choice.references) : [],
    facets,
    ranges,
  }
}

function normaliseRange(id: RangeId, range: Range | undefined): Range | null {
  if (!range) return null
  const { min, max, decimals, exclusive } = rangeFacet(id).range
  const scale = 10 ** decimals
  const tidy = (figure: number | null) => {
    if (figure === null || !Number.isFinite(figure)) return null
    return Math.min(max, Math.max(min, Math.round(figure * scale) / scale))
  }
  let from = tidy(range.from)
  let to = tidy(range.to)
  if (from !== null && to !== null && from > to) [from, to] = [to, from]
  if (from === 0) from = null
  if (from === null && to === null) return null
  // nothing lies in [1, 1)
  if (exclusive && from === to) return null
  return { from, to }
}

/** How many values a choice holds; a range counts as one. */
export function countValues(filters: ListingFilters): number {
  return (
    filters.brands.length +
    filters.models.length +
    filters.references.length +
    Object.values(filters.facets).reduce((sum, values) => sum + values.length, 0) +
    Object.keys(filters.ranges).length
  )
}

function countSegments(filters: ListingFilters): number {
  const bare = [filters.brands, filters.models, filters.references].filter((values) => values.length > 0)
  return bare.length + Object.keys(filters.facets).length + Object.keys(filters.ranges).length
}

/** Whether a choice has an address: beyond the bounds a page offers no link to it. */
export function withinBounds(filters: ListingFilters): boolean {
  return countSegments(filters) <= maxSegments && countValues(filters) <= maxValues
}

export function isUnfiltered(filters: ListingFilters): boolean {
  return countValues(filters) === 0
}

/** What can be chosen one value at a time. */
export type ChoiceId = FacetId | Exclude<FilterId, RangeId>

const bareKeys = { brand: 'brands', model: 'models', reference: 'references' } as const

export function chosenValues(filters: ListingFilters, id: ChoiceId): readonly string[] {
  if (id === 'brand' || id === 'model' || id === 'reference') return filters[bareKeys[id]]
  return filters.facets[id] ?? []
}

/** The choice with exactly these values of one facet; a range of the same facet gives way. */
export function withValues(filters: ListingFilters, id: ChoiceId, values: readonly string[]): ListingFilters {
  if (id === 'brand') {
    const same = values.length === 1 && values[0] === filters.brands[0] && filters.brands.length === 1
    return normaliseFilters({
      ...filters,
      brands: values,
      models: same ? filters.models : [],
      references: same ? filters.references : [],
    })
  }
  if (id === 'model' || id === 'reference') return normaliseFilters({ ...filters, [bareKeys[id]]: values })
  const { [id as RangeId]: _, ...ranges } = filters.ranges
  return normaliseFilters({ ...filters, facets: { ...filters.facets, [id]: values }, ranges })
}

/** The choice with one value more, or without it when it was chosen. */
export function toggleValue(filters: ListingFilters, id: ChoiceId, value: string): ListingFilters {
  const chosen = chosenValues(filters, id)
  return withValues(
    filters,
    id,
    chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
  )
}

/** The choice with a range set, or without it (`null`); values of the same facet give way. */
export function withRange(filters: ListingFilters, id: RangeId, range: Range | null): ListingFilters {
  const { [id]: _, ...ranges } = filters.ranges
  const { [id as FacetId]: __, ...facets } = filters.facets
  return normaliseFilters({ ...filters, facets, ranges: range ? { ...ranges, [id]: range } : ranges })
}
