/** Sets of rows as bits: row n is bit n % 32 of word n / 32. */
export type RowSet = Int32Array<ArrayBuffer>

export function emptySet(size: number): RowSet {
  return new Int32Array((size + 31) >>> 5)
}

// One loop for each kind of column, each over one type of array: a shared loop with a test function takes ten times
// as long.

/** The rows whose code is marked 1. */
export function rowsWithCode(codes: Uint16Array, marked: Uint8Array, size: number): RowSet {
  const set = emptySet(size)
  for (let word = 0; word < set.length; word++) {
    const first = word << 5
    const end = Math.min(32, size - first)
    let bits = 0
    for (let bit = 0; bit < end; bit++) bits |= (marked[codes[first + bit] as number] as number) << bit
    set[word] = bits
  }
  return set
}

/** The rows with one of some ids. */
export function rowsWithId(column: Int32Array, ids: readonly number[], size: number): RowSet {
  const set = emptySet(size)
  for (const id of ids) {
    for (let row = 0; row < size; row++) {
      if (column[row] !== id) continue
      const word = row >>> 5
      set[word] = (set[word] as number) | (1 << (row & 31))
    }
  }
  return set
}

/** The rows whose span touches from–to, both inclusive; 0 is unknown and never touches. */
export function rowsBetween(
  first: Int32Array,
  last: Int32Array,
  from: number,
  to: number,
  size: number,
): RowSet {
  const set = emptySet(size)
  for (let row = 0; row < size; row++) {
    const begins = first[row] as number
    if (begins === 0 || begins > to || (last[row] as number) < from) continue
    const word = row >>> 5
    set[word] = (set[word] as number) | (1 << (row & 31))
  }
  return set
}

/** Writes what is in both sets into `target`, which may be one of them. */
export function intersect(target: RowSet, one: RowSet, other: RowSet): RowSet {
  const words = target.length
  for (let word = 0; word < words; word++) target[word] = (one[word] as number) & (other[word] as number)
  return target
}

export function countBits(set: RowSet): number {
  let count = 0
  for (let word = 0; word < set.length; word++) count += bitsIn(set[word] as number)
  return count
}

function bitsIn(word: number): number {
  let bits = word
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Writes the rows of a set into `target`, ascending; answers how many there are. */
export function listRows(set: RowSet, target: Int32Array): number {
  let at = 0
  for (let word = 0; word < set.length; word++) {
    let bits = set[word] as number
    while (bits !== 0) {
      const lowest = bits & -bits
      target[at++] = (word << 5) + (31 - Math.clz32(lowest))
      bits ^= lowest
    }
  }
  return at
}

/** Working space that is used again for every question: answering makes no garbage worth speaking of. */
export class Scratch {
  private sets: RowSet[] = []
  private lists: Int32Array<ArrayBuffer>[] = []
  private size = 0

  /** Forgets what does not fit any more. */
  fit(size: number) {
    if (size === this.size) return
    this.size = size
    this.sets = []
    this.lists = []
  }

  set(number: number): RowSet {
    const set = this.sets[number] ?? emptySet(this.size)
    this.sets[number] = set
    return set
  }

  list(number: number): Int32Array<ArrayBuffer> {
    const list = this.lists[number] ?? new Int32Array(this.size)
    this.lists[number] = list
    return list
  }
}

/** How many of the rows have each id; 0 is none. */
export function countIds(column: Int32Array, rows: Int32Array): Map<number, number> {
  let most = 0
  for (let at = 0; at < rows.length; at++) most = Math.max(most, column[rows[at] as number] as number)
  const counts = new Int32Array(most + 1)
  for (let at = 0; at < rows.length; at++) {
    const id = column[rows[at] as number] as number
    counts[id] = (counts[id] as number) + 1
  }
  const found = new Map<number, number>()
  for (let id = 1; id <= most; id++) if (counts[id] !== 0) found.set(id, counts[id] as number)
  return found
}

/** How many of the rows touch each span, both ends inclusive; 0 is unknown. */
export function countSpans(
  { first, last }: { first: Int32Array; last: Int32Array },
  rows: Int32Array,
  spans: readonly { from: number; to: number }[],
): number[] {
  return spans.map(({ from, to }) => {
    let count = 0
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const begins = first[row] as number
      if (begins !== 0 && begins <= to && (last[row] as number) >= from) count++
    }
    return count
  })
}

/** The lowest and the highest figure of some rows; 0 is unknown. `null` where none is known. */
export function boundsOf(
  { first, last }: { first: Int32Array; last: Int32Array },
  rows: Int32Array,
): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY
  let max = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    const begins = first[row] as number
    if (begins === 0) continue
    const ends = last[row] as number
    if (begins < min) min = begins
    if (ends > max) max = ends
  }
  return max === 0 ? null : { min, max }
}
