import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import {
  type BulkChange,
  bulkChange,
  lastBulkChanges,
  makeBulkChange,
  planBulkChange,
  undoBulkChange,
} from './bulk-change.ts'
import { readParts, setPart } from './set-parts.ts'

const database = testDatabase()
let db: Database
let berta: StaffActor
let carl: StaffActor
const { availableSubmariner: watch, availableRing: ring, soldTank: sold } = cast

beforeAll(async () => {
  db = database.db
  await loadCast(db)
  const add = (name: string) =>
    db
      .insertInto('staff_member')
      .values({ name, email: `${name}@staff.example`, role: 'owner', locale: 'de' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  berta = await add('Berta')
  carl = await add('Carl')
})

beforeEach(async () => {
  await db
    .updateTable('product')
    .set({ price_cents: 985_000, branch_id: 'koeln' })
    .where('id', '=', watch)
    .execute()
  await db
    .updateTable('product')
    .set({ price_cents: 123_450, branch_id: 'koeln' })
    .where('id', '=', ring)
    .execute()
})

const prices = async () => {
  const parts = await readParts(db, [watch, ring])
  return [parts.get(watch)?.price, parts.get(ring)?.price]
}
const byFivePerCent: BulkChange = { part: 'price', how: 'by-share', perMille: 50 }

/** Previews a change of these pieces, and confirms it. */
async function change(ids: readonly string[], what: BulkChange, key: string = crypto.randomUUID()) {
  const planned = await planBulkChange(db, ids, what)
  return makeBulkChange(db, berta, { key, change: what, pieces: planned })
}

describe('a preview', () => {
  test('says what becomes of each piece and what cannot be changed, and writes nothing', async () => {
    expect(await planBulkChange(db, [ring, sold, '99999', watch], byFivePerCent)).toEqual([
      { id: ring, version: expect.any(Number), before: 123_450, after: 129_600, refusal: null },
      expect.objectContaining({ id: sold, refusal: 'gone' }),
      expect.objectContaining({ id: '99999', refusal: 'no-such-piece' }),
      { id: watch, version: expect.any(Number), before: 985_000, after: 1_034_300, refusal: null },
    ])
    expect(await prices()).toEqual([985_000, 123_450])
  })

  test.each<[BulkChange, object]>([
    [
      { part: 'price', how: 'by-amount', cents: -5_000 },
      { after: 980_000, refusal: null },
    ],
    [
      { part: 'price', how: 'by-amount', cents: -985_000 },
      { after: 0, refusal: 'not-an-amount' },
    ],
    [{ part: 'price', how: 'to-amount', cents: 985_000 }, { refusal: 'same' }],
    [
      { part: 'branch', how: 'to-branch', branch: 'duesseldorf' },
      { before: 'koeln', after: 'duesseldorf', refusal: null },
    ],
    [{ part: 'branch', how: 'to-branch', branch: 'atlantis' }, { refusal: 'no-such-branch' }],
  ])('of %o', async (what, expected) => {
    expect(await planBulkChange(db, [watch], what)).toEqual([expect.objectContaining(expected)])
  })

  test.each([
    { part: 'price', how: 'by-share', perMille: 2_001 },
    { part: 'price', how: 'by-share', perMille: 1.5 },
    { part: 'price', how: 'to-amount', cents: 0 },
    { part: 'cost', how: 'to-amount', cents: 5 },
    { part: 'price', how: 'to-branch', branch: 'koeln' },
  ])('is not made of %o', (what) => {
    expect(bulkChange.safeParse(what).success).toBe(false)
  })
})

describe('a change', () => {
  test('is made as it was previewed, once, and can be undone once', async () => {
    const key = crypto.randomUUID()
    const planned = await planBulkChange(db, [watch, ring, sold], byFivePerCent)
    const made = await makeBulkChange(db, berta, { key, change: byFivePerCent, pieces: planned })
    expect(made).toMatchObject({ changed: 2, left: [{ id: sold, reason: 'gone' }] })
    expect(await prices()).toEqual([1_034_300, 129_600])
    // A second press of the button.
    const again = await makeBulkChange(db, berta, { key, change: byFivePerCent, pieces: planned })
    expect(again).toMatchObject({ id: made.id, changed: 2 })
    expect(await prices()).toEqual([1_034_300, 129_600])
    expect((await lastBulkChanges(db))[0]).toMatchObject({
      id: made.id,
      by: 'Berta',
      pieces: 2,
      undoneAt: null,
    })

    expect(await undoBulkChange(db, carl, made.id)).toEqual({ ok: true, restored: 2, left: [] })
    expect(await prices()).toEqual([985_000, 123_450])
    expect(await undoBulkChange(db, carl, made.id)).toEqual({ ok: false, reason: 'undone-before' })
    expect((await lastBulkChanges(db, { id: made.id }))[0]).toMatchObject({ undoneBy: 'Carl' })
    const history = await db
      .selectFrom('price_history')
      .select('price_cents')
      .where('product_id', '=', ring)
      .execute()
    expect(history.map(({ price_cents }) => price_cents)).toEqual(expect.arrayContaining([129_600, 123_450]))
  })

  test('leaves alone what somebody changed since the preview', async () => {
    const planned = await planBulkChange(db, [watch, ring], byFivePerCent)
    const version = planned[0]?.version ?? 0
    await setPart(db, carl, { id: watch, part: 'price', value: 900_000, version })
    const made = await makeBulkChange(db, berta, {
      key: crypto.randomUUID(),
      change: byFivePerCent,
      pieces: planned,
    })
    expect(made).toMatchObject({ changed: 1, left: [{ id: watch, reason: 'changed-meanwhile' }] })
    expect(await prices()).toEqual([900_000, 129_600])
  })

  test('of two at once over the same pieces, one is made', async () => {
    const planned = await planBulkChange(db, [watch, ring], byFivePerCent)
    const both = await Promise.all(
      [berta, carl].map((member) =>
        makeBulkChange(db, member, { key: crypto.randomUUID(), change: byFivePerCent, pieces: planned }),
      ),
    )
    expect(both.map(({ changed }) => changed).reduce((sum, each) => sum + each)).toBe(2)
    expect(await prices()).toEqual([1_034_300, 129_600])
  })
})

describe('an undo', () => {
  test('leaves alone what somebody changed since, and says so', async () => {
    const { id } = await change([watch, ring], byFivePerCent)
    const version = (await readParts(db, [watch])).get(watch)?.version ?? 0
    await setPart(db, carl, { id: watch, part: 'price', value: 1_000_000, version })
    expect(await undoBulkChange(db, berta, id)).toEqual({
      ok: true,
      restored: 1,
      left: [{ id: watch, part: 'price', reason: 'changed-meanwhile' }],
    })
    expect(await prices()).toEqual([1_000_000, 123_450])
  })

  test('puts branches back, too', async () => {
    const { id } = await change([watch, ring], { part: 'branch', how: 'to-branch', branch: 'duesseldorf' })
    expect((await readParts(db, [ring])).get(ring)?.branch).toBe('duesseldorf')
    await undoBulkChange(db, berta, id)
    expect((await readParts(db, [ring])).get(ring)?.branch).toBe('koeln')
  })

  test('of nothing is refused', async () => {
    expect(await undoBulkChange(db, berta, 999_999)).toEqual({ ok: false, reason: 'gone' })
  })
})
