/** Milliseconds after which a code that went out of sight counts as shown anew. */
const outOfSight = 2000

/** Tells a code that is shown from one that is still in the picture; `at` in milliseconds. */
export function followSeenCodes() {
  const last = new Map<string, number>()
  return (code: string, at: number): boolean => {
    const before = last.get(code)
    last.set(code, at)
    return before === undefined || at - before >= outOfSight
  }
}
