import type { FacetId } from './attributes/registry.ts'
import { facets, facetValueIds } from './facets.ts'
import type { ListingChoice, ListingFilters } from './listing-filters.ts'
import { countValues } from './listing-filters.ts'
import { departmentCode, gone, type PieceColumns, valuePosition } from './piece-columns.ts'
import { departments } from './types.ts'
import type { ListingVocabulary } from './vocabulary.ts'

/** What may stand beside a type in an indexed listing. */
const besideType: readonly FacetId[] = facets.filter((facet) => facet.besideType).map(({ id }) => id)

/** The kinds of listings that search engines may keep, the broader and shorter ones first. */
const kinds = ['department', 'type', 'brand', 'model', 'reference', ...besideType] as const
type Kind = (typeof kinds)[number]
const valuesOfKind = (kind: Kind) => (kind === 'department' ? 0 : kind === 'type' || kind === 'brand' ? 1 : 2)

/** A listing of one of these kinds as a number: its department, its kind and its value. */
export type ListingKey = number
const keyOf = (department: number, kind: number, value: number): ListingKey =>
  (value * kinds.length + kind) * 2 + department
/** A facet's values are no more than a bit set holds. */
const setSize = 32

const place = (kind: Kind) => kinds.indexOf(kind)
const [brandKind, modelKind, referenceKind] = [place('brand'), place('model'), place('reference')]
const typeKind = place('type')
const sold = 1 << valuePosition('availability', 'sold')

/** The keys of all such listings that show a row; none for what is sold or gone. */
export function keysOfRow(columns: PieceColumns, row: number): ListingKey[] {
  const stock = columns.facet('availability').bits(row)
  return columns.department[row] === gone || (stock & sold) !== 0 ? [] : keysOfPiece(columns, row)
}

/** The same of a piece that may be sold. */
export function keysOfPiece(columns: PieceColumns, row: number): ListingKey[] {
  const department = columns.department[row] as number
  const keys = [keyOf(department, 0, 0)]
  const [brand, model, reference] = [columns.brand[row], columns.model[row], columns.reference[row]]
  if (brand) {
    keys.push(keyOf(department, brandKind, brand))
    if (model) keys.push(keyOf(department, modelKind, model))
    if (reference) keys.push(keyOf(department, referenceKind, reference))
  }
  const types = columns.facet('type').bits(row)
  if (types === 0) return keys
  const type = 31 - Math.clz32(types)
  keys.push(keyOf(department, typeKind, type))
  for (const [at, id] of besideType.entries()) {
    for (let rest = columns.facet(id).bits(row); rest !== 0; rest &= rest - 1) {
      const value = 31 - Math.clz32(rest & -rest)
      keys.push(keyOf(department, referenceKind + 1 + at, type * setSize + value))
    }
  }
  return keys
}

/** The key of a choice; `null` for one that is of no such kind, or has words that nobody knows. */
export function keyOfChoice(filters: ListingFilters, vocabulary: ListingVocabulary): ListingKey | null {
  const department = departmentCode[filters.department]
  const { brands, models, references, facets: chosen, ranges } = filters
  const all = [brands, models, references, ...Object.values(chosen)]
  if (countValues(filters) > 2 || Object.keys(ranges).length > 0) return null
  if (all.some((values) => values.length > 1)) return null
  const ids = Object.keys(chosen) as FacetId[]
  const [slug] = brands
  if (slug !== undefined) {
    const brand = ids.length === 0 ? vocabulary.brand(slug) : null
    if (brand === null) return null
    const [model] = models
    const [reference] = references
    const of = (kind: number, row: { id: number } | null) => row && keyOf(department, kind, row.id)
    if (model !== undefined) return of(modelKind, vocabulary.model(brand.id, model))
    if (reference !== undefined) return of(referenceKind, vocabulary.reference(brand.id, reference))
    return of(brandKind, brand)
  }
  if (ids.length === 0) return keyOf(department, 0, 0)
  const [typeValue] = chosen.type ?? []
  if (typeValue === undefined) return null
  const type = valuePosition('type', typeValue)
  const beside = ids.find((id) => id !== 'type')
  if (beside === undefined) return keyOf(department, typeKind, type)
  const kind = besideType.indexOf(beside)
  const [value = ''] = chosen[beside] ?? []
  return kind < 0
    ? null
    : keyOf(department, referenceKind + 1 + kind, type * setSize + valuePosition(beside, value))
}

/** The choice behind a key; `null` where its maker's name is no word of a path. */
export function choiceOfKey(key: ListingKey, vocabulary: ListingVocabulary): ListingChoice | null {
  const department = departments.find((each) => departmentCode[each] === key % 2)
  const rest = Math.floor(key / 2)
  const kind = kinds[rest % kinds.length]
  const value = Math.floor(rest / kinds.length)
  if (department === undefined || kind === undefined) return null
  if (kind === 'department') return { department }
  if (kind === 'brand') {
    const brand = vocabulary.brandById(value)
    return brand && { department, brands: [brand.slug] }
  }
  if (kind === 'model') {
    const model = vocabulary.modelById(value)
    const brand = model && vocabulary.brandById(model.brandId)
    return model && brand && { department, brands: [brand.slug], models: [model.slug] }
  }
  if (kind === 'reference') {
    const reference = vocabulary.referenceById(value)
    const brand = reference && vocabulary.brandById(reference.brandId)
    return reference && brand && { department, brands: [brand.slug], references: [reference.slug] }
  }
  const types = facetValueIds('type')
  if (kind === 'type') return { department, facets: { type: [types[value] ?? ''] } }
  const type = types[Math.floor(value / setSize)] ?? ''
  return { department, facets: { type: [type], [kind]: [facetValueIds(kind)[value % setSize] ?? ''] } }
}

/** Of the pieces of one listing: how many, and two sums that two different sets practically never share. */
type PieceSet = { total: number; sum: number; mix: number }

/** Fewest pieces that a listing narrower than a department needs, to be more than a page of its one piece. */
const fewestPieces = 2

/**
 * How many pieces every listing has that search engines may keep, and which of them show exactly the same ones. Kept in
 * step with every change of a piece, for it is asked for each link of a listing.
 */
export class ListingTally {
  private readonly sets = new Map<ListingKey, PieceSet>()
  private found: ReadonlyMap<ListingKey, number> | null = null

  add(columns: PieceColumns, row: number) {
    this.change(columns, row, 1)
  }

  /** Before the row is written anew. */
  remove(columns: PieceColumns, row: number) {
    this.change(columns, row, -1)
  }

  private change(columns: PieceColumns, row: number, sign: 1 | -1) {
    const id = columns.id[row] as number
    const [sum, mix] = [scatter(id, 0x45d9f3b), scatter(id, 0x2c1b3c6d)]
    for (const key of keysOfRow(columns, row)) this.combine(key, { total: sign, sum: sign * sum, mix })
  }

  /** Takes over what was added to and removed from a tally that began with nothing. */
  take(changes: ListingTally) {
    for (const [key, set] of changes.sets) this.combine(key, set)
  }

  /** Changes what it holds in place: a new object for each piece and listing would be garbage by the million. */
  private combine(key: ListingKey, { total, sum, mix }: PieceSet) {
    this.found = null
    const set = this.sets.get(key)
    if (!set) {
      this.sets.set(key, { total, sum: sum | 0, mix })
      return
    }
    set.total += total
    set.sum = (set.sum + sum) | 0
    set.mix ^= mix
    if (set.total === 0 && set.sum === 0 && set.mix === 0) this.sets.delete(key)
  }

  /**
   * The listings that search engines may keep, with how many pieces each has: departments with any, others with two or
   * more, and of several that show the same pieces the broadest, which has the shortest path.
   */
  indexable(): ReadonlyMap<ListingKey, number> {
    if (this.found) return this.found
    const first = new Map<string, { key: ListingKey; total: number }>()
    for (const [key, { total, sum, mix }] of this.sets) {
      if (total < fewestPieces && !isDepartment(key)) continue
      const pieces = `${total} ${sum} ${mix}`
      const known = first.get(pieces)
      if (!known || isBroader(key, known.key)) first.set(pieces, { key, total })
    }
    const found = new Map([...first.values()].map(({ key, total }) => [key, total]))
    this.found = found
    return found
  }
}

const kindOfKey = (key: ListingKey) => Math.floor(key / 2) % kinds.length
const isDepartment = (key: ListingKey) => kindOfKey(key) === 0

/** Fewer values first, then the order of the kinds and of their values. */
function isBroader(key: ListingKey, other: ListingKey): boolean {
  const [one, two] = [kindOfKey(key), kindOfKey(other)]
  const values = valuesOfKind(kinds[one] as Kind) - valuesOfKind(kinds[two] as Kind)
  return (values || one - two || key - other) < 0
}

/** A number whose bits all depend on all bits of `id` (an avalanche, as hash tables use it). */
function scatter(id: number, factor: number): number {
  let bits = id
  bits = Math.imul(bits ^ (bits >>> 16), factor)
  bits = Math.imul(bits ^ (bits >>> 15), factor)
  return bits ^ (bits >>> 16)
}
