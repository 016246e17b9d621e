import { expect, test } from 'vitest'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { type ListingPages, listingEntries, listingRuns } from './sitemap-entries.ts'

const date = (day: number) => new Date(Date.UTC(2026, 0, day))
const listing = (pages: number, first: number | null, others: number | null): ListingPages => ({
  filters: normaliseFilters({ department: 'watches' }),
  pages,
  modified: { first: first === null ? null : date(first), others: others === null ? null : date(others) },
})
const listings = [
  listing(3, 9, 2),
  listing(1, null, null),
  listing(6, 4, 4),
  listing(0, 30, 30),
  listing(2, 8, 1),
]

test('any part of the pages of listings is written by itself', () => {
  const all = [...listingEntries(listings)]
  expect(all).toHaveLength(12)
  for (let skip = 0; skip <= 13; skip++)
    for (const limit of [1, 2, 5, 20])
      expect([...listingEntries(listings, { skip, limit })]).toEqual(all.slice(skip, skip + limit))
})

test('a run changed when the last of its pages did', () => {
  const all = [...listingEntries(listings)]
  for (const size of [1, 2, 3, 4, 5, 12, 50]) {
    const expected = Array.from({ length: Math.ceil(all.length / size) }, (_, run) => {
      const times = all
        .slice(run * size, (run + 1) * size)
        .flatMap(({ modified }) => (modified ? [modified.getTime()] : []))
      return times.length === 0 ? null : Math.max(...times)
    })
    expect(listingRuns(listings, size).map((at) => at?.getTime() ?? null)).toEqual(expected)
  }
})

test('only the pages of the part are written, however many there are', () => {
  const endless = [listing(2_000_000_000, 1, 1)]
  expect([...listingEntries(endless, { skip: 1_000_000_000, limit: 3 })]).toHaveLength(3)
  expect(listingRuns(endless, 1_000_000_000)).toHaveLength(2)
})
