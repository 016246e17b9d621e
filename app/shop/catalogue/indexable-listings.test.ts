import { beforeAll, describe, expect, test } from 'vitest'
import { castNow, loadCast } from '#tests/catalogue.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { indexableListings, indexableListingsOf, indexableNow } from './indexable-listings.ts'
import { findListing } from './listing.ts'
import { type ListingChoice, normaliseFilters } from './listing-filters.ts'
import { listingPath } from './listing-path.ts'
import { ListingTally } from './listing-tally.ts'

const database = testDatabase()
const jewelry = (choice: Omit<ListingChoice, 'department'> = {}) =>
  normaliseFilters({ department: 'jewelry', ...choice })
const indexable = async () =>
  (await indexableListings(database.db)).map(({ filters }) => listingPath('en', filters)).sort()
const change = (ids: readonly string[], values: object) =>
  database.db.updateTable('product').set(values).where('id', 'in', ids).execute()

beforeAll(async () => {
  await loadCast(database.db)
  await addRings(database.db, ['90201', '90202', '90203'])
})

describe('search engines', () => {
  test('keep departments, and of the other listings those with two pieces or more', async () => {
    const listings = await indexableListings(database.db)
    expect(await indexable()).toEqual([
      '/en/jewelry',
      '/en/jewelry/rings',
      '/en/jewelry/rings/metal-yellow-gold',
      '/en/watches',
    ])
    const mayIndex = await indexableNow(database.db)
    for (const { filters, total, changedAt } of listings) {
      expect(mayIndex(filters)).toBe(true)
      expect(changedAt).toBeInstanceOf(Date)
      const listing = await findListing(database.db, filters, { now: castNow })
      expect(listing).toMatchObject({ total, indexable: true })
    }
  })

  test('keep of listings with the same pieces the broadest alone', async () => {
    await change(['90201', '90202'], { era: 'art-deco' })
    expect(await indexable()).toContain('/en/jewelry/rings/era-art-deco')
    await change(['90203'], { era: 'art-deco' })
    // All yellow-gold rings are Art Deco now, and all Art Deco rings of yellow gold.
    const both = ['/en/jewelry/rings/era-art-deco', '/en/jewelry/rings/metal-yellow-gold']
    expect((await indexable()).filter((path) => both.includes(path))).toHaveLength(1)
    await change(['20101'], { status: 'preparing' })
    expect((await indexable()).filter((path) => path.startsWith('/en/jewelry/rings'))).toEqual([
      '/en/jewelry/rings',
    ])
    await change(['20101'], { status: 'listed' })
    await change(['90201', '90202', '90203'], { era: null })
  })

  test('keep a listing that had one piece as soon as it has two, and let it go with the sale', async () => {
    const path = '/en/jewelry/rings/metal-rose-gold'
    await change(['90201'], { metal: 'rose-gold' })
    expect(await indexable()).not.toContain(path)
    await change(['90202'], { metal: 'rose-gold' })
    expect(await indexable()).toContain(path)
    await change(['90202'], { status: 'reserved' })
    expect(await indexable()).toContain(path)
    await change(['90202'], { status: 'sold' })
    expect(await indexable()).not.toContain(path)
    expect((await indexableListingsOf(database.db, '90202')).map((each) => listingPath('en', each))).toEqual([
      '/en/jewelry',
      '/en/jewelry/rings',
    ])
  })

  test('are told the same however the catalogue came to be as it is', async () => {
    const { index } = await catalogueInMemory(database.db)
    const fresh = new ListingTally()
    for (let row = 0; row < index.columns.size; row++) fresh.add(index.columns, row)
    expect(new Map(index.tally.indexable())).toEqual(new Map(fresh.indexable()))
  })

  test.each([
    ['a facet alone', { facets: { condition: ['good'] } }],
    ['metal without type', { facets: { metal: ['yellow-gold'] } }],
    ['two makers', { brands: ['omega', 'rolex'] }],
    ['a range', { ranges: { price: { from: 1, to: 2 } } }],
    ['maker, model and reference', { brands: ['rolex'], models: ['submariner'], references: ['116610ln'] }],
    ['type and two others', { facets: { type: ['rings'], metal: ['yellow-gold'], era: ['modern'] } }],
    ['type and condition', { facets: { type: ['rings'], condition: ['very-good'] } }],
    ['maker and type', { brands: ['cartier'], facets: { type: ['rings'] } }],
    ['what is sold', { facets: { availability: ['sold'] } }],
    ['nothing in stock', { facets: { type: ['earrings'] } }],
  ] as [string, Omit<ListingChoice, 'department'>][])('do not keep %s', async (_, choice) => {
    expect((await indexableNow(database.db))(jewelry(choice))).toBe(false)
  })
})
