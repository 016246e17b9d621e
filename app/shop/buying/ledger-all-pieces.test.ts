import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { addRings, placedAtTotal, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { addCompleteRings, cancelPaid, sell, take, withdraw } from '#tests/returned-pieces.ts'
import { completeLedger, marginOf, meltPiece, recordSales } from './ledger.ts'
import { checkLedger, faultsOf } from './ledger-check.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { recordSalesWithoutOrder } from './ledger-sales.ts'

const database = testDatabase()
let db: Database
let next = 50_001

beforeAll(() => {
  db = database.db
})

/** A ring that staff entered, with what they know of its purchase. */
async function ring(costCents: number | null, { priceCents = 120_000 } = {}): Promise<string> {
  const id = String(next++)
  await addCompleteRings(db, [id], { priceCents })
  if (costCents !== null)
    await db
      .insertInto('product_staff')
      .values({ product_id: id, cost_cents: costCents, acquired_on: '2026-09-01' })
      .execute()
  return id
}

const rowsOf = (id: string) => db.selectFrom('ledger').selectAll().where('product_id', '=', id).execute()

async function exitsOf(id: string) {
  const rows = await db
    .selectFrom('ledger_exit as e')
    .innerJoin('ledger as l', 'l.number', 'e.ledger_number')
    .select(['e.kind', 'e.document', 'e.proceeds_cents', 'e.margin_cents', 'e.tax_cents'])
    .where('l.product_id', '=', id)
    .orderBy('e.id')
    .execute()
  return rows.map((row) => [row.kind, row.proceeds_cents, row.margin_cents, row.tax_cents])
}

/** An order by courier, paid; with shipping. */
async function sellByCourier(pieces: string[]) {
  const order = await placedAtTotal(db, pieces)
  const money = {
    orderId: order.id,
    channel: 'bank-transfer',
    reference: order.number,
    amountCents: order.totalCents,
  } as const
  await settlePayment(db, money, await readSettings(db))
  return order
}

const sums = async () => {
  await completeLedger(db)
  const check = await checkLedger(db)
  expect(faultsOf(check)).toEqual([])
  return check
}

describe('every piece is in the ledger, whoever entered it', () => {
  // Duty: purchase-price
  test('with cost, sale and margin VAT, under the next number', async () => {
    const [id, other] = [await ring(80_000), await ring(100_000)]
    await addRings(db, ['59001'], { status: 'draft' })
    await completeLedger(db)
    expect(await rowsOf('59001')).toEqual([])
    const [[row], [second]] = [await rowsOf(id), await rowsOf(other)]
    expect(row).toMatchObject({
      title: `Ring ${id}`,
      kind: 'jewellery',
      purchase_cents: 80_000,
      acquired_on: '2026-09-01',
    })
    expect((second?.number ?? 0) - (row?.number ?? 0)).toBe(1)
    const order = await sell(db, [id])
    await completeLedger(db)
    await completeLedger(db)
    expect(await exitsOf(id)).toEqual([['sale', 120_000, 40_000, 6_387]])
    const staff = await db
      .selectFrom('product_staff')
      .select('ledger_number')
      .where('product_id', '=', id)
      .executeTakeFirst()
    expect(staff?.ledger_number).toBe(row?.number)
    const csv = await ledgerCsv(db, { from: '2026-01-01', to: '2099-12-31', format: 'german' })
    expect(csv).toMatch(
      new RegExp(
        `;2026-09-01;;;Ring ${id};Schmuck;800,00;${id};Verkauf;[^;]+;RE-[^;]+;§ 25a UStG;1200,00;400,00;63,87;;;;;[\\d-]+;\r\n`,
      ),
    )
    expect(await sums()).toMatchObject({
      ledgerCents: order.totalCents,
      invoiceCents: order.totalCents,
      taxCents: 6_387,
    })
  })

  test('also when it was sold before the ledger knew of such pieces', async () => {
    const id = await ring(60_000)
    await sell(db, [id])
    expect(await rowsOf(id)).toEqual([])
    expect(await recordSales(db)).toBe(2)
    expect(await rowsOf(id)).toHaveLength(1)
    expect(await exitsOf(id)).toEqual([['sale', 120_000, 60_000, 9_580]])
  })

  test('with the whole price as margin where nothing proves what was paid, and says so', async () => {
    const id = await ring(null)
    await sell(db, [id])
    await completeLedger(db)
    expect(await rowsOf(id)).toMatchObject([{ purchase_cents: null, acquired_on: null }])
    expect(await exitsOf(id)).toEqual([['sale', 120_000, 120_000, 19_160]])
    const today = new Date().toISOString().slice(0, 4)
    const csv = await ledgerCsv(db, { from: `${today}-01-01`, to: `${today}-12-31`, format: 'rfc' })
    expect(csv).toMatch(new RegExp(`,,,,Ring ${id},Schmuck,fehlt,${id},Verkauf,`))
  })

  test('and learns what was paid as long as nothing was reckoned without it', async () => {
    const [early, late] = [await ring(null), await ring(null)]
    await completeLedger(db)
    const learn = (id: string) =>
      db
        .updateTable('product_staff')
        .set({ cost_cents: 70_000, acquired_on: '2026-10-01' })
        .where('product_id', '=', id)
        .execute()
    await learn(early)
    await sell(db, [late])
    await completeLedger(db)
    await learn(late)
    await completeLedger(db)
    expect(await rowsOf(early)).toMatchObject([{ purchase_cents: 70_000, acquired_on: '2026-10-01' }])
    expect(await rowsOf(late)).toMatchObject([{ purchase_cents: null }])
    await expect(
      db.updateTable('ledger').set({ purchase_cents: 1 }).where('product_id', '=', early).execute(),
    ).rejects.toThrow(/not changed/)
    await expect(
      db.updateTable('ledger').set({ purchase_cents: 1 }).where('product_id', '=', late).execute(),
    ).rejects.toThrow(/not changed/)
  })

  test('from the day that its purchase is known, and not when it was only ever a mistaken draft', async () => {
    const [bought, written, mistaken, withdrawn] = ['59101', '59102', '59103', '59104'] as const
    await addRings(db, [bought, written, mistaken], { status: 'draft' })
    await addRings(db, [withdrawn])
    await db.insertInto('product_staff').values({ product_id: bought, cost_cents: 0 }).execute()
    for (const id of [mistaken, withdrawn])
      await db.updateTable('product').set({ status: 'withdrawn' }).where('id', '=', id).execute()
    await completeLedger(db)
    expect(await rowsOf(bought)).toMatchObject([{ purchase_cents: 0 }])
    expect(await rowsOf(withdrawn)).toHaveLength(1)
    expect([...(await rowsOf(written)), ...(await rowsOf(mistaken))]).toEqual([])
    await sums()
  })

  test('standard-taxed pieces and investment gold too, each by its own rule', async () => {
    const [standard, unknown] = [await ring(80_000), await ring(null)]
    await sql`update product set tax_mode = 'standard_19' where id in (${standard}, ${unknown})`.execute(db)
    await sell(db, [standard, unknown])
    await completeLedger(db)
    expect(await exitsOf(standard)).toEqual([['sale', 120_000, 40_000, 19_160]])
    expect(await exitsOf(unknown)).toEqual([['sale', 120_000, null, 19_160]])
    await sums()
  })
})

describe('a piece that comes back', () => {
  test('is taken back by a row of its own and sold anew from the same acquisition', async () => {
    const id = await ring(80_000)
    await cancelPaid(db, await sell(db, [id]))
    await completeLedger(db)
    await relistPiece(db, id, { priceCents: 150_000, by: 'Berta' })
    await sell(db, [id], 150_000)
    await completeLedger(db)
    expect(await rowsOf(id)).toHaveLength(1)
    expect(await exitsOf(id)).toEqual([
      ['sale', 120_000, 40_000, 6_387],
      ['return', -120_000, -40_000, -6_387],
      ['sale', 150_000, 70_000, 11_176],
    ])
    await sums()
  })

  test('two at once, of which one lost in value: what is kept is of that one alone', async () => {
    const [whole, scratched] = [await ring(80_000), await ring(130_000)]
    const order = await sell(db, [whole, scratched])
    await take(db, order, 'prepare', 'ship', 'deliver')
    await withdraw(db, order, [whole, scratched])
    await take(db, order, 'receive-return', 'inspect', {
      event: 'refund',
      deductions: [{ piece: scratched, cents: 10_000, reason: 'Kratzer' }],
    })
    await sums()
    const left = async (id: string) =>
      (await exitsOf(id)).reduce((sum, [, proceeds]) => sum + (proceeds as number), 0)
    expect([await left(whole), await left(scratched)]).toEqual([0, 10_000])
  })

  test('alone, then with the rest and the shipping, less what lost in value', async () => {
    const [first, second] = [await ring(80_000), await ring(130_000)]
    const order = await sellByCourier([first, second])
    const share = (order.totalCents - 240_000) / 2
    await take(db, order, 'prepare', 'ship', 'deliver')
    await withdraw(db, order, [first])
    await take(db, order, 'receive-return', 'inspect')
    await completeLedger(db)
    // Nothing is taken back before a document says so.
    expect(await exitsOf(first)).toHaveLength(1)
    await take(db, order, { event: 'refund', deductionCents: 10_000 })
    await completeLedger(db)
    const kept = marginOf('margin_25a', { purchaseCents: 0, proceedsCents: share }).taxCents
    const [sale, back] = await exitsOf(first)
    expect(sale).toEqual(['sale', 120_000 + share, 40_000 + share, Math.round(((40_000 + share) * 19) / 119)])
    expect(back).toEqual(['return', -110_000, -40_000, kept - (sale?.[3] as number)])
    await withdraw(db, order, [second])
    await take(db, order, 'receive-return', 'inspect', 'refund')
    await sums()
    const total = async (id: string, column: 1 | 2 | 3) =>
      (await exitsOf(id)).reduce((sum, row) => sum + (row[column] as number), 0)
    // The compensation stays, and is in no VAT.
    expect([await total(first, 1), await total(first, 2), await total(first, 3)]).toEqual([10_000, 0, 0])
    expect([await total(second, 1), await total(second, 2), await total(second, 3)]).toEqual([0, 0, 0])
  })

  test('and is melted ends in the ledger, though it was not bought over the counter', async () => {
    const id = await ring(80_000)
    await cancelPaid(db, await sell(db, [id]))
    await completeLedger(db)
    const [row] = await rowsOf(id)
    const melting = { by: 'Berta Einkauf', proceedsCents: 90_000, document: 'Scheide 7', day: '2026-11-20' }
    expect(await meltPiece(db, row?.number ?? 0, melting)).toEqual({ ok: true })
    expect(await statusOf(db, id)).toBe('melted')
    expect((await exitsOf(id)).at(-1)).toEqual(['melt', 90_000, 10_000, 0])
  })
})

test('rows that were written before, without looking at the documents, are put right by rows', async () => {
  const id = await ring(80_000)
  const order = await sell(db, [id])
  await completeLedger(db)
  await take(db, order, 'prepare', 'ship')
  await withdraw(db, order, [id])
  await take(db, order, 'receive-return', 'inspect')
  const [row] = await rowsOf(id)
  const before = { kind: 'return', on_day: '2026-11-01', tax_mode: 'margin_25a', order_id: order.id } as const
  await db
    .insertInto('ledger_exit')
    .values({
      ...before,
      ledger_number: row?.number ?? 0,
      proceeds_cents: -120_000,
      margin_cents: -40_000,
      tax_cents: -6_387,
    })
    .execute()
  await take(db, order, { event: 'refund', deductionCents: 5_000 })
  await completeLedger(db)
  expect((await exitsOf(id)).slice(2)).toEqual([['return', 5_000, 0, 0]])
  await sums()
  expect(await recordSales(db)).toBe(0)
})

test('pieces that were brought in as sold are in it with their price, and have no invoice', async () => {
  await loadCast(db)
  await completeLedger(db)
  const [tank] = await rowsOf(cast.soldTank)
  const [sale] = await exitsOf(cast.soldTank)
  const { price_cents } = await db
    .selectFrom('product')
    .select('price_cents')
    .where('id', '=', cast.soldTank)
    .executeTakeFirstOrThrow()
  expect(sale?.slice(0, 3)).toEqual(['sale', price_cents, (price_cents ?? 0) - (tank?.purchase_cents ?? 0)])
  expect(await ledgerCsv(db, { from: '2000-01-01', to: '2099-12-31', format: 'rfc' })).toContain(
    ',ohne Rechnung,',
  )
  await sql`update product set status = 'returned' where id = ${cast.soldTank}`.execute(db)
  await completeLedger(db)
  expect((await exitsOf(cast.soldTank)).map(([kind, cents]) => [kind, cents])).toEqual([
    ['sale', price_cents],
    ['return', -(price_cents ?? 0)],
  ])
  await sums()
  expect(await rowsOf(cast.krugerrand)).toHaveLength(1)
})

test('many that were brought in as sold are written some at a time, each once', async () => {
  const ids = [await ring(10_000), await ring(20_000), await ring(30_000)]
  await completeLedger(db)
  for (const status of ['reserved', 'sold'])
    await sql`update product set status = ${status} where id = any(${ids})`.execute(db)
  expect(await recordSalesWithoutOrder(db, 2)).toBe(2)
  expect(await Promise.all(ids.map(async (id) => (await exitsOf(id)).length))).toEqual([1, 1, 0])
  expect([await recordSalesWithoutOrder(db, 2), await recordSalesWithoutOrder(db, 2)]).toEqual([1, 0])
  await sums()
})

test('several processes at once enter and record everything once', async () => {
  const ids = [await ring(80_000), await ring(null), await ring(10_000)]
  await sell(db, ids)
  await Promise.all([recordSales(db), recordSales(db), recordSales(db)])
  for (const id of ids) {
    expect(await rowsOf(id)).toHaveLength(1)
    expect(await exitsOf(id)).toHaveLength(1)
  }
  await sums()
})
