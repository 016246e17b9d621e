import { atATime } from '#app/platform/slices.ts'

type Column =
  | Int32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/**
 * How long a column is made that has become too short: an eighth longer, for of a million rows half as many again would
 * be empty in every column, and copies of all columns are made a slice at a time.
 */
export function roomFor(wanted: number, length: number): number {
  return Math.max(wanted, Math.ceil(length * 1.125), 512)
}

/** A column with room for `length` figures and the first `rows` of a former one; yields after so many of them. */
export function* copyOf<C extends Column>(
  column: C,
  { rows, length }: { rows: number; length: number },
): Generator<number, C> {
  const { copied } = atATime
  const copy = new (column.constructor as new (length: number) => C)(length)
  for (let from = 0; from < rows; from += copied) {
    if (from > 0) yield 1
    copy.set(column.subarray(from, Math.min(rows, from + copied)), from)
  }
  return copy
}
