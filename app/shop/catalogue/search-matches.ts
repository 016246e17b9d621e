import { countBits, intersect, type RowSet } from './row-sets.ts'
import type { Cents, SearchIndex } from './search-index.ts'
import type { SearchPlan, Wish } from './search-plan.ts'
import type { Range } from './search-ranges.ts'
import type { Meaning, Reading } from './search-vocabulary.ts'

/** What a search finds: stock numbers of the first pieces, and how many there are in all. */
export type Found = { ids: number[]; total: number }

/**
 * `exact`, `named`: in maker, model, name and reference only, `exact` without beginnings. `attribute`: also by what the
 * piece is. `anywhere`: also by what else is said of it, so that a watch of ceramic comes before one with a ceramic bezel.
 */
const tiers = ['exact', 'named', 'attribute'] as const
type Tier = (typeof tiers)[number] | 'anywhere'

/**
 * The first pieces that a plan means: exact references and stock numbers, then tier by tier; in each available,
 * reserved, sold; newest first. A plan without wishes means every piece of its state and of the price.
 */
export function findMatches(
  index: SearchIndex,
  plan: SearchPlan,
  cents: Cents | null,
  { offset, limit }: { offset: number; limit: number },
): Found {
  const rest = index.shown(plan.state, cents)
  const asked = matching(index, plan, 'anywhere')
  if (asked) intersect(rest, rest, asked)
  const total = countBits(rest)
  const wanted = Math.min(offset + limit, total)
  const ids: number[] = []
  /** The next ones are those of the rest that are in the set. */
  const take = (set: RowSet | null) => {
    if (set === null || ids.length >= wanted) return
    intersect(set, set, rest)
    ids.push(...index.first(set, wanted - ids.length))
    remove(rest, set)
  }
  if (asked) {
    if (plan.codes.length > 0)
      take(index.rowsWith({ words: plan.codes.map((code) => `=${code}`), beginnings: [] }))
    for (const tier of tiers) if (ids.length < wanted) take(matching(index, plan, tier))
  }
  if (ids.length < wanted) take(rest.slice())
  return { ids: ids.slice(offset), total }
}

/** `null` where nothing is wished, or what is wished cannot be fulfilled in that tier. */
function matching(index: SearchIndex, { wishes, grouped }: SearchPlan, tier: Tier): RowSet | null {
  let all: RowSet | null = null
  for (const wish of wishes) {
    const rows = rowsOfWish(index, wish, tier)
    if (rows === null) return null
    all = all === null ? rows : intersect(all, all, rows)
  }
  if (all !== null && grouped !== null) unite(all, index.rowsWith({ words: [`=${grouped}`], beginnings: [] }))
  return all
}

/** Rows of any of its readings. */
function rowsOfWish(index: SearchIndex, { readings }: Wish, tier: Tier): RowSet | null {
  let any: RowSet | null = null
  for (const reading of readings) {
    const rows = rowsOfReading(index, reading, tier)
    if (rows) any = any === null ? rows : unite(any, rows)
  }
  return any
}

/** Rows of all of its meanings. */
function rowsOfReading(index: SearchIndex, reading: Reading, tier: Tier): RowSet | null {
  let all: RowSet | null = null
  for (const meaning of reading) {
    const rows = rowsOfMeaning(index, meaning, tier)
    if (rows === null) return null
    all = all === null ? rows : intersect(all, all, rows)
  }
  return all
}

function rowsOfMeaning(index: SearchIndex, meaning: Meaning, tier: Tier): RowSet | null {
  const { words, beginnings, terms, loosely = [], noun, size, range } = meaning
  const any = (words: string[], beginnings: string[], named = false): RowSet | null =>
    words.length + beginnings.length > 0 ? index.rowsWith({ words, beginnings }, named) : null
  if (range) return tier === 'exact' || tier === 'named' ? null : rowsOfRange(index, range, tier)
  if (size) {
    if (tier === 'anywhere') return any(words, [])
    const sized = tier === 'attribute' ? any(words, []) : null
    return sized && remove(sized, index.rowsWith({ words, beginnings: [] }, true))
  }
  if (tier === 'anywhere') return any([...words, ...terms, ...loosely], beginnings)
  if (tier === 'attribute') {
    if (noun) return any(terms, [])
    if (terms.length === 0) return any(words, beginnings)
    const named = any(words, beginnings, true)
    const attributes = index.rowsWith({ words: terms, beginnings: [] })
    return named ? unite(named, attributes) : attributes
  }
  const named = any(words, tier === 'exact' ? [] : beginnings, true)
  if (!noun || named === null) return named
  // A watch „am Milanaisearmband“ is named so, and is no bracelet.
  return intersect(named, named, index.rowsWith({ words: terms, beginnings: [] }))
}

/**
 * Rows with a figure of the range. One that stands in the name or the reference only („Datejust 36“, `311.32.40`) says
 * as much unless a figure outside is stated.
 */
function rowsOfRange(index: SearchIndex, { parts, outside, surely, exact }: Range, tier: Tier): RowSet {
  const any = (words: readonly string[]) => index.rowsWith({ words, beginnings: [] })
  const stated = (word: string) =>
    remove(any([word]), index.rowsWith({ words: [word], beginnings: [] }, true))
  if (tier === 'attribute' && exact !== null) return stated(exact)
  const rows = any([])
  for (const { words, terms } of parts) {
    const part = any(words ?? terms ?? [])
    unite(rows, words && terms ? intersect(part, part, any(terms)) : part)
  }
  if (outside.length === 0) return rows
  // What is told by the name alone, where it says two figures, comes last.
  const sure = tier === 'attribute' ? remove(rows.slice(), any(outside)) : null
  for (const word of outside) remove(rows, stated(word))
  if (sure === null) return rows
  for (const word of surely) unite(sure, stated(word))
  return intersect(sure, sure, rows)
}

function unite(target: RowSet, other: RowSet): RowSet {
  for (let word = 0; word < target.length; word++)
    target[word] = (target[word] as number) | (other[word] as number)
  return target
}

function remove(target: RowSet, other: RowSet): RowSet {
  for (let word = 0; word < target.length; word++)
    target[word] = (target[word] as number) & ~(other[word] as number)
  return target
}
