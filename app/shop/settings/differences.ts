/** One thing that differs: where it stands (`message.de`, `holidays.2026-12-24.closed`), and what it was and became. */
export type Difference = { path: string; before: unknown; after: unknown }

/**
 * Where two values differ, down to the single field. Entries of lists are told apart by their day, name or id where they have
 * one, else by their place. What is missing on one side is `undefined` there.
 */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): Difference[] {
  if (isBranching(before) || isBranching(after)) {
    const [was, becomes] = [partsOf(before), partsOf(after)]
    if (was && becomes)
      return [...new Set([...was.keys(), ...becomes.keys()])].flatMap((name) =>
        differences(was.get(name), becomes.get(name), [...path, name]),
      )
  }
  const same = JSON.stringify(before ?? null) === JSON.stringify(after ?? null)
  return same ? [] : [{ path: path.join('.'), before, after }]
}

/** Lists of words (weekdays, countries) are read as a whole. */
const isBranching = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !(Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))

function partsOf(value: unknown): Map<string, unknown> | null {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object') return null
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  return entriesByName(value) ?? new Map(value.map((entry, index) => [String(index + 1), entry]))
}

/** The entries of a list by their day or id; null where one has none, or two have the same. */
export function entriesByName(list: readonly unknown[]): Map<string, unknown> | null {
  const named = list.flatMap((entry): [string, unknown][] => {
    const name = nameOf(entry)
    return name === null ? [] : [[name, entry]]
  })
  const byName = new Map(named)
  return byName.size === list.length ? byName : null
}

function nameOf(entry: unknown): string | null {
  const { date, from, id } = (entry ?? {}) as Record<string, unknown>
  return [date, from, id].find((name): name is string => typeof name === 'string' && name !== '') ?? null
}
