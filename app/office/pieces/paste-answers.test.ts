import { beforeAll, expect, test } from 'vitest'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { readParts } from '#app/shop/stock/set-parts.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import type { OfficeRequest } from '../answer.ts'
import { bulkActions } from './bulk-answers.ts'
import { pasteActions } from './paste-answers.ts'

const database = testDatabase()
const id = cast.availableSubmariner

beforeAll(() => loadCast(database.db))

async function as(role: StaffRole): Promise<OfficeRequest> {
  const member = await database.db
    .insertInto('staff_member')
    .values({ name: role, email: `${crypto.randomUUID()}@staff.example`, role, locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  return { app: { db: database.db }, member: { ...member, role, locale: 'de' } } as unknown as OfficeRequest
}

const cost = { part: 'cost', value: 70_000 } as const

test('nobody pastes what they may not change, whatever their browser sends', async () => {
  const sales = await as('sales')
  const block = { columns: ['price', 'cost'] as const, rows: [{ id, cells: ['9000', '700'] }] }
  const preview = await pasteActions['pieces.preview-paste'].run(sales, {
    ...block,
    columns: [...block.columns],
  })
  expect(preview.cells.map(({ column, refusal }) => [column, refusal])).toEqual([
    ['price', null],
    ['cost', 'not-allowed'],
  ])
  const { version = 0, cost: before } = (await readParts(database.db, [id])).get(id) ?? {}
  const made = await pasteActions['pieces.make-paste'].run(sales, {
    key: preview.key,
    cells: [
      { id, part: 'price', value: 900_000, version },
      { id, ...cost, version },
    ],
  })
  expect(made).toEqual({ ok: false, reason: 'not-allowed' })
  expect((await readParts(database.db, [id])).get(id)?.cost).toBe(before)
})

test('what was pasted is put back only by those who may change all of it', async () => {
  const { version = 0 } = (await readParts(database.db, [id])).get(id) ?? {}
  const made = await pasteActions['pieces.make-paste'].run(await as('owner'), {
    key: crypto.randomUUID(),
    cells: [{ id, ...cost, version }],
  })
  if (!made.ok) throw new Error(made.reason)
  expect(made).toMatchObject({ changed: 1, left: [] })
  const undo = bulkActions['pieces.undo-bulk']
  for (const role of ['sales', 'buyer'] as const)
    expect(await undo.run(await as(role), { id: made.id })).toEqual({ ok: false, reason: 'not-allowed' })
  expect(await undo.run(await as('owner'), { id: made.id })).toMatchObject({ ok: true, restored: 1 })
})
