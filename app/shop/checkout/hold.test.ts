import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addRings, passMinutes, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import {
  extendHold,
  findHold,
  heldUntil,
  holdProducts,
  liveHolds,
  pieceStates,
  releaseExpiredHolds,
  releaseHold,
} from './hold.ts'

const database = testDatabase()
const anna = { holder: 'anna-anna-anna', client: 'address-of-anna' }
const ben = { holder: 'ben-ben-ben-ben', client: 'address-of-ben' }
const minutes = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 60_000)

// Every test has pieces of its own: products are never deleted.
let ring: [string, string, string] = ['', '', '']
let nextRing = 50_001
beforeEach(async () => {
  await releaseHold(database.db, { holder: anna.holder })
  await releaseHold(database.db, { holder: ben.holder })
  ring = [String(nextRing), String(nextRing + 1), String(nextRing + 2)]
  nextRing += 10
  await addRings(database.db, ring)
})

describe('a hold', () => {
  test('takes all pieces for 15 minutes by the clock of the database and shows them as reserved', async () => {
    const { db } = database
    const result = await holdProducts(db, { pieces: [ring[1], ring[0], ring[1]], ...anna })
    expect(result).toMatchObject({ ok: true, hold: { pieces: [ring[1], ring[0]] } })
    if (!result.ok) return
    expect(minutes(result.hold.now, result.hold.until)).toBe(15)
    expect(await statusOf(db, ring[0])).toBe('reserved')
    expect(await statusOf(db, ring[2])).toBe('listed')
    const states = await pieceStates(db, { pieces: [ring[0], ring[2], '99999'], holder: anna.holder })
    expect([...states.values()]).toEqual(['yours', 'available', 'gone'])
    expect((await pieceStates(db, { pieces: [ring[0]], holder: ben.holder })).get(ring[0])).toBe('reserved')
    expect((await liveHolds(db)).map(({ piece }) => piece)).toEqual(
      expect.arrayContaining([ring[0], ring[1]]),
    )
  })

  test('takes none when one cannot be had, and says which', async () => {
    const { db } = database
    await addRings(db, ['60010'], { status: 'sold' })
    await addRings(db, ['60011'], { status: 'draft' })
    await holdProducts(db, { pieces: [ring[1]], ...ben })
    const result = await holdProducts(db, { pieces: [ring[0], ring[1], '60010', '60011', '99999'], ...anna })
    expect(result).toEqual({
      ok: false,
      reason: 'taken',
      pieces: [
        { piece: ring[1], state: 'reserved' },
        { piece: '60010', state: 'sold' },
        { piece: '60011', state: 'gone' },
        { piece: '99999', state: 'gone' },
      ],
    })
    expect(await findHold(db, anna.holder)).toBeNull()
    expect(await statusOf(db, ring[0])).toBe('listed')
    expect(await holdProducts(db, { pieces: [], ...anna })).toEqual({ ok: false, reason: 'nothing-to-hold' })
  })

  test('of somebody else says until when it lasts, and one’s own does not count', async () => {
    const { db } = database
    const mine = await holdProducts(db, { pieces: [ring[0]], ...anna })
    const pieces = [ring[0], ring[1]]
    if (!mine.ok) throw new Error('not held')
    expect(await heldUntil(db, { pieces, holder: ben.holder })).toEqual(new Map([[ring[0], mine.hold.until]]))
    expect(await heldUntil(db, { pieces, holder: anna.holder })).toEqual(new Map())
    await passMinutes(db, 16, pieces)
    expect(await heldUntil(db, { pieces, holder: ben.holder })).toEqual(new Map())
  })

  test('never blocks its own holder, whose time goes on running', async () => {
    const { db } = database
    const first = await holdProducts(db, { pieces: [ring[0]], ...anna })
    await passMinutes(db, 5)
    const again = await holdProducts(db, { pieces: [ring[0], ring[1]], ...anna })
    expect(first.ok && again.ok).toBe(true)
    if (again.ok) expect(minutes(again.hold.now, again.hold.until)).toBe(10)
  })

  test('is taken over when it has run out, with or without anybody tidying up', async () => {
    const { db } = database
    await holdProducts(db, { pieces: [ring[0], ring[1]], ...anna })
    await passMinutes(db, 14)
    expect((await holdProducts(db, { pieces: [ring[0]], ...ben })).ok).toBe(false)
    await passMinutes(db, 2)
    expect((await pieceStates(db, { pieces: [ring[0]], holder: null })).get(ring[0])).toBe('available')
    expect((await holdProducts(db, { pieces: [ring[0]], ...ben })).ok).toBe(true)
    expect((await holdProducts(db, { pieces: [ring[0]], ...anna })).ok).toBe(false)
    await releaseExpiredHolds(db)
    expect(await statusOf(db, ring[1])).toBe('listed')
    expect(await statusOf(db, ring[0])).toBe('reserved')
    expect((await holdProducts(db, { pieces: [ring[1]], ...anna })).ok).toBe(true)
  })

  test('ends when its holder leaves, and pages of the catalogue hear of both', async () => {
    const { db } = database
    const changes = async () =>
      (
        await db
          .selectFrom('catalogue_change')
          .select('product_id')
          .where('product_id', '=', ring[0])
          .execute()
      ).length
    const before = await changes()
    await holdProducts(db, { pieces: [ring[0], ring[1]], ...anna })
    expect(await changes()).toBe(before + 1)
    await releaseHold(db, { holder: anna.holder, pieces: [ring[0]] })
    expect(await statusOf(db, ring[0])).toBe('listed')
    expect(await changes()).toBe(before + 2)
    expect((await findHold(db, anna.holder))?.pieces).toEqual([ring[1]])
    await releaseHold(db, { holder: anna.holder })
    expect(await findHold(db, anna.holder)).toBeNull()
    expect(await statusOf(db, ring[1])).toBe('listed')
  })

  test('is made longer for paying, but not for ever', async () => {
    const { db } = database
    await holdProducts(db, { pieces: [ring[0]], ...anna })
    const left: number[] = []
    for (let round = 0; round < 8; round++) {
      await passMinutes(db, 4)
      const hold = await extendHold(db, anna.holder)
      left.push(hold ? minutes(hold.now, hold.until) : 0)
    }
    expect(left).toEqual([11, 10, 10, 10, 10, 6, 2, 0])
    expect(await extendHold(db, ben.holder)).toBeNull()
  })

  test('cannot be renewed for ever: after an hour others have half an hour', async () => {
    const { db } = database
    const hold = () =>
      holdProducts(db, { pieces: [ring[0]], holder: crypto.randomUUID(), client: anna.client })
    for (let round = 0; round < 4; round++) {
      expect((await hold()).ok).toBe(true)
      await passMinutes(db, 16)
    }
    const refused = await hold()
    expect(refused).toMatchObject({ ok: false, reason: 'too-often' })
    if (!refused.ok && refused.reason === 'too-often') expect(Math.round(refused.retryAfter / 60)).toBe(29)
    await releaseExpiredHolds(db)
    expect((await hold()).ok).toBe(false)
    const other = await holdProducts(db, { pieces: [ring[0]], ...ben })
    expect(other.ok).toBe(true)
    await releaseHold(db, { holder: ben.holder })
    // Somebody else had it meanwhile: the series is over.
    expect((await hold()).ok).toBe(true)
    expect(
      (await holdProducts(db, { pieces: [ring[1]], holder: 'other-holder', client: anna.client })).ok,
    ).toBe(true)
  })

  test('of a large stock one client holds three full carts at a time, and no more', async () => {
    const { db } = database
    const many = Array.from({ length: 300 }, (_, index) => String(70_001 + index))
    await addRings(db, many)
    const hold = (from: number, to: number, client: string | null) =>
      holdProducts(db, { pieces: many.slice(from, to), holder: crypto.randomUUID(), client })
    for (const from of [0, 20, 40]) expect((await hold(from, from + 20, 'one-client')).ok).toBe(true)
    expect(await hold(60, 61, 'one-client')).toMatchObject({
      ok: false,
      reason: 'too-often',
      retryAfter: 900,
    })
    expect((await hold(60, 61, 'another')).ok).toBe(true)
    await passMinutes(db, 16)
    expect((await hold(0, 20, 'another')).ok).toBe(true)
    expect(await releaseExpiredHolds(db)).toBeGreaterThanOrEqual(41)
    expect(await statusOf(db, '70061')).toBe('listed')
    expect(await statusOf(db, '70001')).toBe('reserved')
  })

  test('a piece that staff reserved without a hold stays theirs', async () => {
    const { db } = database
    await addRings(db, ['60020'], { status: 'reserved' })
    expect(await holdProducts(db, { pieces: ['60020'], ...anna })).toMatchObject({
      ok: false,
      reason: 'taken',
    })
    expect(await releaseExpiredHolds(db)).toBe(0)
    expect(await statusOf(db, '60020')).toBe('reserved')
  })

  test('of many at the same moment exactly one wins, also of carts that overlap', async () => {
    const { db } = database
    const carts = Array.from({ length: 60 }, (_, index) => ({
      pieces: [
        [ring[0], ring[1]],
        [ring[1], ring[2]],
        [ring[2], ring[0]],
      ][index % 3] as string[],
      holder: `holder-${index}`,
      client: `client-${index}`,
    }))
    const results = await Promise.all(carts.map((cart) => holdProducts(db, cart)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.reason === 'taken')).toHaveLength(59)
    const holders = await db
      .selectFrom('claim')
      .select('holder')
      .where('product_id', 'in', ring)
      .where('holder', 'is not', null)
      .execute()
    expect(holders).toHaveLength(2)
    expect(new Set(holders.map(({ holder }) => holder)).size).toBe(1)
  })

  test('is by constraint one a piece', async () => {
    const { db } = database
    await expect(sql`insert into claim (product_id) values (${ring[0]})`.execute(db)).rejects.toThrow(
      /claim_pkey/,
    )
    await expect(sql`update claim set holder = 'half a hold'`.execute(db)).rejects.toThrow(/hold_is_whole/)
  })
})
