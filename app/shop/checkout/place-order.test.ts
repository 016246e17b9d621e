import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings, type Settings, saveSetting } from '#app/shop/settings/settings.ts'
import {
  addRings,
  claraBeispiel,
  countStatements,
  orderRequest,
  passMinutes,
  statusOf,
} from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { acceptByStaff } from './accept-order.ts'
import { deviationKey } from './deviation-key.ts'
import { holdProducts } from './hold.ts'
import { findInvoices } from './invoice.ts'
import { findOrder } from './order.ts'
import { checkoutLines } from './order-lines.ts'
import { placeOrder } from './place-order.ts'
import type { OrderRequest } from './types.ts'

const database = testDatabase()
const anna = { holder: 'anna-anna-anna', client: null }
const ben = { holder: 'ben-ben-ben-ben', client: null }
let settings: Settings
let ring: [string, string, string] = ['', '', '']
let nextRing = 50_001

beforeAll(async () => {
  await addRings(database.db, ['49999'])
  settings = await readSettings(database.db)
})
beforeEach(async () => {
  ring = [String(nextRing), String(nextRing + 1), String(nextRing + 2)]
  nextRing += 10
  await addRings(database.db, ring)
})

const place = (
  request: OrderRequest,
  buyer: { holder: string; client: string | null } = anna,
  online = false,
) => placeOrder(database.db, request, { ...buyer, settings, online })

describe('an order', () => {
  // Duty: order-acknowledgement
  test('turns the hold into a claim of its own and tells buyer and staff', async () => {
    const { db } = database
    await holdProducts(db, { pieces: [ring[0], ring[1]], ...anna })
    const result = await place(orderRequest([ring[0], ring[1]], 240_000, { locale: 'en' }))
    expect(result).toMatchObject({ ok: true, repeated: false, order: { totalCents: 240_000 } })
    if (!result.ok) return
    const order = await findOrder(db, result.order.token)
    expect(order).toMatchObject({
      number: expect.stringMatching(/^RG-\d{4}-\d{5}$/),
      status: 'awaiting_payment',
      goodsCents: 240_000,
      shippingCents: 0,
      receivedCents: 0,
      lines: [{ piece: ring[0], priceCents: 120_000, name: { de: `Ring ${ring[0]}` } }, { piece: ring[1] }],
      invoiceNumber: expect.stringMatching(/^RE-\d{4}-\d{5}$/),
    })
    expect(order?.acceptedAt).not.toBeNull()
    expect(order?.expiresAt && order.payBy && order.expiresAt > order.payBy).toBe(true)
    expect(await statusOf(db, ring[0])).toBe('reserved')
    expect(await holdProducts(db, { pieces: [ring[0]], ...ben })).toMatchObject({
      ok: false,
      reason: 'taken',
    })
    await passMinutes(db, 30)
    expect(await holdProducts(db, { pieces: [ring[0]], ...ben })).toMatchObject({
      ok: false,
      reason: 'taken',
    })
    const mails = await db
      .selectFrom('mail_outbox')
      .select(['kind', 'locale', 'recipient'])
      .where('reason', 'like', `order:${result.order.id}:%`)
      .orderBy('kind')
      .execute()
    expect(mails).toEqual([
      { kind: 'acknowledgement', locale: 'en', recipient: 'clara@beispiel.example' },
      { kind: 'confirmation', locale: 'en', recipient: 'clara@beispiel.example' },
      { kind: 'staff-order', locale: 'de', recipient: settings.contact.email },
    ])
    const [invoice] = await findInvoices(db, result.order.id)
    expect(invoice?.content).toMatchObject({
      orderNumber: order?.number,
      totalCents: 240_000,
      buyer: claraBeispiel,
    })
  })

  test('sent twice is one order, at the same moment or a day later', async () => {
    const { db } = database
    await holdProducts(db, { pieces: [ring[0]], ...anna })
    const request = orderRequest([ring[0]], 120_000)
    const results = await Promise.all(Array.from({ length: 5 }, () => place(request)))
    const orders = results.flatMap((result) => (result.ok ? [result] : []))
    expect(orders).toHaveLength(5)
    expect(new Set(orders.map(({ order }) => order.id)).size).toBe(1)
    expect(orders.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await place(request, ben)).toMatchObject({ ok: true, repeated: true })
    // Lapsed meanwhile, and its piece free: still no second order from the same form.
    const id = orders[0]?.order.id as number
    await sql`update order_line set released_at = now() where order_id = ${id}`.execute(db)
    await sql`update claim set order_id = null where order_id = ${id}`.execute(db)
    await sql`update product set status = 'listed' where id = ${ring[0]}`.execute(db)
    expect(await place(request)).toMatchObject({ ok: true, repeated: true, order: { id } })
  })

  test('of a piece that somebody else has is refused, and takes none of the others', async () => {
    const { db } = database
    await holdProducts(db, { pieces: [ring[0]], ...ben })
    expect(await place(orderRequest([ring[0], ring[1]], 240_000))).toEqual({
      ok: false,
      reason: 'taken',
      pieces: [{ piece: ring[0], state: 'reserved' }],
    })
    expect(await statusOf(db, ring[1])).toBe('listed')
    expect(await place(orderRequest(['99999'], 1))).toMatchObject({
      pieces: [{ piece: '99999', state: 'gone' }],
    })
    await passMinutes(db, 16)
    expect(await place(orderRequest([ring[0], ring[1]], 240_000))).toMatchObject({ ok: true })
  })

  test('whose hold has just run out still gets its piece when nobody took it', async () => {
    const { db } = database
    await holdProducts(db, { pieces: [ring[0]], ...anna })
    await passMinutes(db, 20)
    expect(await place(orderRequest([ring[0]], 120_000))).toMatchObject({ ok: true })
    expect(await place(orderRequest([ring[1]], 120_000))).toMatchObject({ ok: true })
    expect(await statusOf(db, ring[1])).toBe('reserved')
  })

  // Duty: price-as-shown
  test('never charges a price that was not shown', async () => {
    const { db } = database
    await holdProducts(db, { pieces: [ring[0]], ...anna })
    await sql`update product set price_cents = 130000 where id = ${ring[0]}`.execute(db)
    expect(await place(orderRequest([ring[0]], 120_000))).toEqual({
      ok: false,
      reason: 'total-changed',
      totalCents: 130_000,
    })
    expect(await place(orderRequest([ring[0]], 0))).toMatchObject({ reason: 'total-changed' })
    // Neither a lower one: what was agreed on is what was read.
    expect(await place(orderRequest([ring[0]], 130_001))).toMatchObject({ reason: 'total-changed' })
    expect(await place(orderRequest([ring[0]], 130_000))).toMatchObject({ ok: true })
  })

  // Duty: guarantee-deviation
  test('needs every box that a deviation from the guarantee has, in its present text', async () => {
    const { db } = database
    const defect = { de: 'Das Band hat einen Riss.', en: 'The strap is torn.' }
    await db
      .insertInto('product_defect')
      .values({ product_id: ring[0], text: JSON.stringify(defect) })
      .execute()
    const request = orderRequest([ring[0]], 120_000)
    const refused = await place(request)
    expect(refused).toMatchObject({
      ok: false,
      reason: 'consent-missing',
      deviations: [{ kind: 'known-defect' }],
    })
    const [line] = await checkoutLines(db, [ring[0]], settings.orders)
    const keys = line?.deviations.map(deviationKey) ?? []
    await db
      .updateTable('product_defect')
      .set({ text: JSON.stringify({ ...defect, de: 'Das Band ist gerissen.' }) })
      .where('product_id', '=', ring[0])
      .execute()
    expect(await place({ ...request, consents: keys })).toMatchObject({ reason: 'consent-missing' })
    // In either language: the buyer may have read the other one.
    const [german] = await checkoutLines(db, [ring[0]], settings.orders)
    await db
      .updateTable('product_defect')
      .set({ text: JSON.stringify({ de: 'Das Band ist gerissen.', en: 'The strap is broken.' }) })
      .where('product_id', '=', ring[0])
      .execute()
    const before = german?.deviations.map(deviationKey) ?? []
    expect(await place({ ...request, consents: before })).toMatchObject({ reason: 'consent-missing' })
    const [now] = await checkoutLines(db, [ring[0]], settings.orders)
    const result = await place({ ...request, consents: now?.deviations.map(deviationKey) ?? [] })
    expect(result).toMatchObject({ ok: true })
    if (!result.ok) return
    const order = await findOrder(db, result.order.token)
    expect(order?.lines[0]?.deviations).toMatchObject([
      {
        text: { de: expect.stringContaining('Das Band ist gerissen.') },
        version: now?.deviations[0]?.version,
      },
    ])
    await expect(db.deleteFrom('order_consent').execute()).rejects.toThrow(/is a record/)
  })

  // Duty: guarantee-deviation
  test('shortens liability by a box of its own, where the shop wants it, and of used pieces alone', async () => {
    const { db } = database
    await sql`update product set condition = 'new' where id = ${ring[1]}`.execute(db)
    const kinds = async (oneYearLiability: boolean) =>
      (await checkoutLines(db, ring, { oneYearLiability })).map(({ deviations }) =>
        deviations.map(({ kind }) => kind),
      )
    expect(await kinds(false)).toEqual([[], [], []])
    expect(await kinds(true)).toEqual([['one-year-liability'], [], ['one-year-liability']])

    const shortening = { ...settings, orders: { ...settings.orders, oneYearLiability: true } }
    const by = { ...anna, settings: shortening, online: false }
    const request = orderRequest([...ring], 360_000)
    const refused = await placeOrder(db, request, by)
    if (refused.ok || refused.reason !== 'consent-missing') throw new Error('no box was asked for')
    const [first = '', third = ''] = refused.deviations.map(deviationKey)
    // The box of one piece says nothing about another.
    expect(await placeOrder(db, { ...request, consents: [first] }, by)).toMatchObject({
      deviations: [{ piece: ring[2] }],
    })
    expect(await placeOrder(db, { ...request, consents: [first, third] }, by)).toMatchObject({ ok: true })
  })

  test('is refused where we do not deliver or are not paid that way', async () => {
    const abroad = { ...claraBeispiel, country: 'FR', postalCode: '75001' }
    const by = (changes: Partial<OrderRequest>) => place(orderRequest([ring[0]], 120_000, changes))
    expect(await by({ delivery: { kind: 'courier', address: abroad } })).toEqual({
      ok: false,
      reason: 'country-not-served',
    })
    expect(await by({ delivery: { kind: 'collection', branchId: 'paris' } })).toEqual({
      ok: false,
      reason: 'no-such-branch',
    })
    expect(await by({ payment: 'online' })).toEqual({ ok: false, reason: 'payment-not-offered' })
    const courier = { kind: 'courier' as const, address: claraBeispiel }
    expect(await by({ payment: 'in-branch', delivery: courier })).toEqual({
      ok: false,
      reason: 'payment-not-offered',
    })
  })

  test('a client has only so many open orders at a time; an unknown one is not counted', async () => {
    const taking = {
      holder: 'eva-eva-eva',
      settings: { ...settings, orders: { ...settings.orders, openOrders: 2 } },
      online: false,
    }
    const order = (piece: string, client: string | null) =>
      placeOrder(database.db, orderRequest([piece], 120_000), { ...taking, client })
    expect(await order(ring[0], 'address-of-eva')).toMatchObject({ ok: true })
    expect(await order(ring[1], 'address-of-eva')).toMatchObject({ ok: true })
    expect(await order(ring[2], 'address-of-eva')).toMatchObject({ ok: false, reason: 'too-often' })
    expect(await order(ring[2], null)).toMatchObject({ ok: true })
  })

  // Duty: gapless-numbers
  test('numbers have no gaps, however many orders fail or meet', async () => {
    const { db } = database
    const many = Array.from({ length: 24 }, (_, index) => String(80_001 + index))
    await addRings(db, many)
    await Promise.all(
      many.flatMap((piece, index) => [
        place(orderRequest([piece], index % 3 === 0 ? 1 : 120_000), { holder: `one-${piece}`, client: null }),
        place(orderRequest([piece], 120_000), { holder: `two-${piece}`, client: null }),
      ]),
    )
    for (const table of ['shop_order', 'invoice'] as const) {
      const rows = await db.selectFrom(table).select('number').execute()
      const numbers = rows.map(({ number }) => Number(number.split('-')[2])).sort((a, b) => a - b)
      expect(numbers.length).toBeGreaterThanOrEqual(24)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
  })

  test('from hold to order takes at most twelve statements, none twice', async () => {
    const { statements } = await countStatements(database.connectionString, async (db) => {
      const all = await readSettings(db)
      await holdProducts(db, { pieces: [ring[0], ring[1]], ...anna })
      await checkoutLines(db, [ring[0], ring[1]], all.orders)
      const result = await placeOrder(db, orderRequest([ring[0], ring[1]], 240_000), {
        ...anna,
        settings: all,
        online: false,
      })
      expect(result.ok).toBe(true)
    })
    expect(statements.length).toBeLessThanOrEqual(12)
    expect(new Set(statements).size).toBe(statements.length)
  })

  test('its pieces cannot lose their claim, nor anybody else gain it', async () => {
    const { db } = database
    const first = await place(orderRequest([ring[0]], 120_000))
    const second = await place(orderRequest([ring[1]], 120_000))
    if (!first.ok || !second.ok) throw new Error('no order')
    const steal = sql`update claim set order_id = ${second.order.id} where product_id = ${ring[0]}`
    await expect(steal.execute(db)).rejects.toThrow(/order_line_has_claim/)
    const free = sql`update claim set order_id = null where product_id = ${ring[0]}`
    await expect(free.execute(db)).rejects.toThrow(/order_line_has_claim/)
    await expect(
      db
        .insertInto('order_line')
        .values({
          order_id: second.order.id,
          position: 9,
          product_id: ring[0],
          price_cents: 1,
          listed_cents: 1,
          tax_mode: 'margin_25a',
          tax_rule: 'margin',
          tax_country: 'DE',
          tax_per_mille: 0,
          vat_cents: 0,
          piece: '{}',
        })
        .execute(),
    ).rejects.toThrow(/order_line_has_claim|order_line_live/)
  })

  test('waits for staff where the shop wants to look at each piece before accepting', async () => {
    await saveSetting(database.db, 'orders', { acceptance: 'by-staff' })
    const own = await readSettings(database.db)
    const result = await placeOrder(database.db, orderRequest([ring[0]], 120_000), {
      ...anna,
      settings: own,
      online: false,
    })
    expect(result.ok && (await findOrder(database.db, result.order.token))).toMatchObject({
      acceptedAt: null,
      payBy: null,
      invoiceNumber: null,
    })
    if (!result.ok) return
    expect(await acceptByStaff(database.db, result.order.id, own)).toEqual({ ok: true })
    expect(await findOrder(database.db, result.order.token)).toMatchObject({
      acceptedAt: expect.any(Date),
      payBy: expect.any(Date),
      invoiceNumber: expect.any(String),
    })
    expect(await acceptByStaff(database.db, result.order.id, own)).toEqual({
      ok: false,
      reason: 'not-possible',
    })
    expect(await acceptByStaff(database.db, 9_999_999, own)).toEqual({ ok: false, reason: 'no-such-order' })
  })
})
