import type { Changes } from './save-piece.ts'

type Typed = Changes[string]

/** A field that was typed differently at two places: what both began from and what stands elsewhere; null: nothing typed. */
export type Clash = { base: Typed | null; theirs: Typed | null }
export type Clashes = Readonly<Record<string, Clash>>

/**
 * Two drafts of one piece that began from the same one, key by key: what one side alone typed, or took back, stays so.
 * Where both did, to different ends, mine stays in `changes`, and theirs is told beside it.
 */
export function mergeDrafts(
  base: Changes,
  mine: Changes,
  theirs: Changes,
): { changes: Changes; clashes: Clashes } {
  const changes: Record<string, Typed> = {}
  const clashes: Record<string, Clash> = {}
  for (const key of new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, own, other] = [base[key], mine[key], theirs[key]]
    const kept = own?.to === was?.to ? other : own
    if (kept) changes[key] = kept
    if (own?.to !== was?.to && other?.to !== was?.to && own?.to !== other?.to)
      clashes[key] = { base: was ?? null, theirs: other ?? null }
  }
  return { changes, clashes }
}

/** Whether two drafts say the same. */
export function sameDraft(one: Changes, other: Changes): boolean {
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => one[key]?.to === other[key]?.to && one[key]?.from === other[key]?.from)
  )
}

/** A draft in which some keys are as given; null: without it. */
export function withTyped(changes: Changes, given: Readonly<Record<string, Typed | null>>): Changes {
  const next: Record<string, Typed | null> = { ...changes, ...given }
  return Object.fromEntries(
    Object.entries(next).filter((entry): entry is [string, Typed] => entry[1] !== null),
  )
}
