import { type FacetId, facetIds, facetValueIds, type RangeId, rangeIds } from './facets.ts'
import type { ListingFilters, Range } from './listing-filters.ts'
import type { ListingSort } from './listing-path.ts'
import {
  departmentCode,
  gone,
  type ListedPiece,
  manyValued,
  PieceColumns,
  secondsOf,
  valuePosition,
} from './piece-columns.ts'
import { inserted, sorted, without } from './row-orders.ts'
import { allButOne, countBits, intersect, rowsIn } from './row-sets.ts'
import type { Department } from './types.ts'

/** What narrows a listing: a facet, a range, or one of the bare words. */
export type ConstraintId = FacetId | RangeId | 'brand' | 'model' | 'reference'

/** Ids instead of slugs, as the vocabulary resolved them. */
export type ListingQuery = {
  filters: ListingFilters
  brandIds: readonly number[]
  modelIds: readonly number[]
  referenceIds: readonly number[]
}

export type Bounds = { min: number; max: number }

export type IndexAnswer = {
  /** Available and reserved pieces, or the chosen availability. */
  total: number
  counts: { available: number; reserved: number; sold: number }
  /** Stock numbers of the asked page. */
  ids: number[]
  /** Stock numbers of the newest sold ones, unless availability was chosen. */
  soldIds: number[]
  /** Per facet, per value in the vocabulary's order: how many pieces choosing it (too) would show. */
  facets: Map<FacetId, Int32Array>
  /** Per id of a maker, model, reference. */
  brands: Map<number, number>
  models: Map<number, number>
  references: Map<number, number>
  /** What lies within the other filters: cents, years, mm, thousandths of a carat, mm. `null` without pieces. */
  bounds: Record<RangeId, Bounds | null>
}

type Constraint = { id: ConstraintId; rows: Uint32Array }

const available = valuePosition('availability', 'available') + 1
const reserved = valuePosition('availability', 'reserved') + 1
const sold = valuePosition('availability', 'sold') + 1

/**
 * The listing's picture of the catalogue in memory. Filters are bit sets over the rows; counts read the columns
 * of the rows that are left. Rows stay where they are; those no longer shown are marked.
 */
export class ListingIndex {
  readonly columns = new PieceColumns()
  private rowOf = new Map<number, number>()
  /** Rows by date of listing, newest first, and by price, lowest first. */
  private newest = new Int32Array(0)
  private cheapest = new Int32Array(0)

  /** Takes the whole catalogue at once; a generator, so that a large one can be taken in pieces. */
  static of(pieces: Iterable<ListedPiece>): ListingIndex {
    const index = new ListingIndex()
    for (const piece of pieces) index.append(piece)
    index.sort()
    return index
  }

  /** Adds a piece without keeping the orders; call `sort` at the end. */
  append(piece: ListedPiece) {
    const row = this.columns.size
    this.columns.write(row, piece)
    this.rowOf.set(piece.id, row)
  }

  sort() {
    const { size, listedAt, price, id } = this.columns
    const ranks = sorted(size, (row) => id[row] as number)
    const latestFirst = ranks.reverse()
    this.newest = sorted(size, (row) => 0xffffffff - (listedAt[row] as number), latestFirst)
    this.cheapest = sorted(size, (row) => price[row] as number, latestFirst)
  }

  /** A piece as it is now; `null` when it is no longer shown. */
  put(id: number, piece: ListedPiece | null) {
    const known = this.rowOf.get(id)
    if (!piece) {
      if (known !== undefined) this.columns.remove(known)
      return
    }
    const row = known ?? this.columns.size
    const { listedAt, price } = this.columns
    const moved = known === undefined || listedAt[row] !== secondsOf(piece) || price[row] !== piece.priceCents
    if (moved && known !== undefined) {
      this.newest = without(this.newest, row)
      this.cheapest = without(this.cheapest, row)
    }
    this.columns.write(row, piece)
    this.rowOf.set(id, row)
    if (!moved) return
    const now = this.columns
    this.newest = inserted(
      this.newest,
      row,
      (other) =>
        (now.listedAt[row] as number) - (now.listedAt[other] as number) ||
        (now.id[row] as number) - (now.id[other] as number),
    )
    this.cheapest = inserted(
      this.cheapest,
      row,
      (other) =>
        (now.price[other] as number) - (now.price[row] as number) ||
        (now.id[row] as number) - (now.id[other] as number),
    )
  }

  get words(): number {
    return (this.columns.size + 31) >>> 5
  }

  ask(
    query: ListingQuery,
    order: { sort: ListingSort; offset: number; limit: number; sold: number },
  ): IndexAnswer {
    const { filters } = query
    const base = this.rowsOfDepartment(filters.department)
    const constraints = this.constraintsOf(query)
    const stock = this.rowsOfStatus(filters.facets.availability)
    constraints.push({ id: 'availability', rows: stock })

    const others = allButOne(base, constraints, this.words)
    const matching = intersect(others.last ?? base, constraints.at(-1)?.rows ?? base)
    const rows = rowsIn(matching)
    const setWithout = (id: ConstraintId) => {
      const at = constraints.findIndex((constraint) => constraint.id === id)
      return at < 0 ? null : (others.sets[at] ?? base)
    }
    const rowsWithout = (id: ConstraintId) => {
      const set = setWithout(id)
      return set === null ? rows : rowsIn(set)
    }

    const anyStatus = rowsWithout('availability')
    const statusCounts = this.countOne('availability', anyStatus)
    const facets = new Map<FacetId, Int32Array>()
    for (const id of facetIds) {
      const among = id === 'availability' ? anyStatus : rowsWithout(id)
      facets.set(id, manyValued.includes(id) ? this.countMany(id, among) : this.countOne(id, among))
    }
    const bounds = {} as Record<RangeId, Bounds | null>
    for (const id of rangeIds) bounds[id] = this.boundsOf(id, rowsWithout(id))

    const oneBrand = query.brandIds.length === 1
    return {
      total: rows.length,
      counts: {
        available: statusCounts[available - 1] ?? 0,
        reserved: statusCounts[reserved - 1] ?? 0,
        sold: statusCounts[sold - 1] ?? 0,
      },
      ids: this.page(matching, rows, order),
      soldIds:
        filters.facets.availability || order.sold === 0
          ? []
          : this.newestSold(setWithout('availability') ?? base, order.sold),
      facets,
      brands: countIds(this.columns.brand, rowsWithout('brand')),
      models: oneBrand ? countIds(this.columns.model, rowsWithout('model')) : new Map(),
      references: oneBrand ? countIds(this.columns.reference, rowsWithout('reference')) : new Map(),
      bounds,
    }
  }

  /** How many pieces a choice would show. */
  count(query: ListingQuery): number {
    let rows = this.rowsOfDepartment(query.filters.department)
    rows = intersect(rows, this.rowsOfStatus(query.filters.facets.availability))
    for (const constraint of this.constraintsOf(query)) rows = intersect(rows, constraint.rows)
    return countBits(rows)
  }

  /** Pieces of a department that can be bought now. */
  countAvailable(department: Department): number {
    return countBits(
      intersect(this.rowsOfDepartment(department), this.rowsOfFacet('availability', ['available'])),
    )
  }

  /** Stock numbers in an order, of those that pass, at most `limit`. Reads rows until enough are found. */
  select(sort: ListingSort, limit: number, passes: (row: number) => boolean): number[] {
    const found: number[] = []
    for (const row of this.inOrder(sort)) {
      if (this.columns.department[row] === gone || !passes(row)) continue
      found.push(this.columns.id[row] as number)
      if (found.length === limit) break
    }
    return found
  }

  /** Ids of a facet's values that a row has. */
  valuesOf(row: number, id: FacetId): string[] {
    const ids = facetValueIds(id)
    const many = this.columns.many.get(id)
    if (many) return ids.filter((_, place) => ((many[row] as number) & (1 << place)) !== 0)
    const value = ids[((this.columns.one.get(id)?.[row] as number | undefined) ?? 0) - 1]
    return value === undefined ? [] : [value]
  }

  row(id: number): number | null {
    const row = this.rowOf.get(id)
    return row === undefined || this.columns.department[row] === gone ? null : row
  }

  private *inOrder(sort: ListingSort): Generator<number> {
    const order = sort === 'newest' ? this.newest : this.cheapest
    const backwards = sort === 'price-desc'
    for (let at = 0; at < order.length; at++) yield order[backwards ? order.length - 1 - at : at] as number
  }

  private rowsOfDepartment(department: Department): Uint32Array {
    const code = departmentCode[department]
    const { department: column, size } = this.columns
    const set = new Uint32Array(this.words)
    for (let row = 0; row < size; row++)
      if (column[row] === code) set[row >>> 5] = (set[row >>> 5] as number) | (1 << (row & 31))
    return set
  }

  private rowsOfStatus(chosen: readonly string[] | undefined): Uint32Array {
    return this.rowsOfFacet('availability', chosen ?? ['available', 'reserved'])
  }

  private constraintsOf({ filters, brandIds, modelIds, referenceIds }: ListingQuery): Constraint[] {
    const { columns } = this
    const constraints: Constraint[] = []
    const add = (id: ConstraintId, rows: Uint32Array) => constraints.push({ id, rows })
    if (filters.brands.length > 0) add('brand', this.rowsWithId(columns.brand, brandIds))
    if (filters.models.length > 0) add('model', this.rowsWithId(columns.model, modelIds))
    if (filters.references.length > 0) add('reference', this.rowsWithId(columns.reference, referenceIds))
    for (const id of facetIds) {
      const values = filters.facets[id]
      if (values && id !== 'availability') add(id, this.rowsOfFacet(id, values))
    }
    for (const id of rangeIds) {
      const range = filters.ranges[id]
      if (range) add(id, this.rowsInRange(id, range))
    }
    return constraints
  }

  private rowsWithId(column: Int32Array, ids: readonly number[]): Uint32Array {
    const { size } = this.columns
    const set = new Uint32Array(this.words)
    for (const id of ids)
      for (let row = 0; row < size; row++)
        if (column[row] === id) set[row >>> 5] = (set[row >>> 5] as number) | (1 << (row & 31))
    return set
  }

  private rowsOfFacet(id: FacetId, values: readonly string[]): Uint32Array {
    const { size } = this.columns
    const set = new Uint32Array(this.words)
    const many = this.columns.many.get(id)
    if (many) {
      const bits = values.reduce((mask, value) => mask | (1 << valuePosition(id, value)), 0)
      for (let row = 0; row < size; row++)
        if (((many[row] as number) & bits) !== 0)
          set[row >>> 5] = (set[row >>> 5] as number) | (1 << (row & 31))
      return set
    }
    const column = this.columns.one.get(id) as Uint8Array
    const chosen = new Uint8Array(256)
    for (const value of values) chosen[valuePosition(id, value) + 1] = 1
    for (let row = 0; row < size; row++)
      if (chosen[column[row] as number] === 1) set[row >>> 5] = (set[row >>> 5] as number) | (1 << (row & 31))
    return set
  }

  private rowsInRange(id: RangeId, range: Range): Uint32Array {
    const { size } = this.columns
    const set = new Uint32Array(this.words)
    const { from, to, first, last } = this.figures(id, range)
    for (let row = 0; row < size; row++) {
      const begins = first[row] as number
      if (begins !== 0 && begins <= to && (last[row] as number) >= from)
        set[row >>> 5] = (set[row >>> 5] as number) | (1 << (row & 31))
    }
    return set
  }

  /** A range in the columns' units, both ends inclusive; years of a piece are a span, all else one figure. */
  private figures(id: RangeId, { from, to }: Range) {
    const { price, yearFrom, yearTo, diameter, carat, ringSize } = this.columns
    const scale = { price: 100, year: 1, diameter: 1, 'carat-weight': 1000, 'ring-size': 1 }[id]
    const column = { price, year: yearFrom, diameter, 'carat-weight': carat, 'ring-size': ringSize }[id]
    return {
      from: from === null ? 0 : from * scale,
      // carats up to, but not with, the upper figure; an open end takes everything
      to: to === null ? Number.POSITIVE_INFINITY : to * scale - (id === 'carat-weight' ? 1 : 0),
      first: column,
      last: id === 'year' ? yearTo : column,
    }
  }

  private boundsOf(id: RangeId, rows: Int32Array): Bounds | null {
    const { first, last } = this.figures(id, { from: null, to: null })
    let min = Number.POSITIVE_INFINITY
    let max = 0
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const begins = first[row] as number
      if (begins === 0) continue
      const ends = last[row] as number
      if (begins < min) min = begins
      if (ends > max) max = ends
    }
    return max === 0 ? null : { min, max }
  }

  private countOne(id: FacetId, rows: Int32Array): Int32Array {
    const column = this.columns.one.get(id) as Uint8Array
    const counts = new Int32Array(facetValueIds(id).length + 1)
    for (let at = 0; at < rows.length; at++) {
      const value = column[rows[at] as number] as number
      counts[value] = (counts[value] as number) + 1
    }
    return counts.subarray(1)
  }

  private countMany(id: FacetId, rows: Int32Array): Int32Array {
    const column = this.columns.many.get(id) as Int32Array
    const counts = new Int32Array(32)
    for (let at = 0; at < rows.length; at++) {
      let bits = column[rows[at] as number] as number
      while (bits !== 0) {
        const place = 31 - Math.clz32(bits & -bits)
        counts[place] = (counts[place] as number) + 1
        bits &= bits - 1
      }
    }
    return counts.subarray(0, facetValueIds(id).length)
  }

  private page(
    set: Uint32Array,
    rows: Int32Array,
    { sort, offset, limit }: { sort: ListingSort; offset: number; limit: number },
  ): number[] {
    if (offset >= rows.length) return []
    const { id, price, listedAt } = this.columns
    // few rows are sorted by themselves; of many, the kept order is read until the page is full
    if (rows.length <= 1024) {
      const sign = sort === 'price-desc' ? -1 : 1
      const byDate = (a: number, b: number) =>
        (listedAt[b] as number) - (listedAt[a] as number) || (id[b] as number) - (id[a] as number)
      const byPrice = (a: number, b: number) =>
        sign * ((price[a] as number) - (price[b] as number) || (id[b] as number) - (id[a] as number))
      const sorted = rows.slice().sort(sort === 'newest' ? byDate : byPrice)
      return Array.from(sorted.subarray(offset, offset + limit), (row) => id[row] as number)
    }
    const order = sort === 'newest' ? this.newest : this.cheapest
    const found: number[] = []
    let passed = 0
    for (let at = 0; at < order.length && found.length < limit; at++) {
      const row = order[sort === 'price-desc' ? order.length - 1 - at : at] as number
      if (((set[row >>> 5] as number) & (1 << (row & 31))) === 0) continue
      if (passed++ >= offset) found.push(id[row] as number)
    }
    return found
  }

  private newestSold(set: Uint32Array, limit: number): number[] {
    const sets = intersect(set, this.rowsOfFacet('availability', ['sold']))
    return this.page(sets, rowsIn(sets), { sort: 'newest', offset: 0, limit })
  }
}

function countIds(column: Int32Array, rows: Int32Array): Map<number, number> {
  const counts: number[] = []
  for (let at = 0; at < rows.length; at++) {
    const id = column[rows[at] as number] as number
    counts[id] = (counts[id] ?? 0) + 1
  }
  const found = new Map<number, number>()
  counts.forEach((count, id) => {
    if (id !== 0) found.set(id, count)
  })
  return found
}
