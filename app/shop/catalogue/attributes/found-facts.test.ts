import { beforeAll, expect, test } from 'vitest'
import { castNow, loadCatalogue } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { findListing, listingVocabulary } from '../listing.ts'
import { parseListingPath } from '../listing-path.ts'
import { findProduct } from '../product.ts'
import { searchProducts } from '../search.ts'
import { factRows, pieceJsonLd } from './select-attributes.ts'

const database = testDatabase()

beforeAll(() => loadCatalogue(database.db))

/** What a watch of the catalogue is found by, filtered by and shown with. */
const found = [
  ['lug width', '10457', 'submariner 21', ['rolex', 'bandanstoss-20-21'], 'Bandanstoß', '21\u00a0mm'],
  ['country of origin', '10453', 'japanische uhr', ['herkunftsland-japan'], 'Herkunftsland', 'Japan'],
] as const

test.each(found)('%s: searched, filtered, shown', async (_, id, query, segments, label, text) => {
  const { db } = database
  expect((await searchProducts(db, query)).items.at(0)?.id).toBe(id)

  const asked = { locale: 'de', department: 'watches', segments } as const
  const parsed = parseListingPath(asked, await listingVocabulary(db))
  if (parsed.kind !== 'ok') throw new Error(`${segments}: ${parsed.kind}`)
  const listing = await findListing(db, parsed.filters, { now: castNow })
  expect(listing.pieces.map((piece) => piece.id)).toContain(id)
  const all = await findListing(db, { ...parsed.filters, facets: {} }, { now: castNow })
  expect(listing.total).toBeLessThan(all.total)

  const piece = await findProduct(db, id, castNow)
  if (!piece) throw new Error('the catalogue lacks it')
  expect(factRows(piece, 'de')).toContainEqual(expect.objectContaining({ label, text }))
})

test('search engines are told where a piece was made, as schema.org calls it', async () => {
  const piece = await findProduct(database.db, '10453', castNow)
  if (!piece) throw new Error('the catalogue lacks it')
  expect(pieceJsonLd(piece, 'en')).toMatchObject({ countryOfOrigin: { '@type': 'Country', name: 'Japan' } })
})
