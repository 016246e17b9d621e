import { beforeAll, describe, expect, test } from 'vitest'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { findCards } from './cards.ts'
import { newestPieces } from './newest.ts'
import { findProduct } from './product.ts'
import { productAddresses } from './product-addresses.ts'
import { similarPieces } from './similar.ts'

const database = testDatabase()
const now = castNow

beforeAll(() => loadCast(database.db))

const ids = (pieces: readonly { id: string }[]) => pieces.map(({ id }) => id)

describe('beside a piece', () => {
  test('newest pieces are only those that can be bought', async () => {
    expect(ids(await newestPieces(database.db, { limit: 2, now }))).toEqual(['20101', '30001'])
    expect(ids(await newestPieces(database.db, { department: 'watches', limit: 9, now }))).toEqual(['10482'])
  })

  test('similar pieces can be bought, are of a kind, and are never the piece itself', async () => {
    expect(ids(await similarPieces(database.db, cast.soldTank, { now }))).toEqual(['10482'])
    expect(ids(await similarPieces(database.db, cast.availableSubmariner, { now }))).toEqual([])
    expect(await similarPieces(database.db, '99999', { now })).toEqual([])
  })
})

describe('a product', () => {
  test('tells everything the public may know', async () => {
    const product = await findProduct(database.db, cast.availableSubmariner, now)
    expect(product).toMatchObject({
      department: 'watches',
      status: 'available',
      brand: { name: 'Rolex', slug: 'rolex' },
      model: { slug: 'submariner' },
      reference: { number: '116610LN' },
      weight: 142.5,
      branchId: 'koeln',
      watch: {
        diameter: 40,
        thickness: 12.5,
        serviced: { on: '2024-06' },
        waterResistance: { bar: 30, testedOn: '2026-08' },
        serialMasked: '6A••••••',
      },
      jewellery: null,
      reduction: { lowestCents: 10_400_00 },
    })
    expect(product?.priceHistory.at(0)?.priceCents).toBe(10_400_00)
    expect(JSON.stringify(product)).not.toContain('7300')
  })

  test('a ring with its stone, report and sizes', async () => {
    expect(await findProduct(database.db, cast.availableRing, now)).toMatchObject({
      jewellery: { type: 'rings', ringSize: 54, resizable: { up: 3, down: 2 }, width: 6.5, era: 'modern' },
      stones: [
        {
          stone: 'diamond',
          carat: 1.02,
          cut: 'round-brilliant',
          colour: 'G',
          clarity: 'VS1',
          laboratoryGrown: false,
        },
      ],
      report: { lab: 'GIA', number: '2141438171' },
      hallmarks: ['750'],
      carat: 1.02,
      watch: null,
    })
  })

  test('a sold one stays, a draft does not show, nonsense is nothing', async () => {
    const { db } = database
    expect((await findProduct(db, cast.soldTank, now))?.status).toBe('sold')
    await db.updateTable('product').set({ status: 'preparing' }).where('id', '=', '20101').execute()
    expect(await findProduct(db, '20101', now)).toBeNull()
    for await (const some of productAddresses(db)) expect(ids(some)).not.toContain('20101')
    expect(await findCards(db, ['20101', '10484'], now)).toHaveLength(1)
    await db.updateTable('product').set({ status: 'listed' }).where('id', '=', '20101').execute()
    for (const id of ['', '0', 'abc', "1'; --", '9'.repeat(400), '\u0000', '10482 '])
      expect(await findProduct(db, id, now)).toBeNull()
  })
})
