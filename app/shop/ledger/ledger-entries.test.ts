import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { completeLedger, meltPiece } from '#app/shop/buying/ledger.ts'
import { loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { addCompleteRings, cancelPaid, sell } from '#tests/returned-pieces.ts'

const database = testDatabase()
let db: Database
let next = 50_001

beforeAll(async () => {
  db = database.db
  await loadCast(db)
})

/** A ring that came back from its buyer, so that it may be melted, and its number in the ledger. */
async function ring(): Promise<{ id: string; number: number }> {
  const id = String(next++)
  await addCompleteRings(db, [id])
  await cancelPaid(db, await sell(db, [id]))
  await completeLedger(db)
  const { number } = await db
    .selectFrom('ledger')
    .select('number')
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, number }
}

const melting = { by: 'Berta Einkauf', proceedsCents: 90_000, document: 'Scheide 7', day: '2026-11-20' }

const entryOf = (number: number) =>
  db
    .selectFrom('ledger_entry')
    .select(['branch_id', 'tax_mode', 'melts', 'is_open', 'purchase_cents'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

const move = (on: Database, id: string) =>
  on
    .updateTable('product')
    .set({ branch_id: 'duesseldorf', tax_mode: 'standard_19' })
    .where('id', '=', id)
    .execute()

test('a piece that is moved while it is melted waits for nothing of the ledger, so neither waits for the other', async () => {
  const { id, number } = await ring()
  await db.transaction().execute(async (melts) => {
    // Melting begins with this, and comes to the piece later.
    await sql`select from ledger where number = ${number} for no key update`.execute(melts)
    await db.transaction().execute(async (moves) => {
      await sql`set local lock_timeout = '5s'`.execute(moves)
      await move(moves, id)
    })
    expect(await meltPiece(melts, number, melting)).toEqual({ ok: true })
  })
  expect(await entryOf(number)).toMatchObject({
    ...{ branch_id: 'duesseldorf', tax_mode: 'standard_19', melts: 1, is_open: false },
  })
})

test('what becomes of a piece while it is moved leaves its entry where the piece is', async () => {
  const { id, number } = await ring()
  let melted: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (moves) => {
    await move(moves, id)
    melted =
      sql`insert into ledger_exit (ledger_number, kind, by, on_day, document, proceeds_cents, margin_cents, tax_cents)
      values (${number}, 'melt', 'Berta Einkauf', '2026-11-20', 'Scheide 8', 1, 1, 0)`.execute(db)
    await waitsFor(moves)
  })
  await melted
  expect(await entryOf(number)).toMatchObject({ branch_id: 'duesseldorf', tax_mode: 'standard_19', melts: 1 })
})

test('what was paid for a piece and becomes known while it is moved leaves its entry where the piece is', async () => {
  const { id, number } = await ring()
  let learned: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (moves) => {
    await move(moves, id)
    learned = sql`update ledger set acquired_on = '2026-09-02' where number = ${number}`.execute(db)
    await waitsFor(moves)
  })
  await learned
  expect(await entryOf(number)).toMatchObject({ branch_id: 'duesseldorf', tax_mode: 'standard_19' })
})

/** Until another connection waits for the transaction. */
async function waitsFor(transaction: Database): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(
          transaction,
        )
      return rows.length
    })
    .toBe(1)
}
