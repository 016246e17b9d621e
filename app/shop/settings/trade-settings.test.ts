import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { readSettings } from './settings.ts'
import { bankSchema, isIban, ordersSchema, shippingSchema } from './trade-settings.ts'

const database = testDatabase()

test('an empty database has defaults that fit their own rules, and the demo’s values are read back', async () => {
  const before = await readSettings(database.db)
  expect(isIban(before.bank.iban)).toBe(true)
  expect(ordersSchema.parse(before.orders)).toEqual(before.orders)
  expect(shippingSchema.parse(before.shipping)).toEqual(before.shipping)
  await loadSettings(database.db, resolve('db/demo/settings.yaml'))
  const { shipping, bank, orders, company } = await readSettings(database.db)
  expect(shipping.zones.map(({ id }) => id)).toEqual(['germany', 'eu', 'switzerland', 'united-kingdom'])
  expect(shipping.zones.find(({ id }) => id === 'switzerland')?.dutiesByBuyer).toBe(true)
  expect(bank.iban).toBe('DE19999999990000123456')
  expect(orders.acceptance).toBe('at-once')
  expect(company.city).toBe('Köln')
})

test('check digits, a country in two zones and deadlines in the wrong order are refused', () => {
  expect(isIban('DE89370400440532013000')).toBe(true)
  expect(isIban('DE88370400440532013000')).toBe(false)
  expect(isIban('GB82WEST12345698765432')).toBe(true)
  expect(bankSchema.safeParse({ iban: 'DE00 0000' }).success).toBe(false)
  const zone = {
    id: 'a',
    label: { de: 'A', en: 'A' },
    countries: ['DE'],
    rates: [{ upToCents: 1, priceCents: 1, method: 'insured-parcel', days: [1, 2] }],
  }
  expect(shippingSchema.safeParse({ zones: [zone] }).success).toBe(true)
  expect(shippingSchema.safeParse({ zones: [zone, { ...zone, id: 'b' }] }).success).toBe(false)
  expect(ordersSchema.safeParse({ transferDue: 3, transferReminder: 5 }).success).toBe(false)
})
