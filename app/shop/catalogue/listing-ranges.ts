import type { FacetId, RangeId } from './attributes/registry.ts'
import { facetValue, range as rangeFacet } from './facets.ts'
import type { Range } from './listing-filters.ts'

/** Whether nothing lies between the ends: they are swapped, or in [1, 1). */
export function isEmpty(id: RangeId, { from, to }: Range): boolean {
  if (from === null || to === null) return false
  return rangeFacet(id).range.exclusive ? from >= to : from > to
}

/** What lies in both; `null` when nothing does. */
export function overlap(id: RangeId, one: Range, other: Range): Range | null {
  const both = {
    from: one.from === null || (other.from !== null && other.from > one.from) ? other.from : one.from,
    to: one.to === null || (other.to !== null && other.to < one.to) ? other.to : one.to,
  }
  return isEmpty(id, both) ? null : both
}

/** The range that a fixed value stands for: a band, a decade, one size. */
export function spanOf(
  id: RangeId,
  value: string,
  read: (id: RangeId, text: string) => Range | null,
): Range | null {
  const written = read(id, facetValue(id as FacetId, value)?.slug.en ?? '')
  if (written) return written
  const from = Number.parseInt(value, 10)
  const decade = { from, to: from + 9 }
  return rangeFacet(id).ofRange?.(decade) === value ? decade : null
}

/**
 * What values chosen beside a range come to: those that lie in it whole, or the part of a single one. `null` when none
 * does, or when it would take several ranges to say.
 */
export function agree(
  id: RangeId,
  range: Range,
  values: readonly { value: string; span: Range | null }[],
): { range: Range } | { range: null; values: string[] } | null {
  const inside = values.flatMap(({ value, span }) => {
    const common = span && overlap(id, range, span)
    return common ? [{ value, common, whole: common.from === span.from && common.to === span.to }] : []
  })
  const [first, ...more] = inside
  if (first === undefined) return null
  if (inside.every(({ whole }) => whole)) return { range: null, values: inside.map(({ value }) => value) }
  return more.length === 0 ? { range: first.common } : null
}
