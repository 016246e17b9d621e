/** Sets of rows as bits: row n is bit n % 32 of word n / 32. */
export type RowSet = Int32Array<ArrayBuffer>

export function emptySet(size: number): RowSet {
  return new Int32Array((size + 31) >>> 5)
}

/** The set of rows for which `test` is 1; it is called once a row, in order. */
export function rowsWhere(size: number, test: (row: number) => number): RowSet {
  const set = emptySet(size)
  for (let word = 0; word < set.length; word++) {
    const first = word << 5
    const end = Math.min(32, size - first)
    let bits = 0
    for (let bit = 0; bit < end; bit++) bits |= test(first + bit) << bit
    set[word] = bits
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

export function countBoth(one: RowSet, other: RowSet): number {
  let count = 0
  for (let word = 0; word < one.length; word++)
    count += bitsIn((one[word] as number) & (other[word] as number))
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
