import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { cartLines, putInCart } from './cart-lines.ts'
import { holdProducts } from './hold.ts'

const database = testDatabase()
const now = new Date('2026-11-20T12:00:00Z')
const [free, held, ordered, sold, draft] = ['60001', '60002', '60003', '60004', '60005'] as const

beforeAll(async () => {
  const { db } = database
  await addRings(db, [free, held, ordered])
  await addRings(db, [sold], { status: 'sold' })
  await addRings(db, [draft], { status: 'draft' })
})

test('says of each piece what became of it, and one’s own hold is no obstacle', async () => {
  const { db } = database
  const hold = await holdProducts(db, { pieces: [held], holder: 'anna-at-the-checkout', client: null })
  await placed(db, orderRequest([ordered], 120_000))
  const entries = [free, held, ordered, sold, draft, '99999'].map((id) => ({ id, seenCents: 120_000 }))
  const seen = async (holder: string | null) =>
    Object.fromEntries((await cartLines(db, entries, { holder, now })).map((line) => [line.id, line.state]))
  expect(await seen(null)).toEqual({
    [free]: 'available',
    [held]: 'held',
    [ordered]: 'reserved',
    [sold]: 'sold',
    [draft]: 'gone',
    99999: 'gone',
  })
  expect(await seen('anna-at-the-checkout')).toMatchObject({ [held]: 'available' })
  const [line] = await cartLines(db, [{ id: held, seenCents: null }], { holder: 'somebody-else', now })
  expect(line?.heldUntil).toEqual(hold.ok && hold.hold.until)
  expect(await cartLines(db, [], { holder: null, now })).toEqual([])
})

test('remembers the price that was seen, and tells of another one', async () => {
  const { db } = database
  const put = await putInCart(db, [], free, { holder: null, now })
  if (!put.ok) throw new Error(put.reason)
  expect(put).toMatchObject({ entries: [{ id: free, seenCents: 120_000 }], state: 'available' })
  const before = async () => (await cartLines(db, put.entries, { holder: null, now }))[0]?.beforeCents
  expect(await before()).toBeNull()
  await sql`update product set price_cents = 110000 where id = ${free}`.execute(db)
  expect(await before()).toBe(120_000)
})

test('takes nothing that is sold or unknown', async () => {
  const put = (id: string) => putInCart(database.db, [], id, { holder: null, now })
  expect(await put(sold)).toEqual({ ok: false, reason: 'sold' })
  expect(await put(draft)).toEqual({ ok: false, reason: 'no-such-piece' })
  expect(await put("'")).toEqual({ ok: false, reason: 'no-such-piece' })
  expect(await put(held)).toMatchObject({ ok: true, state: 'held' })
})
