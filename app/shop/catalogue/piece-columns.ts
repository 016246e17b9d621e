import { type Band, caratBands, diameterBands, type FacetId, facets, facetValueIds } from './facets.ts'

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

/** Facets of which a piece may have several values: kept as bit sets. */
export const manyValued: readonly FacetId[] = ['year', 'complication', 'gemstone', 'cut']
/** The others: one value a piece. */
export const oneValued: readonly FacetId[] = facets
  .map((facet) => facet.id)
  .filter((id) => !manyValued.includes(id))

const positions = new Map<FacetId, Map<string, number>>(
  facets.map((facet) => [facet.id, new Map(facet.values.map((value, index) => [value.id, index]))]),
)
for (const id of manyValued)
  if (facetValueIds(id).length > 32) throw new Error(`The facet "${id}" has more values than a bit set holds`)

/** A value's place among its facet's values, −1 when it is none. */
export function valuePosition(id: FacetId, value: string): number {
  return positions.get(id)?.get(value) ?? -1
}

/** Marks a piece that is no longer shown. */
export const gone = 2
/** Departments as the column holds them. */
export const departmentCode = { watches: 0, jewelry: 1 } as const

type Figures = Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Int16Array<ArrayBuffer>

/** Every listed piece, a column per figure: 100,000 pieces are 6 MB and are read in a tenth of a millisecond. */
export class PieceColumns {
  size = 0
  id = new Int32Array(0)
  department = new Uint8Array(0)
  /** seconds since 1970 */
  listedAt = new Int32Array(0)
  price = new Int32Array(0)
  brand = new Int32Array(0)
  model = new Int32Array(0)
  reference = new Int32Array(0)
  /** 0: unknown, as in the four below */
  yearFrom = new Int16Array(0)
  yearTo = new Int16Array(0)
  /** whole mm */
  diameter = new Uint8Array(0)
  ringSize = new Uint8Array(0)
  /** thousandths */
  carat = new Int32Array(0)
  /** Of the one-valued facets: 0 none, else the value's place + 1. */
  one = new Map<FacetId, Uint8Array<ArrayBuffer>>(oneValued.map((facet) => [facet, new Uint8Array(0)]))
  /** Of the many-valued facets: bit n is the value in place n. */
  many = new Map<FacetId, Int32Array<ArrayBuffer>>(manyValued.map((facet) => [facet, new Int32Array(0)]))

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
    for (const [facet, column] of this.one) this.one.set(facet, grown(column))
    for (const [facet, column] of this.many) this.many.set(facet, grown(column))
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
    for (const facet of oneValued) this.writeOne(row, facet, wordOf(facet, piece))
    for (const facet of manyValued) {
      let bits = 0
      for (const value of facet === 'year' ? decadesOf(piece) : (piece.values[facet] ?? [])) {
        const position = valuePosition(facet, value)
        if (position >= 0) bits |= 1 << position
      }
      const column = this.many.get(facet)
      if (column) column[row] = bits
    }
  }

  remove(row: number) {
    this.department[row] = gone
  }

  private writeOne(row: number, facet: FacetId, value: string | null | undefined) {
    const column = this.one.get(facet)
    if (column) column[row] = value ? valuePosition(facet, value) + 1 : 0
  }
}

/** Seconds are as fine as the order of a listing needs to be. */
export function secondsOf(piece: ListedPiece): number {
  return Math.floor(piece.listedAt / 1000)
}

const availability = { listed: 'available', reserved: 'reserved', sold: 'sold' } as const

function wordOf(facet: FacetId, piece: ListedPiece): string | null | undefined {
  switch (facet) {
    case 'availability':
      return availability[piece.status]
    case 'type':
      return piece.kind === 'bullion' ? 'coins-and-bars' : piece.values.type?.[0]
    case 'diameter':
      return piece.diameter === null ? null : bandOf(diameterBands, Math.floor(piece.diameter), true)
    case 'carat-weight':
      return piece.carat === null ? null : bandOf(caratBands, piece.carat, false)
    case 'ring-size':
      return piece.ringSize === null ? null : String(Math.floor(piece.ringSize))
    case 'fineness':
      return finenessValue(piece.values.fineness?.[0])
    default:
      return piece.values[facet]?.[0]
  }
}

function bandOf(bands: readonly Band[], figure: number, inclusive: boolean): string | null {
  const found = bands.find(
    ([from, to]) =>
      (from === null || figure >= from) && (to === null || (inclusive ? figure <= to : figure < to)),
  )
  if (!found) return null
  const [from, to] = found
  return from === null ? `up-to-${to}` : to === null ? `from-${from}` : `${from}-${to}`
}

/** 999.9 is found under 999, 917 under 916. */
function finenessValue(fineness: string | undefined): string | null {
  if (fineness === undefined) return null
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
