import { beforeAll, expect, test, vi } from 'vitest'
import { closeMonth } from '#app/shop/ledger/close-month.ts'
import { wholeTime } from '#app/shop/ledger/ledger-question.ts'
import { countedSums } from '#app/shop/ledger/ledger-sums.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { completeLedger } from './ledger.ts'
import { continueAtLook, continueLedger, ledgerOutstanding, outstandingAtLook } from './ledger-outstanding.ts'

const database = testDatabase()
const shop = ledgerShop(database, 87_001)
const ring = { priceCents: 120_000, costCents: 50_000, taxMode: 'margin_25a' } as const

/** However often it is looked at: what is remembered is what would be counted. */
async function outstanding(db: typeof database.db): Promise<number> {
  const count = await ledgerOutstanding(db)
  expect(await outstandingAtLook(db)).toBe(count)
  expect(await outstandingAtLook(db)).toBe(count)
  return count
}

beforeAll(() => loadSettings(database.db, 'db/demo/settings.yaml'))

test('what has happened and is not in the ledger yet is counted, each thing once, until it is written', async () => {
  const { db } = database
  expect(await outstanding(db)).toBe(0)
  const [first = '', second = ''] = await shop.rings(ring, ring, { ...ring, costCents: null })
  expect(await outstanding(db)).toBe(3)
  await completeLedger(db)
  expect(await outstanding(db)).toBe(0)
  const { lines } = await countedSums(db, wholeTime(null, null))
  const order = await shop.sold([first, second], buyers.home)
  // As the screen shows it in the seconds before the job has run: no row more, but it says so.
  expect((await countedSums(db, wholeTime(null, null))).lines).toBe(lines)
  expect(await outstanding(db)).toBe(1)
  expect(await continueLedger(db)).toBe(0)
  await shop.back(order, [second])
  expect(await outstanding(db)).toBe(1)
  // Looking brings it on where it lacks something, and leaves it alone where it does not.
  expect(await continueAtLook(db)).toBe(0)
  const brought = await countedSums(db, wholeTime(null, null))
  expect(brought.lines).toBeGreaterThan(lines)
  expect(await continueAtLook(db)).toBe(0)
  expect(await countedSums(db, wholeTime(null, null))).toEqual(brought)
  await completeLedger(db)
  expect(await countedSums(db, wholeTime(null, null))).toEqual(brought)
  // Brought in as sold, and a price that becomes known after that.
  await addRings(db, ['87090'], { status: 'sold' })
  await completeLedger(db)
  await db
    .insertInto('product_staff')
    .values({ product_id: '87090', cost_cents: 30_000 })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ cost_cents: 30_000 }))
    .execute()
  expect(await outstanding(db)).toBe(1)
  await shop.agrees()
  expect(await outstanding(db)).toBe(0)
})

test('a request writes some of it, and closes no month while something is left', async () => {
  const { db } = database
  const many = Array.from({ length: 2_040 }, (_, at) => String(600_001 + at))
  await addRings(db, many)
  expect(await outstanding(db)).toBe(1_000)
  const member = await db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const asked = { month: '2026-10', seen: '', now: new Date('2026-11-27T10:00:00Z') }
  expect(await closeMonth(db, member, asked)).toEqual({ ok: false, reason: 'outstanding', count: 40 })
  expect(await closeMonth(db, member, asked)).toMatchObject({ ok: false, reason: 'changed-meanwhile' })
  expect(await outstanding(db)).toBe(0)
})

test('is counted whichever module of the ledger is loaded first', async () => {
  for (const first of ['./ledger-learned.ts', './ledger-sales.ts', './ledger-entry.ts', './ledger.ts']) {
    vi.resetModules()
    await import(first)
    const { ledgerOutstanding: count } = await import('./ledger-outstanding.ts')
    expect(await count(database.db), first).toBe(0)
  }
})
