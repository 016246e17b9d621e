/** Milliseconds for which a code is looked for in vain until it counts as shown anew, and in how many looks at least. */
const outOfSight = { milliseconds: 2000, looks: 3 }

/**
 * Tells a code that is shown from one that is still in the picture. It is told of every look, also of those that find
 * nothing (`null`); `at` in milliseconds. Time in which nobody looks, because the device or the answer to a scan is slow,
 * takes no code out of the picture.
 */
export function followSeenCodes() {
  const missed = new Map<string, { since: number; looks: number }>()
  return (seen: string | null, at: number): boolean => {
    for (const [code, miss] of missed) {
      if (code === seen) continue
      if (miss.looks === 0) miss.since = at
      miss.looks += 1
    }
    if (seen === null) return false
    const before = missed.get(seen)
    missed.set(seen, { since: at, looks: 0 })
    if (!before) return true
    return before.looks >= outOfSight.looks && at - before.since >= outOfSight.milliseconds
  }
}
