import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TaxCircumstances, taxBasket, taxSums } from './tax-basket.ts'
import { taxPlaceOf, type Whereabouts } from './tax-place.ts'
import { type DistanceSales, isTaxedAtDestination, taxOf, vatIn } from './tax-treatment.ts'
import { type TaxMode, taxModes } from './types.ts'
import { memberStates, standardRate } from './vat-rates.ts'

const nothingSold: DistanceSales = {
  oneStopSince: null,
  thresholdPassedOn: null,
  thisYearCents: 0,
  lastYearCents: 0,
}
const day = '2026-11-20'
const to = (where: Whereabouts | string, changes: Partial<TaxCircumstances> = {}): TaxCircumstances => ({
  place: taxPlaceOf(typeof where === 'string' ? { country: where } : where),
  vatIdCountry: null,
  day,
  sales: nothingSold,
  ...changes,
})
const one = (taxMode: TaxMode, circumstances: TaxCircumstances, priceCents = 119_000) =>
  taxBasket([{ priceCents, taxMode }], 0, circumstances).lines[0]

describe('a place as VAT sees it', () => {
  const area = (country: string, postalCode?: string, city?: string) =>
    taxPlaceOf({ country, postalCode, city }).area

  test('is home, the union or outside', () => {
    expect(memberStates).toHaveLength(27)
    for (const state of memberStates)
      expect([state, area(state)]).toEqual([state, state === 'DE' ? 'home' : 'union'])
    for (const other of ['CH', 'LI', 'GB', 'NO', 'US', 'SM', 'VA', 'AD', 'GP', 'JE'])
      expect([other, area(other)]).toEqual([other, 'outside'])
    expect(taxPlaceOf({ country: 'MC' })).toMatchObject({ area: 'union', country: 'FR' })
  })

  test.each([
    ...['35001', '38670', '51001', '52006'].map((code) => ['ES', code]),
    ['FI', '22100'],
    ['IT', '23041'],
    ['IT', '22061'],
    ['DE', '78266'],
    ['DE', '27498'],
    ['GR', '630 86'],
    ['FR', '97110'],
    ['FR', '98713'],
    ['DK', '3900'],
  ])('%s %s lies outside the area of VAT', (country, code) => {
    expect(area(country, code)).toBe('outside')
  })

  test('is told from its neighbours', () => {
    for (const [country, code] of [
      ['ES', '28001'],
      ['FI', '00100'],
      ['IT', '23030'],
      ['FR', '98000'],
      ['DE', '78224'],
      ['GR', '630 88'],
      ['DK', '4000'],
    ] as const)
      expect([code, area(country, code)]).toEqual([code, country === 'DE' ? 'home' : 'union'])
    // Written with the country in front, as on letters.
    expect([area('FI', 'AX-22100'), area('DE', 'D-27498'), area('DE', 'D-50667')]).toEqual([
      'outside',
      'outside',
      'home',
    ])
    expect(area('IT', '23030', 'Livigno')).toBe('outside')
    // The code that Campione once shared with others, and its namesake on Lake Garda.
    expect([area('IT', '22060', 'CAMPIONE'), area('IT', '22060', 'Cabiate')]).toEqual(['outside', 'union'])
    expect(area('IT', '00100', 'Campione d’Italia')).toBe('outside')
    expect([area('IT', '25010', 'Campione del Garda'), area('IT', '25010', 'Campione')]).toEqual([
      'union',
      'union',
    ])
    expect(area('GB', 'SW1A 1AA')).toBe('outside')
    expect(taxPlaceOf({ country: 'GB', postalCode: 'bt1 5gs' })).toMatchObject({
      area: 'union',
      country: 'XI',
    })
  })

  test('may have a rate of its own', () => {
    const rate = (country: string, postalCode: string) =>
      standardRate(taxPlaceOf({ country, postalCode }).rateOf, day)
    expect([rate('AT', '6991'), rate('AT', '1010')]).toEqual([190, 200])
    expect([rate('PT', '9000-001'), rate('PT', '9500-150'), rate('PT', '1100-148')]).toEqual([220, 160, 230])
  })
})

test('rates hold from a day on', () => {
  const rates = (country: string, ...days: string[]) => days.map((each) => standardRate(country, each))
  expect(rates('EE', '2025-06-30', '2025-07-01', '2030-01-01')).toEqual([220, 240, 240])
  expect(rates('FI', '2024-08-31', '2024-09-01')).toEqual([240, 255])
  expect(rates('SK', '2024-12-31', '2025-01-01')).toEqual([200, 230])
  expect(rates('RO', '2025-07-31', '2025-08-01')).toEqual([190, 210])
  expect(rates('DE', '2020-06-30', '2020-07-01', '2021-01-01')).toEqual([190, 160, 190])
  expect(() => standardRate('CH', day)).toThrow('no VAT rate')
})

describe('the tax of a piece', () => {
  // Duty: export-untaxed
  test('is not charged outside the EU: standard pieces without it, margin pieces as listed', () => {
    for (const country of ['CH', 'LI', 'GB', 'US']) {
      expect(one('standard_19', to(country))).toMatchObject({
        rule: 'export',
        ratePerMille: 0,
        grossCents: 100_000,
        netCents: 100_000,
        vatCents: 0,
        listedCents: 119_000,
      })
      expect(one('margin_25a', to(country))).toMatchObject({
        rule: 'margin-export',
        grossCents: 119_000,
        vatCents: 0,
      })
    }
    expect(one('standard_19', to({ country: 'ES', postalCode: '35001' }))).toMatchObject({ rule: 'export' })
    // A business outside is exported to as well.
    expect(one('standard_19', to('CH', { vatIdCountry: 'AT' }))).toMatchObject({ rule: 'export' })
  })

  // Duty: margin-abroad
  test('of margin pieces is German wherever in the EU they go, and investment gold is free', () => {
    for (const changes of [
      {},
      { vatIdCountry: 'AT' },
      { sales: { ...nothingSold, oneStopSince: '2026-01-01' } },
    ])
      expect(one('margin_25a', to('AT', changes))).toMatchObject({
        rule: 'margin',
        country: 'DE',
        grossCents: 119_000,
        vatCents: 0,
      })
    for (const country of ['DE', 'AT', 'CH'])
      expect(one('investment_gold_25c', to(country))).toMatchObject({
        rule: 'gold',
        grossCents: 119_000,
        vatCents: 0,
      })
  })

  // Duty: intra-community
  test('is not charged to a business of another member state, for goods that leave Germany within the EU', () => {
    const rule = (country: string, vatIdCountry: string | null) =>
      one('standard_19', to(country, { vatIdCountry }))
    expect(rule('AT', 'AT')).toMatchObject({ rule: 'intra-community', grossCents: 100_000, vatCents: 0 })
    expect(rule('FR', 'AT')).toMatchObject({ rule: 'intra-community' })
    expect(rule('AT', 'XI')).toMatchObject({ rule: 'intra-community' })
    expect(rule('AT', 'DE')).toMatchObject({ rule: 'domestic', grossCents: 119_000, vatCents: 19_000 })
    expect(rule('DE', 'AT')).toMatchObject({ rule: 'domestic', vatCents: 19_000 })
    expect(rule('AT', null)).toMatchObject({ rule: 'domestic', vatCents: 19_000 })
  })

  // Duty: destination-tax
  test('is that of the destination by choice, and the listed price stays', () => {
    const sales = { ...nothingSold, oneStopSince: '2026-11-20' }
    expect(one('standard_19', to('FI', { sales }), 125_500)).toMatchObject({
      rule: 'destination',
      country: 'FI',
      ratePerMille: 255,
      grossCents: 125_500,
      netCents: 100_000,
      vatCents: 25_500,
    })
    expect(one('standard_19', to('DE', { sales }))).toMatchObject({ rule: 'domestic' })
    expect(one('standard_19', to('FI', { sales, day: '2026-11-19' }))).toMatchObject({ rule: 'domestic' })
    expect(one('standard_19', to('FI', { sales, vatIdCountry: 'DE' }))).toMatchObject({ rule: 'domestic' })
    const north = to({ country: 'GB', postalCode: 'BT1 5GS' }, { sales })
    expect(one('standard_19', north)).toMatchObject({ rule: 'destination', country: 'XI', ratePerMille: 200 })
  })

  test('is rounded half-up', () => {
    expect([vatIn(1, 190), vatIn(3, 190), vatIn(119, 190), vatIn(7, 200), vatIn(3, 200)]).toEqual([
      0, 0, 19, 1, 1,
    ])
  })
})

// Duty: destination-tax
test('the threshold counts this year and the last, and the sale that passes it', () => {
  const passes = (changes: Partial<DistanceSales>, netCents = 1, on = day) =>
    isTaxedAtDestination({ ...nothingSold, ...changes }, netCents, on)
  expect(passes({}, 1_000_000)).toBe(false)
  expect(passes({}, 1_000_001)).toBe(true)
  expect(passes({ thisYearCents: 999_999 }, 1)).toBe(false)
  expect(passes({ thisYearCents: 999_999 }, 2)).toBe(true)
  expect(passes({ lastYearCents: 1_000_000 })).toBe(false)
  expect(passes({ lastYearCents: 1_000_001 })).toBe(true)
  const thresholdPassedOn = '2026-05-02'
  const on = (date: string) => passes({ thresholdPassedOn }, 1, date)
  expect([on('2026-05-01'), on('2026-05-02'), on('2027-12-31'), on('2028-01-01')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('shipping follows the goods in a mixed basket', () => {
  const pieces = [
    { priceCents: 119_000, taxMode: 'standard_19' },
    { priceCents: 119_000, taxMode: 'margin_25a' },
  ] as const
  const abroad = taxBasket(pieces, 2_380, to('CH'))
  expect(abroad.shipping).toMatchObject([
    { rule: 'export', listedCents: 1_190, grossCents: 1_000 },
    { rule: 'margin-export', grossCents: 1_190 },
  ])
  expect(taxSums([...abroad.lines, ...abroad.shipping])).toMatchObject([
    { rule: 'export', netCents: 101_000, vatCents: 0, grossCents: 101_000 },
    { rule: 'margin-export', grossCents: 120_190 },
  ])
  const home = taxBasket(pieces, 2_380, to('DE'))
  expect(taxSums([...home.lines, ...home.shipping])).toMatchObject([
    { rule: 'domestic', netCents: 101_000, vatCents: 19_190, grossCents: 120_190 },
    { rule: 'margin', grossCents: 120_190 },
  ])
})

test('what counts towards the threshold is net, and of standard pieces to consumers within the EU alone', () => {
  const counted = (circumstances: TaxCircumstances, taxMode: TaxMode = 'standard_19') =>
    taxBasket([{ priceCents: 119_000, taxMode }], 1_190, circumstances).distanceNetCents
  expect(counted(to('AT'))).toBe(101_000)
  expect(counted(to('AT', { sales: { ...nothingSold, oneStopSince: day } }))).toBe(99_167 + 992)
  for (const none of [to('DE'), to('CH'), to('AT', { vatIdCountry: 'FR' }), to('AT', { vatIdCountry: 'DE' })])
    expect(counted(none)).toBe(0)
  expect(counted(to('AT'), 'margin_25a')).toBe(0)
})

test('net and VAT are the gross amount everywhere, and within the EU a consumer’s gross is the listed one', () => {
  const pieces = fc.array(
    fc.record({ priceCents: fc.integer({ min: 1, max: 2_000_000 }), taxMode: fc.constantFrom(...taxModes) }),
    { minLength: 1, maxLength: 8 },
  )
  const places = fc.constantFrom(...memberStates, 'CH', 'LI', 'GB', 'US')
  const sums = fc.nat({ max: 1_200_000 })
  fc.assert(
    fc.property(
      ...([pieces, fc.nat({ max: 20_000 }), places, fc.constantFrom(null, 'AT', 'DE', 'XI'), sums] as const),
      (given, shippingCents, country, vatIdCountry, thisYearCents) => {
        const circumstances = to(country, { vatIdCountry, sales: { ...nothingSold, thisYearCents } })
        const { lines, shipping } = taxBasket(given, shippingCents, circumstances)
        const parts = [...lines, ...shipping]
        for (const part of parts) {
          expect(part.netCents + part.vatCents).toBe(part.grossCents)
          expect(part.vatCents).toBeGreaterThanOrEqual(0)
          expect(part.grossCents).toBeLessThanOrEqual(part.listedCents)
        }
        expect(shipping.reduce((sum, part) => sum + part.listedCents, 0)).toBe(shippingCents)
        const total = (of: readonly { grossCents: number }[]) =>
          of.reduce((sum, part) => sum + part.grossCents, 0)
        expect(total(taxSums(parts))).toBe(total(parts))
        if (circumstances.place.area !== 'outside' && vatIdCountry === null)
          expect(total(parts)).toBe(given.reduce((sum, { priceCents }) => sum + priceCents, shippingCents))
        // One destination, one way to tax what bears the standard rate.
        expect(
          new Set(parts.filter(({ vatCents }) => vatCents > 0).map(({ rule }) => rule)).size,
        ).toBeLessThan(2)
      },
    ),
  )
})

test('every amount is taxed by a rule that holds on the day', () => {
  expect(() =>
    taxOf(100, { ...to('DE'), taxMode: 'standard_19', atDestination: false }, '1970-01-01'),
  ).toThrow('no rule')
})
