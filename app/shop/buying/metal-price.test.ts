import { resolve } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { loadMetalPrices } from '#db/load-metal-prices.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeMetalFeed, startFakeMetalFeed } from '#tests/fakes/metal-feed.ts'
import { currentPrices, enterMetalPrice, enterPayoutRate, priceHistory, tariffOf } from './metal-price.ts'

const database = testDatabase()
const now = new Date('2026-11-20T13:30:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

beforeEach(async () => {
  await database.db.deleteFrom('metal_price').execute()
  await database.db.deleteFrom('payout_rate').execute()
})

const enter = (centsPerOunce: number, at: Date) =>
  enterMetalPrice(database.db, { metal: 'gold', centsPerOunce, at, source: 'Spotpreis', enteredBy: 'Clara' })

describe('prices that staff enter', () => {
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
  const history = await priceHistory(database.db, 'gold', now)
  expect(history.length).toBeGreaterThan(50)
  expect(history.length).toBeLessThan(56)
  expect(history.at(-1)).toEqual({ at: now, centsPerOunce: 350_000 })
  expect(history.map(({ at }) => at.getTime())).toEqual(
    history.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
  )
})

describe('the feed', () => {
  let feed: FakeMetalFeed
  let said: { level: number; msg: string; refused?: string[] }[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  const log = pino({ level: 'debug' }, sink)

  beforeAll(async () => {
    feed = await startFakeMetalFeed('broken')
  })
  afterAll(() => feed.stop())
  beforeEach(async () => {
    said = []
    feed.requests = 0
    await database.db.deleteFrom('job').execute()
  })

  const quote = (price: number, at = now, currency = 'EUR') => ({ price, currency, time: at.toISOString() })
  const answer = (metals: Record<string, unknown>, more: object = {}) =>
    feed.behave({ answer: { source: 'LBMA', metals, ...more } })

  /** A process of its own: one that has not asked yet. */
  async function inProcess(work: (ask: (at: Date) => ReturnType<typeof currentPrices>) => Promise<void>) {
    const db = openDatabase(database.connectionString, { maxConnections: 2 })
    try {
      await work((at) => currentPrices(db, at, { url: feed.url, log }))
    } finally {
      await db.destroy()
    }
  }

  test('is asked once in 15 minutes and its prices are recorded with their time', async () => {
    answer(
      { gold: quote(3500), silver: quote(41.256, now, 'USD'), platinum: quote(1120), palladium: quote(1010) },
      {
        usdPerEur: 1.08,
      },
    )
    await inProcess(async (ask) => {
      const { prices } = await ask(now)
      expect(prices.gold).toEqual({ centsPerOunce: 350_000, at: now, source: 'LBMA', age: 'fresh' })
      expect(prices.silver?.centsPerOunce).toBe(38_20)
      answer({
        gold: quote(3510, later(14)),
        silver: quote(38, later(14)),
        platinum: quote(1121, later(14)),
        palladium: quote(1011, later(14)),
      })
      expect((await ask(later(14))).prices.gold?.centsPerOunce).toBe(350_000)
      expect(feed.requests).toBe(1)
      // The page that finds the quarter of an hour over does not wait; the next one has the new price.
      expect((await ask(later(15))).prices.gold?.centsPerOunce).toBe(350_000)
      await expect.poll(async () => (await ask(later(16))).prices.gold?.centsPerOunce).toBe(351_000)
      expect(feed.requests).toBe(2)
    })
    expect(said).toEqual([])
  })

  test('is asked by one of many processes, and the others read what it recorded', async () => {
    answer({ gold: quote(3500), silver: quote(38), platinum: quote(1120), palladium: quote(1010) })
    await inProcess(async (first) => {
      await inProcess(async (second) => {
        await Promise.all([first(now), second(now)])
        expect(feed.requests).toBe(1)
        expect((await second(later(1))).prices.gold?.centsPerOunce).toBe(350_000)
        expect(feed.requests).toBe(1)
        answer({ gold: quote(3510, later(16)) })
        // Whoever comes first when the time is up asks for all of them.
        await second(later(16))
        await expect.poll(async () => (await first(later(16))).prices.gold?.centsPerOunce).toBe(351_000)
        await inProcess(async (third) => void (await third(later(30))))
        expect(feed.requests).toBe(2)
      })
    })
    expect(said).toEqual([])
  })

  test('that failed another process is not asked for a minute, and a clock that was ahead keeps nobody away', async () => {
    feed.behave('broken')
    await inProcess(async (ask) => void (await ask(now)))
    await inProcess(async (ask) => {
      await ask(later(0.5))
      expect(feed.requests).toBe(1)
      await ask(later(1))
      expect(feed.requests).toBe(2)
    })
    answer({ gold: quote(3500) })
    await inProcess(async (ask) => void (await ask(later(24 * 60))))
    expect(feed.requests).toBe(3)
    await inProcess(async (ask) => void (await ask(later(5))))
    expect(feed.requests).toBe(4)
  })

  test.each(['broken', 'not-json', 'silent', 'endless'] as const)(
    'that is %s leaves the good price and is told to the log',
    async (behaviour) => {
      await enter(350_000, later(-120))
      feed.behave(behaviour)
      await inProcess(async (ask) => {
        expect((await ask(now)).prices.gold).toMatchObject({ centsPerOunce: 350_000, age: 'old' })
        expect(said.map(({ msg }) => msg)).toEqual(['the metal feed cannot be used'])
        // It is asked again after a minute, not at every page.
        await ask(later(0.5))
        expect(feed.requests).toBe(1)
        answer({ gold: quote(3400) })
        expect((await ask(later(1))).prices.gold?.centsPerOunce).toBe(340_000)
      })
    },
  )

  test.each([
    ['an ounce of gold for 35 EUR', { gold: quote(35) }],
    ['a price that jumps by more than a quarter', { gold: quote(4400) }],
    ['dollars without a rate', { gold: quote(3500, now, 'USD') }],
    ['a time to come', { gold: quote(3500, later(6)) }],
    ['no number', { gold: { ...quote(1), price: '3500' } }],
    ['a negative price', { gold: quote(-3500) }],
    ['another currency', { gold: quote(3500, now, 'GBP') }],
  ])('%s is refused', async (_, metals) => {
    await enter(350_000, later(-120))
    answer({ ...metals, silver: quote(38.2) })
    await inProcess(async (ask) => {
      const { prices } = await ask(now)
      expect(prices.gold).toMatchObject({ centsPerOunce: 350_000, source: 'Spotpreis' })
      expect(prices.silver?.centsPerOunce).toBe(38_20)
    })
    expect(said[0]?.refused).toEqual([expect.stringMatching(/^gold: /)])
  })

  test('an older price than the known one changes nothing', async () => {
    await enter(350_000, later(-70))
    answer({ gold: quote(3400, later(-80)) })
    await inProcess(async (ask) => expect((await ask(now)).prices.gold?.centsPerOunce).toBe(350_000))
    expect(said).toEqual([])
  })
})
