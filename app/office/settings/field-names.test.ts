import { expect, test } from 'vitest'
import de from '#app/language/messages/de/office/settings.json'
import en from '#app/language/messages/en/office/settings.json'
import { differences } from '#app/shop/settings/differences.ts'
import { readSettings, type SettingKey } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { keysOfParts } from './parts.ts'
import { readFieldPath } from './use-field-name.ts'

const database = testDatabase()

test('every field of every setting has words in both languages, where it is changed and where it is told of', async () => {
  const settings = await readSettings(database.db)
  const keys = new Set<SettingKey>(Object.values(keysOfParts).flat())
  const paths = [...keys].flatMap((about) =>
    differences({}, settings[about]).map(({ path }) => readFieldPath(about, path).key),
  )
  expect(paths).toContain('buying_prices_gold_leastCents')
  expect(paths).toContain('buying_prices_rates_changePerMille')
  expect(paths).toContain('shipping_zones_rates_method')
  for (const { fields } of [de, en]) expect(paths.filter((key) => !(key in fields))).toEqual([])
})

test('a path says in which entries of lists it stands', () => {
  expect(readFieldPath('buying', 'prices.2020-01-01.rates.leastPerMille')).toMatchObject({
    key: 'buying_prices_rates_leastPerMille',
    entries: ['2020-01-01'],
  })
  expect(readFieldPath('shipping', 'zones.germany.rates.1.priceCents')).toMatchObject({
    key: 'shipping_zones_rates_priceCents',
    entries: ['germany', '1'],
  })
  expect(readFieldPath('branch', 'holidays.0.label.de')).toMatchObject({ key: 'branch_holidays_label_de' })
})
