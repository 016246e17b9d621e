import { describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { checkSetting, readSettings, type SettingKey } from './settings.ts'

const database = testDatabase()
const faults = (key: SettingKey, value: unknown) => {
  const checked = checkSetting(key, value)
  return checked.ok ? {} : checked.faults
}

test('what an empty shop begins with fits', async () => {
  const { shipping, buying, mails } = await readSettings(database.db)
  for (const [key, value] of Object.entries({ shipping, buying, mails }))
    expect(faults(key as SettingKey, value)).toEqual({})
})

describe('shipping', () => {
  test('days go forward, limits rise, zones and countries are told apart', async () => {
    const { shipping } = await readSettings(database.db)
    const [germany] = shipping.zones
    const [parcel, courier] = germany?.rates ?? []
    const zones = [
      { ...germany, rates: [courier, { ...parcel, days: [9, 2] }] },
      { ...germany, countries: ['QQ', 'AT'] },
    ]
    expect(faults('shipping', { ...shipping, zones })).toEqual({
      'zones.0.rates.1.upToCents': 'not-rising',
      'zones.0.rates.1.days.1': 'ends-before-begin',
      'zones.1.id': 'id-taken',
      'zones.1.countries.0': 'no-country',
    })
  })
})

describe('retention', () => {
  test('nothing goes before the law lets it', async () => {
    const { buying, mails } = await readSettings(database.db)
    const [rule] = buying.retention
    const years = (identityYears: number, receiptYears: number) => ({
      ...buying,
      retention: [rule, { ...rule, from: '2030-01-01', identityYears, receiptYears }],
    })
    expect(faults('buying', years(5, 8))).toEqual({})
    expect(faults('buying', years(4, 7))).toEqual({
      'retention.1.identityYears': 'below-law',
      'retention.1.receiptYears': 'below-law',
    })
    const letters = (orderYears: number) => ({ ...mails, retention: [{ from: '2020-01-01', orderYears }] })
    expect(faults('mails', letters(6))).toEqual({})
    expect(faults('mails', letters(5))).toEqual({ 'retention.0.orderYears': 'below-law' })
  })

  test('what was stored before is still read', async () => {
    const { db } = database
    const { buying } = await readSettings(db)
    const retention = buying.retention.map((rule) => ({ ...rule, identityYears: 1 }))
    await db
      .insertInto('setting')
      .values({ key: 'buying', value: JSON.stringify({ ...buying, retention }) })
      .execute()
    expect((await readSettings(db)).buying.retention[0]?.identityYears).toBe(1)
  })
})
