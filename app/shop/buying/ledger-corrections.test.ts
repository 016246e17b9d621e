import { beforeAll, expect, test } from 'vitest'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { type Buyer, buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { cancelPaid } from '#tests/returned-pieces.ts'
import { completeLedger, recordSales } from './ledger.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { ossCsv } from './ledger-oss.ts'

const database = testDatabase()
const shop = ledgerShop(database, 79_001)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

type Ring = Parameters<typeof shop.rings>[number]
/** Of each piece: proceeds, margin and German VAT. */
type Before = [proceeds: number, margin: number, tax: number][]

/** An order whose rows an earlier release wrote; `document` null: before it had invoices' numbers. */
async function soldBefore(
  buyer: Buyer,
  rings: Ring[],
  before: Before,
  kinds: ('sale' | 'return')[] = ['sale'],
) {
  const { db } = database
  const pieces = await shop.rings(...rings)
  await completeLedger(db)
  const order = await shop.sold(pieces, buyer)
  const [invoice] = await shop.documents(order)
  for (const [at, [proceeds_cents, margin_cents, tax_cents]] of before.entries()) {
    const { number } = await db
      .selectFrom('ledger')
      .select('number')
      .where('product_id', '=', pieces[at] as string)
      .executeTakeFirstOrThrow()
    for (const kind of kinds) {
      const sign = kind === 'sale' ? 1 : -1
      await db
        .insertInto('ledger_exit')
        .values({
          ledger_number: number,
          kind,
          on_day: '2026-08-15',
          order_id: order.id,
          document: kind === 'sale' ? (invoice?.number ?? null) : null,
          tax_mode: rings[at]?.taxMode ?? null,
          proceeds_cents: sign * proceeds_cents,
          margin_cents: sign * margin_cents,
          tax_cents: sign * tax_cents,
        })
        .execute()
    }
  }
  return { order, invoice: invoice?.number }
}

const rowsOf = async (order: { id: number }) =>
  (await shop.exits(order)).map((row) => [
    row.kind,
    row.proceeds_cents,
    row.margin_cents,
    row.tax_cents,
    row.destination_net_cents,
    row.destination_tax_cents,
  ])

const standard = { priceCents: 119_000, taxMode: 'standard_19' } as const
const margin = { priceCents: 119_000, taxMode: 'margin_25a' } as const
const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date())

// Duty: export-untaxed, intra-community, destination-tax
test.each([
  ['export', buyers.abroad, standard, [105_798, 55_798, 16_892], [0, 0, -16_892, 0, 0]],
  ['margin-export', buyers.abroad, margin, [125_900, 75_900, 12_118], [0, 0, -12_118, 0, 0]],
  ['intra-community', buyers.business, standard, [104_118, 54_118, 16_624], [0, 0, -16_624, 0, 0]],
  // Without any VAT, as the last release wrote it, and with the German, as those before.
  ['destination', buyers.distant, standard, [123_900, 73_900, 0], [0, 0, 0, 98_725, 25_175]],
  ['destination', buyers.distant, standard, [123_900, 73_900, 19_782], [0, 0, -19_782, 98_725, 25_175]],
] as const)(
  'a row of before that was taxed wrongly (%s) is put right by a row, once',
  async (rule, buyer, ring, before, correction) => {
    const { db } = database
    const { order, invoice } = await soldBefore(buyer, [ring], [[...before]])
    await Promise.all([recordSales(db), recordSales(db)])
    await shop.agrees()
    expect(await rowsOf(order)).toEqual([
      ['sale', ...before, 0, 0],
      ['correction', ...correction],
    ])
    expect((await shop.exits(order))[1]).toMatchObject({ document: invoice, on_day: today, tax_rule: rule })
    const csv = await ledgerCsv(db, { from: '2026-08-01', to: '2099-12-31', format: 'german' })
    expect(csv).toMatch(new RegExp(`;Berichtigung;${today};${invoice};`))
    const quarter = `${today.slice(0, 4)}-Q${Math.ceil(Number(today.slice(5, 7)) / 3)}`
    const declared = (await ossCsv(db, { quarter, format: 'rfc' })).split('\r\n').slice(1, -1)
    expect(declared).toEqual(rule === 'destination' ? ['FI,25.5,987.25,251.75,2026-Q3'] : [])
    // What is taken back is what the document says.
    await cancelPaid(db, order)
    await shop.agrees()
    const [, , back] = await rowsOf(order)
    const owed = before.map((cents, at) => cents + correction[at as 0])
    expect(back).toEqual(['return', ...[...owed, ...correction.slice(3)].map((cents) => 0 - cents)])
  },
)

test('rows of before that were right, or were taken back whole, stay alone', async () => {
  const right = await soldBefore(buyers.home, [margin], [[121_400, 71_400, 11_400]])
  const { order } = await soldBefore(
    buyers.abroad,
    [standard],
    [[105_798, 55_798, 16_892]],
    ['sale', 'return'],
  )
  await cancelPaid(database.db, order)
  await shop.agrees()
  expect(await rowsOf(right.order)).toHaveLength(1)
  const taken = await rowsOf(order)
  expect(taken.slice(0, 2).map(([kind]) => kind)).toEqual(['sale', 'return'])
  for (const at of [1, 2, 3]) expect(taken.reduce((sum, row) => sum + Number(row[at]), 0)).toBe(0)
})

test('VAT that was divided anew comes to the cents of the invoice', async () => {
  const ring = { priceCents: 33_333, taxMode: 'standard_19' } as const
  // 19/119 of 341.33 EUR each, with a third of 24 EUR of shipping: a cent more than the invoice shows.
  const before: Before = Array.from({ length: 3 }, () => [34_133, -15_867, 5_450])
  const { order } = await soldBefore(buyers.home, [ring, ring, ring], before)
  await shop.agrees()
  const [invoice] = await shop.documents(order)
  const exits = await shop.exits(order)
  expect(exits.slice(0, 3).map(({ tax_cents }) => tax_cents)).toEqual([5_450, 5_450, 5_450])
  expect(invoice?.content.vatCents).toBe(16_349)
  expect(exits.reduce((sum, row) => sum + row.tax_cents, 0)).toBe(16_349)
})

test('shipping that was shared out by what was charged is moved between the pieces', async () => {
  const cheap = { priceCents: 50_000, taxMode: 'margin_25a' } as const
  const { order } = await soldBefore(
    buyers.abroad,
    [standard, cheap],
    [
      [104_082, 54_082, 0],
      [52_042, 2_042, 0],
    ],
  )
  await shop.agrees()
  expect((await rowsOf(order)).slice(2)).toEqual([
    ['correction', 1, 1, 0, 0, 0],
    ['correction', -1, -1, 0, 0, 0],
  ])
})
