import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recorded } from '#app/platform/answer-record.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeMetalFeed, startFakeMetalFeed } from '#tests/fakes/metal-feed.ts'
import { currentPrices, enterMetalPrice } from './metal-price.ts'
import { settleWaiting, waitingPrices } from './waiting-price.ts'

const database = testDatabase()
const now = new Date('2026-11-20T13:30:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const enter = (centsPerOunce: number, at: Date) =>
  enterMetalPrice(database.db, { metal: 'gold', centsPerOunce, at, source: 'Spotpreis', enteredBy: 'Clara' })

beforeEach(async () => {
  for (const table of ['metal_price', 'metal_price_waiting', 'job'] as const)
    await database.db.deleteFrom(table).execute()
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
  beforeEach(() => {
    said = []
    feed.requests = 0
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

  test('is asked again by a page that was kept until then', async () => {
    const until = async (ask: (at: Date) => Promise<unknown>, minutes: number) => {
      const { record } = await recorded(() => ask(later(minutes)))
      return (record.until - now.getTime()) / 60_000
    }
    answer({ gold: quote(3500), silver: quote(38), platinum: quote(1120), palladium: quote(1010) })
    await inProcess(async (ask) => {
      // Waited for, and then every 15 minutes.
      expect([await until(ask, 0), await until(ask, 7)]).toEqual([15, 15])
      feed.behave('broken')
      // In the background: how it goes, the next page knows.
      expect(await until(ask, 15)).toBe(16)
      await expect.poll(() => until(ask, 15.5)).toBe(16)
    })
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
    ['a price that rounds to nothing', { gold: quote(0.004) }],
    ['a price beyond all prices', { gold: quote(1e300) }],
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

  describe('a price that is doubtful', () => {
    /** What the feed says at a minute, and what holds once that was read. */
    async function read(minutes: number, price: number, at = later(minutes), more = {}) {
      answer({ gold: quote(price, at), ...more })
      await database.db.deleteFrom('job').execute()
      let gold: number | undefined
      await inProcess(async (ask) => {
        const before = feed.requests
        await ask(later(minutes))
        await expect.poll(() => feed.requests).toBe(before + 1)
        // Read before it was recorded, where there was a price to answer with.
        await expect
          .poll(async () => (await database.db.selectFrom('job').select('seen').execute())[0]?.seen)
          .toBeTruthy()
        gold = (await currentPrices(database.db, later(minutes))).prices.gold?.centsPerOunce
      })
      return gold
    }
    const waiting = async (minutes = 60) => (await waitingPrices(database.db, later(minutes))).gold

    test.each([
      ['ten times as much', 35_000],
      ['the price of a gram', 112.53],
      ['5.01 % more', 3675.35],
    ])('%s waits, and the last good one stays until it is too old; other metals go on', async (_, price) => {
      await enter(350_000, later(-30))
      expect(await read(0, price, now, { silver: quote(38.2) })).toBe(350_000)
      expect(said.map(({ msg }) => msg)).toEqual([
        'prices of the metal feed wait for staff or for a second reading',
      ])
      const { prices } = await currentPrices(database.db, later(1))
      expect(prices.silver?.centsPerOunce).toBe(38_20)
      expect(prices.gold).toMatchObject({ at: later(-30), age: 'fresh' })
      expect((await currentPrices(database.db, later(31))).prices.gold?.age).toBe('old')
      expect((await currentPrices(database.db, later(24 * 60))).prices.gold?.age).toBe('expired')
      expect(await waiting()).toMatchObject({ readAt: now, last: { value: 350_000 } })
    })

    test('holds once a newer quote agrees 15 minutes later, no sooner', async () => {
      await enter(350_000, later(-30))
      expect(await read(0, 3900)).toBe(350_000)
      expect(await read(1, 3900)).toBe(350_000)
      expect(await read(14.9, 3905)).toBe(350_000)
      expect(await read(15, 3900, later(0))).toBe(350_000)
      expect(await read(15.5, 3910)).toBe(391_000)
      expect(await waiting()).toBeUndefined()
      expect(await read(31, 3915)).toBe(391_500)
    })

    test('is forgotten when the feed comes to its senses, and another takes its place', async () => {
      await enter(350_000, later(-30))
      await read(0, 3900)
      expect(await read(10, 3510)).toBe(351_000)
      expect(await waiting()).toBeUndefined()
      expect(await read(20, 3900)).toBe(351_000)
      expect(await read(30, 5000)).toBe(351_000)
      expect(await read(36, 3900)).toBe(351_000)
      expect(await waiting()).toMatchObject({ readAt: later(36) })
      // The last quote once more is a return to it.
      expect(await read(40, 3510, later(10))).toBe(351_000)
      expect(await waiting()).toBeUndefined()
    })

    test('is compared with a price of days ago, and without any with the bounds', async () => {
      expect(await read(0, 35_000)).toBeUndefined()
      expect(await waiting()).toMatchObject({ centsPerOunce: 3_500_000, last: null })
      expect(await read(1, 3500)).toBe(350_000)
      expect(await read(5 * 24 * 60, 3900)).toBe(350_000)
      expect(await read(5 * 24 * 60 + 15, 3900)).toBe(390_000)
    })

    test('waits for staff: what they accept holds, what they refuse does not come back by itself', async () => {
      await enter(350_000, later(-30))
      const gold = { metal: 'gold', by: 'Clara' } as const
      expect(await settleWaiting(database.db, { ...gold, answer: 'accepted' })).toBe(false)
      await read(0, 3900)
      expect(await settleWaiting(database.db, { ...gold, answer: 'refused' })).toBe(true)
      expect(await read(15, 3900)).toBe(350_000)
      expect(await read(31, 3905)).toBe(350_000)
      expect(said.at(-1)?.refused).toEqual([expect.stringContaining('refused by staff')])
      await read(45, 3500)
      await read(60, 3900)
      expect(await settleWaiting(database.db, { ...gold, answer: 'accepted' })).toBe(true)
      expect((await currentPrices(database.db, later(61))).prices.gold).toMatchObject({
        centsPerOunce: 390_000,
        at: later(60),
      })
      const rows = await database.db
        .selectFrom('metal_price_waiting')
        .select(['settled', 'settled_by'])
        .execute()
      expect(rows).toEqual([
        { settled: 'refused', settled_by: 'Clara' },
        { settled: 'accepted', settled_by: 'Clara' },
      ])
    })

    test('is done away with by a price that staff enter', async () => {
      await enter(350_000, later(-30))
      await read(0, 3900)
      await enter(351_000, later(1))
      expect(await waiting()).toBeUndefined()
      expect(await read(16, 3900)).toBe(351_000)
    })
  })

  test('an older price than the known one changes nothing', async () => {
    await enter(350_000, later(-70))
    answer({ gold: quote(3400, later(-80)) })
    await inProcess(async (ask) => expect((await ask(now)).prices.gold?.centsPerOunce).toBe(350_000))
    expect(said).toEqual([])
  })
})
