import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { query, timestamptz } from '#app/platform/database/statement.ts'
import { closeMonth, nextClosing } from '#app/shop/ledger/close-month.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { checkLedger, faultsOf } from './ledger-check.ts'
import { checkAnew, checkedAtLook, keepLedgerChecked } from './ledger-checked.ts'

const database = testDatabase()
const shop = ledgerShop(database, 83_001)
const ring = { priceCents: 119_000, taxMode: 'margin_25a' } as const
let order: Awaited<ReturnType<typeof shop.sold>>

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  order = await shop.sold(await shop.rings(ring), buyers.home)
  await shop.agrees()
})

/** A row with a margin that nothing explains. */
async function addStrangeRow(document: string) {
  const [{ id: _, recorded_at: __, ...sale } = { id: 0, recorded_at: null }] = await shop.exits(order)
  await database.db
    .insertInto('ledger_exit')
    .values({
      ...(sale as Awaited<ReturnType<typeof shop.exits>>[number]),
      ...{ kind: 'return', document, proceeds_cents: 0, margin_cents: -100, tax_cents: 0 },
    })
    .execute()
}

/** What a whole comparison tells now. */
const whole = () => checkLedger(database.db)

test('a small ledger is compared at each look, once while nothing happens', async () => {
  const { db } = database
  const first = await checkedAtLook(db)
  expect(first).toMatchObject({ ...(await whole()), isCurrent: true })
  expect(first.invoiceCents).toBeGreaterThan(0)
  expect(await checkedAtLook(db)).toEqual(first)
  const later = await shop.sold(await shop.rings(ring), buyers.distant)
  await shop.agrees()
  const second = await checkedAtLook(db)
  expect(second).toMatchObject({ ...(await whole()), isCurrent: true })
  expect(second.invoiceCents - first.invoiceCents).toBe(later.totalCents)
  expect(second.at.getTime()).toBeGreaterThan(first.at.getTime())
})

test('of a large one the last comparison is told, and no month is closed by it', async () => {
  const { db } = database
  const before = await checkAnew(db)
  expect(faultsOf(before)).toEqual([])
  await sql`alter table ledger_exit alter column id restart with 9000`.execute(db)
  await addStrangeRow('X-1')
  const stale = await checkedAtLook(db)
  expect(stale).toEqual({ ...before, isCurrent: false })

  const staff = { name: 'Berta', email: 'berta@staff.example', role: 'owner', locale: 'de' } as const
  const berta = await db
    .insertInto('staff_member')
    .values(staff)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const [time] = await query(db, { now: timestamptz })`select now() as now`
  const now = time?.now as Date
  const next = await nextClosing(db, now)
  if (!next.ok) throw new Error(next.reason)
  const closing = await closeMonth(db, berta, { month: next.month, seen: next.version, now })
  expect(closing).toMatchObject({ ok: false, reason: 'disagrees' })

  expect(await keepLedgerChecked(db)).toBe(2)
  const kept = await checkedAtLook(db)
  expect(kept).toMatchObject({ ...(await whole()), isCurrent: true })
  expect(kept.marginDifferences).toMatchObject([{ order: order.number, of: 'margin' }])
  expect(await keepLedgerChecked(db)).toBe(0)
})

test('it is compared once a day whatever happened', async () => {
  const { db } = database
  const { at } = await checkedAtLook(db)
  await sql`update ledger_checked set checked_at = now() - interval '25 hours'`.execute(db)
  expect(await keepLedgerChecked(db)).toBe(2)
  expect((await checkedAtLook(db)).at.getTime()).toBeGreaterThan(at.getTime())
})

test('what two find at the same time is the same, and is kept once', async () => {
  const { db } = database
  await addStrangeRow('X-2')
  const found = await Promise.all([checkAnew(db), checkAnew(db), keepLedgerChecked(db)])
  expect(faultsOf(found[0])).toEqual(faultsOf(found[1]))
  expect(await checkedAtLook(db)).toMatchObject({ ...(await whole()), isCurrent: true })
})
