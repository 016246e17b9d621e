import { moved } from '#app/platform/slices.ts'

/** More rows would not fit into a key beside their figure. */
const places = 2 ** 21
/** Sorted at once by the built-in sort, and then merged. */
const runLength = 2 ** 14

/**
 * Rows by a figure below 2^32, equal ones as in `rows`. Figure and place share one float: the built-in sort of
 * plain numbers takes a tenth of the time that a comparison function takes. Yields after so many rows of work.
 */
export function* sorted(
  size: number,
  figure: (row: number) => number,
  rows = Int32Array.from({ length: size }, (_, row) => row),
): Generator<number, Int32Array<ArrayBuffer>> {
  if (size > places) throw new RangeError('more pieces than the listing index is made for')
  let keys = new Float64Array(size)
  for (let begin = 0; begin < size; begin += runLength) {
    const end = Math.min(size, begin + runLength)
    for (let at = begin; at < end; at++) keys[at] = figure(rows[at] as number) * places + at
    keys.subarray(begin, end).sort()
    yield end - begin
  }
  let merged = new Float64Array(size)
  let work = 0
  for (let length = runLength; length < size; length *= 2) {
    for (let begin = 0; begin < size; begin += 2 * length) {
      const middle = Math.min(size, begin + length)
      const end = Math.min(size, begin + 2 * length)
      let left = begin
      let right = middle
      for (let at = begin; at < end; at++) {
        const takesLeft = right >= end || (left < middle && (keys[left] as number) < (keys[right] as number))
        merged[at] = keys[takesLeft ? left++ : right++] as number
        if (++work === moved) {
          yield work
          work = 0
        }
      }
    }
    ;[keys, merged] = [merged, keys]
  }
  const found = new Int32Array(size)
  for (let at = 0; at < size; at++) {
    found[at] = rows[(keys[at] as number) % places] as number
    if (++work === moved) {
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

/** An order without the rows at some places, which are ascending. */
export function without(order: Int32Array, places: readonly number[]): Int32Array<ArrayBuffer> {
  const shorter = new Int32Array(order.length - places.length)
  let from = 0
  for (const [taken, place] of places.entries()) {
    shorter.set(order.subarray(from, place), from - taken)
    from = place + 1
  }
  shorter.set(order.subarray(from), from - places.length)
  return shorter
}

/** An order with more rows, each before the row at its place; places are ascending. */
export function inserted(
  order: Int32Array,
  added: readonly { place: number; row: number }[],
): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(order.length + added.length)
  let from = 0
  for (const [before, { place, row }] of added.entries()) {
    longer.set(order.subarray(from, place), from + before)
    longer[place + before] = row
    from = place
  }
  longer.set(order.subarray(from), from + added.length)
  return longer
}
