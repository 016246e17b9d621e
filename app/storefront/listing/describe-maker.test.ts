import { expect, test } from 'vitest'
import type { Listing } from '#app/shop/catalogue/listing.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { makeVocabulary } from '#app/shop/catalogue/vocabulary.ts'
import { testDatabase } from '#tests/database.ts'
import { describeMaker } from './describe-maker.ts'

const database = testDatabase()
const vocabulary = makeVocabulary({
  brands: [{ id: 1, slug: 'rolex', name: 'Rolex' }],
  models: [],
  references: [],
})

test.each([
  ['de', 0, [0, 0], /^Zurzeit ist nichts davon da\./],
  ['de', 1, [9_850, 9_850], /^Zurzeit für 9\.850\s€\.$/],
  ['de', 2, [9_850, 9_850], /^Zurzeit für 9\.850\s€\.$/],
  ['de', 2, [9_850, 10_400], /^Zurzeit von 9\.850\s€ bis 10\.400\s€\.$/],
  ['en', 2, [9_850, 9_850], /^At the moment for €9,850\.$/],
] as const)('in %s, %i pieces at %j: what they cost', async (locale, total, [min, max], said) => {
  const filters = normaliseFilters({ department: 'watches', brands: ['rolex'] })
  const ranges = [{ id: 'price', min, max }]
  const listing = { filters, page: 1, total, facets: [], ranges } as unknown as Listing
  const asked = { locale, vocabulary, opened: [], mayIndex: () => true, now: new Date('2026-11-20') }
  expect((await describeMaker(database.db, listing, asked))?.stock).toMatch(said)
})
