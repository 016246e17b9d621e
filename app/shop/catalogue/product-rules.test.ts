import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { bool, query } from '#app/platform/database/statement.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { productSteps } from '#tests/product-steps.ts'
import { type ProductStatus, productStatuses, publicStatus } from './product-status.ts'

const database = testDatabase()
beforeAll(() => loadCast(database.db))

const rows = Object.entries(productSteps).flatMap(([from, steps]) =>
  Object.entries(steps).map(([event, to]) => ({ from_status: from, event, to_status: to })),
)

describe('what a piece goes through', () => {
  test('the database holds the same table', async () => {
    const kept = await database.db
      .selectFrom('product_step')
      .selectAll()
      .orderBy('from_status')
      .orderBy('event')
      .execute()
    const key = (row: (typeof rows)[number]) => `${row.from_status} ${row.event}`
    expect(kept).toEqual(rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)))
  })

  test('every state can be reached from a draft, and the exits end', () => {
    const reached = new Set<ProductStatus>(['draft'])
    for (const status of reached) for (const next of Object.values(productSteps[status])) reached.add(next)
    expect([...reached].sort()).toEqual([...productStatuses].sort())
    expect(productSteps.withdrawn).toEqual({})
    expect(productSteps.melted).toEqual({})
    expect(productSteps.sold).not.toHaveProperty('reserve')
    expect(productSteps.reserved.sell).toBe('sold')
  })

  test('the public knows three words', () => {
    expect(productStatuses.map(publicStatus)).toEqual([
      null,
      null,
      null,
      'available',
      'reserved',
      'sold',
      null,
      null,
      null,
    ])
  })

  test('the database takes exactly the steps of the table, and writes each down', async () => {
    const { db } = database
    const set = (status: ProductStatus) =>
      db.updateTable('product').set({ status }).where('id', '=', cast.availableBrooch).execute()
    let status: ProductStatus = 'listed'
    const walk: ProductStatus[] = [
      'reserved',
      'listed',
      'preparing',
      'listed',
      'reserved',
      'sold',
      'returned',
      'intake',
      'preparing',
      'listed',
    ]
    for (const next of walk) {
      for (const other of productStatuses) {
        const allowed = Object.values(productSteps[status]).some((to) => to === other)
        if (!allowed && other !== status)
          await expect(set(other), `${status} → ${other}`).rejects.toThrow(/cannot go from/)
      }
      await set(next)
      status = next
    }
    const changes = await db
      .selectFrom('product_status_change')
      .select(['event', 'from_status', 'to_status'])
      .where('product_id', '=', cast.availableBrooch)
      .orderBy('id')
      .execute()
    expect(changes.map(({ to_status }) => to_status)).toEqual(walk)
    expect(changes.at(5)).toEqual({ event: 'sell', from_status: 'reserved', to_status: 'sold' })
    const piece = await db
      .selectFrom('product')
      .select(['listed_at', 'sold_at'])
      .where('id', '=', cast.availableBrooch)
      .executeTakeFirstOrThrow()
    // it came back from a sale: it starts anew
    expect(piece.sold_at).toBeNull()
    expect(piece.listed_at?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('nonsense is impossible', () => {
  const update = (id: string, values: Record<string, unknown>) =>
    database.db.updateTable('product').set(values).where('id', '=', id).execute()

  test.each<[string, string, Record<string, unknown>]>([
    ['a watch with a ring size', cast.availableSubmariner, { ring_size_mm: 54 }],
    ['a watch with a metal', cast.availableSubmariner, { metal: 'silver' }],
    ['a ring with a movement', cast.availableRing, { movement: 'quartz' }],
    ['a bracelet with a ring size', cast.soldBangle, { ring_size_mm: 54 }],
    ['a listed piece without a price', cast.availableRing, { price_cents: null }],
    ['a price of nothing', cast.availableRing, { price_cents: 0 }],
    ['a listed watch without a movement', cast.availableSubmariner, { movement: null }],
    ['a listed ring without its metal', cast.availableRing, { metal: null }],
    ['years the wrong way round', cast.availableRing, { year_from: 2010, year_to: 2005 }],
    ['a year from nowhere', cast.availableRing, { year_to: null }],
    ['about no year at all', cast.soldBangle, { year_circa: true }],
    ['margin taxation of a coin', cast.krugerrand, { tax_mode: 'margin_25a' }],
    ['investment gold on a watch', cast.availableSubmariner, { tax_mode: 'investment_gold_25c' }],
    ['a name in one language', cast.availableRing, { name: '{"de": "Ring"}' }],
    ['an empty name', cast.availableRing, { name: '{"de": "Ring", "en": " "}' }],
    ['a third language', cast.availableRing, { name: '{"de": "Ring", "en": "Ring", "fr": "Bague"}' }],
    ['a word that is none', cast.availableSubmariner, { dial: 'plaid' }],
    ['a function that is none', cast.availableSubmariner, { complications: ['date', 'toaster'] }],
    ['a slug that is none', cast.availableRing, { slug_de: 'Ring mit Ü' }],
    ['a report number without its laboratory', cast.soldBangle, { report_number: '1' }],
    [
      'a species without its annex',
      cast.availableSubmariner,
      { cites_species: 'Alligator mississippiensis' },
    ],
    ['a service in month 13', cast.availableSubmariner, { serviced_on: '2024-13' }],
    ['a model without its maker', cast.availableSubmariner, { brand_id: null, reference_id: null }],
    ['another stock number', cast.availableRing, { id: '20199' }],
    ['a stock number with letters', cast.availableRing, { id: 'R1' }],
  ])('%s', async (_, id, values) => {
    await expect(update(id, values)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  })

  test('another maker’s model', async () => {
    const { db } = database
    const speedmaster = await db
      .selectFrom('model')
      .select('id')
      .where('slug', '=', 'speedmaster')
      .executeTakeFirstOrThrow()
    await expect(update(cast.availableSubmariner, { model_id: speedmaster.id })).rejects.toMatchObject({
      code: '23503',
    })
  })

  // Duty: nothing-deleted
  test('a piece or a price that is deleted', async () => {
    const { db } = database
    await expect(db.deleteFrom('product').execute()).rejects.toThrow(/nothing in it/)
    await expect(db.deleteFrom('price_history').execute()).rejects.toThrow(/nothing in it/)
    await expect(db.updateTable('product_status_change').set({ event: 'x' }).execute()).rejects.toThrow(
      /nothing in it/,
    )
  })

  test('a clarity that nobody grades', async () => {
    const stone = (clarity: string) =>
      database.db.updateTable('stone').set({ clarity }).where('product_id', '=', cast.availableRing).execute()
    for (const clarity of ['VS1', 'IF', 'SI1-SI2', 'P3']) await stone(clarity)
    for (const clarity of ['VS4', 'clean', '', 'VS1 '])
      await expect(stone(clarity)).rejects.toMatchObject({ code: '23514' })
  })
})

describe('what records itself', () => {
  // Duty: lowest-price
  test('every price with its time, old addresses in each language', async () => {
    const { db } = database
    const id = cast.availableRing
    const before = await db.selectFrom('price_history').selectAll().where('product_id', '=', id).execute()
    await db.updateTable('product').set({ price_cents: 6_200_00 }).where('id', '=', id).execute()
    await db
      .updateTable('product')
      .set({ price_cents: 6_000_00, slug_de: 'solitaer' })
      .where('id', '=', id)
      .execute()
    await db.updateTable('product').set({ gender: 'unisex' }).where('id', '=', id).execute()
    const after = await db
      .selectFrom('price_history')
      .select('price_cents')
      .where('product_id', '=', id)
      .orderBy('since')
      .execute()
    expect(after.map(({ price_cents }) => price_cents)).toEqual([
      ...before.map(({ price_cents }) => price_cents),
      6_200_00,
      6_000_00,
    ])
    const slugs = await db
      .selectFrom('slug_history')
      .select(['locale', 'slug'])
      .where('product_id', '=', id)
      .execute()
    expect(slugs).toEqual([{ locale: 'de', slug: 'solitaerring' }])
  })

  test('any text is either a bilingual one or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const answer = await query(database.db, { ok: bool })`
          select is_bilingual(${text.replaceAll('\\u0000', '')}::jsonb) as ok`
        expect(typeof answer[0]?.ok).toBe('boolean')
      }),
      { numRuns: 100 },
    )
  })
})
