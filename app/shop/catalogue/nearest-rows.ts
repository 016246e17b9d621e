import { atATime } from '#app/platform/slices.ts'
import type { FilterId } from './attributes/registry.ts'
import type { RowSet } from './row-sets.ts'

/** How far a row is from what was asked, in one respect: 0 is right there. */
export type Measure = (row: number) => number

/**
 * The rows nearest to what was asked, at most `limit`: by the first measure, of equal ones by the next, in the end as
 * `otherwise` compares them. The rows are read once, however many there are, and most of them by their first measure alone.
 * Yields after so many of them.
 */
export function* nearestRows(
  rows: Int32Array,
  {
    measures,
    otherwise,
    limit,
  }: { measures: readonly Measure[]; otherwise: (one: number, other: number) => number; limit: number },
): Generator<number, number[]> {
  const { moved } = atATime
  const found: number[] = []
  let work = 0
  const isNearer = (one: number, other: number) => {
    for (const measure of measures) {
      const difference = measure(one) - measure(other)
      // Two that are not known are equally far: their difference is no number.
      if (difference < 0) return true
      if (difference > 0) return false
    }
    return otherwise(one, other) < 0
  }
  for (const row of rows) {
    if (++work % moved === 0) yield moved
    const last = found.at(-1)
    if (found.length === limit && (last === undefined || !isNearer(row, last))) continue
    const place = found.findIndex((each) => isNearer(row, each))
    found.splice(place < 0 ? found.length : place, 0, row)
    if (found.length > limit) found.pop()
  }
  return found
}

/** From a span of figures to what was asked, both ends inclusive; what is not known is farther than anything. */
export function awayFrom(
  { first, last }: { first: Int32Array; last: Int32Array },
  { from, to }: { from: number; to: number },
): Measure {
  return (row) => {
    const begins = first[row] as number
    if (begins === 0) return Number.POSITIVE_INFINITY
    return Math.max(0, from - (last[row] as number), begins - to)
  }
}

/** Something that was asked for: the rows that have it, and what it weighs to lack it. */
export type Wanted = { id: FilterId; rows: RowSet; weight: number }

const lacks = ({ rows }: Wanted, row: number) => ((rows[row >>> 5] as number) & (1 << (row & 31))) === 0

/** What a row lacks of what was asked for. */
export const lackedBy = (wanted: readonly Wanted[], row: number): FilterId[] =>
  wanted.filter((each) => lacks(each, row)).map(({ id }) => id)

export const countLacked =
  (wanted: readonly Wanted[]): Measure =>
  (row) =>
    wanted.reduce((count, each) => count + (lacks(each, row) ? 1 : 0), 0)

export const weighLacked =
  (wanted: readonly Wanted[]): Measure =>
  (row) =>
    wanted.reduce((sum, each) => sum + (lacks(each, row) ? each.weight : 0), 0)
