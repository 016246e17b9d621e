import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { lastBulkChanges, undoBulkChange } from './bulk-change.ts'
import type { ListColumn } from './list-question.ts'
import { type ConfirmedCell, makePaste, type PlannedCell, planPaste } from './paste-change.ts'
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
    .set({ price_cents: 100_000, branch_id: 'koeln' })
    .where('id', 'in', [watch, ring])
    .execute()
})

const now = async () => {
  const parts = await readParts(db, [watch, ring])
  return [watch, ring].map((id) => [parts.get(id)?.price, parts.get(id)?.branch])
}
const all = () => true

/** The cells of a plan that can be changed, as whoever looked at them confirms them. */
const confirmed = (plan: readonly PlannedCell[]): ConfirmedCell[] =>
  plan.flatMap(({ id, column, after, version, refusal }) =>
    id !== null && refusal === null && (column === 'price' || column === 'branch' || column === 'cost')
      ? [{ id, part: column, value: after, version }]
      : [],
  )

const plan = (columns: ListColumn[], rows: [string | null, ...string[]][], may = all) =>
  planPaste(db, { columns, rows: rows.map(([id, ...cells]) => ({ id, cells })) }, may)

describe('a preview', () => {
  test('says of each cell what becomes of it, or why nothing does, row by row, and writes nothing', async () => {
    const planned = await plan(
      ['branch', 'price', 'margin'],
      [
        [watch, 'düsseldorf', '1.250,50 €', '12 %'],
        [ring, 'Atlantis', 'viel', '', 'mehr', 'noch mehr'],
        [sold, '', '5'],
        ['99999', 'Köln'],
        [null, '1', '2'],
        [watch, 'Köln'],
        [null, '', ''],
      ],
    )
    expect(planned.map(({ row, column, given, refusal }) => [row, column, given, refusal])).toEqual([
      [1, 'branch', 'düsseldorf', null],
      [1, 'price', '1.250,50 €', null],
      [1, 'margin', '12 %', 'not-editable'],
      [2, 'branch', 'Atlantis', 'no-such-branch'],
      [2, 'price', 'viel', 'not-an-amount'],
      [2, null, 'mehr · noch mehr', 'no-column'],
      [3, 'price', '5', 'gone'],
      [4, null, 'Köln', 'no-such-piece'],
      [5, null, '1 · 2', 'no-row'],
      [6, null, 'Köln', 'twice'],
    ])
    expect(planned[1]).toMatchObject({ id: watch, before: 100_000, after: 125_050 })
    expect(planned[0]).toMatchObject({ id: watch, before: 'koeln', after: 'duesseldorf' })
    expect(await now()).toEqual([
      [100_000, 'koeln'],
      [100_000, 'koeln'],
    ])
  })

  test.each([
    ['1290', 129_000, null],
    ['1,290.00', 129_000, null],
    ['€ 1.290,00', 129_000, null],
    ['1000', 100_000, 'same'],
    ['0', 0, 'not-an-amount'],
    ['-5', null, 'not-an-amount'],
    ['99999999', 9_999_999_900, 'not-an-amount'],
    ['12,345,6', null, 'not-an-amount'],
  ])('of a price %s', async (text, after, refusal) => {
    expect(await plan(['price'], [[watch, text]])).toEqual([expect.objectContaining({ after, refusal })])
  })

  test('names neither empty cells nor the dash of a list, and no value that somebody may not see', async () => {
    expect(await plan(['price', 'branch', 'margin'], [[watch, '', '–', '']])).toEqual([])
    const [cost] = await plan(['cost'], [[watch, '500']], () => false)
    expect(cost).toMatchObject({ refusal: 'not-allowed', before: null, after: null })
  })
})

describe('a paste', () => {
  const block = () =>
    plan(
      ['branch', 'price'],
      [
        [watch, 'Düsseldorf', '1100'],
        [ring, '', '1200'],
      ],
    )

  test('gives each piece its own values, once, and is put back as one', async () => {
    const key = crypto.randomUUID()
    const cells = confirmed(await block())
    const made = await makePaste(db, berta, { key, cells })
    expect(made).toMatchObject({ changed: 2, left: [] })
    const after = [
      [110_000, 'duesseldorf'],
      [120_000, 'koeln'],
    ]
    expect(await now()).toEqual(after)
    // A second press of the button.
    expect(await makePaste(db, berta, { key, cells })).toEqual(made)
    expect(await now()).toEqual(after)
    expect((await lastBulkChanges(db))[0]).toMatchObject({
      change: { how: 'pasted', parts: ['price', 'branch'] },
      pieces: 2,
    })

    expect(await undoBulkChange(db, carl, made.id)).toEqual({ ok: true, restored: 2, left: [] })
    expect(await now()).toEqual([
      [100_000, 'koeln'],
      [100_000, 'koeln'],
    ])
    expect(await undoBulkChange(db, carl, made.id)).toEqual({ ok: false, reason: 'undone-before' })
  })

  test('leaves alone the part that somebody changed since the preview, and changes the others', async () => {
    const cells = confirmed(await block())
    const version = cells[0]?.version ?? 0
    await setPart(db, carl, { id: watch, part: 'price', value: 90_000, version })
    const made = await makePaste(db, berta, { key: crypto.randomUUID(), cells })
    expect(made).toMatchObject({
      changed: 2,
      left: [{ id: watch, part: 'price', reason: 'changed-meanwhile' }],
    })
    expect(await now()).toEqual([
      [90_000, 'duesseldorf'],
      [120_000, 'koeln'],
    ])
  })

  test('is checked again: what was never previewed is refused as the list refuses it', async () => {
    const made = await makePaste(db, berta, {
      key: crypto.randomUUID(),
      cells: [
        { id: watch, part: 'price', value: null, version: 2 ** 40 },
        { id: watch, part: 'branch', value: 'atlantis', version: 2 ** 40 },
        { id: sold, part: 'price', value: 5, version: 2 ** 40 },
        { id: '99999', part: 'price', value: 5, version: 0 },
      ],
    })
    expect(made.changed).toBe(0)
    expect(made.left.map(({ part, reason }) => [part, reason])).toEqual(
      expect.arrayContaining([
        ['price', 'needs-one'],
        ['branch', 'no-such-branch'],
        ['price', 'gone'],
        ['price', 'no-such-piece'],
      ]),
    )
  })

  test('that is undone leaves alone the part that was changed since, and puts the others back', async () => {
    const { id } = await makePaste(db, berta, { key: crypto.randomUUID(), cells: confirmed(await block()) })
    for (const [part, value] of [
      ['branch', 'koeln'],
      ['branch', 'duesseldorf'],
      ['price', 95_000],
    ] as const) {
      const version = (await readParts(db, [watch])).get(watch)?.version ?? 0
      await setPart(db, carl, { id: watch, part, value, version })
    }
    expect(await undoBulkChange(db, berta, id)).toEqual({
      ok: true,
      restored: 2,
      left: [{ id: watch, part: 'price', reason: 'changed-meanwhile' }],
    })
    expect(await now()).toEqual([
      [95_000, 'koeln'],
      [100_000, 'koeln'],
    ])
  })

  test('under the key of another change is none', async () => {
    const key = crypto.randomUUID()
    const cells = confirmed(await block())
    await makePaste(db, berta, { key, cells: cells.filter(({ part }) => part === 'branch') })
    await expect(makePaste(db, berta, { key, cells })).rejects.toThrow()
  })
})
