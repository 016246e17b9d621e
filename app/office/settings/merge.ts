import { entriesByName } from '#app/shop/settings/differences.ts'

/** Something that both sides changed, each in another way. */
export type Conflict = { path: string; mine: unknown; theirs: unknown }

export type Merged = {
  /** With the other's changes where I changed nothing, and mine where both did unless I chose theirs. */
  value: unknown
  conflicts: Conflict[]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Brings together what two people made of the same value, field by field. Lists whose entries have a day or an id are brought
 * together by these; other lists are one field. `theirsAt`: paths at which theirs is to be taken.
 */
export function merge(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  theirsAt: ReadonlySet<string> = new Set(),
  path: readonly string[] = [],
): Merged {
  if (same(mine, theirs) || same(base, theirs)) return { value: mine, conflicts: [] }
  if (same(base, mine)) return { value: theirs, conflicts: [] }
  const parts = [base, mine, theirs].map(namedParts)
  const [was, own, other] = parts
  if (was && own && other && parts.every((part) => part?.isList === was.isList)) {
    const names = [...new Set([...own.entries.keys(), ...other.entries.keys()])]
    const merged = names.map((name) => ({
      name,
      ...merge(was.entries.get(name), own.entries.get(name), other.entries.get(name), theirsAt, [
        ...path,
        name,
      ]),
    }))
    const kept = merged.filter(({ value }) => value !== undefined)
    return {
      value: was.isList
        ? kept.map(({ value }) => value)
        : Object.fromEntries(kept.map(({ name, value }) => [name, value])),
      conflicts: merged.flatMap(({ conflicts }) => conflicts),
    }
  }
  const at = path.join('.')
  return { value: theirsAt.has(at) ? theirs : mine, conflicts: [{ path: at, mine, theirs }] }
}

function namedParts(value: unknown): { isList: boolean; entries: Map<string, unknown> } | null {
  if (isPlain(value)) return { isList: false, entries: new Map(Object.entries(value)) }
  const entries = Array.isArray(value) ? entriesByName(value) : null
  return entries && { isList: true, entries }
}
