import { expect, test } from 'vitest'
import { listingsWithArrivals } from './arrivals.ts'
import { normaliseFilters } from './listing-filters.ts'
import { ListingIndex } from './listing-index.ts'
import { makeVocabulary } from './vocabulary.ts'

test('others have their turn after each of many alerts', async () => {
  let inTurn = 0
  let most = 0
  const index = ListingIndex.of([])
  const asked = index.arrivals.bind(index)
  index.arrivals = (...given) => {
    most = Math.max(most, ++inTurn)
    return asked(...given)
  }
  const vocabulary = makeVocabulary({ brands: [], models: [], references: [] })
  const alert = { filters: normaliseFilters({ department: 'watches' }), since: new Date(0) }
  let turns = 0
  const pause = async () => {
    turns += 1
    inTurn = 0
  }
  expect(await listingsWithArrivals({ index, vocabulary }, Array(100).fill(alert), 5, pause)).toEqual([])
  expect({ most, turns }).toEqual({ most: 1, turns: 100 })
})
