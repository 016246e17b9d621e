import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { currentPrices, enterMetalPrice } from './metal-price.ts'
import { recordReadings } from './waiting-price.ts'

const database = testDatabase()
const now = new Date('2026-11-20T13:30:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test('a doubtful price that two processes read at once waits once, and is agreed to once', async () => {
  const { db } = database
  const metal = 'gold' as const
  const entered = { metal, centsPerOunce: 350_000, at: later(-30), source: 'Spotpreis', enteredBy: 'Clara' }
  await enterMetalPrice(db, entered)
  const read = (minutes: number) =>
    recordReadings(db, [{ metal, centsPerOunce: 390_000, at: later(minutes) }], {
      source: 'LBMA',
      now: later(minutes),
    })
  const both = await Promise.all([read(0), read(0)])
  expect(both.map(({ waiting }) => waiting.length)).toEqual([1, 1])
  await Promise.all([read(15), read(15)])
  expect((await currentPrices(db, later(16))).prices.gold?.centsPerOunce).toBe(390_000)
  expect(await db.selectFrom('metal_price').select('id').execute()).toHaveLength(2)
  expect(await db.selectFrom('metal_price_waiting').select('settled').execute()).toEqual([
    { settled: 'agreed' },
  ])
})
