import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings, claraBeispiel, placedAtTotal } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { cancelPaid } from '#tests/returned-pieces.ts'
import { completeLedger, recordSales } from './ledger.ts'
import { checkLedger, faultsOf } from './ledger-check.ts'

const database = testDatabase()
let settings: Settings
let next = 74_001

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  settings = await readSettings(database.db)
})

const exitsOf = (id: number) =>
  database.db
    .selectFrom('ledger_exit')
    .select(['kind', 'document', 'proceeds_cents', 'tax_cents'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

const agree = async () => {
  await completeLedger(database.db)
  expect(faultsOf(await checkLedger(database.db))).toEqual([])
  expect(await recordSales(database.db)).toBe(0)
}

const austrian = {
  id: 'ATU13585627',
  country: 'AT',
  outcome: 'valid' as const,
  checkedAt: '2026-11-20T10:00:00.000Z',
  consultation: null,
}

// Duty: export-untaxed, intra-community, destination-tax, margin-in-ledger
test.each([
  ['margin-export', 'margin_25a', 'CH', '8001', {}, 0],
  ['export', 'standard_19', 'CH', '8001', {}, 0],
  ['intra-community', 'standard_19', 'AT', '1010', { vatId: austrian }, 0],
  ['destination', 'standard_19', 'FI', '00100', {}, 0],
  ['margin', 'margin_25a', 'AT', '1010', { vatId: austrian }, null],
  ['domestic', 'standard_19', 'DE', '50668', {}, null],
] as const)(
  '%s owes the German VAT that it was sold with',
  async (rule, mode, country, postalCode, more, tax) => {
    const { db } = database
    const id = String(next++)
    await addRings(db, [id])
    await sql`update product set tax_mode = ${mode} where id = ${id}`.execute(db)
    await db.insertInto('product_staff').values({ product_id: id, cost_cents: 50_000 }).execute()
    const delivery = { kind: 'courier', address: { ...claraBeispiel, country, postalCode } } as const
    const own = { ...settings, tax: { ...settings.tax, oneStopSince: '2021-07-01' } }
    const changes = { delivery, seenDuties: true, ...more }
    const {
      id: orderId,
      number,
      totalCents,
    } = await placedAtTotal(db, [id], changes, {
      online: false,
      settings: own,
    })
    const stored = await db
      .selectFrom('order_line')
      .select('tax_rule')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    expect(stored).toEqual({ tax_rule: rule })
    const money = { orderId, channel: 'bank-transfer', reference: number, amountCents: totalCents } as const
    await settlePayment(db, money, settings)
    await agree()
    const owed = tax ?? Math.round(((mode === 'margin_25a' ? totalCents - 50_000 : totalCents) * 19) / 119)
    expect(await exitsOf(orderId)).toMatchObject([
      { kind: 'sale', proceeds_cents: totalCents, tax_cents: owed },
    ])
    await cancelPaid(db, { id: orderId })
    await agree()
    expect((await exitsOf(orderId)).reduce((sum, { tax_cents }) => sum + tax_cents, 0)).toBe(0)
  },
)
