import { describe, expect, test } from 'vitest'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { recordReadings } from '#app/shop/buying/waiting-price.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { metalPrice } from './metal-price.ts'

const database = testDatabase()
const type = (...words: string[]) => typed(metalPrice, words, { DATABASE_URL: database.connectionString })

test('without words nothing is entered, and every metal and rate has a line', async () => {
  const { code, out } = await type()
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    ...['gold', 'silver', 'platinum', 'palladium'].map((name) => `${name.padEnd(13)} no price`),
    ...['gold-scrap', 'gold-bullion', 'silver', 'platinum', 'palladium'].map(
      (name) => `${name.padEnd(13)} no rate`,
    ),
    '',
  ])
})

test('a price and a rate hold from now on, with who said them', async () => {
  expect((await type('gold', '3.500,50', '--source', 'LBMA')).out).toMatch(
    /^gold {10}3500\.50 EUR\/oz, \d{4}-.*, LBMA, fresh$/m,
  )
  expect((await type('silver', '31')).out).toContain('Tageskurs, von uns eingetragen, fresh')
  expect((await type('rate', 'gold-scrap', '92,5')).out).toMatch(/^gold-scrap {4}92\.5 %$/m)
  const { prices, rates } = await currentPrices(database.db, new Date())
  expect(prices.gold).toMatchObject({ centsPerOunce: 350_050, source: 'LBMA' })
  expect(rates['gold-scrap']).toBe(925)
})

test('what is far from the last or out of bounds asks for a second word, and says why', async () => {
  const refused = await type('gold', '35000')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(
    /^✗ gold 35000\.00 EUR\/oz \(1125\.28 EUR\/g\) is not entered: 899\.9 % more than the last, 3500\.50 EUR\/oz \(112\.54 EUR\/g\) of \d{4}-.*, where 5 % is usual; outside of 1500\.00 EUR\/oz .* to 10000\.00 EUR\/oz .*\. Is it right\? --confirm/,
  )
  expect((await type('rate', 'gold-scrap', '9')).err).toMatch(
    /^✗ rate gold-scrap 9 % is not entered: 90\.3 % less than the last, 92\.5 % of .*; outside of 50 % to 99 %/,
  )
  const { prices, rates } = await currentPrices(database.db, new Date())
  expect([prices.gold?.centsPerOunce, rates['gold-scrap']]).toEqual([350_050, 925])
  expect((await type('gold', '4000', '--confirm', '--by', 'Clara')).out).toMatch(
    /^gold {10}4000\.00 EUR\/oz/m,
  )
  const newest = await database.db
    .selectFrom('metal_price')
    .select('entered_by')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(newest?.entered_by).toBe('Clara')
})

test('what the feed said and waits is shown, accepted and refused', async () => {
  const say = (price: number) =>
    recordReadings(database.db, [{ metal: 'gold', centsPerOunce: price, at: new Date() }], {
      source: 'LBMA',
      now: new Date(),
    })
  expect((await type('accept', 'gold')).err).toContain('No price of gold waits')
  await say(480_000)
  expect((await type()).out).toMatch(
    /^! gold {8}4800\.00 EUR\/oz \(154\.32 EUR\/g\), 20\.0 % more, \d{4}-.*, LBMA, waits since .*: accept gold 4800\.00 or refuse gold 4800\.00$/m,
  )
  expect((await type('refuse', 'gold', '--by', 'Clara')).out).toMatch(/^gold {10}4000\.00/m)
  await say(520_000)
  const { out } = await type('accept', 'gold')
  expect(out).toMatch(/^gold {10}5200\.00 EUR\/oz, .*, LBMA, fresh$/m)
  expect(out).not.toContain('!')
})

test('what staff saw is accepted or refused, not what the feed said meanwhile', async () => {
  const say = (price: number) =>
    recordReadings(database.db, [{ metal: 'palladium', centsPerOunce: price, at: new Date() }], {
      source: 'LBMA',
      now: new Date(),
    })
  await type('palladium', '1.000')
  await type('palladium', '1000')
  await say(120_000)
  expect((await type()).out).toMatch(/: accept palladium 1200\.00 or refuse palladium 1200\.00$/m)
  await say(90_000)
  for (const answer of ['accept', 'refuse']) {
    const { code, err } = await type(answer, 'palladium', '1.200,00')
    expect({ code, err }).toEqual({
      code: 1,
      err: '✗ 900.00 EUR/oz (28.94 EUR/g) of palladium waits now, not 1200.00 EUR/oz (38.58 EUR/g); nothing was changed.\n',
    })
  }
  expect((await currentPrices(database.db, new Date())).prices.palladium?.centsPerOunce).toBe(100_000)
  expect((await type('accept', 'palladium', '900')).out).toMatch(/^palladium {5}900\.00 EUR\/oz/m)
})

test.each([
  ['viel', 'it is no number'],
  ['3.500', 'three figures behind the sign can be read in two ways; write 3500 or 3500.00'],
  ['3500,123', 'it has more than two decimals'],
  ['0', 'it is nothing or less'],
  ['350000000', 'it is more than any ounce costs'],
  ['', 'it is empty'],
])('„%s“ is no price, and it is said why', async (typed, why) => {
  const { code, err } = await type('gold', typed)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining(`✗ "${typed}" is no price in EUR per ounce: ${why}.\n\n`),
  })
})

describe('what is no price and no rate is refused, and nothing is entered', () => {
  test.each([
    ['gold'],
    ['gold', 'viel'],
    // The price of a gram is none of an ounce.
    ['gold', '112,50g'],
    ['gold', '112 Gramm'],
    ['gold', '3500', '3600'],
    ['tin', '30'],
    ['rate', 'gold-scrap', '0'],
    ['rate', 'gold-scrap', '101'],
    ['rate', 'tin', '90'],
    ['gold', '-5'],
    ['gold', '0'],
    ['gold', 'NaN'],
    ['gold', '1e4'],
    ['gold', '3.500'],
    ['gold', '350000000', '--confirm'],
    ['rate', 'gold-scrap', '900', '--confirm'],
    ['rate', 'gold-scrap', '92,55'],
    ['rate', 'gold-scrap', '9e1'],
    ['gold', '3500', '--by', ' '],
    ['gold', '3500', '--source', 'x'.repeat(81)],
    ['accept', 'tin'],
    ['accept'],
    ['accept', 'gold', 'viel'],
    ['accept', 'gold', '3500', '3600'],
  ])('%s %s %s %s', async (...words) => {
    const count = () => database.db.selectFrom('metal_price').select('metal').execute()
    const before = await count()
    const { code, err } = await type(...words)
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`\n\n${metalPrice.usage}`) })
    expect(await count()).toEqual(before)
  })
})
