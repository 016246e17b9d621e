import { beforeAll, expect, test } from 'vitest'
import { holdsUntil, recorded } from '#app/platform/answer-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { soldPrices } from './sold-prices.ts'

const database = testDatabase()
const now = new Date('2026-11-20T12:00:00Z')
const twoYears = 730 * 86_400_000
const soldAt = new Date('2026-06-03T10:00:00Z')
let brandId = 0
let modelId = 0

const asked = (model: number | null = null) => ({ department: 'watches', brandId, modelId: model }) as const

beforeAll(async () => {
  const { db } = database
  await loadCast(db)
  const tank = await db
    .updateTable('product')
    .set({ sold_at: soldAt, price_cents: 625_000 })
    .where('id', '=', cast.soldTank)
    .returning(['brand_id', 'model_id'])
    .executeTakeFirstOrThrow()
  brandId = tank.brand_id ?? 0
  modelId = tank.model_id ?? 0
})

/** Jewellery of the same maker, sold at these prices. */
async function sellMore(...prices: number[]) {
  const { db } = database
  const ids = prices.map((_, place) => String(90_111 + place))
  await addRings(db, ids)
  for (const [place, id] of ids.entries()) {
    const change = (values: object) => db.updateTable('product').set(values).where('id', '=', id).execute()
    await change({ brand_id: brandId, price_cents: prices[place] })
    await change({ status: 'reserved' })
    await change({ status: 'sold', sold_at: soldAt })
  }
}

test('a few are named each with its month, and count for 24 months', async () => {
  const { answer, record } = await recorded(() => soldPrices(database.db, asked(modelId), now))
  expect(answer).toMatchObject({ pieces: [{ id: cast.soldTank, euros: 6250, soldAt }] })
  expect(holdsUntil(record)).toBe(soldAt.getTime() + twoYears)
  expect([...record.uses]).toContain('kind:watch')
  const end = new Date(soldAt.getTime() + twoYears)
  expect(await soldPrices(database.db, asked(), new Date(end.getTime() - 1))).not.toBeNull()
  expect(await soldPrices(database.db, asked(), end)).toBeNull()
})

test('nothing is said where nothing was sold, nor of the other department', async () => {
  const jewelry = await soldPrices(database.db, { ...asked(), department: 'jewelry' }, now)
  expect(jewelry).toMatchObject({ pieces: [{ id: cast.soldBangle, euros: 5900 }] })
  expect(await soldPrices(database.db, { ...asked(), brandId: 99_999 }, now)).toBeNull()
})

test('from three on there is a lowest, a median and a highest price, in whole euros', async () => {
  await sellMore(480_000, 730_050, 910_000)
  expect(await soldPrices(database.db, { ...asked(), department: 'jewelry' }, now)).toEqual({
    count: 4,
    lowest: 4800,
    median: 6600,
    highest: 9100,
  })
})
