import { describe, expect, test } from 'vitest'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { filtersFromRangeForm } from './range-query.ts'

const watches = normaliseFilters({ department: 'watches' })
const asked = (query: string) => filtersFromRangeForm(watches, new URLSearchParams(query))

describe('the range forms', () => {
  test('a query without their fields means nothing', () => {
    expect(asked('sort=price-asc&page=2')).toBeNull()
  })

  test.each([
    ['price-from=500&price-to=2000', { price: { from: 500, to: 2000 } }],
    ['price-from=2000&price-to=500', { price: { from: 500, to: 2000 } }],
    ['price-from=&price-to=1000', { price: { from: null, to: 1000 } }],
    ['price-from=5.000&price-to=', { price: { from: 5000, to: null } }],
    ['price-from=5,000+€', { price: { from: 5000, to: null } }],
    ['carat-weight-from=0,5&carat-weight-to=0.75', { 'carat-weight': { from: 0.5, to: 0.75 } }],
    [
      'price-from=1&price-to=2&diameter-from=36&diameter-to=39',
      { price: { from: 1, to: 2 }, diameter: { from: 36, to: 39 } },
    ],
    ['price-from=abc', {}],
    ['price-from=-', {}],
    ['price-from=%00%27%3B--', {}],
    [`price-from=${'9'.repeat(300)}`, {}],
  ])('%s', (query, ranges) => {
    expect(asked(query)?.ranges).toEqual(ranges)
  })

  test('a decade asked for as a range is the decade', () => {
    const found = asked('year-from=1960&year-to=1969')
    expect(found?.ranges).toEqual({})
    expect(found?.facets).toEqual({ year: ['1960s'] })
  })

  test('both fields empty take a chosen range away', () => {
    const chosen = normaliseFilters({ department: 'watches', ranges: { price: { from: 500, to: 2000 } } })
    const found = filtersFromRangeForm(chosen, new URLSearchParams('price-from=&price-to='))
    expect(found?.ranges).toEqual({})
  })
})
