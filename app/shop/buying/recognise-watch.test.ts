import { beforeAll, describe, expect, test } from 'vitest'
import { castNow, loadCatalogue } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { recogniseWatch } from './recognise-watch.ts'
import { watchPrices } from './watch-prices.ts'

const database = testDatabase()
beforeAll(() => loadCatalogue(database.db))

const recognised = (typed: string) => recogniseWatch(database.db, typed, castNow)

describe('typed words are', () => {
  test.each([
    ['rolex 16600', 'Rolex', 'Sea-Dweller', '16600'],
    ['ROLEX  sea dweller 16600', 'Rolex', 'Sea-Dweller', '16600'],
    ['16600', 'Rolex', 'Sea-Dweller', '16600'],
    ['omega speedmaster 311.32.40.30.02.001', 'Omega', 'Speedmaster', '311.32.40.30.02.001'],
    ['omega 3113240 3002001', 'Omega', 'Speedmaster', '311.32.40.30.02.001'],
    ['311 32 40 30 02 001', 'Omega', 'Speedmaster', '311.32.40.30.02.001'],
    ['omega seamaster', 'Omega', 'Seamaster', null],
    ['omega seemaster', 'Omega', 'Seamaster', null],
    ['Omega Seamaster Aqua Terra', 'Omega', 'Seamaster Aqua Terra', null],
    ['jaeger lecoultre reverso', 'Jaeger-LeCoultre', 'Reverso', null],
    ['reverso', 'Jaeger-LeCoultre', 'Reverso', null],
    ['junghans', 'Junghans', null, null],
    ['H. Moser', null, null, null],
    ['omega', 'Omega', null, null],
  ])('%s', async (typed, brand, model, reference) => {
    const found = await recognised(typed)
    expect(found).toEqual(brand === null ? [] : [{ brand, model, reference, left: '' }])
  })

  test.each([
    ['rolex 99999', 'Rolex', '99999'],
    ['Omega de luxe Taschenuhr', 'Omega', 'de luxe Taschenuhr'],
  ])('understood in part: %s', async (typed, brand, left) => {
    expect(await recognised(typed)).toEqual([{ brand, model: null, reference: null, left }])
  })

  test.each(['', 'Eine Uhr', '386', '1966', 'Armbanduhr 36 mm', 'Patek Philippe', '%_(('])(
    'no watch of ours: %s',
    async (typed) => {
      expect(await recognised(typed)).toEqual([])
    },
  )
})

test('what nobody may see yet is not recognised', async () => {
  const { db } = database
  const now = new Date(castNow.getTime() + 3_600_000)
  const only = db.updateTable('product').where('id', '=', '10397')
  expect(await recogniseWatch(db, '16600', now)).toHaveLength(1)
  const [piece] = await db.selectFrom('product').select('reference_id').where('id', '=', '10397').execute()
  expect(piece?.reference_id).not.toBeNull()
  await only.set({ reference_id: null, model_id: null }).execute()
  expect(await recogniseWatch(db, '16600', new Date(now.getTime() + 3_600_000))).toEqual([])
})

describe('prices of our own', () => {
  const reverso = { brand: 'Jaeger-LeCoultre', model: 'Reverso', reference: 'Q3978480' }

  test('of the same reference: from the lowest to the highest, and since when', async () => {
    expect(await watchPrices(database.db, reverso, castNow)).toEqual({
      enough: true,
      alike: 'reference',
      pieces: 3,
      sold: 0,
      lowCents: 645_000,
      highCents: 745_000,
      since: expect.stringMatching(/^2026-07-2/),
    })
  })

  test('of a model alone: those of the model', async () => {
    const found = await watchPrices(database.db, { ...reverso, reference: null }, castNow)
    expect(found).toMatchObject({ enough: true, alike: 'model', pieces: 3 })
  })

  test('of a reference with few pieces: those of the model in the same material', async () => {
    const { db } = database
    const datejust = { brand: 'Rolex', model: 'Datejust', reference: '116300' }
    expect(await watchPrices(db, datejust, castNow)).toMatchObject({
      ...{ enough: true, alike: 'material', pieces: 3, sold: 1 },
      ...{ lowCents: 665_000, highCents: 835_000 },
    })
  })

  test('of a reference that the shop never had: nothing, for it may be of gold', async () => {
    const found = await watchPrices(database.db, { ...reverso, reference: '250.8.86' }, castNow)
    expect(found).toEqual({ enough: false })
  })

  test('a span that says nothing is not said', async () => {
    const { db } = database
    // In steel and gold there is one of 1970 for 3,650 and one of 2022 for 11,200.
    for (const reference of ['126233', null])
      expect(await watchPrices(db, { brand: 'Rolex', model: 'Datejust', reference }, castNow)).toEqual({
        enough: false,
      })
  })

  test('fewer than three say nothing, nor do those of a whole maker', async () => {
    const few = { brand: 'Grand Seiko', model: 'Elegance', reference: 'SBGH269' }
    expect(await watchPrices(database.db, few, castNow)).toEqual({ enough: false })
    const maker = { brand: 'Rolex', model: null, reference: null }
    expect(await watchPrices(database.db, maker, castNow)).toEqual({ enough: false })
  })

  test('what was sold more than two years ago counts no more, what is not shown never', async () => {
    const later = new Date(castNow.getTime() + 5 * 365 * 86_400_000)
    const { db } = database
    expect(await watchPrices(db, reverso, later)).toMatchObject({ enough: true, pieces: 3, sold: 0 })
    await db.updateTable('product').set({ status: 'withdrawn' }).where('id', '=', '10456').execute()
    expect(await watchPrices(db, reverso, castNow)).toEqual({ enough: false })
  })
})
