import { written } from '#app/platform/slices.ts'
import type { PieceColumns } from './piece-columns.ts'
import { inserted, placeIn, without } from './sorted-rows.ts'

/** How a row of some columns stands to a row of others: below 0 before it, above 0 behind it. */
type Order = (one: PieceColumns, other: PieceColumns) => (a: number, b: number) => number

/** Newest first, of equal ones the higher stock number. */
export const byDate: Order = (one, other) => (a, b) =>
  (other.listedAt[b] as number) - (one.listedAt[a] as number) ||
  (other.id[b] as number) - (one.id[a] as number)

/** Cheapest first, of equal ones the higher stock number. */
export const byPrice: Order = (one, other) => (a, b) =>
  (one.price[a] as number) - (other.price[b] as number) || (other.id[b] as number) - (one.id[a] as number)

/**
 * An order as it will be when rows of the columns `beside` have been taken in: `leaving` are rows that stand elsewhere
 * then, `arriving` rows beside, and `rows` where those will be.
 */
export function* reordered(
  order: Int32Array,
  by: Order,
  moves: {
    columns: PieceColumns
    beside: PieceColumns
    rows: readonly number[]
    leaving: readonly number[]
    arriving: readonly number[]
  },
): Generator<number, Int32Array<ArrayBuffer>> {
  const { columns, beside, rows, leaving, arriving } = moves
  const here = by(columns, columns)
  const left = leaving.map((row) => placeIn(order, (other) => here(other, row)))
  const staying = without(
    order,
    left.sort((a, b) => a - b),
  )
  yield written
  const coming = arriving.toSorted(by(beside, beside))
  yield written
  const across = by(columns, beside)
  const places = coming.map((at) => ({
    place: placeIn(staying, (other) => across(other, at)),
    row: rows[at] as number,
  }))
  yield written
  return inserted(staying, places)
}
