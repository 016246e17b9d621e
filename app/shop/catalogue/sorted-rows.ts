import { atATime } from '#app/platform/slices.ts'

/** More rows would not fit into a key beside their figure. */
const places = 2 ** 21

/** Room that sorts of the same rows use one after the other: each would leave 16 MB of a million rows behind. */
export class SortingRoom {
  private keys = new Float64Array(0)
  private merged = new Float64Array(0)

  /** Two arrays of that length, with whatever the sort before has left in them. */
  of(size: number): [Float64Array, Float64Array] {
    if (this.keys.length < size) {
      this.keys = new Float64Array(size)
      this.merged = new Float64Array(size)
    }
    return [this.keys.subarray(0, size), this.merged.subarray(0, size)]
  }
}

/**
 * Rows by a figure below 2^32, equal ones as in `rows`. Figure and place share one float: the built-in sort of
 * plain numbers takes a tenth of the time that a comparison function takes. Yields after so many rows of work.
 */
export function* sorted(
  size: number,
  figure: (row: number) => number,
  rows?: Int32Array,
  room = new SortingRoom(),
): Generator<number, Int32Array<ArrayBuffer>> {
  const { moved } = atATime
  /** Sorted at once by the built-in sort, and then merged. */
  const runLength = moved / 2
  if (size > places) throw new RangeError('more pieces than the listing index is made for')
  const rowAt = (at: number) => (rows === undefined ? at : (rows[at] as number))
  let [keys, merged] = room.of(size)
  for (let begin = 0; begin < size; begin += runLength) {
    const end = Math.min(size, begin + runLength)
    for (let at = begin; at < end; at++) keys[at] = figure(rowAt(at)) * places + at
    keys.subarray(begin, end).sort()
    if (end < size) yield end - begin
  }
  let work = Math.min(size, runLength)
  for (let length = runLength; length < size; length *= 2) {
    for (let begin = 0; begin < size; begin += 2 * length) {
      const middle = Math.min(size, begin + length)
      const end = Math.min(size, begin + 2 * length)
      let left = begin
      let right = middle
      for (let at = begin; at < end; at++) {
        const takesLeft = right >= end || (left < middle && (keys[left] as number) < (keys[right] as number))
        merged[at] = keys[takesLeft ? left++ : right++] as number
        if (++work >= moved) {
          yield work
          work = 0
        }
      }
    }
    ;[keys, merged] = [merged, keys]
  }
  const found = new Int32Array(size)
  for (let at = 0; at < size; at++) {
    const key = keys[at] as number
    found[at] = rowAt(key - Math.floor(key / places) * places)
    if (++work >= moved) {
      yield work
      work = 0
    }
  }
  return found
}

/** How many rows of an order stand before a place: those of which `test` says a figure below 0. */
export function placeIn(order: Int32Array, test: (row: number) => number): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(order[middle] as number) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * An order without the rows at the places `left` and with others, each before what stands at its place; all places are
 * ascending ones of the former order.
 */
export function* exchanged(
  order: Int32Array,
  left: Int32Array,
  added: { places: Int32Array; rows: Int32Array },
): Generator<number, Int32Array<ArrayBuffer>> {
  const { places: addedAt, rows } = added
  const { copied, moved } = atATime
  const changed = new Int32Array(order.length - left.length + rows.length)
  let from = 0
  let to = 0
  let leaving = 0
  let copies = 0
  let moves = 0
  for (let arriving = 0; arriving <= rows.length; arriving++) {
    const place = arriving < rows.length ? (addedAt[arriving] as number) : order.length
    while (from < place) {
      const next = leaving < left.length ? Math.min(left[leaving] as number, place) : place
      const end = Math.min(next, from + copied - copies)
      changed.set(order.subarray(from, end), to)
      to += end - from
      copies += end - from
      from = end
      if (from === next && next < place) {
        from += 1
        leaving += 1
      }
      // A copy has its price however short it is.
      moves += 8
      if (copies >= copied || moves >= moved) {
        yield moves
        copies = 0
        moves = 0
      }
    }
    if (arriving < rows.length) changed[to++] = rows[arriving] as number
  }
  return changed
}
