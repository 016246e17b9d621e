/** Sets of rows as bits: row n is bit n % 32 of word n / 32. */

/** For each constraint the rows that pass all the others, and for the last one so far. */
export function allButOne(base: Uint32Array, constraints: readonly { rows: Uint32Array }[], words: number) {
  const sets: Uint32Array[] = []
  let before = base
  for (const constraint of constraints) {
    sets.push(before)
    before = intersect(before, constraint.rows)
  }
  const last = sets.at(-1)
  let after = new Uint32Array(words).fill(0xffffffff)
  for (let at = constraints.length - 1; at >= 0; at--) {
    sets[at] = intersect(sets[at] as Uint32Array, after)
    after = intersect(after, (constraints[at] as { rows: Uint32Array }).rows)
  }
  return { sets, last }
}

export function intersect(one: Uint32Array, other: Uint32Array): Uint32Array<ArrayBuffer> {
  const both = new Uint32Array(one.length)
  for (let word = 0; word < both.length; word++) both[word] = (one[word] as number) & (other[word] as number)
  return both
}

export function countBits(set: Uint32Array): number {
  let count = 0
  for (let word = 0; word < set.length; word++) {
    let bits = set[word] as number
    if (bits === 0) continue
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** The rows of a set, ascending. */
export function rowsIn(set: Uint32Array): Int32Array {
  const rows = new Int32Array(countBits(set))
  let at = 0
  for (let word = 0; word < set.length; word++) {
    let bits = set[word] as number
    while (bits !== 0) {
      rows[at++] = (word << 5) + (31 - Math.clz32(bits & -bits))
      bits &= bits - 1
    }
  }
  return rows
}
