import { atATime } from '#app/platform/slices.ts'
import type { PieceColumns } from './piece-columns.ts'
import { exchanged, placeIn, type SortingRoom, sorted } from './sorted-rows.ts'

/** A figure below 2^32 by which rows are ordered, the smallest first; of equal ones the higher stock number is first. */
type Order = (columns: PieceColumns) => (row: number) => number

/** Newest first; what was listed in the same second by `comparison`: the higher stock number. */
export const byDate: Order =
  ({ listedAt }) =>
  (row) =>
    0xffffffff - (listedAt[row] as number)

/** Cheapest first. */
export const byPrice: Order =
  ({ price }) =>
  (row) =>
    price[row] as number

/** How a row of some columns stands to a row of others: below 0 before it, above 0 behind it. */
export function comparison(by: Order, one: PieceColumns, other = one): (a: number, b: number) => number {
  const [first, second] = [by(one), by(other)]
  const [firstId, secondId] = [one.id, other.id]
  return (a, b) => first(a) - second(b) || (secondId[b] as number) - (firstId[a] as number)
}

/** The first `size` rows of some columns by stock number, the highest first. */
export function latestFirst({ id }: PieceColumns, size: number, rows?: Int32Array, room?: SortingRoom) {
  return sorted(size, (row) => 0xffffffff - (id[row] as number), rows, room)
}

/** A search halves an order of two million rows so often. */
const comparisons = 21

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
  const here = comparison(by, columns)
  const left = yield* placesOf(leaving.length, (at) =>
    placeIn(order, (other) => here(other, leaving[at] as number)),
  )
  const ascending = yield* sorted(left.length, (at) => left[at] as number)
  const latest = yield* latestFirst(beside, arriving.length, Int32Array.from(arriving))
  const coming = yield* sorted(arriving.length, by(beside), latest)
  const across = comparison(by, columns, beside)
  const places = yield* placesOf(coming.length, (at) =>
    placeIn(order, (other) => across(other, coming[at] as number)),
  )
  return yield* exchanged(
    order,
    ascending.map((at) => left[at] as number),
    { places, rows: coming.map((at) => rows[at] as number) },
  )
}

/** Places that are searched for one by one, each by halving an order. */
export function* placesOf(
  count: number,
  search: (at: number) => number,
): Generator<number, Int32Array<ArrayBuffer>> {
  const { moved } = atATime
  const found = new Int32Array(count)
  let work = 0
  for (let at = 0; at < count; at++) {
    if (work + comparisons > moved) {
      yield work
      work = 0
    }
    found[at] = search(at)
    work += comparisons
  }
  return found
}
