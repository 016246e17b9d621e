import { expect, test } from 'vitest'
import { addRings } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { testDatabase } from '#tests/database.ts'
import { rush, wrongWith } from '#tests/faults/rush.ts'

const database = testDatabase()

test('of 1,000 buyers of one piece in three processes one has it, and everybody knows', async () => {
  const { db, connectionString } = database
  await addRings(db, ['1000001'])
  const crowd = { connectionString, piece: '1000001', totalCents: 120_000, buyers: 1_000 }
  const heard = await rush(crowd, { processes: 3 })
  expect(wrongWith(heard, 1_000)).toEqual([])
  expect(await brokenRules(db)).toEqual([])
  const orders = await db.selectFrom('shop_order').select(['number', 'total_cents']).execute()
  expect(orders).toEqual([{ number: heard.orders[0], total_cents: 120_000 }])
})
