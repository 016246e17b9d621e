import { beforeAll, expect, test } from 'vitest'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { type Buyer, buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { ledgerCsv } from './ledger-csv.ts'

const database = testDatabase()
const shop = ledgerShop(database, 78_001)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

// Duty: export-untaxed, intra-community, destination-tax
test('the ledger names the rule that held, and of distance sales state, rate, net and VAT', async () => {
  const sold = async (buyer: Buyer, taxMode: 'standard_19' | 'margin_25a' | 'investment_gold_25c') => {
    const [id = ''] = await shop.rings({ priceCents: 119_000, taxMode })
    await shop.sold([id], buyer)
    await shop.agrees()
    const csv = await ledgerCsv(database.db, { from: '2000-01-01', to: '2099-12-31', format: 'german' })
    const [columns = [], ...lines] = csv.split('\r\n').map((line) => line.split(';'))
    const line = lines.find((cells) => cells.includes(id))
    const taxes = [
      'Besteuerung',
      'Umsatzsteuer EUR',
      'Bestimmungsland',
      'Steuersatz Bestimmungsland %',
      'Netto Bestimmungsland EUR',
    ]
    return [...taxes, 'Umsatzsteuer Bestimmungsland EUR'].map((name) => line?.[columns.indexOf(name)])
  }
  expect(await sold(buyers.home, 'standard_19')).toEqual(['19 %', '193,83', '', '', '', ''])
  expect((await sold(buyers.home, 'margin_25a'))[0]).toBe('§ 25a UStG')
  expect((await sold(buyers.distant, 'margin_25a')).slice(2)).toEqual(['', '', '', ''])
  expect((await sold(buyers.home, 'investment_gold_25c'))[0]).toBe('§ 25c UStG')
  expect(await sold(buyers.abroad, 'standard_19')).toEqual([
    'Ausfuhr § 4 Nr. 1a UStG',
    '0,00',
    'CH',
    '',
    '',
    '',
  ])
  expect((await sold(buyers.abroad, 'margin_25a')).slice(0, 3)).toEqual([
    'Ausfuhr § 4 Nr. 1a UStG (§ 25a UStG)',
    '0,00',
    'CH',
  ])
  expect((await sold(buyers.business, 'standard_19')).slice(0, 3)).toEqual([
    'innergemeinschaftliche Lieferung § 4 Nr. 1b i. V. m. § 6a UStG',
    '0,00',
    'AT',
  ])
  // 1190 EUR and 49 EUR of shipping.
  expect(await sold(buyers.distant, 'standard_19')).toEqual([
    'Fernverkauf § 3c UStG: FI 25,5 %',
    '0,00',
    'FI',
    '25,5',
    '987,25',
    '251,75',
  ])
})
