import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { findCards } from './cards.ts'
import { catalogueInMemory, pruneCatalogueChanges } from './catalogue-in-memory.ts'
import { findListing, listingVocabulary } from './listing.ts'
import { type ListingChoice, type ListingFilters, normaliseFilters, toggleValue } from './listing-filters.ts'
import { listingPath, parseListingPath } from './listing-path.ts'
import { findProduct } from './product.ts'

const database = testDatabase()
const now = castNow

beforeAll(() => loadCast(database.db))

const watches = (choice: Omit<ListingChoice, 'department'> = {}) =>
  normaliseFilters({ department: 'watches', ...choice })
const jewelry = (choice: Omit<ListingChoice, 'department'> = {}) =>
  normaliseFilters({ department: 'jewelry', ...choice })
const list = (
  filters: ReturnType<typeof watches>,
  more: { sort?: 'newest' | 'price-asc' | 'price-desc'; page?: number } = {},
) => findListing(database.db, filters, { now, ...more })
const ids = (pieces: readonly { id: string }[]) => pieces.map(({ id }) => id)
const countsOf = (listing: Awaited<ReturnType<typeof list>>, id: string) =>
  Object.fromEntries(
    (listing.facets.find((facet) => facet.id === id)?.values ?? []).map(({ value, count }) => [value, count]),
  )

describe('a listing', () => {
  test('holds what can be bought or is reserved, newest first, sold ones apart', async () => {
    const listing = await list(watches())
    expect(ids(listing.pieces)).toEqual([cast.reservedSpeedmaster, cast.availableSubmariner])
    expect(ids(listing.sold)).toEqual([cast.soldTank])
    expect(listing).toMatchObject({
      total: 2,
      pages: 1,
      counts: { available: 1, reserved: 1, sold: 1 },
      indexable: true,
      near: null,
    })
  })

  test('shows of a piece what a card needs', async () => {
    const [, submariner] = (await list(watches())).pieces
    expect(submariner).toMatchObject({
      id: '10482',
      kind: 'watch',
      status: 'available',
      brand: 'Rolex',
      name: { de: 'Submariner Date', en: 'Submariner Date' },
      reference: '116610LN',
      years: { from: 2016, to: 2016, circa: false },
      condition: 'very-good',
      metal: 'steel',
      ringSize: null,
      priceCents: 9_850_00,
      reduction: { lowestCents: 10_400_00 },
      slug: { de: 'rolex-submariner-date-116610ln', en: 'rolex-submariner-date-116610ln' },
    })
    expect(submariner?.photos).toHaveLength(2)
    expect(submariner?.photos[0]).toMatchObject({ width: 960, height: 1200, alt: { de: expect.any(String) } })
    const [ring] = (await list(jewelry({ facets: { type: ['rings'] } }))).pieces
    expect(ring).toMatchObject({ brand: null, ringSize: 54, carat: 1.02, metal: 'white-gold', fineness: 750 })
  })

  test('sorts by price in both directions', async () => {
    expect(ids((await list(jewelry(), { sort: 'price-asc' })).pieces)).toEqual(['30001', '20103', '20101'])
    expect(ids((await list(jewelry(), { sort: 'price-desc' })).pieces)).toEqual(['20101', '20103', '30001'])
  })

  test.each<[string, Omit<ListingChoice, 'department'>, string[]]>([
    ['maker', { brands: ['rolex'] }, ['10482']],
    ['two makers', { brands: ['omega', 'rolex'] }, ['10483', '10482']],
    ['model', { brands: ['omega'], models: ['speedmaster'] }, ['10483']],
    ['reference', { brands: ['rolex'], references: ['116610ln'] }, ['10482']],
    ['condition', { facets: { condition: ['good'] } }, ['10483']],
    ['availability', { facets: { availability: ['sold'] } }, ['10484']],
    ['decade', { facets: { year: ['2010s'] } }, ['10483', '10482']],
    ['two decades of one piece', { facets: { year: ['1990s'], availability: ['sold'] } }, ['10484']],
    ['complication', { facets: { complication: ['small-seconds'] } }, ['10483']],
    ['diameter band', { facets: { diameter: ['38-40'] } }, ['10482']],
    ['bracelet', { facets: { bracelet: ['leather'] } }, ['10483']],
    ['price up to', { ranges: { price: { from: null, to: 5290 } } }, ['10483']],
    ['price from', { ranges: { price: { from: 5291, to: null } } }, ['10482']],
    ['year range touching', { ranges: { year: { from: 2019, to: 2025 } } }, ['10483']],
    ['diameter range', { ranges: { diameter: { from: 41, to: 42 } } }, ['10483']],
  ])('narrows by %s', async (_, choice, expected) => {
    const listing = await list(watches(choice))
    expect(ids(listing.pieces)).toEqual(expected)
    expect(listing.total).toBe(expected.length)
  })

  test.each<[string, Omit<ListingChoice, 'department'>, string[]]>([
    ['type', { facets: { type: ['brooches'] } }, ['20103']],
    ['coins and bars', { facets: { type: ['coins-and-bars'] } }, ['30001']],
    ['one of its stones', { facets: { gemstone: ['emerald'] } }, ['20103']],
    ['any of two stones', { facets: { gemstone: ['diamond'] } }, ['20101', '20103']],
    ['cut', { facets: { cut: ['old-cut'] } }, ['20103']],
    ['fineness', { facets: { fineness: ['916'] } }, ['30001']],
    ['carat band', { facets: { 'carat-weight': ['1-2'] } }, ['20101']],
    ['carat range', { ranges: { 'carat-weight': { from: 2, to: 2.5 } } }, ['20103']],
    ['ring size', { facets: { 'ring-size': ['54'] } }, ['20101']],
    ['ring size range', { ranges: { 'ring-size': { from: 55, to: 60 } } }, []],
    ['era', { facets: { era: ['art-deco'] } }, ['20103']],
    ['metal', { facets: { metal: ['fine-gold', 'platinum'] } }, ['30001', '20103']],
  ])('narrows jewellery by %s', async (_, choice, expected) => {
    expect(ids((await list(jewelry(choice))).pieces).sort()).toEqual(expected.toSorted())
  })

  test('counts each facet as if it were not chosen, and all others as chosen', async () => {
    const listing = await list(watches({ facets: { movement: ['manual'] } }))
    expect(countsOf(listing, 'movement')).toEqual({ automatic: 1, manual: 1 })
    expect(countsOf(listing, 'brand')).toEqual({ omega: 1 })
    expect(countsOf(listing, 'availability')).toEqual({ reserved: 1, sold: 1 })
    expect(listing.facets.find((facet) => facet.id === 'movement')?.values).toContainEqual({
      value: 'manual',
      label: { de: 'Handaufzug', en: 'Manual winding' },
      count: 1,
      chosen: true,
    })
  })

  test('offers the models and references of one maker alone', async () => {
    expect(countsOf(await list(watches()), 'model')).toEqual({})
    const rolex = await list(watches({ brands: ['rolex'] }))
    expect(countsOf(rolex, 'model')).toEqual({ submariner: 1 })
    expect(countsOf(rolex, 'reference')).toEqual({ '116610ln': 1 })
  })

  test('counts the pieces of each band of prices, whatever price is chosen', async () => {
    for (const asked of [jewelry(), jewelry({ ranges: { price: { from: null, to: 1000 } } })]) {
      const price = (await list(asked)).ranges.find(({ id }) => id === 'price')
      expect(price?.bands.map(({ range, count }) => [range.from, range.to, count])).toEqual([
        [null, 1000, 0],
        [1000, 2500, 0],
        [2500, 5000, 2],
        [5000, 10_000, 1],
        [10_000, null, 0],
      ])
    }
  })

  test('tells the bounds of its ranges in the figures of the path', async () => {
    const ranges = (await list(jewelry())).ranges
    expect(ranges.map(({ bands: _, ...range }) => range)).toEqual([
      { id: 'price', min: 3480, max: 6450, chosen: null },
      { id: 'year', min: 1920, max: 2010, chosen: null },
      { id: 'carat-weight', min: 1.02, max: 2.3, chosen: null },
      { id: 'ring-size', min: 54, max: 54, chosen: null },
    ])
  })

  test('beyond its last page there is nothing', async () => {
    const listing = await list(watches(), { page: 2 })
    expect(listing).toMatchObject({ pieces: [], total: 2, pages: 1, near: null })
  })

  test('an empty one offers what is near, giving up the least important filter first', async () => {
    const listing = await list(watches({ brands: ['rolex'], facets: { scope: ['box'], case: ['platinum'] } }))
    expect(listing).toMatchObject({ total: 0, pieces: [], indexable: false })
    expect(listing.near?.dropped).toEqual(['scope', 'case'])
    expect(ids(listing.near?.pieces ?? [])).toEqual([cast.availableSubmariner])
    const single = await list(watches({ brands: ['rolex'], facets: { scope: ['box'] } }))
    expect(single.near).toMatchObject({ dropped: ['scope'], total: 1 })
    expect(single.near?.alternatives.map(({ dropped, total }) => [dropped, total])).toEqual([
      ['scope', 1],
      ['brand', 1],
    ])
  })

  test('with a price asked for, the nearest in price come first, within the other filters', async () => {
    const near = async (filters: ListingFilters) => (await list(filters)).near
    // The cast's watches: a Submariner of 9,850 EUR and a dearer or cheaper Speedmaster.
    const submariner = await near(watches({ brands: ['rolex'], ranges: { price: { from: null, to: 500 } } }))
    expect(submariner?.dropped).toEqual(['price'])
    expect(ids(submariner?.pieces ?? [])).toEqual([cast.availableSubmariner])
    const [cheaper, dearer] = ids((await list(watches(), { sort: 'price-asc' })).pieces)
    const dear = await near(watches({ ranges: { price: { from: 90_000, to: null } } }))
    expect(ids(dear?.pieces ?? [])).toEqual([dearer, cheaper])
    const cheap = await near(watches({ ranges: { price: { from: null, to: 100 } } }))
    expect(ids(cheap?.pieces ?? [])).toEqual([cheaper, dearer])
  })

  test('a known maker without pieces is empty, not wrong', async () => {
    const listing = await list(jewelry({ brands: ['rolex'] }))
    expect(listing.total).toBe(0)
    expect(listing.near?.dropped).toEqual(['brand'])
  })
})

describe('the picture in memory', () => {
  const price = (id: string, cents: number) =>
    database.db.updateTable('product').set({ price_cents: cents }).where('id', '=', id).execute()

  test('every committed change shows at once: price, status, vocabulary, stones, photos', async () => {
    const { db } = database
    await list(watches())
    await price('10482', 4_000_00)
    expect(ids((await list(watches(), { sort: 'price-asc' })).pieces)).toEqual(['10482', '10483'])
    expect((await findCards(db, ['10482'], now))[0]?.priceCents).toBe(4_000_00)
    await price('10482', 9_850_00)
    expect(ids((await list(watches(), { sort: 'price-asc' })).pieces)).toEqual(['10483', '10482'])

    await db.updateTable('product').set({ status: 'preparing' }).where('id', '=', '10482').execute()
    expect(ids((await list(watches())).pieces)).toEqual(['10483'])
    await db.updateTable('product').set({ status: 'listed' }).where('id', '=', '10482').execute()
    expect(ids((await list(watches())).pieces)).toEqual(['10483', '10482'])

    await db.insertInto('brand').values({ slug: 'tudor', name: 'Tudor' }).execute()
    expect((await listingVocabulary(db)).brand('tudor')?.name).toBe('Tudor')

    await db.insertInto('stone').values({ product_id: '20101', position: 9, stone: 'ruby' }).execute()
    expect((await list(jewelry({ facets: { gemstone: ['ruby'] } }))).total).toBe(1)
    await db.deleteFrom('stone').where('position', '=', 9).execute()
    expect((await list(jewelry({ facets: { gemstone: ['ruby'] } }))).total).toBe(0)

    await db.updateTable('photo').set({ role: 'flaw' }).where('product_id', '=', '10482').execute()
    expect((await findProduct(db, '10482', now))?.photos[0]?.role).toBe('flaw')
  })

  test('a change that commits late is not missed although later ones were already seen', async () => {
    const { db } = database
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    let changed = () => {}
    const hasChanged = new Promise<void>((resolve) => {
      changed = resolve
    })
    const late = db.transaction().execute(async (transaction) => {
      await transaction.updateTable('product').set({ price_cents: 1_00 }).where('id', '=', '30001').execute()
      changed()
      await wait
    })
    await hasChanged
    await price('20103', 2_00)
    expect(ids((await list(jewelry(), { sort: 'price-asc' })).pieces)).toEqual(['20103', '30001', '20101'])
    release()
    await late
    expect(ids((await list(jewelry(), { sort: 'price-asc' })).pieces)).toEqual(['30001', '20103', '20101'])
    await price('30001', 3_480_00)
    await price('20103', 3_890_50)
  })

  test('many requests at once share their looks', async () => {
    const listings = await Promise.all(Array.from({ length: 50 }, () => list(watches())))
    for (const listing of listings) expect(listing.total).toBe(2)
  })

  test('a failed look is no lasting failure', async () => {
    const { db } = database
    await sql`alter table catalogue_change rename to elsewhere`.execute(db)
    await expect(list(watches())).rejects.toThrow()
    await sql`alter table elsewhere rename to catalogue_change`.execute(db)
    expect((await list(watches())).total).toBe(2)
  })

  test('a change too large to name reads everything anew', async () => {
    const { db } = database
    const before = await catalogueInMemory(db)
    await sql`insert into catalogue_change (product_id) values (null)`.execute(db)
    const after = await catalogueInMemory(db)
    expect(after).not.toBe(before)
    expect(after.index.columns.size).toBe(7)
    await sql`update catalogue_change set at = now() - interval '2 days'`.execute(db)
    expect(await pruneCatalogueChanges(db)).toBeGreaterThan(0)
    expect((await list(watches())).total).toBe(2)
  })
})

describe('every choice the page offers', () => {
  beforeEach(() => catalogueInMemory(database.db))
  test('leads to as many pieces as its count says, and has an address that reads back', async () => {
    const vocabulary = await listingVocabulary(database.db)
    for (const start of [
      watches(),
      jewelry(),
      watches({ brands: ['rolex'] }),
      jewelry({ facets: { type: ['rings'] } }),
    ]) {
      const listing = await list(start)
      for (const facet of listing.facets) {
        for (const { value, count, chosen } of facet.values) {
          const target = chosen ? start : toggleValue(start, facet.id, value)
          const only = (await list(target)).total
          if (!chosen && facet.id !== 'availability')
            expect(only, `${facet.id} ${value}`).toBeGreaterThanOrEqual(count)
          for (const locale of ['de', 'en'] as const) {
            const path = listingPath(locale, target).split('/').slice(3)
            expect(
              parseListingPath({ locale, department: target.department, segments: path }, vocabulary),
            ).toEqual({
              kind: 'ok',
              filters: target,
            })
          }
        }
      }
    }
  })
})
