import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atATime } from '#app/platform/slices.ts'
import { caratBands } from './attributes/carat-weight.ts'
import { diameterBands } from './attributes/diameter.ts'
import type { FacetId, RangeId } from './attributes/registry.ts'
import { facetIds, facetValueIds } from './facets.ts'
import { type ListingFilters, normaliseFilters } from './listing-filters.ts'
import { ListingIndex } from './listing-index.ts'
import type { ListedPiece } from './piece-columns.ts'

/** The facets that are plain words, and their columns. */
const plainFacets: Partial<Record<FacetId, string>> = {
  condition: 'condition',
  gender: 'gender',
  scope: 'scope',
  case: 'case_material',
  movement: 'movement',
  dial: 'dial',
  bracelet: 'bracelet',
  metal: 'metal',
  era: 'era',
}

const arbitraryPieceOfAnyId: fc.Arbitrary<Omit<ListedPiece, 'id'>> = fc
  .record({
    kind: fc.constantFrom('watch' as const, 'jewellery' as const, 'bullion' as const),
    status: fc.constantFrom('listed' as const, 'listed' as const, 'reserved' as const, 'sold' as const),
    listedAt: fc.nat(40).map((hours) => hours * 3_600_000),
    priceCents: fc.integer({ min: 1, max: 30 }).map((hundreds) => hundreds * 100_00),
    brandId: fc.nat(3),
    modelId: fc.nat(4),
    referenceId: fc.nat(3),
    stones: fc.array(
      fc.record({
        stone: fc.constantFrom('diamond', 'ruby'),
        cut: fc.option(fc.constantFrom('oval', 'pear')),
        carat: fc.option(fc.integer({ min: 1, max: 150 }).map((hundredths) => hundredths / 100)),
        laboratoryGrown: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    years: fc.option(
      fc
        .tuple(fc.integer({ min: 1900, max: 2020 }), fc.constantFrom(0, 3, 12, 45))
        .map(([from, more]) => ({ from, to: from + more })),
    ),
    row: fc.record({
      ...Object.fromEntries(
        Object.entries(plainFacets).map(([id, column]) => [
          column,
          fc.option(fc.constantFrom(...facetValueIds(id as FacetId).slice(0, 4))),
        ]),
      ),
      diameter_mm: fc.option(fc.integer({ min: 200, max: 480 }).map((tenths) => tenths / 10)),
      ring_size_mm: fc.option(fc.integer({ min: 84, max: 150 }).map((halves) => halves / 2)),
      complications: fc.subarray(['date', 'gmt', 'chronograph']),
      fineness: fc.option(fc.constantFrom(585, 916, 999.9, 917)),
      jewellery_type: fc.option(fc.constantFrom('rings', 'earrings')),
    }),
  })
  .map(({ years, row, ...piece }) => ({
    ...piece,
    row: { ...row, year_from: years?.from ?? null, year_to: years?.to ?? null, year_circa: false },
  }))
const arbitraryPiece = (id: number): fc.Arbitrary<ListedPiece> =>
  arbitraryPieceOfAnyId.map((piece) => ({ ...piece, id }))

const figureOf = (piece: ListedPiece, column: string) => piece.row[column] as number | null

/** Of all stones, counted in hundredths, which are exact. */
function caratOf({ stones }: ListedPiece): number | null {
  const weighed = stones.flatMap(({ carat }) => (carat === null ? [] : [Math.round(carat * 100)]))
  return weighed.length === 0 ? null : weighed.reduce((sum, carat) => sum + carat) / 100
}

const arbitraryPieces = fc
  .integer({ min: 0, max: 70 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => arbitraryPiece(10_000 + index))))

const arbitraryFilters: fc.Arbitrary<ListingFilters> = fc
  .record({
    department: fc.constantFrom('watches', 'jewelry'),
    brands: fc.subarray(['b1', 'b2', 'b3'], { maxLength: 2 }),
    models: fc.subarray(['m1', 'm2'], { maxLength: 1 }),
    facets: fc.dictionary(fc.constantFrom(...facetIds), fc.array(fc.nat(6), { minLength: 1, maxLength: 2 }), {
      maxKeys: 3,
    }),
    price: fc.option(fc.tuple(fc.nat(3000), fc.nat(3000)), { freq: 3 }),
    year: fc.option(fc.tuple(fc.integer({ min: 1900, max: 2020 }), fc.integer({ min: 1900, max: 2020 })), {
      freq: 4,
    }),
    carat: fc.option(fc.tuple(fc.nat(3), fc.nat(3)), { freq: 4 }),
  })
  .map(({ department, brands, models, facets, price, year, carat }) =>
    normaliseFilters({
      department,
      brands,
      models,
      facets: Object.fromEntries(
        Object.entries(facets).map(([id, picks]) => {
          const ids = facetValueIds(id as FacetId)
          return [id, picks.map((pick) => ids[pick % ids.length] ?? '')]
        }),
      ),
      ranges: {
        ...(price && { price: { from: price[0], to: price[1] } }),
        ...(year && { year: { from: year[0], to: year[1] } }),
        ...(carat && { 'carat-weight': { from: carat[0], to: carat[1] } }),
      },
    }),
  )

const numbersOf = (slugs: readonly string[]) => slugs.map((slug) => Number(slug.slice(1)))
const queryOf = (filters: ListingFilters) => ({
  filters,
  brandIds: numbersOf(filters.brands),
  modelIds: numbersOf(filters.models),
  referenceIds: numbersOf(filters.references),
})

/** The same said naively, piece by piece. */
function valuesOf(piece: ListedPiece, id: FacetId): string[] {
  if (id === 'availability')
    return [{ listed: 'available', reserved: 'reserved', sold: 'sold' }[piece.status]]
  if (id === 'type' && piece.kind === 'bullion') return ['coins-and-bars']
  if (id === 'year') {
    const [from, to] = [figureOf(piece, 'year_from'), figureOf(piece, 'year_to')]
    if (from === null || to === null || to - from > 30) return []
    return facetValueIds('year').filter((word) => {
      const decade = Number.parseInt(word, 10)
      return decade <= to && decade + 9 >= from
    })
  }
  const bandWord = ([from, to]: readonly [number | null, number | null]) =>
    from === null ? `up-to-${to}` : to === null ? `from-${from}` : `${from}-${to}`
  if (id === 'diameter') {
    const diameter = figureOf(piece, 'diameter_mm')
    if (diameter === null) return []
    return diameterBands.limits
      .filter(([from, to]) => diameter >= (from ?? 0) && diameter < (to ?? Number.POSITIVE_INFINITY) + 1)
      .map(bandWord)
  }
  if (id === 'carat-weight') {
    const carat = caratOf(piece)
    if (carat === null) return []
    return caratBands.limits
      .filter(([from, to]) => carat >= (from ?? 0) && carat < (to ?? Number.POSITIVE_INFINITY))
      .map(bandWord)
  }
  if (id === 'ring-size') {
    const ringSize = figureOf(piece, 'ring_size_mm')
    return ringSize === null
      ? []
      : facetValueIds('ring-size').filter((size) => size === String(Math.floor(ringSize)))
  }
  if (id === 'fineness') {
    const fineness = figureOf(piece, 'fineness')
    return fineness === null ? [] : [{ '999.9': '999', '917': '916' }[fineness] ?? String(fineness)]
  }
  if (id === 'complication') return piece.row.complications as string[]
  if (id === 'gemstone')
    return piece.stones.map(({ stone, laboratoryGrown }) =>
      stone === 'diamond' && laboratoryGrown ? 'laboratory-grown-diamond' : stone,
    )
  if (id === 'cut') return piece.stones.flatMap(({ cut }) => (cut === null ? [] : [cut]))
  const value = piece.row[plainFacets[id] ?? 'jewellery_type']
  return typeof value === 'string' ? [value] : []
}

function tests(filters: ListingFilters): Map<string, (piece: ListedPiece) => boolean> {
  const found = new Map<string, (piece: ListedPiece) => boolean>()
  found.set('availability', (piece) =>
    (filters.facets.availability ?? ['available', 'reserved']).includes(
      valuesOf(piece, 'availability')[0] ?? '',
    ),
  )
  for (const id of facetIds) {
    const chosen = filters.facets[id]
    if (chosen && id !== 'availability')
      found.set(id, (piece) => valuesOf(piece, id).some((value) => chosen.includes(value)))
  }
  if (filters.brands.length > 0)
    found.set('brand', (piece) => numbersOf(filters.brands).includes(piece.brandId))
  if (filters.models.length > 0)
    found.set('model', (piece) => numbersOf(filters.models).includes(piece.modelId))
  const within = (id: RangeId, test: (piece: ListedPiece, from: number, to: number) => boolean) => {
    const range = filters.ranges[id]
    if (range) found.set(id, (piece) => test(piece, range.from ?? 0, range.to ?? Number.POSITIVE_INFINITY))
  }
  within('price', (piece, from, to) => piece.priceCents >= from * 100 && piece.priceCents <= to * 100)
  within(
    'year',
    (piece, from, to) =>
      piece.row.year_from !== null &&
      (figureOf(piece, 'year_from') ?? 0) <= to &&
      (figureOf(piece, 'year_to') ?? 0) >= from,
  )
  within('carat-weight', (piece, from, to) => {
    const carat = caratOf(piece)
    return carat !== null && carat >= from && carat < to
  })
  return found
}

const order = {
  newest: (a: ListedPiece, b: ListedPiece) => b.listedAt - a.listedAt || b.id - a.id,
  'price-asc': (a: ListedPiece, b: ListedPiece) => a.priceCents - b.priceCents || b.id - a.id,
  'price-desc': (a: ListedPiece, b: ListedPiece) => b.priceCents - a.priceCents || a.id - b.id,
}

function expectAsNaive(index: ListingIndex, pieces: readonly ListedPiece[], filters: ListingFilters) {
  const own = pieces.filter((piece) => (piece.kind === 'watch') === (filters.department === 'watches'))
  const all = tests(filters)
  const passing = (without: string) =>
    own.filter((piece) => [...all].every(([id, test]) => id === without || test(piece)))
  const matching = passing('')
  const sold = passing('availability').filter(({ status }) => status === 'sold')
  const counts = facetIds.map((id) => {
    const values = passing(id).map((piece) => valuesOf(piece, id))
    return [id, facetValueIds(id).map((value) => values.filter((of) => of.includes(value)).length)]
  })
  const ofBrands = passing('brand')
  const prices = passing('price').map(({ priceCents }) => priceCents)
  for (const sort of ['newest', 'price-asc', 'price-desc'] as const) {
    const answer = index.ask(queryOf(filters), { sort, offset: 2, limit: 5, sold: 3 })
    expect(answer.total).toBe(matching.length)
    expect(answer.ids).toEqual(
      matching
        .toSorted(order[sort])
        .slice(2, 7)
        .map(({ id }) => id),
    )
    expect(answer.counts.sold).toBe(sold.length)
    expect(answer.soldIds).toEqual(
      filters.facets.availability
        ? []
        : sold
            .toSorted(order.newest)
            .slice(0, 3)
            .map(({ id }) => id),
    )
    expect(facetIds.map((id) => [id, Array.from(answer.facets.get(id) ?? [])])).toEqual(counts)
    for (const [brand, count] of answer.brands)
      expect(count).toBe(ofBrands.filter(({ brandId }) => brandId === brand).length)
    expect(answer.bounds.price).toEqual(
      prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
    )
  }
  expect(index.count(queryOf(filters))).toBe(matching.length)
}

describe('the index answers as counting piece by piece would', () => {
  test('for any pieces and any choice', () => {
    fc.assert(
      fc.property(arbitraryPieces, arbitraryFilters, (pieces, filters) => {
        expectAsNaive(ListingIndex.of(pieces), pieces, filters)
      }),
      { numRuns: 400 },
    )
  })

  test('also after any changes', () => {
    fc.assert(
      fc.property(
        arbitraryPieces,
        fc.array(
          fc
            .nat(90)
            .chain((offset) =>
              fc.tuple(fc.constant(10_000 + offset), fc.option(arbitraryPiece(10_000 + offset))),
            ),
        ),
        arbitraryFilters,
        (pieces, changes, filters) => {
          const index = ListingIndex.of(pieces)
          const now = new Map(pieces.map((piece) => [piece.id, piece]))
          for (const [id, piece] of changes) {
            index.put(id, piece)
            if (piece) now.set(id, piece)
            else now.delete(id)
          }
          expectAsNaive(index, [...now.values()], filters)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('also after many changes at once, of which nobody sees some alone', () => {
    fc.assert(
      fc.property(
        arbitraryPieces,
        fc.dictionary(fc.nat(90).map(String), fc.option(arbitraryPiece(0)), { maxKeys: 60 }),
        arbitraryFilters,
        (pieces, changes, filters) => {
          const index = ListingIndex.of(pieces)
          const now = new Map(pieces.map((piece) => [piece.id, piece]))
          const changed = new Map<number, ListedPiece | null>()
          for (const [offset, piece] of Object.entries(changes)) {
            const id = 10_000 + Number(offset)
            changed.set(id, piece && { ...piece, id })
            if (piece) now.set(id, { ...piece, id })
            else now.delete(id)
          }
          const change = index.change()
          for (const [id, piece] of changed) change.write(id, piece)
          expectAsNaive(index, pieces, filters)
          const work = index.finishing(change)
          let step = work.next()
          for (; !step.done; step = work.next()) expectAsNaive(index, pieces, filters)
          step.value()
          expectAsNaive(index, [...now.values()], filters)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('one question after another does not disturb the next', () => {
    fc.assert(
      fc.property(
        arbitraryPieces,
        fc.array(arbitraryFilters, { minLength: 2, maxLength: 4 }),
        (pieces, many) => {
          const index = ListingIndex.of(pieces)
          for (const filters of many) expectAsNaive(index, pieces, filters)
        },
      ),
      { numRuns: 100 },
    )
  })
})

test('long work lets others have their turn after so many rows', () => {
  const piece = (number: number): ListedPiece => ({
    id: 10_000 + number,
    kind: 'watch',
    status: 'listed',
    listedAt: ((number * 7919) % 5000) * 1000,
    priceCents: ((number * 104_729) % 9973) * 100,
    brandId: 1,
    modelId: 0,
    referenceId: 0,
    stones: [],
    row: { year_from: null, year_to: null },
  })
  const index = new ListingIndex()
  for (let number = 0; number < 70_000; number++) index.append(piece(number))
  expect(Math.max(...index.sorting())).toBeLessThanOrEqual(atATime.moved)
  const few = Array.from({ length: 5_000 }, (_, number) => piece(number * 14 + 3))
  const changed = new Map(few.map((each) => [each.id, { ...each, priceCents: each.priceCents + 50 }]))
  const change = index.change()
  for (const [id, piece] of changed) change.write(id, piece)
  const slices = [...index.finishing(change)]
  expect(Math.max(...slices)).toBeLessThanOrEqual(atATime.moved)
  expect(slices.length).toBeGreaterThan(20)
})

test('many pieces are paged in the kept order as few are sorted', () => {
  const pieces = Array.from({ length: 3000 }, (_, index) => ({
    id: 10_000 + index,
    kind: 'watch' as const,
    status: 'listed' as const,
    listedAt: ((index * 7919) % 500) * 1000,
    priceCents: ((index * 104_729) % 97) * 100 + 100,
    brandId: 1,
    modelId: 0,
    referenceId: 0,
    stones: [],
    row: { year_from: null, year_to: null },
  }))
  const index = ListingIndex.of(pieces)
  const filters = normaliseFilters({ department: 'watches' })
  for (const sort of ['newest', 'price-asc', 'price-desc'] as const) {
    const sorted = pieces.toSorted(order[sort]).map(({ id }) => id)
    for (const offset of [0, 24, 2976, 2990, 3000])
      expect(index.ask(queryOf(filters), { sort, offset, limit: 24, sold: 0 }).ids).toEqual(
        sorted.slice(offset, offset + 24),
      )
  }
})
