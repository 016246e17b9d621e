import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { confirmAlert, notifyAlerts, subscribeAlert } from '#app/shop/enquiries/alerts.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderRequest, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { addCompleteRings, cancelPaid, sell, take, withdraw } from '#tests/returned-pieces.ts'
import { findCards } from './cards.ts'
import { indexableListings } from './indexable-listings.ts'
import { normaliseFilters } from './listing-filters.ts'
import { newestIds } from './newest.ts'
import { findProduct } from './product.ts'
import { productRuns } from './product-addresses.ts'
import { findStaffPiece, piecesThatCameBack, relistPiece } from './relist-piece.ts'

const database = testDatabase()
let db: Database
let next = 41_001

beforeAll(() => {
  db = database.db
})

async function ring(options: Parameters<typeof addCompleteRings>[2] = {}): Promise<string> {
  const id = String(next++)
  await addCompleteRings(db, [id], options)
  return id
}

const relist = (id: string, priceCents: number | null = null, here = false) =>
  relistPiece(db, id, { priceCents, by: 'Berta Verkauf', here })
const set = (id: string, changes: string) =>
  sql`update product set ${sql.raw(changes)} where id = ${id}`.execute(db)
const waits = async (id: string) => (await piecesThatCameBack(db)).find((piece) => piece.id === id)

/** A piece that was paid for, never sent, and came back with a cancellation. */
async function cameBack(): Promise<string> {
  const id = await ring()
  await cancelPaid(db, await sell(db, [id]))
  return id
}

describe('a piece that came back', () => {
  test('after a cancellation of an order never sent is on sale by one step, each state of it recorded', async () => {
    const id = await cameBack()
    expect(await waits(id)).toMatchObject({ status: 'intake', refusal: null })
    expect(await relist(id)).toEqual({ ok: true, from: 'intake', priceCents: 120_000 })
    expect(await waits(id)).toBeUndefined()
    const found = await findStaffPiece(db, id)
    expect(found?.steps.map(({ event, by }) => [event, by])).toEqual([
      ['reserve', null],
      ['sell', 'shop'],
      ['take-back', 'shop'],
      ['take-in', 'shop'],
      ['prepare', 'Berta Verkauf'],
      ['list', 'Berta Verkauf'],
    ])
    expect(await findProduct(db, id, new Date())).toMatchObject({ status: 'available', priceCents: 120_000 })
    expect((await sell(db, [id])).totalCents).toBe(120_000)
    expect(await statusOf(db, id)).toBe('sold')
  })

  test('after a withdrawal waits for its return and its inspection, and says so', async () => {
    const id = await ring()
    const order = await sell(db, [id])
    expect(await relist(id)).toEqual({ ok: false, reason: 'sold', order: order.number })
    await take(db, order, 'prepare', 'ship', 'deliver')
    await withdraw(db, order, [id])
    expect(await relist(id)).toEqual({ ok: false, reason: 'on-its-way', order: order.number })
    await take(db, order, 'receive-return')
    expect(await statusOf(db, id)).toBe('returned')
    expect(await relist(id)).toEqual({ ok: false, reason: 'in-order', order: order.number })
    expect((await waits(id))?.refusal).toEqual({ reason: 'in-order', order: order.number })
    await take(db, order, 'inspect')
    expect(await relist(id, 110_000)).toMatchObject({ ok: true, priceCents: 110_000 })
    // The refund of the former order is none of the piece's business any more.
    await take(db, order, 'refund')
    expect(await statusOf(db, id)).toBe('listed')
  })

  test('whose return was waived after it had been sent is only relisted by who has it in hand', async () => {
    const [sent, unsent] = [await ring(), await ring()]
    const far = await sell(db, [sent])
    await take(db, far, 'prepare', 'ship')
    await withdraw(db, far, [sent])
    await take(db, far, 'waive-return')
    expect(await relist(sent)).toEqual({ ok: false, reason: 'not-sent-back', order: far.number })
    expect(await relist(sent, null, true)).toMatchObject({ ok: true })
    const near = await sell(db, [unsent])
    await withdraw(db, near, [unsent])
    await take(db, near, 'waive-return')
    expect(await relist(unsent)).toMatchObject({ ok: true })
  })

  test('is in hand or not whatever became of other pieces of its order', async () => {
    const [keptFirst, back, keptLast] = [await ring(), await ring(), await ring()]
    const order = await sell(db, [keptFirst, back, keptLast])
    await take(db, order, 'prepare', 'ship', 'deliver')
    for (const [piece, ...steps] of [
      [keptFirst, 'waive-return', 'refund'],
      [back, 'receive-return', 'inspect', 'refund'],
      [keptLast, 'waive-return', 'refund'],
    ] as const) {
      await withdraw(db, order, [piece])
      await take(db, order, ...steps)
    }
    for (const piece of [keptFirst, keptLast])
      expect(await relist(piece)).toEqual({ ok: false, reason: 'not-sent-back', order: order.number })
    expect(await relist(back)).toMatchObject({ ok: true })
    expect(await relist(keptFirst, null, true)).toMatchObject({ ok: true })
  })

  test('is refused whole or not at all, and tells what it lacks', async () => {
    const id = await cameBack()
    await set(id, 'price_cents = null, description = null, branch_id = null')
    await db.deleteFrom('photo').where('product_id', '=', id).execute()
    const missing = ['photo', 'description', 'branch']
    expect(await relist(id)).toEqual({ ok: false, reason: 'incomplete', missing: ['price', ...missing] })
    expect(await relist(id, 99_900)).toEqual({ ok: false, reason: 'incomplete', missing })
    expect(await statusOf(db, id)).toBe('intake')
  })

  test('that a register of stolen goods knows stays away', async () => {
    const id = await cameBack()
    const check = (checked_on: string, result: 'hit' | 'unclear' | 'clear') =>
      db
        .insertInto('theft_check')
        .values({ product_id: id, checked_on, register: 'Register', result })
        .execute()
    await check('2026-11-01', 'clear')
    await check('2026-11-20', 'unclear')
    expect(await relist(id)).toEqual({ ok: false, reason: 'theft-register' })
    await check('2026-11-21', 'clear')
    expect(await relist(id)).toMatchObject({ ok: true })
  })

  test('is put on sale once by two at the same time, and by nobody while it is on sale', async () => {
    const id = await cameBack()
    const results = await Promise.all([relist(id), relist(id, 130_000)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'on-sale' })
    expect(await relist(id)).toEqual({ ok: false, reason: 'on-sale' })
  })

  test('counts as newly arrived', async () => {
    const [old, young] = [await ring({ listedAt: new Date('2026-01-01') }), await ring()]
    await cancelPaid(db, await sell(db, [old]))
    await relist(old)
    const ids = await newestIds(db, 1_000)
    expect(ids.indexOf(old)).toBeLessThan(ids.indexOf(young))
    expect(ids).toContain(old)
  })
})

test('a piece that was relisted and then taken off sale is no longer one that came back', async () => {
  const id = await cameBack()
  await relist(id)
  await set(id, "status = 'preparing'")
  expect(await waits(id)).toBeUndefined()
  expect(await findProduct(db, id, new Date())).toBeNull()
  expect(await relist(id)).toMatchObject({ ok: true })
  // Sold and back once more, it is.
  await cancelPaid(db, await sell(db, [id]))
  expect(await waits(id)).toMatchObject({ status: 'intake', refusal: null })
  expect(await findProduct(db, id, new Date())).toMatchObject({ status: 'examined' })
  expect(await relist(id)).toMatchObject({ ok: true })
})

describe('a piece that was never sold', () => {
  test('is listed by the same step when it is complete: a draft, or one taken off sale', async () => {
    const [draft, unlisted] = [await ring({ status: 'draft' }), await ring()]
    await set(unlisted, "status = 'preparing'")
    expect(await findProduct(db, unlisted, new Date())).toBeNull()
    expect(await relist(draft)).toEqual({ ok: true, from: 'draft', priceCents: 120_000 })
    expect(await relist(unlisted)).toEqual({ ok: true, from: 'preparing', priceCents: 120_000 })
    expect(await findCards(db, [draft, unlisted], new Date())).toHaveLength(2)
  })

  test('and one that left the shop is not', async () => {
    const [withdrawn, melted, reserved] = [await ring(), await ring(), await ring()]
    await set(withdrawn, "status = 'withdrawn'")
    await set(melted, "status = 'preparing'")
    await set(melted, "status = 'melted'")
    await set(reserved, "status = 'reserved'")
    expect(await relist(withdrawn)).toEqual({ ok: false, reason: 'withdrawn' })
    expect(await relist(melted)).toEqual({ ok: false, reason: 'melted' })
    expect(await relist(reserved)).toEqual({ ok: false, reason: 'on-sale' })
    expect(await relist('99999')).toEqual({ ok: false, reason: 'no-such-piece' })
  })
})

describe('the price of a piece that came back', () => {
  const days = 86_400_000
  const history = async (id: string) =>
    (
      await db
        .selectFrom('price_history')
        .select('price_cents')
        .where('product_id', '=', id)
        .orderBy('since')
        .execute()
    ).map((row) => row.price_cents)
  const reduction = async (id: string, now: Date) => (await findProduct(db, id, now))?.reduction ?? null

  test('is no reduction of what it cost before, higher or lower', async () => {
    const [same, lower] = [await cameBack(), await cameBack()]
    await relist(same)
    await relist(lower, 90_000)
    const now = new Date()
    for (const id of [same, lower]) {
      expect(await reduction(id, now)).toBeNull()
      expect((await findCards(db, [id], now))[0]?.reduction).toBeNull()
    }
    expect(await history(lower)).toEqual([120_000, 90_000])
    expect(await history(same)).toEqual([120_000])
  })

  // Duty: lowest-price
  test('reduced later, is measured by what was asked before the sale as well', async () => {
    const id = await cameBack()
    // A price nobody was ever asked does not count.
    await set(id, 'price_cents = 50000')
    expect(await relist(id, 200_000)).toMatchObject({ ok: true })
    const later = new Date(Date.now() + days)
    await set(id, `price_cents = 150000, price_since = '${later.toISOString()}'`)
    const now = new Date(later.getTime() + 1000)
    // 1,200 EUR was asked within 30 days: 1,500 EUR is none below that.
    expect(await reduction(id, now)).toBeNull()
    expect((await findCards(db, [id], now))[0]?.reduction).toBeNull()
    const evenLater = new Date(Date.now() + 2 * days)
    await set(id, `price_cents = 100000, price_since = '${evenLater.toISOString()}'`)
    const then = new Date(evenLater.getTime() + 1000)
    expect((await reduction(id, then))?.lowestCents).toBe(120_000)
    expect((await findCards(db, [id], then))[0]?.reduction?.lowestCents).toBe(120_000)
    expect((await findProduct(db, id, then))?.priceHistory.map(({ priceCents }) => priceCents)).toEqual([
      120_000, 200_000, 150_000, 100_000,
    ])
  })
})

test('search engines are not told of an older change when a sold piece comes back', async () => {
  const [first, last] = ['40001', '49999']
  await addCompleteRings(db, [first, last])
  await sql`update product set updated_at = updated_at`.execute(db)
  const order = await sell(db, [first])
  const changes = async () => ({
    run: (await productRuns(db, 100)).at(-1)?.changedAt.getTime() ?? 0,
    listing: (await indexableListings(db)).map(({ changedAt }) => changedAt?.getTime() ?? 0)[0] ?? 0,
  })
  const sold = await changes()
  await cancelPaid(db, order)
  const back = await changes()
  expect(back.run).toBeGreaterThanOrEqual(sold.run)
  expect(back.listing).toBeGreaterThanOrEqual(sold.listing)
  expect(back.listing).toBeGreaterThan(0)
})

test('nobody is told twice of a piece that came back, and who asked since is told', async () => {
  const id = await ring()
  await set(id, "metal = 'platinum'")
  const platinum = normaliseFilters({ department: 'jewelry', facets: { metal: ['platinum'] } })
  const subscribe = async (email: string, at: Date) => {
    await subscribeAlert(db, { email, locale: 'de', filters: platinum, now: at })
    const { token } = await db
      .selectFrom('stock_alert')
      .select('token')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await confirmAlert(db, token, at)
  }
  const told = async () =>
    (
      await db
        .selectFrom('mail_outbox')
        .select('recipient')
        .where('kind', '=', 'alert-arrivals')
        .orderBy('id')
        .execute()
    ).map(({ recipient }) => recipient)
  const compared = async () => {
    await notifyAlerts(db, new Date())
    return told()
  }
  await subscribe('early@example.test', new Date('2026-10-01'))
  await expect.poll(compared).toEqual(['early@example.test'])
  await cancelPaid(db, await sell(db, [id]))
  await notifyAlerts(db, new Date())
  await subscribe('late@example.test', new Date())
  await relist(id)
  await expect.poll(compared).toEqual(['early@example.test', 'late@example.test'])
})

test('an order of a piece examined again is refused, and the piece named', async () => {
  const id = await cameBack()
  const taking = { holder: 'somebody-else', client: null, settings: await readSettings(db), online: false }
  expect(await placeOrder(db, orderRequest([id], 120_000), taking)).toEqual({
    ok: false,
    reason: 'taken',
    pieces: [{ piece: id, state: 'examined' }],
  })
})
