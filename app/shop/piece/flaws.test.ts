import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { addFlaw, changeFlaw, type FlawChanges, flawsOf, removeFlaw } from './flaws.ts'

const database = testDatabase()
let db: Database
let anna: StaffActor
const watch = cast.availableSubmariner

beforeAll(async () => {
  db = database.db
  await loadCast(db)
  anna = await memberNamed('Anna')
})

const memberNamed = async (name: string): Promise<StaffActor> =>
  db
    .insertInto('staff_member')
    .values({ name, email: `${crypto.randomUUID()}@shop.example`, role: 'owner' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
/** Another member than Anna. */
const bert = () => memberNamed('Bert')

test('flaws are pinned to photos, moved, said otherwise and taken off, each recorded', async () => {
  const photo = await db
    .selectFrom('photo')
    .select('id')
    .where('product_id', '=', watch)
    .executeTakeFirstOrThrow()
  const text = { de: 'Haarlinie auf der Lünette', en: 'Hairline on the bezel' }
  const at = { photo: photo.id, x: 440, y: 380, text }
  expect(await addFlaw(db, anna, watch, at)).toMatchObject({
    ok: true,
    flaws: [{ number: 1, x: 440, y: 380, text }],
  })
  const added = await addFlaw(db, anna, watch, { ...at, x: 0, y: 1000 })
  const [first, second] = added.ok ? added.flaws : []
  expect(second).toMatchObject({ number: 2, x: 0, y: 1000 })
  expect(await addFlaw(db, anna, watch, { ...at, x: 1001 })).toEqual({ ok: false, reason: 'no-such-photo' })
  expect(await addFlaw(db, anna, cast.krugerrand, at)).toEqual({ ok: false, reason: 'no-such-photo' })
  expect(await addFlaw(db, anna, watch, { ...at, text: { de: 'x', en: ' ' } })).toMatchObject({
    reason: 'text-missing',
  })
  const flaw = first?.id ?? 0
  const changes = { place: { from: { x: 440, y: 380 }, to: { x: 10, y: 20 } } }
  expect(await changeFlaw(db, anna, watch, { flaw, photo: at.photo, changes })).toMatchObject({
    flaws: [{ x: 10, y: 20, text }, {}],
  })
  expect(await changeFlaw(db, anna, cast.krugerrand, { flaw, photo: at.photo, changes })).toMatchObject({
    reason: 'no-such-flaw',
  })
  expect(await removeFlaw(db, anna, watch, { flaw, from: { x: 10, y: 20, text } })).toMatchObject({
    flaws: [{ number: 2 }],
  })
  expect(await addFlaw(db, anna, watch, at)).toMatchObject({ flaws: [{ number: 1 }, { number: 2 }] })
  const records = await db
    .selectFrom('change_record')
    .select(['operation', 'staff_id'])
    .where('part', '=', 'photo_flaw')
    .orderBy('id')
    .execute()
  expect(records.map(({ operation }) => operation)).toEqual([
    'insert',
    'insert',
    'update',
    'delete',
    'insert',
  ])
  await db.deleteFrom('photo').where('product_id', '=', watch).where('id', '=', photo.id).execute()
  expect(await flawsOf(db, watch)).toEqual([])
})

describe('of two who change a flaw, the second is told what is there now', () => {
  const text = { de: 'Delle', en: 'Dent' }
  const seen = { x: 100, y: 200, text }
  async function pinned() {
    const { id: photo } = await db
      .selectFrom('photo')
      .select('id')
      .where('product_id', '=', cast.availableRing)
      .executeTakeFirstOrThrow()
    const added = await addFlaw(db, anna, cast.availableRing, { photo, ...seen })
    const flaw = added.ok ? added.flaws.at(-1)?.id : undefined
    if (flaw === undefined) throw new Error('the flaw was not pinned')
    return flaw
  }
  const now = async (id: number) => (await flawsOf(db, cast.availableRing)).find((flaw) => flaw.id === id)
  const change = async (member: StaffActor, flaw: number, changes: FlawChanges) =>
    changeFlaw(db, member, cast.availableRing, { flaw, photo: (await now(flaw))?.photo ?? '', changes })

  test('where both said the same part otherwise: nothing is overwritten', async () => {
    const [flaw, other] = [await pinned(), await bert()]
    expect(await change(anna, flaw, { de: { from: 'Delle', to: 'Tiefe Delle' } })).toMatchObject({ ok: true })
    expect(await change(other, flaw, { de: { from: 'Delle', to: 'Kleine Delle' } })).toEqual({
      ...{ ok: false, reason: 'conflict', parts: ['de'], by: 'Anna', at: expect.any(String) },
      flaw: await now(flaw),
    })
    expect(await now(flaw)).toMatchObject({ text: { de: 'Tiefe Delle', en: 'Dent' } })
    // Having seen it, it is theirs to change.
    expect(await change(other, flaw, { de: { from: 'Tiefe Delle', to: 'Kleine Delle' } })).toMatchObject({
      ok: true,
    })
  })

  test('where they changed different parts, both hold', async () => {
    const [flaw, other] = [await pinned(), await bert()]
    await Promise.all([
      change(anna, flaw, { de: { from: 'Delle', to: 'Tiefe Delle' } }),
      change(other, flaw, { en: { from: 'Dent', to: 'Deep dent' } }),
      change(other, flaw, { place: { from: { x: 100, y: 200 }, to: { x: 150, y: 200 } } }),
    ])
    expect(await now(flaw)).toMatchObject({ x: 150, y: 200, text: { de: 'Tiefe Delle', en: 'Deep dent' } })
  })

  test('where one takes off what the other changed, it stays; changing what is gone says who took it off', async () => {
    const [flaw, other] = [await pinned(), await bert()]
    const from = { x: 100, y: 200 }
    await change(anna, flaw, { place: { from, to: { x: 101, y: 200 } } })
    expect(await removeFlaw(db, other, cast.availableRing, { flaw, from: seen })).toMatchObject({
      ...{ ok: false, reason: 'conflict', parts: ['place'], by: 'Anna', flaw: { x: 101 } },
    })
    expect(await now(flaw)).toBeDefined()
    const removed = { flaw, from: { ...seen, x: 101 } }
    expect(await removeFlaw(db, other, cast.availableRing, removed)).toMatchObject({ ok: true })
    expect(await change(anna, flaw, { de: { from: 'Delle', to: 'Beule' } })).toMatchObject({
      ...{ ok: false, reason: 'no-such-flaw', by: 'Bert', flaws: expect.any(Array) },
    })
    expect(await removeFlaw(db, anna, cast.availableRing, removed)).toMatchObject({ ok: true })
  })
})
