import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { query, timestamptz } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { completeLedger, meltPiece } from '#app/shop/buying/ledger.ts'
import { ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { closedCsv, closedMonths, closeMonth, nextClosing } from './close-month.ts'
import { exitKinds, ledgerLines } from './ledger-lines.ts'
import { lastDayOf, ledgerShape, monthsLater, questionOf, wholeTime } from './ledger-question.ts'
import { countedSums, countLedgerViews, ledgerSums } from './ledger-sums.ts'

const database = testDatabase()
const shop = ledgerShop(database, 81_001)
/** Another shop, in which nothing is closed yet. */
const second = testDatabase()
const ownShop = ledgerShop(second, 87_001)
let berta: { id: number; name: string }
let now: Date

/** The month that lies so many before the running one. */
const monthBefore = (count: number) => monthsLater(germanDay(now).slice(0, 7), -count)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  berta = await database.db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const [time] = await query(database.db, { now: timestamptz })`select now() as now`
  now = time?.now as Date
})

const ring = { priceCents: 120_000, costCents: 50_000, taxMode: 'margin_25a' } as const

/** A ring that was bought on a day. */
async function boughtOn(day: string, id: string) {
  await database.db
    .insertInto('product_staff')
    .values({ product_id: id, acquired_on: day })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ acquired_on: day }))
    .execute()
}

async function close() {
  const next = await nextClosing(database.db, now)
  if (!next.ok) throw new Error(next.reason)
  return closeMonth(database.db, berta, { month: next.month, seen: next.version, now })
}

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('the last day of %s is %s', (month, day) => {
  expect(lastDayOf(month)).toBe(day)
})

test('what is being written while a month is closed is waited for, and seen', async () => {
  const { db } = second
  await loadSettings(db, 'db/demo/settings.yaml')
  const [id = ''] = await ownShop.rings(ring)
  await db
    .updateTable('product_staff')
    .set({ acquired_on: `${monthBefore(1)}-05` })
    .where('product_id', '=', id)
    .execute()
  await sql`update product set status = 'preparing' where id = ${id}`.execute(db)
  await completeLedger(db)
  const row = await db
    .selectFrom('ledger')
    .select('number')
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow()
  const carl = await db
    .insertInto('staff_member')
    .values({ name: 'Carl', email: 'carl@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const next = await nextClosing(db, now)
  if (!next.ok) throw new Error(next.reason)
  const written = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (transaction) => {
    const melted = { proceedsCents: 60_000, document: 'S-2', day: `${monthBefore(1)}-20`, by: 'Carl' }
    expect(await meltPiece(transaction, row.number, melted)).toEqual({ ok: true })
    written.resolve()
    await commit.promise
  })
  await written.promise
  const closing = closeMonth(db, carl, { month: next.month, seen: next.version, now })
  commit.resolve()
  await writing
  expect(await closing).toMatchObject({ ok: false, reason: 'changed-meanwhile', now: { exits: 1 } })
  const both = await nextClosing(db, now)
  if (!both.ok) throw new Error(both.reason)
  const twice = await Promise.all(
    [0, 1].map(() => closeMonth(db, carl, { month: both.month, seen: both.version, now })),
  )
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await closedMonths(db)).toMatchObject([{ exits: 1, proceedsCents: 60_000, marginCents: 10_000 }])
})

describe('a closed month', () => {
  let other: string
  let early: string
  let unproven: string

  beforeAll(async () => {
    expect(await nextClosing(database.db, now)).toEqual({ ok: false, reason: 'nothing' })
    const [first = '', second = '', third = ''] = await shop.rings(ring, ring, { ...ring, costCents: null })
    early = first
    other = second
    unproven = third
    await boughtOn(`${monthBefore(3)}-05`, early)
    await boughtOn(`${monthBefore(1)}-07`, other)
    await boughtOn(`${monthBefore(1)}-08`, unproven)
    await completeLedger(database.db)
  })

  test('is closed as it was seen, with all that was before', async () => {
    const next = await nextClosing(database.db, now)
    expect(next).toMatchObject({
      ok: true,
      month: monthBefore(1),
      from: null,
      pieces: 3,
      purchaseCents: 100_000,
    })
    const wrong = { month: monthBefore(1), seen: 'x'.repeat(64), now }
    expect(await closeMonth(database.db, berta, wrong)).toMatchObject({
      ok: false,
      reason: 'changed-meanwhile',
    })
    expect(await closedMonths(database.db)).toEqual([])
    expect(await close()).toEqual({ ok: true, month: monthBefore(1) })
    expect(await closedMonths(database.db)).toMatchObject([
      { month: monthBefore(1), isFirst: true, pieces: 3, purchaseCents: 100_000, exits: 0, by: 'Berta' },
    ])
    expect(await nextClosing(database.db, now)).toEqual({
      ok: false,
      reason: 'still-runs',
      month: monthBefore(0),
    })
  })

  test('keeps its figures whatever happens later: that counts in the month that is open', async () => {
    const { db } = database
    const until = lastDayOf(monthBefore(1))
    const before = await ledgerSums(db, wholeTime(null, until))
    const csv = await closedCsv(db, monthBefore(1), 'rfc')
    expect(csv).toContain(early)
    // Bought long ago, and entered today.
    const [late = ''] = await shop.rings({ ...ring, costCents: 70_000 })
    await boughtOn(`${monthBefore(2)}-01`, late)
    await shop.sold([early], buyers.home)
    await completeLedger(db)
    const row = await db
      .selectFrom('ledger')
      .select(['number', 'acquired_on', 'booked_on'])
      .where('product_id', '=', late)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ acquired_on: `${monthBefore(2)}-01`, booked_on: `${monthBefore(0)}-01` })
    await sql`update product set status = 'preparing' where id = ${late}`.execute(db)
    const melted = {
      proceedsCents: 60_000,
      document: 'S-1',
      day: `${monthBefore(1)}-02`,
      by: 'B',
    }
    expect(await meltPiece(db, row.number, melted)).toEqual({ ok: true })
    expect(await ledgerSums(db, wholeTime(null, until))).toEqual(before)
    expect(await closedCsv(db, monthBefore(1), 'rfc')).toBe(csv)
    expect(await ledgerCsv(db, { from: '0001-01-01', to: until, format: 'rfc' })).toBe(csv)
    const open = await ledgerSums(db, wholeTime(`${monthBefore(0)}-01`, null))
    expect(open).toMatchObject({ pieces: 1, purchaseCents: 70_000, exits: 2 })
    await shop.agrees()
  })

  test('cannot be changed, deleted, emptied, reopened, or closed out of order', async () => {
    const { db } = database
    for (const statement of [
      sql`update ledger_closing set tax_cents = 0`,
      sql`delete from ledger_closing`,
      sql`truncate ledger_closing`,
    ])
      await expect(statement.execute(db)).rejects.toThrow()
    const again = sql`insert into ledger_closing select month + interval '3 months', month, pieces, purchase_cents, exits,
      proceeds_cents, margin_cents, tax_cents, destination_net_cents, destination_tax_cents, content_rfc, content_german,
      digest, closed_by from ledger_closing`
    await expect(again.execute(db)).rejects.toThrow(/in their order/)
  })

  test('a price that becomes known later counts in the open month, once', async () => {
    const { db } = database
    const [id = ''] = await shop.rings({ ...ring, costCents: null })
    await completeLedger(db)
    const whole = wholeTime(null, null)
    const before = await ledgerSums(db, whole)
    await db
      .insertInto('product_staff')
      .values({ product_id: id, cost_cents: 40_000 })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ cost_cents: 40_000 }))
      .execute()
    await completeLedger(db)
    const after = await ledgerSums(db, whole)
    expect(after.purchaseCents - before.purchaseCents).toBe(40_000)
    expect(after.pieces).toBe(before.pieces)
  })

  test('goes on saying that a price was missing when it becomes known later', async () => {
    const { db } = database
    const [from, to] = [`${monthBefore(0)}-01`, lastDayOf(monthBefore(0))]
    const until = lastDayOf(monthBefore(1))
    const csv = await closedCsv(db, monthBefore(1), 'rfc')
    const lineOf = (file: string | null) => file?.split('\r\n').find((line) => line.includes(`,${unproven},`))
    expect(lineOf(csv)).toContain(',fehlt,')
    await db
      .updateTable('product_staff')
      .set({ cost_cents: 30_000 })
      .where('product_id', '=', unproven)
      .execute()
    await completeLedger(db)
    expect(await ledgerCsv(db, { from: '0001-01-01', to: until, format: 'rfc' })).toBe(csv)
    expect(lineOf(await ledgerCsv(db, { from, to, format: 'rfc' }))).toContain(',300.00,')
    expect(lineOf(await ledgerCsv(db, { from: '0001-01-01', to, format: 'rfc' }))).toContain(',300.00,')
  })
})

test('lines are filtered, counted and paged', async () => {
  const { db } = database
  const whole = wholeTime(null, null)
  const all = await ledgerLines(db, whole, { offset: 0, limit: 100 })
  expect(all.total).toBe(all.lines.length)
  const page = await ledgerLines(db, whole, { offset: 1, limit: 1 })
  expect(page).toMatchObject({ total: all.total, lines: [all.lines[1]] })
  const counts = await countLedgerViews(db)
  expect(counts).toMatchObject({ all: all.total, sold: 1, melted: 1 })
  for (const [name, address] of Object.entries(ledgerShape.views)) {
    const asked = questionOf(readAsked(ledgerShape, new URLSearchParams(address)))
    const { total, lines } = await ledgerLines(db, asked, { offset: 0, limit: 1000 })
    const { lines: counted, sums } = await countedSums(db, asked)
    expect([name, counted]).toEqual([name, total])
    const exits = lines.filter(({ exit_id }) => exit_id !== null)
    expect([name, sums.exits]).toEqual([name, exits.length])
    expect([name, sums.taxCents]).toEqual([
      name,
      exits.reduce((sum, { tax_cents }) => sum + (tax_cents ?? 0), 0),
    ])
    expect([name, counts[name as keyof typeof counts]]).toEqual([name, total])
  }
  // Summed by pieces and exits alone, or line by line, it is the same.
  const every = { ...whole, states: [...exitKinds, 'open' as const] }
  expect(await countedSums(db, every)).toEqual(await countedSums(db, whole))
  const byPrice = { offset: 0, limit: 100, sorting: { by: 'purchase', descending: false } } as const
  const prices = (await ledgerLines(db, whole, byPrice)).lines.map(
    ({ purchase_cents }) => purchase_cents ?? 0,
  )
  expect(prices).toEqual(prices.toSorted((one, other) => one - other))
  const sold = await ledgerLines(db, { ...whole, states: ['sale'] }, { offset: 0, limit: 100 })
  expect(sold.lines).toHaveLength(1)
  const [sale] = sold.lines
  expect(sale).toMatchObject({ exit: 'sale', tax_rule: 'margin', purchase_cents: 50_000, costCents: 0 })
  const { proceeds_cents: proceeds, tax_cents: tax } = sale ?? {}
  expect(sale?.resultCents).toBe((proceeds ?? 0) - (tax ?? 0) - 50_000)
  const open = await ledgerLines(db, { ...whole, states: ['open'] }, { offset: 0, limit: 100 })
  expect(open.lines.map(({ exit }) => exit)).not.toContain('sale')
  const words = { ...whole, words: sale?.document?.toLowerCase() ?? '' }
  expect((await ledgerLines(db, words, { offset: 0, limit: 100 })).total).toBe(1)
  expect((await ledgerLines(db, { ...whole, words: '100%' }, { offset: 0, limit: 9 })).total).toBe(0)
  expect(
    (await ledgerLines(db, { ...whole, branches: ['koeln'] }, { offset: 0, limit: 9 })).total,
  ).toBeGreaterThan(0)
  expect((await ledgerLines(db, { ...whole, branches: ['atlantis'] }, { offset: 0, limit: 9 })).total).toBe(0)
  expect((await ledgerLines(db, { ...whole, taxes: ['standard_19'] }, { offset: 0, limit: 9 })).total).toBe(0)
  expect((await ledgerLines(db, { ...whole, states: ['without-cost'] }, { offset: 0, limit: 9 })).total).toBe(
    0,
  )
})
