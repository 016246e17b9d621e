import { atATime, atOnce } from '#app/platform/slices.ts'
import type { Attribute, IndexedPiece } from './attributes/attribute.ts'
import type { Row } from './attributes/columns.ts'
import { attributes, type FacetId, type RangeId } from './attributes/registry.ts'
import { copyOf, roomFor } from './column-copies.ts'
import { facetIds, facets, facetValueIds } from './facets.ts'

/** What the listing needs of a piece. */
export type ListedPiece = IndexedPiece & {
  /** Stock number. */
  id: number
  /** ms since 1970 */
  listedAt: number
  brandId: number
  modelId: number
  referenceId: number
  /** The columns of the attributes that are filtered. */
  row: Row
}

/** The attributes a listing is narrowed by. */
export const indexedAttributes = (attributes as readonly Attribute[]).filter(
  ({ filter }) => filter?.values || filter?.range,
)

const positions = new Map<FacetId, Map<string, number>>(
  facets.map((facet) => [facet.id, new Map(facet.values.map((value, index) => [value.id, index]))]),
)
for (const id of facetIds)
  if (facetValueIds(id).length > 32) throw new Error(`The facet "${id}" has more values than a bit set holds`)

/** A value's place among its facet's values, −1 when it is none. */
export function valuePosition(id: FacetId, value: string): number {
  return positions.get(id)?.get(value) ?? -1
}

/**
 * A facet's values of every row. What one row has together (mostly one value, of stones or complications several)
 * is a combination; rows hold its number, so that counting and filtering touch two bytes a row.
 */
export class FacetColumn {
  readonly id: FacetId
  codes = new Uint16Array(0)
  /** Combination number → bit set of value places; number 0 is "none". */
  readonly combinations: number[]
  private readonly numbers: Map<number, number>

  /** `beside`: a column whose combinations have the same numbers. */
  constructor(id: FacetId, beside?: FacetColumn) {
    this.id = id
    this.combinations = beside?.combinations ?? [0]
    this.numbers = beside?.numbers ?? new Map([[0, 0]])
  }

  write(row: number, values: string | readonly string[] | null) {
    let bits = 0
    if (typeof values === 'string') bits = this.bit(values)
    else if (values) for (const value of values) bits |= this.bit(value)
    let number = this.numbers.get(bits)
    if (number === undefined) {
      number = this.combinations.length
      if (number > 65_535) throw new RangeError(`the facet "${this.id}" has too many combinations of values`)
      this.combinations.push(bits)
      this.numbers.set(bits, number)
    }
    this.codes[row] = number
  }

  private bit(value: string): number {
    const place = valuePosition(this.id, value)
    return place < 0 ? 0 : 1 << place
  }

  /** Bit set of a row's values. */
  bits(row: number): number {
    return this.combinations[this.codes[row] ?? 0] ?? 0
  }

  /** Per combination 1 where it has any of the values. */
  having(values: readonly string[]): Uint8Array<ArrayBuffer> {
    const wanted = values.reduce((mask, value) => mask | (1 << valuePosition(this.id, value)), 0)
    return this.passing((bits) => (bits & wanted) !== 0)
  }

  /** Per combination 1 where its bit set passes: asked once for all rows that have it. */
  passing(passes: (bits: number) => boolean): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.combinations, (bits) => (passes(bits) ? 1 : 0))
  }

  /** How many of the rows have each value, in the vocabulary's order. */
  count(rows: Int32Array): Int32Array<ArrayBuffer> {
    const { codes } = this
    const tally = new Int32Array(this.combinations.length)
    for (let at = 0; at < rows.length; at++) {
      const code = codes[rows[at] as number] as number
      tally[code] = (tally[code] as number) + 1
    }
    const counts = new Int32Array(facetValueIds(this.id).length)
    for (const [code, bits] of this.combinations.entries()) {
      const rowsOfCode = tally[code] as number
      if (rowsOfCode === 0) continue
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        const place = 31 - Math.clz32(rest & -rest)
        counts[place] = (counts[place] as number) + rowsOfCode
      }
    }
    return counts
  }
}

/** Marks a piece that is no longer shown. */
export const gone = 2
/** Departments as the column holds them. */
export const departmentCode = { watches: 0, jewelry: 1 } as const

type Figures = Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>

/** Both ends of what pieces have; of what has no spans they are one column. */
type Ends = { first: Int32Array<ArrayBuffer>; last: Int32Array<ArrayBuffer>; spans: boolean }

function figuresOf({ spans = false }: { spans?: boolean }): Ends {
  const first = new Int32Array(0)
  return { first, last: spans ? new Int32Array(0) : first, spans }
}

function endsOf(figures: Ends) {
  const put = (...ends: ('first' | 'last')[]) => ({
    now: figures[ends[0] as 'first' | 'last'] as Figures,
    set: (column: Figures) => {
      for (const end of ends) Object.assign(figures, { [end]: column })
    },
  })
  return figures.spans ? [put('first'), put('last')] : [put('first', 'last')]
}

/** Every listed piece, a column per figure: 100,000 pieces are 9 MB and are read in a tenth of a millisecond. */
export class PieceColumns {
  size = 0
  id = new Int32Array(0)
  department = new Uint16Array(0)
  /** seconds since 1970 */
  listedAt = new Int32Array(0)
  brand = new Int32Array(0)
  model = new Int32Array(0)
  reference = new Int32Array(0)
  /** Per attribute the figures of a range and the facet's values. */
  private readonly indexed
  private readonly facets: Map<FacetId, FacetColumn>

  /** `beside`: columns that can be taken into these, for their facets number their combinations alike. */
  constructor(beside?: PieceColumns) {
    this.indexed = indexedAttributes.map(({ id, source, filter }) => ({
      source,
      filter,
      facet: filter?.values && new FacetColumn(id as FacetId, beside?.facet(id as FacetId)),
      figures: filter?.range && figuresOf(filter.range),
    }))
    this.facets = new Map(this.indexed.flatMap(({ facet }) => (facet ? [[facet.id, facet]] : [])))
  }

  facet(id: FacetId): FacetColumn {
    return this.facets.get(id) as FacetColumn
  }

  /** The figures of a range, as its attribute gives them; 0 is unknown. `last` is another column only of spans. */
  figures(id: RangeId): { first: Int32Array; last: Int32Array } {
    const at = indexedAttributes.findIndex((each) => each.id === id)
    return this.indexed[at]?.figures as { first: Int32Array; last: Int32Array }
  }

  /** Cents. */
  get price(): Int32Array {
    return this.figures('price').first
  }

  /** Every column, with what replaces it. */
  private get columns(): readonly { now: Figures; set(column: Figures): void }[] {
    const fixed = ['id', 'department', 'listedAt', 'brand', 'model', 'reference'] as const
    return [
      ...fixed.map((name) => ({
        now: this[name] as Figures,
        set: (column: Figures) => Object.assign(this, { [name]: column }),
      })),
      ...this.indexed.flatMap(({ facet, figures }) => [
        ...(facet
          ? [{ now: facet.codes, set: (column: Figures) => Object.assign(facet, { codes: column }) }]
          : []),
        ...(figures ? endsOf(figures) : []),
      ]),
    ]
  }

  /** Makes room for `count` pieces more, a column at a time; whoever reads meanwhile reads the same. */
  *growing(count: number): Generator<number, void> {
    const wanted = this.size + count
    if (wanted <= this.id.length) return
    const length = roomFor(wanted)
    // The one that says how many there is room for is grown last.
    for (const { now, set } of this.columns.toReversed()) {
      set(yield* copyOf(now, { rows: this.size, length }))
      yield 1
    }
  }

  /**
   * Works out what these columns are with rows of columns beside them: row n of those becomes row `rows[n]` here; rows
   * `removed` are no longer shown. Columns in which a shown row differs are copied, and the function it ends with puts
   * the copies into place: it takes the same time for any number of rows.
   */
  *taking(
    beside: PieceColumns,
    rows: readonly number[],
    removed: readonly number[],
  ): Generator<number, () => void> {
    const { size } = this
    const { moved } = atATime
    const sources = beside.columns
    const putCopies: (() => void)[] = []
    let longer = size
    let work = 0
    for (const [number, { now, set }] of this.columns.entries()) {
      const source = sources[number]?.now as Figures
      let target = now
      const all = rows.length + (now === this.department ? removed.length : 0)
      for (let at = 0; at < all; at++) {
        const row = (at < rows.length ? rows[at] : removed[at - rows.length]) as number
        const figure = at < rows.length ? (source[at] as number) : gone
        if (++work >= moved) {
          yield work
          work = 0
        }
        longer = Math.max(longer, row + 1)
        if (target[row] === figure) continue
        // What stands behind the last row is read by nobody.
        if (target === now && row < size) {
          const copy = yield* copyOf(now, { rows: longer, length: now.length })
          putCopies.push(() => set(copy))
          target = copy
        }
        target[row] = figure
      }
    }
    return () => {
      for (const put of putCopies) put()
      this.size = longer
    }
  }

  /** Writes a piece into its row; a new row is made for `row === size`. */
  write(row: number, piece: ListedPiece) {
    if (row === this.size) {
      atOnce(this.growing(1))
      this.size += 1
    }
    this.id[row] = piece.id
    this.department[row] = piece.kind === 'watch' ? departmentCode.watches : departmentCode.jewelry
    this.listedAt[row] = secondsOf(piece)
    this.brand[row] = piece.brandId
    this.model[row] = piece.modelId
    this.reference[row] = piece.referenceId
    for (const { source, filter, facet, figures } of this.indexed) {
      const value = source.read(piece.row)
      facet?.write(row, filter?.of ? filter.of(value, piece) : (value as string | string[] | null))
      if (!figures) continue
      const figure = filter?.range?.of(value, piece) ?? 0
      const { from, to } = typeof figure === 'number' ? { from: figure, to: figure } : figure
      if (from !== to && !figures.spans) throw new RangeError('a span of what has none')
      figures.first[row] = from
      if (figures.spans) figures.last[row] = to
    }
  }
}

/** Seconds are as fine as the order of a listing needs to be. */
export function secondsOf(piece: ListedPiece): number {
  return Math.floor(piece.listedAt / 1000)
}
