import { describe, expect, test } from 'vitest'
import type { FilterId } from './attributes/registry.ts'
import { type ListingChoice, normaliseFilters } from './listing-filters.ts'
import { ListingIndex } from './listing-index.ts'
import type { ListingQuery } from './listing-question.ts'
import type { ListedPiece } from './piece-columns.ts'

const queryOf = (choice: Omit<ListingChoice, 'department'>): ListingQuery => {
  const filters = normaliseFilters({ department: 'watches', ...choice })
  return { filters, brandIds: filters.brands.map((slug) => Number(slug)), modelIds: [], referenceIds: [] }
}

type Watch = {
  id: number
  euros: number
  brand?: number
  steel?: boolean
  box?: boolean
  year?: number
  mm?: number
}

const watch = ({
  id,
  euros,
  brand = 1,
  steel = true,
  box = true,
  year = 2000,
  mm = 40,
}: Watch): ListedPiece => ({
  id,
  kind: 'watch',
  status: 'listed',
  listedAt: id * 3_600_000,
  priceCents: euros * 100,
  brandId: brand,
  modelId: 0,
  referenceId: 0,
  stones: [],
  row: {
    case_material: steel ? 'steel' : 'platinum',
    scope: box ? 'box' : 'none',
    year_from: year,
    year_to: year,
    year_circa: false,
    diameter_mm: mm,
  },
})

/** The stock numbers nearest to what was asked. */
function nearest(watches: Watch[], asked: Omit<ListingChoice, 'department'>, limit = 8) {
  const weights: FilterId[] = ['scope', 'year', 'diameter', 'case', 'brand']
  return ListingIndex.of(watches.map(watch))
    .nearest(queryOf({}), { asked: queryOf(asked), weight: (id) => weights.indexOf(id), limit })
    .map(({ id }) => id)
}

const price = (from: number | null, to: number | null) => ({ ranges: { price: { from, to } } })
const prices: Watch[] = [900, 1500, 2500, 4000, 9000, 20_000].map((euros, place) => ({
  id: 101 + place,
  euros,
}))

describe('what is near to what was asked', () => {
  test.each([
    [price(null, 500), [101, 102, 103, 104]],
    [price(10_000, 12_000), [105, 104, 103, 106]],
    [price(30_000, null), [106, 105, 104, 103]],
    [price(2000, 2400), [103, 102, 101, 104]],
  ])('is nearest in price: %j', (asked, ids) => {
    expect(nearest(prices, asked, 4)).toEqual(ids)
  })

  test('has what else was asked for, before it is near in price', () => {
    const watches: Watch[] = [
      { id: 101, euros: 1000, brand: 2 },
      { id: 102, euros: 9000, brand: 1 },
      { id: 103, euros: 7000, brand: 1 },
      { id: 104, euros: 1000, brand: 2, box: false },
    ]
    const asked = { brands: ['1'], facets: { scope: ['box'] }, ...price(null, 1200) }
    expect(nearest(watches, asked)).toEqual([103, 102, 101, 104])
  })

  test('lacks the fewest values, and of as many the less important ones', () => {
    const asked = { brands: ['1'], facets: { case: ['steel'], scope: ['box'] } }
    const watches: Watch[] = [
      { id: 101, euros: 1, brand: 1, steel: false, box: false },
      { id: 102, euros: 1, brand: 2, steel: true, box: true },
      { id: 103, euros: 1, brand: 1, steel: false, box: true },
      { id: 104, euros: 1, brand: 1, steel: true, box: false },
      { id: 105, euros: 1, brand: 2, steel: false, box: false },
    ]
    expect(nearest(watches, asked)).toEqual([104, 103, 102, 101, 105])
  })

  test('is near in its other figures, what is not known last; of equal ones the newest first', () => {
    const watches: Watch[] = [
      { id: 101, euros: 1, year: 1950 },
      { id: 102, euros: 1, year: 1988 },
      { id: 103, euros: 1, year: 1988 },
      { id: 104, euros: 1, year: 1999 },
    ]
    const asked = { ranges: { year: { from: 1985, to: 1987 } } }
    expect(nearest(watches, asked)).toEqual([103, 102, 104, 101])
    expect(nearest(watches, {})).toEqual([104, 103, 102, 101])
  })
})
