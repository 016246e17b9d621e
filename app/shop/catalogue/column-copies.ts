import { atATime } from '#app/platform/slices.ts'

type Column =
  | Int32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/**
 * How long a column is made for so many rows: an eighth longer, so that the next pieces find room. Of a million rows half
 * as many again would be empty in every column; what is not written yet takes no memory, but copies of all columns do.
 */
export function roomFor(rows: number): number {
  return Math.max(Math.ceil(rows * 1.125), 512)
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
