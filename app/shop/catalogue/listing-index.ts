import { LRUCache } from 'lru-cache'
import { atOnce } from '#app/platform/slices.ts'
import type { FacetId, FilterId, RangeId } from './attributes/registry.ts'
import { facetIds, facetValueIds, range as rangeFacet, rangeIds } from './facets.ts'
import { IndexChange } from './index-change.ts'
import type { Range } from './listing-filters.ts'
import type { Bounds, IndexAnswer, ListingOrder, ListingQuery, NearRow, NearTo } from './listing-question.ts'
import type { ListingSort } from './listing-sort.ts'
import { ListingTally } from './listing-tally.ts'
import { awayFrom, countLacked, lackedBy, nearestRows, weighLacked } from './nearest-rows.ts'
import { departmentCode, gone, type ListedPiece, PieceColumns, valuePosition } from './piece-columns.ts'
import { RowNumbers } from './row-numbers.ts'
import { byDate, byPrice, comparison, latestFirst } from './row-orders.ts'
import {
  boundsOf,
  countBits,
  countIds,
  countSpans,
  intersect,
  listRows,
  type RowSet,
  rowsBetween,
  rowsWithCode,
  rowsWithId,
  Scratch,
} from './row-sets.ts'
import { SortingRoom, sorted } from './sorted-rows.ts'
import type { Department } from './types.ts'

/** At a million pieces a set is 125 kB. */
const keptSets = 64

type Constraint = { id: FilterId; rows: RowSet }

const available = valuePosition('availability', 'available')
const reserved = valuePosition('availability', 'reserved')
const sold = valuePosition('availability', 'sold')

/**
 * The listing's picture of the catalogue in memory. Filters are bit sets over the rows; counts read the columns
 * of the rows that are left. Rows stay where they are; those no longer shown are marked.
 */
export class ListingIndex {
  readonly columns = new PieceColumns()
  readonly tally = new ListingTally()
  private readonly rowOf = new RowNumbers()
  private readonly scratch = new Scratch()
  /** That of a question that is answered in slices. */
  private readonly asked = new Scratch()
  /** Sets of rows by what was asked for; forgotten at every change. */
  private readonly sets = new LRUCache<string, RowSet>({ max: keptSets })
  /** Rows by date of listing, newest first, and by price, lowest first. */
  private newest = new Int32Array(0)
  private cheapest = new Int32Array(0)

  /** Takes the whole catalogue at once. */
  static of(pieces: Iterable<ListedPiece>): ListingIndex {
    const index = new ListingIndex()
    for (const piece of pieces) index.append(piece)
    atOnce(index.sorting())
    return index
  }

  /** Adds a piece without keeping the orders; `sorting` comes at the end. */
  append(piece: ListedPiece) {
    if (this.sets.size > 0) this.sets.clear()
    const row = this.columns.size
    this.columns.write(row, piece)
    this.tally.add(this.columns, row)
    this.rowOf.set(piece.id, row)
  }

  *sorting(): Generator<number, void> {
    const { columns } = this
    const { size } = columns
    const room = new SortingRoom()
    const latest = yield* latestFirst(columns, size, undefined, room)
    this.newest = yield* sorted(size, byDate(columns), latest, room)
    this.cheapest = yield* sorted(size, byPrice(columns), latest, room)
  }

  forgetSets() {
    this.sets.clear()
  }

  /** A piece as it is now; `null` when it is no longer shown. */
  put(id: number, piece: ListedPiece | null) {
    const change = this.change()
    change.write(id, piece)
    atOnce(this.finishing(change))()
  }

  /** Begins to work out beside the index what it will be with some pieces as they are now. */
  change(): IndexChange {
    const { columns, newest, cheapest } = this
    return new IndexChange({ columns, newest, cheapest, rowOf: (id) => this.knownRow(id) })
  }

  /** The rest of that work, a slice at a time; the function it ends with takes everything in together. */
  *finishing(change: IndexChange): Generator<number, () => void> {
    const changed = yield* change.finishing((id, row) => this.rowOf.set(id, row))
    return () => {
      this.sets.clear()
      changed.takeColumns()
      this.tally.take(changed.tally)
      this.newest = changed.newest
      this.cheapest = changed.cheapest
    }
  }

  ask(query: ListingQuery, order: ListingOrder): IndexAnswer {
    return atOnce(this.asking(query, order))
  }

  /**
   * The same, one column at a time. No other question may be asked so meanwhile, and nothing taken in; whatever is
   * asked at once may.
   */
  *asking(query: ListingQuery, order: ListingOrder): Generator<number, IndexAnswer> {
    const { filters } = query
    const { columns, asked: scratch } = this
    const { size } = columns
    scratch.fit(size)
    const base = this.rowsOfDepartment(filters.department)
    yield size
    const constraints = yield* this.constraining(query)
    const count = constraints.length

    // set n: what passes all constraints but the nth; the one after them: what passes all
    for (let at = 0; at < count; at++) {
      const before = at === 0 ? base : scratch.set(at)
      intersect(scratch.set(at + 1), before, (constraints[at] as Constraint).rows)
    }
    const matching = scratch.set(count)
    const after = scratch.set(count + 1).fill(-1)
    scratch.set(0).set(base)
    for (let at = count - 1; at >= 0; at--) {
      if (at < count - 1) intersect(scratch.set(at), scratch.set(at), after)
      intersect(after, after, (constraints[at] as Constraint).rows)
    }
    const matchingRows = scratch.list(0).subarray(0, listRows(matching, scratch.list(0)))
    yield size
    const placeOf = (id: FilterId) => constraints.findIndex((constraint) => constraint.id === id)
    const rowsWithout = (id: FilterId) => {
      const place = placeOf(id)
      if (place < 0) return matchingRows
      const list = scratch.list(1)
      return list.subarray(0, listRows(scratch.set(place), list))
    }

    const facets = new Map<FacetId, Int32Array>()
    for (const id of facetIds) {
      facets.set(id, columns.facet(id).count(rowsWithout(id)))
      yield size
    }
    const statusCounts = facets.get('availability')
    const bounds = {} as Record<RangeId, Bounds | null>
    const bands: IndexAnswer['bands'] = {}
    for (const id of rangeIds) {
      bounds[id] = boundsOf(columns.figures(id), rowsWithout(id))
      const offered = rangeFacet(id).range.bands
      if (offered) {
        const spans = offered.map(([from, to]) => this.figures(id, { from, to }))
        bands[id] = countSpans(columns.figures(id), rowsWithout(id), spans)
      }
      yield size
    }
    const oneBrand = query.brandIds.length === 1
    const brands = countIds(columns.brand, rowsWithout('brand'))
    const models = oneBrand ? countIds(columns.model, rowsWithout('model')) : new Map()
    const references = oneBrand ? countIds(columns.reference, rowsWithout('reference')) : new Map()
    yield size
    const ids = this.page(matching, matchingRows, order)
    yield size
    const showSold = !filters.facets.availability && order.sold > 0
    return {
      total: matchingRows.length,
      counts: {
        available: statusCounts?.[available] ?? 0,
        reserved: statusCounts?.[reserved] ?? 0,
        sold: statusCounts?.[sold] ?? 0,
      },
      ids,
      soldIds: showSold ? this.newestSold(scratch, placeOf('availability'), order.sold) : [],
      facets,
      brands,
      models,
      references,
      bounds,
      bands,
    }
  }

  /** How many pieces of each maker a choice would show, by the maker's id. */
  countMakers(query: ListingQuery): Map<number, number> {
    const set = atOnce(this.choosing(query, this.scratch))
    const rows = this.scratch.list(0)
    return countIds(this.columns.brand, rows.subarray(0, listRows(set, rows)))
  }

  /** How many pieces a choice would show. */
  count(query: ListingQuery): number {
    return countBits(atOnce(this.choosing(query, this.scratch)))
  }

  /**
   * Pieces of a choice, nearest to what was asked first: those that lack the fewest of the other values, then by their
   * distance from the price, then those that lack what weighs less, then by the other ranges, then the newest.
   */
  nearest(query: ListingQuery, nearTo: NearTo): NearRow[] {
    return atOnce(this.nearing(query, nearTo))
  }

  /** The same in slices, under the terms of `asking`. */
  *nearing(query: ListingQuery, { asked, weight, limit }: NearTo): Generator<number, NearRow[]> {
    const { columns, asked: scratch } = this
    const set = yield* this.choosing(query, scratch)
    const rows = scratch.list(0).subarray(0, listRows(set, scratch.list(0)))
    const wanted = (yield* this.constraining(asked)).map((each) => ({ ...each, weight: weight(each.id) }))
    const values = wanted.filter(({ id }) => id !== 'price')
    const distances = (ids: readonly RangeId[]) =>
      ids.flatMap((id) => {
        const figures = asked.filters.ranges[id] && this.figures(id, asked.filters.ranges[id])
        return figures ? [awayFrom(figures, figures)] : []
      })
    const others = distances(rangeIds.filter((id) => id !== 'price'))
    const measures = [countLacked(values), ...distances(['price']), weighLacked(values), ...others]
    const nearest = yield* nearestRows(rows, { measures, otherwise: comparison(byDate, columns), limit })
    return nearest.map((row) => ({ id: columns.id[row] as number, lacks: lackedBy(wanted, row) }))
  }

  private *choosing(query: ListingQuery, scratch: Scratch): Generator<number, RowSet> {
    scratch.fit(this.columns.size)
    const rows = scratch.set(0)
    rows.set(this.rowsOfDepartment(query.filters.department))
    for (const constraint of yield* this.constraining(query)) intersect(rows, rows, constraint.rows)
    return rows
  }

  /** Stock numbers of a choice that can be bought and were listed at or after `since` (seconds), newest first. */
  arrivals(query: ListingQuery, since: number, limit: number): number[] {
    const { columns } = this
    const rows = atOnce(this.choosing(query, this.scratch))
    intersect(rows, rows, this.rowsOfFacet('availability', ['available']))
    const found: number[] = []
    for (const row of this.newest) {
      if ((columns.listedAt[row] as number) < since || found.length === limit) break
      if (((rows[row >>> 5] as number) & (1 << (row & 31))) !== 0) found.push(columns.id[row] as number)
    }
    return found
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
    const bits = this.columns.facet(id).bits(row)
    return facetValueIds(id).filter((_, place) => (bits & (1 << place)) !== 0)
  }

  row(id: number): number | null {
    const row = this.knownRow(id)
    return row === null || this.columns.department[row] === gone ? null : row
  }

  /** Rows of a change that has not been taken in, or never was, are no rows yet. */
  private knownRow(id: number): number | null {
    const row = this.rowOf.get(id)
    return row === undefined || row >= this.columns.size || this.columns.id[row] !== id ? null : row
  }

  /** Rows as they were ordered when this began. */
  *inOrder(sort: ListingSort): Generator<number> {
    const order = sort === 'newest' ? this.newest : this.cheapest
    const backwards = sort === 'price-desc'
    for (let at = 0; at < order.length; at++) yield order[backwards ? order.length - 1 - at : at] as number
  }

  private rowsOfDepartment(department: Department): RowSet {
    const { department: column, size } = this.columns
    const marked = new Uint8Array(gone + 1)
    marked[departmentCode[department]] = 1
    return this.keptSet(`department ${department}`, () => rowsWithCode(column, marked, size))
  }

  private *constraining(query: ListingQuery): Generator<number, Constraint[]> {
    const { filters, brandIds, modelIds, referenceIds } = query
    const { columns } = this
    const constraints: Constraint[] = []
    const add = (id: FilterId, rows: RowSet) => constraints.push({ id, rows })
    if (filters.brands.length > 0) add('brand', this.rowsOfIds('brand', columns.brand, brandIds))
    if (filters.models.length > 0) add('model', this.rowsOfIds('model', columns.model, modelIds))
    if (filters.references.length > 0)
      add('reference', this.rowsOfIds('reference', columns.reference, referenceIds))
    for (const id of facetIds) {
      const values = filters.facets[id]
      if (!values || id === 'availability') continue
      add(id, this.rowsOfFacet(id, values))
      yield columns.size
    }
    for (const id of rangeIds) {
      const range = filters.ranges[id]
      if (!range) continue
      add(id, this.rowsInRange(id, range))
      yield columns.size
    }
    // always: what is sold stands apart unless it is asked for
    add(
      'availability',
      this.rowsOfFacet('availability', filters.facets.availability ?? ['available', 'reserved']),
    )
    return constraints
  }

  private rowsOfIds(id: FilterId, column: Int32Array, ids: readonly number[]): RowSet {
    return this.keptSet(`${id} ${ids}`, () => rowsWithId(column, ids, this.columns.size))
  }

  private rowsOfFacet(id: FacetId, values: readonly string[]): RowSet {
    const column = this.columns.facet(id)
    return this.keptSet(`${id} ${values}`, () =>
      rowsWithCode(column.codes, column.having(values), this.columns.size),
    )
  }

  private rowsInRange(id: RangeId, range: Range): RowSet {
    const { from, to, first, last } = this.figures(id, range)
    return this.keptSet(`${id} ${from} ${to}`, () => rowsBetween(first, last, from, to, this.columns.size))
  }

  /** A set that was worked out since the last change, or is now. */
  private keptSet(key: string, make: () => RowSet): RowSet {
    const kept = this.sets.get(key)
    if (kept) return kept
    const made = make()
    this.sets.set(key, made)
    return made
  }

  /** A range in the columns' units, both ends inclusive; an open end takes everything. */
  private figures(id: RangeId, { from, to }: Range) {
    const { scale = 1, exclusive } = rangeFacet(id).range
    return {
      from: from === null ? 0 : from * scale,
      to: to === null ? Number.POSITIVE_INFINITY : to * scale - (exclusive ? 1 : 0),
      ...this.columns.figures(id),
    }
  }

  private page(
    set: RowSet,
    rows: Int32Array,
    { sort, offset, limit }: { sort: ListingSort; offset: number; limit: number },
  ): number[] {
    const { id } = this.columns
    if (offset >= rows.length) return []
    // few rows are sorted by themselves; of many, the kept order is read until the page is full
    if (rows.length <= 1024) {
      const by = comparison(sort === 'newest' ? byDate : byPrice, this.columns)
      const sorted = rows.slice().sort(sort === 'price-desc' ? (a, b) => by(b, a) : by)
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

  /** The set of that number is worked on. */
  private newestSold(scratch: Scratch, number: number, limit: number): number[] {
    const set = scratch.set(number)
    intersect(set, set, this.rowsOfFacet('availability', ['sold']))
    const list = scratch.list(1)
    const rows = list.subarray(0, listRows(set, list))
    return this.page(set, rows, { sort: 'newest', offset: 0, limit })
  }
}
