import { describe, expect, test } from 'vitest'
import { normaliseFilters, toggleValue, withRange, withValues } from './listing-filters.ts'

describe('choosing', () => {
  const start = normaliseFilters({ department: 'watches', brands: ['rolex'], models: ['submariner'] })

  test('a value is added and taken away again', () => {
    const steel = toggleValue(start, 'case', 'steel')
    expect(steel.facets.case).toEqual(['steel'])
    expect(toggleValue(steel, 'case', 'steel')).toEqual(start)
  })

  test('another maker takes the model away, the same one keeps it', () => {
    expect(toggleValue(start, 'brand', 'omega').models).toEqual([])
    expect(withValues(start, 'brand', ['rolex'])).toEqual(start)
  })

  test('a range and values of one facet replace each other', () => {
    const ranged = withRange(start, 'year', { from: 1985, to: 1995 })
    expect(withValues(ranged, 'year', ['1990s']).ranges.year).toBeUndefined()
    expect(
      withRange(withValues(start, 'year', ['1990s']), 'year', { from: 1985, to: 1995 }).facets.year,
    ).toBeUndefined()
    expect(withRange(ranged, 'year', null)).toEqual(start)
  })
})
