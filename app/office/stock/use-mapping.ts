import { useState } from 'react'
import { type Conflict, merge } from '../settings/merge.ts'
import type { ShownImport } from './ImportListScreen.tsx'

export type Mapping = ShownImport['list']['mapping']

/** With columns by their place, so that each is a part by itself. */
type Parts = Omit<Mapping, 'columns'> & { columns: Record<string, string | null> }

const partsOf = ({ columns, ...rest }: Mapping): Parts => ({
  ...rest,
  columns: Object.fromEntries(columns.map((each, at) => [at, each])),
})
const mappingOf = ({ columns, ...rest }: Parts): Mapping => ({ ...rest, columns: Object.values(columns) })
const same = (one: Mapping, other: Mapping) => JSON.stringify(one) === JSON.stringify(other)

function withPart(mapping: Mapping, path: string, value: unknown): Mapping {
  const parts = partsOf(mapping)
  const [name = '', of] = path.split('.')
  const part = of === undefined ? value : { ...(parts[name as 'columns'] as object), [of]: value }
  return mappingOf({ ...parts, [name]: part } as Parts)
}

/** `seen`: what a check of `mine` begins from; `theirs`: what another window chose since, where both differ somewhere. */
type Chosen = { stored: Mapping; seen: Mapping; mine: Mapping; theirs: Mapping | null }

/** What another window chose is taken where nothing was chosen here. */
function broughtTogether(chosen: Chosen, stored: Mapping): Chosen {
  const { seen, mine } = chosen
  if (same(stored, seen)) return { ...chosen, stored, theirs: null }
  const { value, conflicts } = merge(partsOf(seen), partsOf(mine), partsOf(stored))
  const merged = mappingOf(value as Parts)
  return conflicts.length > 0
    ? { stored, seen, mine: merged, theirs: stored }
    : { stored, seen: stored, mine: merged, theirs: null }
}

const clashesOf = ({ seen, mine, theirs }: Chosen): Conflict[] =>
  theirs ? merge(partsOf(seen), partsOf(mine), partsOf(theirs)).conflicts : []

/** The mapping of a list as it is chosen here, beside what is stored: another window may have checked it otherwise. */
export function useMapping({ list }: Pick<ShownImport, 'list'>) {
  const [kept, setKept] = useState<Chosen>({
    ...{ stored: list.mapping, seen: list.mapping, mine: list.mapping, theirs: null },
  })
  const chosen = same(kept.stored, list.mapping) ? kept : broughtTogether(kept, list.mapping)
  if (chosen !== kept) setKept(chosen)
  return {
    mapping: chosen.mine,
    seen: chosen.seen,
    clashes: clashesOf(chosen),
    setMapping: (change: (before: Mapping) => Mapping) =>
      setKept((before) => ({ ...before, mine: change(before.mine) })),
    /** It was checked: what is chosen from here on begins there. */
    checked: (mapping: Mapping) => setKept((before) => ({ ...before, seen: mapping, theirs: null })),
    keep: ({ path, theirs }: Conflict, whose: 'mine' | 'theirs') =>
      setKept((before) => {
        const next = {
          ...before,
          seen: withPart(before.seen, path, theirs),
          mine: whose === 'theirs' ? withPart(before.mine, path, theirs) : before.mine,
        }
        // The last one: all that is stored has been seen.
        return clashesOf(next).length > 0 ? next : { ...next, seen: next.theirs ?? next.seen, theirs: null }
      }),
  }
}
