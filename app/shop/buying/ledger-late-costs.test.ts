import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { cancelPaid, take } from '#tests/returned-pieces.ts'
import { completeLedger, meltPiece, recordSales } from './ledger.ts'
import { ledgerCsv } from './ledger-csv.ts'

const database = testDatabase()
const shop = ledgerShop(database, 80_001)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

const unknown = { priceCents: 120_000, costCents: null, taxMode: 'margin_25a' } as const

/** Staff enter what was paid for a piece. */
const learn = (id: string, cost_cents: number) =>
  database.db
    .insertInto('product_staff')
    .values({ product_id: id, cost_cents })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ cost_cents }))
    .execute()

async function rowsOf(id: string) {
  const rows = await database.db
    .selectFrom('ledger_exit as e')
    .innerJoin('ledger as l', 'l.number', 'e.ledger_number')
    .select(['e.kind', 'e.proceeds_cents', 'e.margin_cents', 'e.tax_cents', 'e.purchase_cents'])
    .where('l.product_id', '=', id)
    .orderBy('e.id')
    .execute()
  return rows.map((row) => Object.values(row))
}

const numberOf = async (id: string) => {
  const row = await database.db
    .selectFrom('ledger')
    .select(['number', 'purchase_cents'])
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.purchase_cents).toBeNull()
  return row.number
}

// Duty: purchase-price, margin-in-ledger
test('a purchase price that becomes known after the sale lessens margin and VAT by a row, once', async () => {
  const { db } = database
  const [id = ''] = await shop.rings(unknown)
  const order = await shop.sold([id], buyers.home)
  await shop.agrees()
  const whole = order.totalCents
  const sale = ['sale', whole, whole, Math.round((whole * 19) / 119), null]
  expect(await rowsOf(id)).toEqual([sale])
  await learn(id, 70_000)
  await Promise.all([recordSales(db), recordSales(db)])
  await shop.agrees()
  const owed = Math.round(((whole - 70_000) * 19) / 119)
  const correction = ['correction', 0, -70_000, owed - (sale[3] as number), 70_000]
  expect(await rowsOf(id)).toEqual([sale, correction])
  await numberOf(id)
  // What it said before stays, and the price stands from the correction on.
  const csv = await ledgerCsv(db, { from: '2000-01-01', to: '2099-12-31', format: 'german' })
  expect(csv).toMatch(new RegExp(`;fehlt;${id};Verkauf;`))
  expect(csv).toMatch(new RegExp(`;700,00;${id};Berichtigung;`))
  // Another price later is not followed, as of any other piece.
  await learn(id, 60_000)
  await shop.agrees()
  expect(await rowsOf(id)).toHaveLength(2)
  await cancelPaid(db, order)
  await shop.agrees()
  expect((await rowsOf(id))[2]).toEqual(['return', -whole, 70_000 - whole, -owed, null])
  expect(await relistPiece(db, id, { priceCents: 120_000, by: 'Berta' })).toMatchObject({ ok: true })
  await shop.sold([id], buyers.home)
  await shop.agrees()
  expect((await rowsOf(id))[3]).toEqual(['sale', whole, whole - 70_000, owed, null])
})

test('whatever became of the piece: loss, returned, exported, taxed in full, brought in as sold, melted', async () => {
  const { db } = database
  const ids = await shop.rings(
    unknown,
    unknown,
    unknown,
    { ...unknown, taxMode: 'standard_19' },
    unknown,
    unknown,
  )
  const sold = '89001'
  ids.push(sold)
  const [loss = '', returned = '', exported = '', standard = '', nothing = '', melted = ''] = ids
  await shop.sold([loss, standard, nothing], buyers.home)
  const order = await shop.sold([returned], buyers.home)
  await take(db, order, 'prepare', 'ship', 'deliver')
  await shop.back(order, [returned])
  await shop.sold([exported], buyers.abroad)
  await addRings(db, [sold], { status: 'sold' })
  await cancelPaid(db, await shop.sold([melted], buyers.home))
  await completeLedger(db)
  const melting = { proceedsCents: 90_000, document: 'Scheide 9', day: '2026-11-20', by: 'Berta Einkauf' }
  expect(await meltPiece(db, await numberOf(melted), melting)).toEqual({ ok: true })
  await shop.agrees()
  for (const id of ids) await learn(id, id === loss ? 200_000 : id === nothing ? 0 : 50_000)
  await shop.agrees()
  const last = async (id: string) => (await rowsOf(id)).at(-1)
  const whole = (await rowsOf(loss))[0]?.[1] as number
  // Never less VAT than none.
  expect(await last(loss)).toEqual(['correction', 0, -200_000, -Math.round((whole * 19) / 119), 200_000])
  expect(await last(returned)).toEqual(['correction', 0, 0, 0, 50_000])
  expect(await last(exported)).toEqual(['correction', 0, -50_000, 0, 50_000])
  const [full] = await rowsOf(standard)
  expect(full?.[2]).toBeNull()
  expect(await last(standard)).toEqual(['correction', 0, (full?.[1] as number) - 50_000, 0, 50_000])
  expect(await last(nothing)).toEqual(['correction', 0, 0, 0, 0])
  expect(await last(sold)).toEqual(['correction', 0, -50_000, 11_176 - 19_160, 50_000])
  expect(await last(melted)).toEqual(['correction', 0, -50_000, 0, 50_000])
  for (const id of ids) expect((await rowsOf(id)).filter(([kind]) => kind === 'correction')).toHaveLength(1)
})

test('a piece that was sold long ago is in the ledger as well', async () => {
  const { db } = database
  await addRings(db, ['89002'], { status: 'sold' })
  await sql`update product set sold_at = '1999-06-01' where id = '89002'`.execute(db)
  await shop.agrees()
  expect(await rowsOf('89002')).toEqual([['sale', 120_000, 120_000, 19_160, null]])
})

test('a piece that came back before its price was known is melted at that price', async () => {
  const { db } = database
  const [id = ''] = await shop.rings(unknown)
  await cancelPaid(db, await shop.sold([id], buyers.home))
  await shop.agrees()
  await learn(id, 40_000)
  await shop.agrees()
  const melting = { proceedsCents: 90_000, document: 'Scheide 10', day: '2026-11-20', by: 'Berta Einkauf' }
  expect(await meltPiece(db, await numberOf(id), melting)).toEqual({ ok: true })
  expect((await rowsOf(id)).at(-1)).toEqual(['melt', 90_000, 50_000, 0, null])
  await shop.agrees()
})
