import { cpSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#app/platform/database/migrate.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { type InvoiceContent, taxSumsOf } from './invoice.ts'
import { findOrderById } from './order.ts'

const database = testDatabase({ migrated: false })
const folder = temporaryFolder()

test('orders from before keep the sum of their VAT, divided among lines and shipping', async () => {
  const { db, connectionString } = database
  const all = resolve('db/migrations')
  for (const file of readdirSync(all).filter((name) => name < '0102'))
    cpSync(join(all, file), join(folder, file))
  await migrate(connectionString, { directory: folder })
  const pieces = [
    ['1001', 'standard_19', 50_003],
    ['1002', 'margin_25a', 70_000],
    ['1003', 'standard_19', 40_001],
    ['1004', 'margin_25a', 30_000],
  ] as const
  await sql`insert into branch (id, name, street, postal_code, city, country, phone, email, hours, position)
    values ('koeln', 'Köln', 'Gasse 7', '50667', 'Köln', 'DE', '1', 'a@b.example', '[]', 0)`.execute(db)
  await sql`
    insert into shop_order (number, token, submission, locale, expires_at, email, invoice_address, delivery, shipping, payment,
      goods_cents, shipping_cents, total_cents, vat_cents)
    values ('RG-2026-00001', ${'t'.repeat(32)}, gen_random_uuid(), 'de', now(), 'a@b.example', '{"name":"A","company":null,"street":"B 1","extra":null,"postalCode":"1010","city":"Wien","country":"AT"}',
      '{"kind":"courier","address":{"name":"A","company":null,"street":"B 1","extra":null,"postalCode":"1010","city":"Wien","country":"AT"}}',
      '{"zone":"eu","method":"value-courier","days":[2,4],"dutiesByBuyer":false}', 'bank-transfer', 190004, 4900, 194904, 14742)
  `.execute(db)
  for (const [position, [id, mode, cents]] of pieces.entries()) {
    await sql`insert into product (id, kind, status, name, slug_de, slug_en, price_cents, tax_mode, condition, branch_id,
        jewellery_type, metal, fineness)
      values (${id}, 'jewellery', 'draft', '{"de":"Ring","en":"Ring"}', 'ring', 'ring', ${cents}, ${mode}, 'very-good', 'koeln',
        'rings', 'yellow-gold', 750)`.execute(db)
    await sql`update claim set order_id = 1 where product_id = ${id}`.execute(db)
    await sql`insert into order_line (order_id, position, product_id, price_cents, tax_mode, piece)
      values (1, ${position}, ${id}, ${cents}, ${mode},
        '{"kind":"jewellery","brand":null,"name":{"de":"Ring","en":"Ring"},"reference":null,"slug":{"de":"ring","en":"ring"},"photoId":null}')`.execute(
      db,
    )
  }
  await sql`insert into ledger (number, acquired_on, title, kind, purchase_cents, product_id)
    values (1, '2026-09-01', 'Ring', 'jewellery', 30000, '1001')`.execute(db)
  await sql`insert into ledger_exit (ledger_number, kind, on_day, order_id, document, tax_mode, proceeds_cents, margin_cents, tax_cents)
    values (1, 'sale', '2026-10-01', 1, 'RE-2026-00001', 'standard_19', 51292, 21292, 8189)`.execute(db)
  await migrate(connectionString, { directory: all })
  // The ledger keeps its rows as they were; what they lack, corrections tell.
  expect(await db.selectFrom('ledger_exit').selectAll().execute()).toMatchObject([
    { kind: 'sale', proceeds_cents: 51_292, tax_cents: 8_189, tax_rule: null, destination_tax_cents: 0 },
  ])
  const order = await findOrderById(db, 1)
  expect(
    order?.lines.map(({ tax, listedCents }) => [tax.rule, tax.ratePerMille, tax.vatCents, listedCents]),
  ).toEqual([
    ['domestic', 190, 7_984, 50_003],
    ['margin', 0, 0, 70_000],
    ['domestic', 190, 6_386, 40_001],
    ['margin', 0, 0, 30_000],
  ])
  // 4,900 by 90,004 of 190,004 follows what is taxed.
  expect(order?.shippingTaxes).toMatchObject([
    { rule: 'domestic', grossCents: 2_321, vatCents: 372, netCents: 1_949 },
    { rule: 'margin', grossCents: 2_579, vatCents: 0 },
  ])
  const { distance_net_cents } = await db
    .selectFrom('shop_order')
    .select('distance_net_cents')
    .executeTakeFirstOrThrow()
  expect(distance_net_cents).toBe(90_004 + 2_321 - 14_742)
})

test('documents from before show what they showed', () => {
  const line = { brand: null, name: { de: 'Ring', en: 'Ring' }, reference: null }
  const content: InvoiceContent = {
    locale: 'de',
    orderNumber: 'RG-2026-00001',
    orderedOn: '2026-10-01T10:00:00.000Z',
    seller: {} as InvoiceContent['seller'],
    buyer: {} as InvoiceContent['buyer'],
    payment: 'bank-transfer',
    lines: [
      { ...line, piece: '1', priceCents: 119_000, taxMode: 'standard_19' },
      { ...line, piece: '2', priceCents: 119_000, taxMode: 'margin_25a' },
    ],
    shippingCents: 2_380,
    totalCents: 240_380,
    vatCents: 19_191,
  }
  expect(taxSumsOf(content)).toMatchObject([
    { rule: 'domestic', ratePerMille: 190, vatCents: 19_191, netCents: 100_999, grossCents: 120_190 },
    { rule: 'margin', grossCents: 120_190 },
  ])
  expect(taxSumsOf({ ...content, netCents: 100_998 })[0]).toMatchObject({ netCents: 100_998 })
})
