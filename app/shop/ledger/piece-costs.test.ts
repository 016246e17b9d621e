import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { int4, int8, nullable, query } from '#app/platform/database/statement.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { addPieceCost, costsOfPiece, takeBackCost } from './piece-costs.ts'
import { pieceResultsOf } from './piece-result.ts'
import { resultOf } from './result-of.ts'

const database = testDatabase()
const shop = ledgerShop(database, 82_001)
const today = '2026-11-26'
let berta: { id: number; name: string }

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  berta = await database.db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
})

const service: Parameters<typeof addPieceCost>[3] = {
  ...{ day: '2026-11-20', kind: 'workshop', netCents: 20_000, vatCents: 3_800 },
  ...{ supplier: ' Werkstatt Süd ', receipt: 'W-17', note: '', today },
}

async function numbersOf(...pieces: string[]): Promise<number[]> {
  const rows = await query(database.db, { number: int4 })`
    select number from ledger where product_id in (${sql.join(pieces)})`
  return rows.map(({ number }) => number)
}

test('costs lessen what a sale leaves, not the margin that is taxed, and are taken back by a counter-entry', async () => {
  const { db } = database
  const [id = ''] = await shop.rings({ priceCents: 120_000, costCents: 50_000, taxMode: 'margin_25a' })
  const added = await addPieceCost(db, berta, id, service)
  if (!added.ok) throw new Error(added.reason)
  await addPieceCost(db, berta, id, { ...service, kind: 'photos', netCents: 1_000, vatCents: 0 })
  const order = await shop.sold([id], buyers.home)
  await shop.agrees()
  const result = async () => {
    const [row] = await query(db, { cost: int8, result: nullable(int8), tax: int8 })`
      select cost_cents::int8 as cost, result_cents::int8 as result, tax_cents::int8 as tax
      from ${pieceResultsOf(await numbersOf(id))} result`
    return row
  }
  // § 25a: VAT on price less purchase price, whatever was spent beside it.
  const tax = Math.round(((order.totalCents - 50_000) * 19) / 119)
  const left = order.totalCents - tax - 50_000 - 21_000
  expect(await result()).toEqual({ cost: 21_000, result: left, tax })
  expect(
    resultOf({ proceedsCents: order.totalCents, taxCents: tax, purchaseCents: 50_000, costCents: 21_000 }),
  ).toBe(left)
  const back = { piece: id, cost: added.id, note: 'falsches Stück', today }
  const both = await Promise.all([takeBackCost(db, berta, back), takeBackCost(db, berta, back)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'taken-back' })
  expect(await result()).toEqual({ cost: 1_000, result: left + 20_000, tax })
  expect(await costsOfPiece(db, id)).toMatchObject([
    { netCents: 20_000, grossCents: 23_800, supplier: 'Werkstatt Süd', isCancelled: true, cancels: null },
    { kind: 'photos', isCancelled: false },
    { netCents: -20_000, vatCents: -3_800, cancels: added.id, day: today, by: 'Berta' },
  ])
  const counter = (await costsOfPiece(db, id)).at(-1)?.id ?? 0
  expect(await takeBackCost(db, berta, { ...back, cost: counter })).toEqual({
    ok: false,
    reason: 'no-such-cost',
  })
})

test('a piece that is here has cost its costs, and nothing is left of one whose price nobody knows', async () => {
  const { db } = database
  const ring = { priceCents: 90_000, taxMode: 'standard_19' } as const
  const [here = '', unknown = ''] = await shop.rings(
    { ...ring, costCents: 50_000 },
    { ...ring, costCents: null },
  )
  await addPieceCost(db, berta, here, service)
  await shop.sold([unknown], buyers.home)
  await shop.agrees()
  const rows = await query(db, { result: nullable(int8) })`
    select result_cents::int8 as result from ${pieceResultsOf(await numbersOf(here, unknown))} result
    order by product_id`
  expect(rows.map(({ result }) => result)).toEqual([-20_000, null])
  expect(resultOf({ proceedsCents: 1, taxCents: 0, purchaseCents: null, costCents: 0 })).toBeNull()
})

test.each([
  [{ day: '2026-11-27' }, { day: 'in-the-future' }],
  [{ netCents: 0, vatCents: 0 }, { net: 'too-small' }],
  [{ netCents: 3_800, vatCents: 20_000 }, { vat: 'too-much-vat' }],
  [{ note: 'x'.repeat(501) }, { note: 'too-long' }],
])('%o is refused', async (changes, faults) => {
  const [id = ''] = await shop.rings({ priceCents: 1_000, taxMode: 'margin_25a' })
  const refused = await addPieceCost(database.db, berta, id, { ...service, ...changes })
  expect(refused).toEqual({ ok: false, reason: 'invalid', faults })
})

test('nothing is changed or deleted, and no counter-entry is of another amount', async () => {
  const { db } = database
  expect(await addPieceCost(db, berta, '99999', service)).toEqual({ ok: false, reason: 'no-such-piece' })
  await expect(sql`update piece_cost set net_cents = 1`.execute(db)).rejects.toThrow()
  await expect(sql`delete from piece_cost`.execute(db)).rejects.toThrow()
  const wrong = sql`insert into piece_cost (product_id, on_day, kind, net_cents, vat_cents, cancels, entered_by)
    select product_id, on_day, kind, -1, 0, id, 'x' from piece_cost where kind = 'photos' limit 1`
  await expect(wrong.execute(db)).rejects.toThrow(/taken back whole/)
})
