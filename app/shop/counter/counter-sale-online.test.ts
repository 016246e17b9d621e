import { describe, expect, test } from 'vitest'
import { heldUntil, holdProducts, pieceStates } from '#app/shop/checkout/hold.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { addRings, orderRequest, placed, statusOf } from '#tests/checkout.ts'
import { by, counterSales } from '#tests/counter-sales.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { holdAtCounter, releaseFromCounter } from './counter-hold.ts'
import { sellAtCounter } from './counter-sale.ts'

const { database, settings, ring, heldBy, input } = counterSales()
const anna = { holder: 'anna-anna-anna-anna-anna', client: null }

describe('a piece that somebody holds online', () => {
  test('stays theirs: the counter is told until when, and an order by its number', async () => {
    const { db } = database
    const hold = await holdProducts(db, { pieces: [ring[0]], ...anna })
    const sale = crypto.randomUUID()
    expect(await holdAtCounter(db, { sale, piece: ring[0] })).toEqual({
      ok: false,
      reason: 'held-online',
      until: hold.ok && hold.hold.until,
    })
    const order = await placed(db, orderRequest([ring[0]], 120_000), anna)
    expect(await holdAtCounter(db, { sale, piece: ring[0] })).toEqual({
      ok: false,
      reason: 'ordered',
      order: order.number,
    })
    expect(await holdAtCounter(db, { sale, piece: '99999998' })).toMatchObject({ reason: 'no-such-piece' })
  })

  test('and what the counter has first, nobody gets online; let go of, it is on sale again', async () => {
    const { db } = database
    const sale = crypto.randomUUID()
    expect(await holdAtCounter(db, { sale, piece: ring[0] })).toEqual({ ok: true })
    expect(await heldBy(sale)).toEqual([ring[0]])
    expect(await holdProducts(db, { pieces: [ring[0]], ...anna })).toMatchObject({
      ok: false,
      pieces: [{ piece: ring[0], state: 'reserved' }],
    })
    // No time of day: it is not free in some minutes.
    expect(await heldUntil(db, { pieces: [ring[0]], holder: anna.holder })).toEqual(new Map())
    const other = crypto.randomUUID()
    const refused = await holdAtCounter(db, { sale: other, piece: ring[0] })
    expect(refused).toMatchObject({ reason: 'at-another-counter', holder: `counter ${sale}` })
    expect(await holdAtCounter(db, { sale: other, piece: ring[0], from: `counter ${sale}` })).toEqual({
      ok: true,
    })
    await releaseFromCounter(db, { sale })
    expect(await heldBy(other)).toEqual([ring[0]])
    await releaseFromCounter(db, { sale: other })
    expect(await statusOf(db, ring[0])).toBe('listed')
    // A visitor's token is never taken over, whatever is named.
    await holdProducts(db, { pieces: [ring[0]], ...anna })
    expect(await holdAtCounter(db, { sale, piece: ring[0], from: anna.holder })).toMatchObject({
      reason: 'held-online',
    })
  })

  test('is bought by one of two at the same moment, in fifty rounds', async () => {
    const { db } = database
    const pieces = Array.from({ length: 50 }, (_, index) => String(70_001 + index))
    await addRings(db, pieces)
    const won = { online: 0, counter: 0 }
    for (const piece of pieces) {
      const given = input([piece])
      const holder = `visitor-of-${piece}-and-long-enough`
      const counter = async () => {
        const held = await holdAtCounter(db, { sale: given.sale, piece })
        if (!held.ok) return held
        return sellAtCounter(db, given, { by, secret, settings })
      }
      const online = async () => {
        const held = await holdProducts(db, { pieces: [piece], holder, client: null })
        if (!held.ok) return held
        const taking = { holder, client: null, settings, online: true }
        return placeOrder(db, orderRequest([piece], 120_000), taking)
      }
      const [atCounter, inShop] = await Promise.all(
        Number(piece) % 2 === 0
          ? [counter(), online()]
          : (await Promise.all([online(), counter()])).toReversed(),
      )
      expect([atCounter.ok, inShop.ok].filter(Boolean), piece).toHaveLength(1)
      won[atCounter.ok ? 'counter' : 'online'] += 1
      if (!inShop.ok) expect(inShop).toMatchObject({ reason: 'taken', pieces: [{ piece }] })
      if (!atCounter.ok)
        expect(atCounter).toMatchObject({
          reason: expect.stringMatching(/^(held-online|ordered|taken|not-on-sale)$/),
        })
      const orders = await db
        .selectFrom('order_line')
        .select('order_id')
        .where('product_id', '=', piece)
        .execute()
      expect(orders).toHaveLength(1)
      const money = await db
        .selectFrom('money')
        .select('amount_cents')
        .where('order_id', '=', orders[0]?.order_id ?? 0)
        .execute()
      expect(money).toHaveLength(atCounter.ok ? 1 : 0)
      const state = (await pieceStates(db, { pieces: [piece], holder: 'somebody-else' })).get(piece)
      expect(state).toBe(atCounter.ok ? 'sold' : 'reserved')
    }
    expect(won.online + won.counter).toBe(50)
  })
})
