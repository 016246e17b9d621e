import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { findListing } from '#app/shop/catalogue/listing.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { searchProducts } from '#app/shop/catalogue/search.ts'
import { castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { fillCatalogue } from './demo-scale.ts'

const database = testDatabase()
const options = {
  now: castNow,
  files: openLocalFiles(join(tmpdir(), 'shop-cast-photos')),
  photos: resolve('db/demo/photos'),
}

beforeAll(() => loadCast(database.db))

test('made-up pieces stand beside the shop’s own, are listed, found and counted', async () => {
  const { db } = database
  const progress: number[] = []
  const { added } = await fillCatalogue(db, {
    ...options,
    products: 600,
    onProgress: ({ done }) => progress.push(done),
  })
  expect(added).toBe(600)
  expect(progress).toEqual([600, 600])

  const watches = await findListing(db, normaliseFilters({ department: 'watches' }), { now: castNow })
  const jewelry = await findListing(db, normaliseFilters({ department: 'jewelry' }), { now: castNow })
  expect(watches.total).toBeGreaterThan(200)
  expect(jewelry.total).toBeGreaterThan(150)
  const all = [watches, jewelry].map(({ counts }) => counts.available + counts.reserved + counts.sold)
  expect((all[0] ?? 0) + (all[1] ?? 0)).toBe(607)
  for (const piece of watches.pieces) {
    expect(piece.brand).not.toBeNull()
    expect(piece.reference).not.toBeNull()
    expect(piece.photos.length).toBeGreaterThan(0)
  }
  const found = await searchProducts(db, watches.pieces[0]?.reference ?? '')
  expect(found.total).toBeGreaterThan(0)

  const rings = await db.selectFrom('product').select('id').where('ring_size_mm', 'is not', null).execute()
  expect(rings.length).toBeGreaterThan(50)
  const numbers = await db.selectFrom('product').select('id').where('id', 'like', '1000___').execute()
  expect(numbers.length).toBe(600)

  // Pieces share photos: work for each photo, not for each piece that shows it.
  const photos = await db.selectFrom('photo').select('id').execute()
  const due = await db.selectFrom('picture_variants').select('picture').execute()
  expect(due.map(({ picture }) => picture).sort()).toEqual([...new Set(photos.map(({ id }) => id))].sort())
  expect(due.length).toBeLessThan(photos.length / 4)
})

test('more can be added, under new stock numbers', async () => {
  expect((await fillCatalogue(database.db, { ...options, products: 50 })).added).toBe(50)
  const listing = await findListing(database.db, normaliseFilters({ department: 'watches' }), {
    now: castNow,
  })
  expect(listing.total).toBeGreaterThan(200)
})
