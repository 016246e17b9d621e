import { expect, test } from 'vitest'
import { addStaff } from '#app/shop/staff/accounts.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { testDatabase } from '#tests/database.ts'
import { currentPrices, enterMetalPrice } from './metal-price.ts'
import { recordReadings, settleWaiting } from './waiting-price.ts'

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

test('a price keeps the account of whoever entered or settled it, beside their name', async () => {
  const { db } = database
  const metal = 'silver' as const
  const clara = { name: 'Clara', email: 'clara@laden.example', role: 'buyer', locale: 'de' } as const
  const added = await addStaff(db, clara)
  if (!added.ok) throw new Error(added.reason)
  const who = { id: added.id, name: clara.name }
  const entered = { metal, centsPerOunce: 3000, at: later(-30), source: 'Spotpreis', enteredBy: who.name }
  await asStaff(db, who, (transaction) => enterMetalPrice(transaction, entered))
  const read = (centsPerOunce: number, minutes: number) =>
    recordReadings(db, [{ metal, centsPerOunce, at: later(minutes) }], {
      source: 'LBMA',
      now: later(minutes),
    })
  await read(3010, 0)
  await read(3500, 10)
  const settled = { metal, answer: 'accepted', by: who.name } as const
  expect(await asStaff(db, who, (transaction) => settleWaiting(transaction, settled))).toBe(true)
  const prices = await db
    .selectFrom('metal_price')
    .select(['cents_per_ounce as cents', 'entered_by as by', 'staff_id as account'])
    .where('metal', '=', metal)
    .orderBy('id')
    .execute()
  expect(prices).toEqual([
    { cents: 3000, by: 'Clara', account: who.id },
    { cents: 3010, by: null, account: null },
    { cents: 3500, by: 'Clara', account: who.id },
  ])
  const waited = await db
    .selectFrom('metal_price_waiting')
    .select('settled_staff_id')
    .where('metal', '=', metal)
    .execute()
  expect(waited).toEqual([{ settled_staff_id: who.id }])
})
