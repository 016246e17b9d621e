import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Metal, valuables } from './valuables.ts'
import {
  centsPerGram,
  type EnteredLine,
  forMetals,
  payoutPerGram,
  readGrams,
  readLines,
  readPieces,
  type Tariff,
  valueLine,
  valueLines,
  writeLines,
} from './valuation.ts'

const tariff: Tariff = {
  centsPerOunce: { gold: 350_000, silver: 3_820, platinum: 112_000, palladium: 101_000 },
  perMille: { 'gold-scrap': 900, 'gold-bullion': 970, silver: 750, platinum: 850, palladium: 850 },
}

const cents = (item: string, amount: string) => {
  const value = valueLine({ item, amount }, tariff)
  return value.ok ? value.cents : value.reason
}

const exactly = (value: number) => ({ low: value, high: value })

describe('the worked example', () => {
  // Duty: metal-valuation
  test('12.4 g of 585 at 3,500 EUR per ounce and 90 % are 734.65 EUR', () => {
    expect(valueLine({ item: 'gold-585', amount: '12,4' }, tariff)).toEqual({
      ok: true,
      metal: 'gold',
      rate: 'gold-scrap',
      perMille: 900,
      fine: exactly(7_254_000),
      cents: exactly(734_65),
    })
    expect(centsPerGram(350_000)).toBe(112_53)
  })

  test.each([
    ['coin-kruegerrand', '1', 3_395_00],
    ['coin-100-kronen', '1', 3_327_82],
    ['coin-sovereign', '1', 799_21],
    ['coin-20-mark', '1', 782_40],
    ['coin-vreneli', '1', 633_74],
    ['coin-ducat', '1', 375_70],
    ['bar-999.9', '100', 10_914_09],
  ])('%s × %s', (item, amount, expected) => {
    expect(cents(item, amount)).toEqual(exactly(expected))
  })

  test.each([
    [333, 33_72],
    [375, 37_98],
    [417, 42_23],
    [585, 59_25],
    [750, 75_96],
    [900, 91_15],
    [916, 92_77],
    [986, 99_86],
    [999, 101_17],
  ])('a gram of %i, as the page prints it', (stamp, expected) => {
    expect(payoutPerGram(stamp, 350_000, 900)).toBe(expected)
  })
})

test('where the fineness is open, from and to', () => {
  expect(cents('gold-unknown', '10')).toEqual({ low: 337_25, high: 759_56 })
  expect(cents('dental-yellow', '10')).toEqual({ low: 405_10, high: 911_47 })
  expect(cents('silver-unknown', '10')).toMatchObject({ low: 7_37 })
})

test('what cannot be valued by weight says why', () => {
  expect(cents('silver-90', '240')).toBe('plated')
  expect(cents('silver-100', '240')).toBe('plated')
  expect(cents('dental-white', '3')).toBe('melt-analysis')
  expect(cents('gold-586', '3')).toBe('unknown-item')
  expect(cents('__proto__', '3')).toBe('unknown-item')
  const without = { ...tariff, centsPerOunce: { ...tariff.centsPerOunce, platinum: null } }
  expect(valueLine({ item: 'platinum-950', amount: '3' }, without)).toEqual({ ok: false, reason: 'no-price' })
})

describe('grams', () => {
  test.each([
    ['12,4', 1240],
    ['12.4', 1240],
    ['12,40 g', 1240],
    [' 12.40 Gramm ', 1240],
    [',5', 50],
    ['7.', 700],
    ['1.234,5', 123_450],
    ['1,234.50', 123_450],
    ['1 234,5', 123_450],
    ['0,500', 50],
    ['12,4000', 1240],
    ['0007', 700],
    ['100000', 10_000_000],
  ])('“%s”', (text, hundredths) => {
    expect(readGrams(text)).toEqual({ ok: true, value: hundredths })
  })

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['zwölf', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['12,4,5', 'not-a-number'],
    ['.', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['12,345', 'ambiguous'],
    ['1.000', 'ambiguous'],
    ['0,005', 'too-precise'],
    ['12,3456', 'too-precise'],
    ['0', 'too-small'],
    ['-3', 'too-small'],
    ['100000,01', 'too-large'],
    ['9'.repeat(40), 'too-large'],
  ])('“%s” is refused: %s', (text, reason) => {
    expect(readGrams(text)).toEqual({ ok: false, reason })
  })

  test('any text at all is a value or a reason', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readGrams(text)
        return !read.ok || (Number.isInteger(read.value) && read.value > 0)
      }),
    )
  })
})

test.each([
  ['3', { ok: true, value: 3 }],
  ['2,0', { ok: true, value: 2 }],
  ['1,5', { ok: false, reason: 'whole-pieces' }],
  ['0', { ok: false, reason: 'too-small' }],
  ['-1', { ok: false, reason: 'too-small' }],
  ['10001', { ok: false, reason: 'too-large' }],
  ['drei', { ok: false, reason: 'not-a-number' }],
  ['', { ok: false, reason: 'empty' }],
])('pieces “%s”', (text, expected) => {
  expect(readPieces(text)).toEqual(expected)
})

const someTariff: fc.Arbitrary<Tariff> = fc.record({
  centsPerOunce: fc
    .integer({ min: 1, max: 2_000_000 })
    .map((price) => forMetals(() => price as number | null)),
  perMille: fc.integer({ min: 1, max: 1000 }).map((rate) => ({
    'gold-scrap': rate,
    'gold-bullion': rate,
    silver: rate,
    platinum: rate,
    palladium: rate,
  })),
})
const hundredths = fc.integer({ min: 1, max: 10_000_000 })
const asText = (value: number, mark = ',') =>
  `${Math.floor(value / 100)}${mark}${String(value % 100).padStart(2, '0')}`
const someLine: fc.Arbitrary<EnteredLine> = fc.record({
  item: fc.constantFrom(...valuables.map(({ id }) => id)),
  amount: fc.oneof(
    hundredths.map((value) => asText(value)),
    fc.integer({ min: -5, max: 20_000 }).map(String),
    fc.string(),
  ),
})

describe('properties', () => {
  test('never negative; the total is the sum of the rounded lines', () => {
    fc.assert(
      fc.property(fc.array(someLine, { maxLength: 20 }), someTariff, (lines, given) => {
        const { lines: values, total, valued } = valueLines(lines, given)
        const worth = values.flatMap((value) => (value.ok ? [value.cents] : []))
        for (const { low, high } of worth) {
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeGreaterThanOrEqual(low)
          expect(Number.isSafeInteger(high)).toBe(true)
        }
        expect(values).toHaveLength(lines.length)
        expect(valued).toBe(worth.length)
        expect(total.low).toBe(worth.reduce((sum, { low }) => sum + low, 0))
        expect(total.high).toBe(worth.reduce((sum, { high }) => sum + high, 0))
      }),
    )
  })

  test('heavier is never worth less, and neither is finer', () => {
    const metals: Record<Metal, number[]> = {
      gold: [333, 375, 417, 585, 750, 800, 833, 875, 900, 916, 917, 958, 986, 999, 999.9],
      silver: [800, 830, 835, 925, 999],
      platinum: [950, 999],
      palladium: [500, 950],
    }
    const worth = (item: string, value: number, given: Tariff) => {
      const found = valueLine({ item, amount: asText(value) }, given)
      if (!found.ok) throw new Error(`${item}: ${found.reason}`)
      return found.cents.low
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(metals) as Metal[])),
        hundredths,
        hundredths,
        someTariff,
        (metal, a, b, given) => {
          const ladder = metals[metal].map((stamp) => `${metal}-${stamp}`)
          const steps = ladder.map((item) => worth(item, a, given))
          expect(steps).toEqual([...steps].sort((x, y) => x - y))
          const [light, heavy] = [Math.min(a, b), Math.max(a, b)]
          const item = ladder[0] as string
          expect(worth(item, heavy, given)).toBeGreaterThanOrEqual(worth(item, light, given))
        },
      ),
    )
  })

  test('comma and point mean the same', () => {
    fc.assert(
      fc.property(hundredths, (value) => {
        expect(readGrams(asText(value, ','))).toEqual({ ok: true, value })
        expect(readGrams(asText(value, '.'))).toEqual({ ok: true, value })
      }),
    )
  })

  // Duty: metal-valuation
  test('rounding is off by half a cent at most', () => {
    fc.assert(
      fc.property(hundredths, fc.integer({ min: 1, max: 20_000_00 }), (value, price) => {
        const given = { ...tariff, centsPerOunce: { ...tariff.centsPerOunce, gold: price } }
        const found = valueLine({ item: 'gold-585', amount: asText(value) }, given)
        if (!found.ok) throw new Error(found.reason)
        // 2 × |cents − exact| ≤ 1, without a fraction.
        const exact = BigInt(value) * 5850n * BigInt(price) * 900n
        const unit = 31_103_476_800n
        const off = 2n * (BigInt(found.cents.low) * unit - exact)
        expect(off <= unit && off > -unit).toBe(true)
      }),
    )
  })
})

describe('lines in a page’s query', () => {
  test('come back as they were written', () => {
    const lines = [
      { item: 'gold-585', amount: '12,40' },
      { item: 'coin-kruegerrand', amount: '1' },
    ]
    expect(writeLines([...lines, { item: 'silver-925', amount: ' ' }]).toString()).toBe(
      'item=gold-585&amount=12%2C40&item=coin-kruegerrand&amount=1',
    )
    expect(readLines(writeLines(lines))).toEqual(lines)
  })

  test('one can be added and one removed; there is always one and never more than twenty', () => {
    const read = (query: string) => readLines(new URLSearchParams(query))
    const blank = { item: 'gold-585', amount: '' }
    expect(read('')).toEqual([blank])
    expect(read('item=gold-333&amount=2&more=1')).toEqual([{ item: 'gold-333', amount: '2' }, blank])
    expect(read('item=gold-333&amount=2&item=gold-750&amount=3&remove=0')).toEqual([
      { item: 'gold-750', amount: '3' },
    ])
    expect(read('item=gold-333&amount=2&remove=0')).toEqual([blank])
    expect(read(`${'item=gold-333&amount=2&'.repeat(30)}more=1`)).toHaveLength(20)
    expect(read('amount=2&weight=3')).toEqual([blank])
  })
})
