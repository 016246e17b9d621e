import { beforeAll, expect, test } from 'vitest'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { duplicatePiece } from './duplicate-piece.ts'
import { createPiece } from './new-piece.ts'
import { readParts, setPart } from './set-parts.ts'

const database = testDatabase()
let berta: StaffActor
let carl: StaffActor

beforeAll(async () => {
  await loadCast(database.db)
  const add = (name: string) =>
    database.db
      .insertInto('staff_member')
      .values({ name, email: `${name}@staff.example`, role: 'owner', locale: 'de' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  berta = await add('Berta')
  carl = await add('Carl')
})

const now = async (id: string) => {
  const piece = (await readParts(database.db, [id])).get(id)
  if (!piece) throw new Error(`there is no piece ${id}`)
  return piece
}

test('of two people at one price the second is shown the first one’s, and may still have it her way', async () => {
  const id = cast.availableSubmariner
  const { version, price } = await now(id)
  const carls = await setPart(database.db, carl, { id, part: 'price', value: 980_000, version })
  expect(carls).toEqual({ ok: true, version: expect.any(Number) })
  const bertas = { id, part: 'price', value: 975_000 } as const
  const conflict = await setPart(database.db, berta, { ...bertas, version })
  expect(conflict).toMatchObject({ ok: false, reason: 'changed-meanwhile', theirs: 980_000, by: 'Carl' })
  expect((await now(id)).price).toBe(980_000)
  if (conflict.ok || conflict.reason !== 'changed-meanwhile') throw new Error('no conflict')
  expect(await setPart(database.db, berta, { ...bertas, version: conflict.version })).toMatchObject({
    ok: true,
  })
  expect((await now(id)).price).toBe(975_000)
  expect(price).not.toBe(975_000)
})

test('two people at two parts of a piece do not disturb each other', async () => {
  const id = cast.availableRing
  const { version, branch } = await now(id)
  const other = branch === 'koeln' ? 'duesseldorf' : 'koeln'
  expect(await setPart(database.db, carl, { id, part: 'branch', value: other, version })).toMatchObject({
    ok: true,
  })
  expect(await setPart(database.db, berta, { id, part: 'cost', value: 420_000, version })).toMatchObject({
    ok: true,
  })
  expect(await now(id)).toMatchObject({ branch: other, cost: 420_000 })
})

test('what cannot be is refused with its reason, and changes nothing', async () => {
  const set = async (id: string, part: 'price' | 'branch' | 'cost', value: string | number | null) => {
    const before = await now(id)
    const answer = await setPart(database.db, berta, { id, part, value, version: before.version })
    expect(await now(id)).toEqual(before)
    return answer.ok ? 'ok' : answer.reason
  }
  expect(await set(cast.reservedSpeedmaster, 'price', 1)).toBe('reserved')
  expect(await set(cast.soldTank, 'branch', 'koeln')).toBe('gone')
  expect(await set(cast.availableBrooch, 'price', null)).toBe('needs-one')
  expect(await set(cast.availableBrooch, 'price', 0)).toBe('not-an-amount')
  expect(await set(cast.availableBrooch, 'price', 'koeln')).toBe('not-an-amount')
  expect(await set(cast.availableBrooch, 'branch', 'nowhere')).toBe('no-such-branch')
  expect(await setPart(database.db, berta, { id: '99999', part: 'price', value: 1, version: 0 })).toEqual({
    ok: false,
    reason: 'no-such-piece',
  })
  await database.db
    .insertInto('product_staff')
    .values({ product_id: cast.availableBrooch, ledger_number: 7 })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ ledger_number: 7 }))
    .execute()
  expect(await set(cast.availableBrooch, 'cost', 100)).toBe('in-ledger')
})

test('a new piece is a draft of its kind, and a copy has the facts without what is one piece’s own', async () => {
  const id = await createPiece(database.db, berta, { kind: 'bullion', branch: 'koeln' })
  expect(await now(id)).toMatchObject({ status: 'draft', price: null, branch: 'koeln' })
  const copy = await duplicatePiece(database.db, berta, cast.availableRing)
  if (!copy.ok) throw new Error(copy.reason)
  expect(Number(copy.id)).toBeGreaterThan(Number(id))
  const read = (of: string) =>
    database.db.selectFrom('product').selectAll().where('id', '=', of).executeTakeFirstOrThrow()
  const [ring, template] = [await read(cast.availableRing), await read(copy.id)]
  expect(template).toMatchObject({
    name: ring.name,
    description: ring.description,
    ring_size_mm: ring.ring_size_mm,
    metal: ring.metal,
    status: 'draft',
    price_cents: null,
    listed_at: null,
    report_number: null,
  })
  const rows = (table: 'stone' | 'photo' | 'product_staff', of: string) =>
    database.db.selectFrom(table).select('product_id').where('product_id', '=', of).execute()
  expect((await rows('stone', copy.id)).length).toBe((await rows('stone', cast.availableRing)).length)
  expect(await rows('photo', copy.id)).toEqual([])
  expect(await rows('product_staff', copy.id)).toEqual([])
  expect(await duplicatePiece(database.db, berta, '99999')).toEqual({ ok: false, reason: 'no-such-piece' })
})
