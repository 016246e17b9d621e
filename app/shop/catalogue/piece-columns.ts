import { type Band, caratBands, diameterBands, type FacetId, facetIds } from './facet-grammar.ts'
import { facets, facetValueIds } from './facets.ts'

/** What the listing needs of a piece: figures and ids of facets.ts. */
export type ListedPiece = {
  /** Stock number. */
  id: number
  kind: 'watch' | 'jewellery' | 'bullion'
  status: 'listed' | 'reserved' | 'sold'
  /** ms since 1970 */
  listedAt: number
  priceCents: number
  brandId: number
  modelId: number
  referenceId: number
  years: { from: number; to: number } | null
  /** mm */
  diameter: number | null
  /** mm inner circumference */
  ringSize: number | null
  /** of all stones */
  carat: number | null
  /** The facets that are plain words; bands, decades and sizes follow from the figures. */
  values: Partial<Record<FacetId, readonly string[]>>
}

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
  readonly combinations: number[] = [0]
  private readonly numbers = new Map<number, number>([[0, 0]])

  constructor(id: FacetId) {
    this.id = id
  }

  write(row: number, values: Iterable<string>) {
    let bits = 0
    for (const value of values) {
      const place = valuePosition(this.id, value)
      if (place >= 0) bits |= 1 << place
    }
    let number = this.numbers.get(bits)
    if (number === undefined) {
      number = this.combinations.length
      if (number > 65_535) throw new RangeError(`the facet "${this.id}" has too many combinations of values`)
      this.combinations.push(bits)
      this.numbers.set(bits, number)
    }
    this.codes[row] = number
  }

  /** Bit set of a row's values. */
  bits(row: number): number {
    return this.combinations[this.codes[row] ?? 0] ?? 0
  }

  /** Per combination 1 where it has any of the values. */
  having(values: readonly string[]): Uint8Array<ArrayBuffer> {
    const wanted = values.reduce((mask, value) => mask | (1 << valuePosition(this.id, value)), 0)
    return Uint8Array.from(this.combinations, (bits) => ((bits & wanted) === 0 ? 0 : 1))
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

/** Every listed piece, a column per figure: 100,000 pieces are 6 MB and are read in a tenth of a millisecond. */
export class PieceColumns {
  size = 0
  id = new Int32Array(0)
  department = new Uint16Array(0)
  /** seconds since 1970 */
  listedAt = new Int32Array(0)
  price = new Int32Array(0)
  brand = new Int32Array(0)
  model = new Int32Array(0)
  reference = new Int32Array(0)
  /** 0: unknown, as in the four below */
  yearFrom = new Int32Array(0)
  yearTo = new Int32Array(0)
  /** whole mm */
  diameter = new Int32Array(0)
  ringSize = new Int32Array(0)
  /** thousandths */
  carat = new Int32Array(0)
  private readonly facets = new Map(facetIds.map((id) => [id, new FacetColumn(id)]))

  facet(id: FacetId): FacetColumn {
    return this.facets.get(id) as FacetColumn
  }

  /** Makes room for `count` pieces more. */
  reserve(count: number) {
    const wanted = this.size + count
    if (wanted <= this.id.length) return
    const length = Math.max(wanted, Math.ceil(this.id.length * 1.5), 64)
    const grown = <Column extends Figures>(column: Column): Column => {
      const larger = new (column.constructor as new (length: number) => Column)(length)
      larger.set(column as never)
      return larger
    }
    this.id = grown(this.id)
    this.department = grown(this.department)
    this.listedAt = grown(this.listedAt)
    this.price = grown(this.price)
    this.brand = grown(this.brand)
    this.model = grown(this.model)
    this.reference = grown(this.reference)
    this.yearFrom = grown(this.yearFrom)
    this.yearTo = grown(this.yearTo)
    this.diameter = grown(this.diameter)
    this.ringSize = grown(this.ringSize)
    this.carat = grown(this.carat)
    for (const column of this.facets.values()) column.codes = grown(column.codes)
  }

  /** Writes a piece into its row; a new row is made for `row === size`. */
  write(row: number, piece: ListedPiece) {
    if (row === this.size) {
      this.reserve(1)
      this.size += 1
    }
    this.id[row] = piece.id
    this.department[row] = piece.kind === 'watch' ? departmentCode.watches : departmentCode.jewelry
    this.listedAt[row] = secondsOf(piece)
    this.price[row] = piece.priceCents
    this.brand[row] = piece.brandId
    this.model[row] = piece.modelId
    this.reference[row] = piece.referenceId
    this.yearFrom[row] = piece.years?.from ?? 0
    this.yearTo[row] = piece.years?.to ?? 0
    this.diameter[row] = Math.floor(piece.diameter ?? 0)
    this.ringSize[row] = Math.floor(piece.ringSize ?? 0)
    this.carat[row] = Math.round((piece.carat ?? 0) * 1000)
    for (const [id, column] of this.facets) column.write(row, wordsOf(id, piece))
  }

  remove(row: number) {
    this.department[row] = gone
  }
}

/** Seconds are as fine as the order of a listing needs to be. */
export function secondsOf(piece: ListedPiece): number {
  return Math.floor(piece.listedAt / 1000)
}

const availability = { listed: 'available', reserved: 'reserved', sold: 'sold' } as const

const none: readonly string[] = []

/** The values of a facet that a piece has; bands, decades and sizes from its figures. */
function wordsOf(facet: FacetId, piece: ListedPiece): readonly string[] {
  switch (facet) {
    case 'availability':
      return [availability[piece.status]]
    case 'year':
      return decadesOf(piece)
    case 'type':
      return piece.kind === 'bullion' ? ['coins-and-bars'] : (piece.values.type ?? none)
    case 'diameter':
      return piece.diameter === null ? none : bandOf(diameterBands, Math.floor(piece.diameter), true)
    case 'carat-weight':
      return piece.carat === null ? none : bandOf(caratBands, piece.carat, false)
    case 'ring-size':
      return piece.ringSize === null ? none : [String(Math.floor(piece.ringSize))]
    case 'fineness':
      return (piece.values.fineness ?? none).map(finenessValue)
    default:
      return piece.values[facet] ?? none
  }
}

function bandOf(bands: readonly Band[], figure: number, inclusive: boolean): string[] {
  const found = bands.find(
    ([from, to]) =>
      (from === null || figure >= from) && (to === null || (inclusive ? figure <= to : figure < to)),
  )
  if (!found) return []
  const [from, to] = found
  return [from === null ? `up-to-${to}` : to === null ? `from-${from}` : `${from}-${to}`]
}

/** 999.9 is found under 999, 917 under 916. */
function finenessValue(fineness: string): string {
  const whole = String(Math.floor(Number(fineness)))
  return whole === '917' ? '916' : whole
}

/** Every decade that a piece's years touch, but of a guess wider than thirty years none. */
function decadesOf({ years }: ListedPiece): string[] {
  if (!years || years.to - years.from > 30) return []
  const found: string[] = []
  for (let decade = years.from - (years.from % 10); decade <= years.to; decade += 10) found.push(`${decade}s`)
  return found
}
