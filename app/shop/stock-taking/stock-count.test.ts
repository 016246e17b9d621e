import { beforeAll, expect, test } from 'vitest'
import { countSeen } from '#tests/count-seen.ts'
import { testDatabase } from '#tests/database.ts'
import { countOverview, countResult } from './count-result.ts'
import { scannedNumber } from './scanned.ts'
import * as counts from './stock-count.ts'

const database = testDatabase()
const erika = { id: 0, name: 'Erika' }
const berta = { id: 0, name: 'Berta' }

beforeAll(async () => {
  const { db } = database
  for (const member of [erika, berta]) {
    const values = { name: member.name, email: `${member.name}@example.org`, role: 'sales' as const }
    member.id = (
      await db.insertInto('staff_member').values(values).returning('id').executeTakeFirstOrThrow()
    ).id
  }
  const address = {
    street: 'Ring 1',
    postal_code: '50667',
    phone: '0221',
    email: 'a@example.org',
    hours: '[]',
  }
  for (const [id, name] of [
    ['koeln', 'Köln'],
    ['bonn', 'Bonn'],
  ] as const)
    await db
      .insertInto('branch')
      .values({ id, name, city: name, ...address })
      .execute()
  const piece = (id: string, status: 'draft' | 'intake' | 'withdrawn', branch_id: string | null) => ({
    id,
    status,
    branch_id,
    kind: 'watch' as const,
    name: JSON.stringify({ de: `Uhr ${id}`, en: `Watch ${id}` }),
    slug_de: 'uhr',
    slug_en: 'watch',
    tax_mode: 'margin_25a' as const,
  })
  await db
    .insertInto('product')
    .values([
      piece('30001', 'intake', 'koeln'),
      piece('30002', 'intake', 'koeln'),
      piece('30003', 'intake', 'bonn'),
      piece('30004', 'withdrawn', 'koeln'),
      piece('30005', 'draft', 'koeln'),
      piece('30006', 'intake', null),
    ])
    .execute()
})

const pausedAt = async (id: number) => (await counts.findCount(database.db, id))?.pausedAt ?? null
const scanOf = async (id: number, piece: string) =>
  (await counts.lastScans(database.db, id)).find((scan) => scan.id === piece)?.scan ?? 0
test('two count at once, what is missing and too many is said, and a closed count stays as it was', async () => {
  const { db } = database
  const begun = await counts.beginCount(db, 'koeln', erika)
  if (!begun.ok) throw new Error(begun.reason)
  const { id } = begun
  expect(await counts.beginCount(db, 'koeln', berta)).toEqual({ ok: false, reason: 'open-already' })
  expect(await counts.beginCount(db, 'mainz', berta)).toEqual({ ok: false, reason: 'no-such-branch' })
  const scans = await Promise.all(
    [erika, berta, erika, berta].map((member, at) =>
      counts.scanPiece(db, id, ['30001', '30001', '30003', '30004'][at] as string, member),
    ),
  )
  const outcomes = scans.map((scan) => (scan.ok ? scan.outcome : scan.reason))
  expect(outcomes.slice(0, 2).toSorted()).toEqual(['again', 'expected'])
  expect(outcomes.slice(2)).toEqual(['surplus', 'surplus'])
  expect(await counts.scanPiece(db, id, '39999', erika)).toEqual({ ok: false, reason: 'no-such-piece' })

  await counts.pauseCount(db, id, { paused: true, from: null }, berta)
  expect(await counts.scanPiece(db, id, '30002', erika)).toEqual({ ok: false, reason: 'paused' })
  await counts.pauseCount(db, id, { paused: false, from: await pausedAt(id) }, berta)
  await counts.scanPiece(db, id, '30005', erika)
  await counts.scanPiece(db, id, '30006', erika)
  await counts.scanPiece(db, id, '30002', berta)
  await counts.takeBackScan(db, id, await scanOf(id, '30002'), berta)
  expect((await counts.lastScans(db, id)).map((scan) => scan.id).toSorted()).toEqual([
    '30001',
    '30003',
    '30004',
    '30005',
    '30006',
  ])

  const open = await countOverview(db, id, { limit: 2 })
  expect(open).toMatchObject({
    ...{ expected: 2, found: 1, missing: { count: 1, pieces: [{ id: '30002' }] } },
    surplus: { count: 4, pieces: [{ id: '30003', reason: 'other-branch' }, { id: '30004' }] },
  })
  const closed = await counts.closeCount(db, id, await countSeen(db, id), berta)
  expect(await countOverview(db, id, { limit: 2 })).toEqual(open)
  const result = await countResult(db, id)
  expect(closed).toEqual({ ok: true, result })
  expect(result).toMatchObject({
    expected: 2,
    found: 1,
    missing: [{ id: '30002' }],
    surplus: [
      { id: '30003', reason: 'other-branch', branch: 'Bonn' },
      { id: '30004', reason: 'gone' },
      { id: '30005', reason: 'draft' },
      { id: '30006', reason: 'no-branch' },
    ],
  })
  await db
    .updateTable('product')
    .set({ status: 'withdrawn' })
    .where('id', '=', '30002')
    .where('status', '=', 'draft')
    .execute()
  expect(await counts.scanPiece(db, id, '30002', erika)).toEqual({ ok: false, reason: 'closed' })
  await expect(
    db.updateTable('stock_count').set({ result: '{}' }).where('id', '=', id).execute(),
  ).rejects.toThrow('is a record')
  await expect(db.deleteFrom('stock_count_scan').where('count_id', '=', id).execute()).rejects.toThrow(
    'is a record',
  )
  expect(await counts.findCount(db, id)).toMatchObject({
    branch: 'Köln',
    startedBy: 'Erika',
    closedBy: 'Berta',
  })
  expect((await counts.stockCounts(db)).map((count) => count.id)).toEqual([id])
})

test('of two at one count the second does what was seen: nothing is closed, paused or taken back unseen', async () => {
  const { db } = database
  const begun = await counts.beginCount(db, 'bonn', erika)
  if (!begun.ok) throw new Error(begun.reason)
  const { id } = begun

  // Berta closes what she saw; Erika has scanned a piece more.
  const before = await countSeen(db, id)
  await counts.scanPiece(db, id, '30003', erika)
  expect(await counts.closeCount(db, id, before, berta)).toEqual({
    ...{ ok: false, reason: 'changed-meanwhile' },
    now: { expected: 1, found: 1, surplus: 0, lastScan: await scanOf(id, '30003') },
  })
  expect(await counts.findCount(db, id)).toMatchObject({ closedAt: null })

  // Found anew since it was taken back: that scan stays.
  const first = await scanOf(id, '30003')
  await counts.takeBackScan(db, id, first, erika)
  await counts.scanPiece(db, id, '30003', berta)
  expect(await counts.takeBackScan(db, id, first, erika)).toEqual({ ok: true })
  expect(await counts.lastScans(db, id)).toMatchObject([{ id: '30003', by: 'Berta' }])

  // Both pause: one pause, that of the first.
  const pause = (paused: boolean, from: Date | null, member = berta) =>
    counts.pauseCount(db, id, { paused, from }, member)
  expect(await Promise.all([pause(true, null), pause(true, null, erika)])).toEqual([
    { ok: true },
    { ok: true },
  ])
  const paused = await pausedAt(id)
  await pause(true, null)
  expect(await pausedAt(id)).toEqual(paused)
  // Erika goes on and pauses anew; Berta, who saw the former pause, does not end this one.
  await pause(false, paused, erika)
  await pause(true, null, erika)
  const anew = await pausedAt(id)
  expect(await pause(false, paused)).toEqual({ ok: false, reason: 'paused-anew', at: anew?.toISOString() })
  expect(await pause(false, anew)).toEqual({ ok: true })

  const both = await Promise.all(
    [berta, erika].map(async (member) => counts.closeCount(db, id, await countSeen(db, id), member)),
  )
  expect(both.map((each) => (each.ok ? 'closed now' : each.reason)).toSorted()).toEqual([
    'closed',
    'closed now',
  ])
})

test.each([
  ['10482', '10482'],
  [' 10482\n', '10482'],
  ['https://shop.example/de/produkte/-/10482', '10482'],
  ['https://shop.example/en/products/rolex-submariner/10482', '10482'],
  ['https://shop.example/office/pieces/10482', '10482'],
  ['http://192.168.1.20:3000/de/produkte/-/10482', '10482'],
  ['https://other.example/de/produkte/-/10482/?x=1', '10482'],
  ['ftp://shop.example/de/produkte/-/10482', null],
  ['https://shop.example/de/uhren/10482', null],
  ['https://shop.example/de/produkte/-/0482', null],
  ['javascript:alert(1)', null],
  ['104', null],
  ['', null],
])('scanned %j: %s', (text, number) => {
  expect(scannedNumber(text)).toBe(number)
})
