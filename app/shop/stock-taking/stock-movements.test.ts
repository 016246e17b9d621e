import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { cast, loadCast } from '#tests/catalogue.ts'
import { countSeen } from '#tests/count-seen.ts'
import { testDatabase } from '#tests/database.ts'
import { countOverview, countResult } from './count-result.ts'
import * as counts from './stock-count.ts'

const database = testDatabase()
const erika = { id: 0, name: 'Erika' }

beforeAll(async () => {
  const { db } = database
  const member = { name: erika.name, email: 'erika@example.org', role: 'sales' as const }
  const added = await db.insertInto('staff_member').values(member).returning('id').executeTakeFirstOrThrow()
  erika.id = added.id
  await loadCast(db)
  // All that is counted lies in one branch; of the rest nothing is here.
  await sql`update product set branch_id = 'koeln'`.execute(db)
})

const begin = async (branch: string | null = 'koeln') => {
  const begun = await counts.beginCount(database.db, branch, erika)
  if (!begun.ok) throw new Error(begun.reason)
  return begun.id
}
const scan = async (count: number, code: string) => {
  const scanned = await counts.scanCode(database.db, count, code, erika)
  return scanned.ok ? scanned.outcome : scanned.reason
}
const become = async (piece: string, ...states: string[]) => {
  for (const state of states)
    await sql`update product set status = ${state} where id = ${piece}`.execute(database.db)
}
const move = (piece: string, branch: string | null) =>
  sql`update product set branch_id = ${branch} where id = ${piece}`.execute(database.db)
async function addDraft(id: string) {
  await sql`insert into product (id, kind, status, name, slug_de, slug_en, tax_mode, branch_id)
    values (${id}, 'jewellery', 'draft', '{"de": "Ring", "en": "Ring"}', 'r', 'r', 'margin_25a', 'koeln')`.execute(
    database.db,
  )
}
const idsOf = (pieces: readonly { id: string }[]) => pieces.map(({ id }) => id)
/** What is said of a count, and that the same is said of it once it is closed. */
async function closed(count: number) {
  const open = await countOverview(database.db, count, { limit: 500 })
  const end = await counts.closeCount(database.db, count, await countSeen(database.db, count), erika)
  if (!end.ok) throw new Error(end.reason)
  expect(await countOverview(database.db, count, { limit: 500 })).toEqual(open)
  expect(await countResult(database.db, count)).toEqual(end.result)
  const { missing, surplus, left, came } = end.result
  for (const [list, pieces] of Object.entries({ missing, surplus, left, came }))
    expect(open[list as 'left'], list).toEqual({ count: pieces.length, pieces })
  expect(end.result.expected).toBe(end.result.found + missing.length)
  return end.result
}

test('what is sold during a count is neither missing nor too many, whether it was scanned before, after or never', async () => {
  const { availableSubmariner: before, availableRing: after, availableBrooch: never } = cast
  const count = await begin()
  expect(await scan(count, before)).toBe('expected')
  for (const piece of [before, after, never]) await become(piece, 'reserved', 'sold')
  expect(await scan(count, after)).toBe('left')
  expect(await scan(count, before)).toBe('again')
  // One that was sold long before lies here all the same.
  expect(await scan(count, cast.soldTank)).toBe('surplus')
  const result = await closed(count)
  expect(result.left).toMatchObject([
    { id: before, reason: 'sold', scanned: true },
    { id: after, reason: 'sold', scanned: true },
    { id: never, reason: 'sold', scanned: false },
  ])
  expect(idsOf(result.surplus)).toEqual([cast.soldTank])
  expect(result.found).toBe(0)
  for (const id of [before, after, never]) expect(idsOf(result.missing)).not.toContain(id)
  expect(idsOf(result.missing)).toContain(cast.reservedSpeedmaster)
})

test('what comes in during a count is not missing, and found like any other where it is scanned', async () => {
  for (const id of ['41001', '41002', '41003']) await addDraft(id)
  const count = await begin()
  // A draft that is found is too many, until somebody takes it in.
  expect(await scan(count, '41001')).toBe('surplus')
  expect((await countOverview(database.db, count, { limit: 9 })).surplus.count).toBe(1)
  await become('41001', 'intake')
  await become('41002', 'intake')
  await become('41003', 'intake', 'withdrawn')
  const result = await closed(count)
  expect(idsOf(result.came)).toEqual(['41002'])
  expect(result.surplus).toEqual([])
  expect(result.left).toMatchObject([{ id: '41003', reason: 'gone', scanned: false }])
  expect(idsOf(result.missing)).not.toContain('41002')
  expect(result.found).toBe(1)
})

test('what is brought to another branch leaves a count of its branch, not one of all, and comes into one there', async () => {
  const piece = cast.krugerrand
  const [here, there, everywhere] = [await begin('koeln'), await begin('duesseldorf'), await begin(null)]
  expect(await scan(here, piece)).toBe('expected')
  await move(piece, 'duesseldorf')
  const ofHere = await closed(here)
  expect(ofHere.left).toMatchObject([{ id: piece, reason: 'other-branch', branch: 'Düsseldorf' }])
  expect(idsOf((await closed(there)).came)).toEqual([piece])
  const ofAll = await closed(everywhere)
  expect([ofAll.left, ofAll.came]).toEqual([[], []])
  expect(idsOf(ofAll.missing)).toContain(piece)
  // It comes back after the end, which is a record.
  await move(piece, 'koeln')
  expect(await countResult(database.db, here)).toEqual(ofHere)
})

test('a reservation is no movement, nor is a price or a sale that happened before the count', async () => {
  const count = await begin()
  const before = await countResult(database.db, count)
  await become(cast.reservedSpeedmaster, 'listed', 'reserved')
  await sql`update product set price_cents = price_cents + 100 where id = ${cast.reservedSpeedmaster}`.execute(
    database.db,
  )
  expect(await countResult(database.db, count)).toEqual(before)
  await closed(count)
})

test('a count that was closed before movements were kept still has its report', async () => {
  const { db } = database
  const count = await begin()
  const old = JSON.stringify({ expected: 2, found: 2, missing: [], surplus: [] })
  await sql`update stock_count set closed_at = now(), closed_by = ${erika.id}, result = ${old} where id = ${count}`.execute(
    db,
  )
  expect(await countResult(db, count)).toMatchObject({ found: 2, left: [], came: [] })
  expect(await countOverview(db, count, { limit: 5 })).toMatchObject({
    found: 2,
    left: { count: 0, pieces: [] },
  })
})

test('a code that belongs to no piece is kept with the count, once, until it is removed or the count is closed', async () => {
  const { db } = database
  const count = await begin()
  expect(await scan(count, ' ACME-77\0 ')).toBe('unknown')
  expect(await scan(count, 'ACME-77')).toBe('unknown')
  expect(await scan(count, '99999')).toBe('no-such-piece')
  expect(await scan(count, ' \n')).toBe('unknown')
  const codes = async () =>
    (await counts.strayCodes(db, count, { limit: 9 })).map(({ code, by }) => [code, by])
  expect(await codes()).toEqual([
    ['99999', 'Erika'],
    ['ACME-77', 'Erika'],
  ])
  const [number] = await counts.strayCodes(db, count, { limit: null })
  expect(number?.at).toBeInstanceOf(Date)
  await counts.pauseCount(db, count, { paused: true, from: null }, erika)
  expect(await scan(count, 'ACME-78')).toBe('paused')
  expect(await counts.removeStrayCode(db, count, number?.id ?? 0, erika)).toEqual({
    ok: false,
    reason: 'paused',
  })
  const { pausedAt: from = null } = (await counts.findCount(db, count)) ?? {}
  await counts.pauseCount(db, count, { paused: false, from }, erika)
  expect(await counts.removeStrayCode(db, count, number?.id ?? 0, erika)).toEqual({ ok: true })
  expect(await codes()).toEqual([['ACME-77', 'Erika']])
  const [stays] = await counts.strayCodes(db, count, { limit: null })
  // A misread is removed of its own count alone.
  const other = await begin('duesseldorf')
  await counts.removeStrayCode(db, other, stays?.id ?? 0, erika)
  await closed(count)
  expect(await counts.removeStrayCode(db, count, stays?.id ?? 0, erika)).toEqual({
    ok: false,
    reason: 'closed',
  })
  expect(await scan(count, 'ACME-79')).toBe('closed')
  await expect(db.deleteFrom('stock_count_stray').where('count_id', '=', count).execute()).rejects.toThrow(
    'is a record',
  )
  expect(await codes()).toEqual([['ACME-77', 'Erika']])
})
