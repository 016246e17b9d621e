import { describe, expect, test } from 'vitest'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
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
    ['gold', '3500', '--by', 'me'],
  ])('%s %s %s %s', async (...words) => {
    const count = () => database.db.selectFrom('metal_price').select('metal').execute()
    const before = await count()
    const { code, err } = await type(...words)
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`\n\n${metalPrice.usage}`) })
    expect(await count()).toEqual(before)
  })
})
