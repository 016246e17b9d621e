import { resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { recorded } from '#app/platform/answer-record.ts'
import { timestamptz, value } from '#app/platform/database/statement.ts'
import { buyingSchema, type PriceRule } from '#app/shop/settings/buying-settings.ts'
import { saveSetting } from '#app/shop/settings/settings.ts'
import { loadMetalPrices } from '#db/load-metal-prices.ts'
import { testDatabase } from '#tests/database.ts'
import {
  currentPrices,
  enterMetalPrice,
  enterPayoutRate,
  metalPriceHistory,
  tariffOf,
} from './metal-price.ts'

const database = testDatabase()
const now = new Date('2026-11-20T13:30:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

beforeEach(async () => {
  await database.db.deleteFrom('metal_price').execute()
  await database.db.deleteFrom('metal_price_waiting').execute()
  await database.db.deleteFrom('payout_rate').execute()
})

const enter = (centsPerOunce: number, at: Date, more: { confirmed?: boolean } = {}) =>
  enterMetalPrice(database.db, {
    metal: 'gold',
    centsPerOunce,
    at,
    source: 'Spotpreis',
    enteredBy: 'Clara',
    ...more,
  })

describe('prices that staff enter', () => {
  test.each([
    ['ten times as much', 3_500_000],
    ['the price of a gram', 11_253],
    ['a little more than 5 % above', 367_501],
    ['a little more than 5 % below', 332_499],
  ])('%s is refused without a second word, however old the last is', async (_, cents) => {
    for (const minutes of [-1, -5 * 24 * 60]) {
      await enter(350_000, later(minutes))
      const entered = await enter(cents, now)
      expect(entered).toMatchObject({ ok: false, doubt: { last: { value: 350_000, at: later(minutes) } } })
      expect((await currentPrices(database.db, now)).prices.gold?.centsPerOunce).toBe(350_000)
      await database.db.deleteFrom('metal_price').execute()
    }
    await enter(350_000, later(-1))
    expect(await enter(cents, now, { confirmed: true })).toEqual({ ok: true })
    expect((await currentPrices(database.db, now)).prices.gold?.centsPerOunce).toBe(cents)
  })

  test('exactly 5 % is taken, and without a last one the bounds hold', async () => {
    expect(await enter(3_500_000, later(-3))).toMatchObject({
      ok: false,
      doubt: { last: null, change: null, outside: { most: 1_000_000 } },
    })
    expect(await enter(149_999, later(-3))).toMatchObject({ ok: false })
    expect(await enter(350_000, later(-2))).toEqual({ ok: true })
    expect(await enter(367_500, later(-1))).toEqual({ ok: true })
    expect(await enter(349_125, now)).toEqual({ ok: true })
  })

  test('share and bounds are settings of their day', async () => {
    const rule = buyingSchema.parse({}).prices[0] as PriceRule
    const wide = { ...rule, from: '2026-11-20', gold: { ...rule.gold, changePerMille: 200 } }
    await saveSetting(database.db, 'buying', { prices: [rule, wide] })
    await enter(350_000, later(-24 * 60 * 2))
    expect(await enter(400_000, later(-24 * 60))).toMatchObject({ ok: false })
    expect(await enter(400_000, now)).toEqual({ ok: true })
    await database.db.deleteFrom('setting').execute()
  })

  test('of two at once the second is compared with the first', async () => {
    await enter(350_000, later(-1))
    const both = await Promise.all([enter(366_000, now), enter(334_000, now)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test('hold until the next one; all are kept', async () => {
    await enter(340_000, later(-120))
    await enter(350_000, later(-10))
    await enter(360_000, later(10))
    const { prices } = await currentPrices(database.db, now)
    expect(prices).toEqual({
      gold: { centsPerOunce: 350_000, at: later(-10), source: 'Spotpreis', age: 'fresh' },
      silver: null,
      platinum: null,
      palladium: null,
    })
    expect((await currentPrices(database.db, later(11))).prices.gold?.centsPerOunce).toBe(360_000)
    expect(await database.db.selectFrom('metal_price').select('entered_by').execute()).toHaveLength(3)
  })

  test('of two from the same price the second is told of the first; nothing is lost', async () => {
    await enter(350_000, later(-1))
    const price = { metal: 'gold', at: now, source: 'Spotpreis', seen: 350_000 } as const
    const by = (enteredBy: string, centsPerOunce: number, seen: number | null = 350_000) =>
      enterMetalPrice(database.db, { ...price, enteredBy, centsPerOunce, seen })
    const both = await Promise.all([by('Anna', 351_000), by('Bert', 352_000)])
    const [first, second] = both[0].ok ? [351_000, 352_000] : [352_000, 351_000]
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual({
      ...{ ok: false, doubt: null },
      now: { value: first, at: now, by: both[0].ok ? 'Anna' : 'Bert' },
    })
    const holds = async () => (await currentPrices(database.db, now)).prices.gold?.centsPerOunce
    expect(await holds()).toBe(first)
    // Doubtful or not: what was seen comes first.
    expect(await by('Bert', 3_500_000)).toMatchObject({ doubt: null, now: { value: first } })
    expect(await by('Bert', second, first)).toEqual({ ok: true })
    expect(await holds()).toBe(second)
    // Wanting what holds already is no fault.
    expect(await by('Anna', second)).toEqual({ ok: true })
  })

  test('of two rates from the same day the second is told of the first; other days are others', async () => {
    const rate = { name: 'silver', enteredBy: 'Anna' } as const
    const set = (perMille: number, validFrom: Date, seen: number | null, enteredBy = 'Anna') =>
      enterPayoutRate(database.db, { ...rate, enteredBy, perMille, validFrom, seen })
    expect(await set(750, now, null)).toEqual({ ok: true })
    expect(await set(760, later(1000), 750)).toEqual({ ok: true })
    const recordedAt = async (perMille: number) =>
      (
        await database.db
          .selectFrom('payout_rate')
          .select('recorded_at')
          .where('per_mille', '=', perMille)
          .executeTakeFirstOrThrow()
      ).recorded_at
    // Told of when it was entered, not of the day from which it holds.
    expect(await set(770, later(1000), 750, 'Bert')).toEqual({
      ...{ ok: false, doubt: null },
      now: { value: 760, at: await recordedAt(760), by: 'Anna' },
    })
    expect(await set(740, later(500), 750, 'Bert')).toEqual({ ok: true })
    expect((await currentPrices(database.db, later(1000))).rates.silver).toBe(760)
    expect(await set(770, later(1000), 760, 'Bert')).toEqual({ ok: true })
    expect((await currentPrices(database.db, later(1000))).rates.silver).toBe(770)
  })

  // Duty: metal-price-age
  test('are old after 60 minutes and give no amounts after 24 hours', async () => {
    await enter(350_000, now)
    const age = async (minutes: number) => (await currentPrices(database.db, later(minutes))).prices.gold?.age
    expect(await age(60)).toBe('fresh')
    expect(await age(61)).toBe('old')
    expect(await age(24 * 60)).toBe('old')
    expect(await age(24 * 60 + 1)).toBe('expired')
    const gold = async (minutes: number) =>
      tariffOf(await currentPrices(database.db, later(minutes))).centsPerOunce.gold
    expect(await gold(24 * 60)).toBe(350_000)
    expect(await gold(24 * 60 + 1)).toBeNull()
  })

  test('payout rates hold from their day on', async () => {
    const rate = { name: 'gold-scrap', enteredBy: 'Clara' } as const
    await enterPayoutRate(database.db, { ...rate, perMille: 900, validFrom: later(-1000) })
    await enterPayoutRate(database.db, { ...rate, perMille: 910, validFrom: later(1000) })
    expect((await currentPrices(database.db, now)).rates).toMatchObject({ 'gold-scrap': 900, silver: null })
    expect((await currentPrices(database.db, later(1000))).rates['gold-scrap']).toBe(910)
    const silver = { name: 'silver', enteredBy: 'Clara' } as const
    const set = (perMille: number, confirmed = false) =>
      enterPayoutRate(database.db, { ...silver, perMille, validFrom: now, confirmed })
    expect(await set(75)).toMatchObject({ ok: false, doubt: { last: null, outside: { least: 500 } } })
    expect(await set(750)).toEqual({ ok: true })
    expect(await set(850)).toMatchObject({ ok: false, doubt: { last: { value: 750 }, outside: null } })
    expect((await currentPrices(database.db, now)).rates.silver).toBe(750)
    expect(await set(850, true)).toEqual({ ok: true })
  })
})

test('the demo’s newest prices are of the moment, with a year behind them', async () => {
  await loadMetalPrices(database.db, resolve('db/demo/metal-prices.yaml'), now)
  const { prices, rates } = await currentPrices(database.db, now)
  expect(prices.gold).toMatchObject({ centsPerOunce: 350_000, at: now, age: 'fresh' })
  expect(rates).toEqual({
    'gold-scrap': 900,
    'gold-bullion': 970,
    silver: 750,
    platinum: 850,
    palladium: 850,
  })
  const history = await metalPriceHistory(database.db, 'gold', now)
  expect(history.length).toBeGreaterThan(50)
  expect(history.length).toBeLessThan(56)
  expect(history.at(-1)).toEqual({ at: now, centsPerOunce: 350_000 })
  expect(history.map(({ at }) => at.getTime())).toEqual(
    history.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
  )
})

test('the price curve has German weeks, and is the same all week long', async () => {
  const week = [
    '2026-11-15T22:30:00Z',
    '2026-11-15T23:00:00Z',
    '2026-11-18T12:00:00Z',
    '2026-11-22T22:59:59Z',
  ]
  for (const [index, at] of week.entries()) await enter(350_000 + index, new Date(at), { confirmed: true })
  await enter(340_000, new Date('2025-11-16T22:59:59Z'), { confirmed: true })
  await enter(341_000, new Date('2025-11-16T23:00:00Z'), { confirmed: true })
  const curve = async (at: string) => {
    const { answer, record } = await recorded(() => metalPriceHistory(database.db, 'gold', new Date(at)))
    return [answer.map(({ centsPerOunce }) => centsPerOunce), new Date(record.until).toJSON()]
  }
  const monday = '2026-11-22T23:00:00.000Z'
  expect(await curve('2026-11-18T11:59:59Z')).toEqual([
    [341_000, 350_000, 350_001],
    '2026-11-18T12:00:00.000Z',
  ])
  expect(await curve('2026-11-18T12:00:00Z')).toEqual([
    [341_000, 350_000, 350_002],
    '2026-11-22T22:59:59.000Z',
  ])
  expect(await curve('2026-11-22T22:59:59Z')).toEqual([[341_000, 350_000, 350_003], monday])
  expect(await curve(monday)).toEqual([[350_000, 350_003], '2026-11-29T23:00:00.000Z'])
})

test('what is entered beforehand holds for an answer from the first millisecond on', async () => {
  await enter(350_000, later(-30))
  await sql`insert into payout_rate (name, per_mille, valid_from, entered_by)
    values ('silver', 800, ${value(timestamptz)`${later(5).toISOString()}::timestamptz + interval '400 microseconds'`}, 'Clara')`.execute(
    database.db,
  )
  const { record } = await recorded(() => currentPrices(database.db, now))
  expect(new Date(record.until)).toEqual(new Date(later(5).getTime() + 1))
  const silver = async (at: number) => (await currentPrices(database.db, new Date(at))).rates.silver
  expect([await silver(record.until - 1), await silver(record.until)]).toEqual([null, 800])
})
