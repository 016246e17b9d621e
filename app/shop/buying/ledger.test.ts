import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { inProportion } from '#app/shop/checkout/tax-basket.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { claraBeispiel, orderRequest, placed } from '#tests/checkout.ts'
import { pieces } from '#tests/selling.ts'
import { marginOf, recordSales } from './ledger.ts'
import { csv, ledgerCsv, text } from './ledger-csv.ts'
import { stockPieces } from './stocking.ts'

const shop = buyingShop()
const by = 'Berta Einkauf'

describe('the margin of a piece', () => {
  test.each([
    // 119 EUR of margin hold 19 EUR of VAT.
    ['margin_25a', 100_000, 111_900, 11_900, 1_900],
    ['margin_25a', 310_000, 430_000, 120_000, 19_160],
    ['margin_25a', 100_000, 100_001, 1, 0],
    ['margin_25a', 100_000, 100_003, 3, 0],
    ['margin_25a', 100_000, 100_004, 4, 1],
    ['margin_25a', 100_000, 100_000, 0, 0],
    // A loss owes nothing.
    ['margin_25a', 100_000, 90_000, -10_000, 0],
    ['standard_19', 100_000, 119_000, 19_000, 19_000],
    ['standard_19', 100_000, 90_000, -10_000, 14_370],
    ['investment_gold_25c', 339_500, 350_000, 10_500, 0],
  ] as const)(
    '%s: bought for %i, sold for %i',
    (mode, purchaseCents, proceedsCents, marginCents, taxCents) => {
      expect(marginOf(mode, { purchaseCents, proceedsCents })).toEqual({ marginCents, taxCents })
    },
  )

  // Duty: margin-in-ledger
  test('VAT is the nearest cent to 19/119, and never more than the margin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (bought, sold) => {
        const { marginCents, taxCents } = marginOf('margin_25a', {
          purchaseCents: bought,
          proceedsCents: sold,
        })
        if (marginCents <= 0) {
          expect(taxCents).toBe(0)
          return
        }
        expect(Math.abs(taxCents * 119 - marginCents * 19)).toBeLessThanOrEqual(59)
        expect(taxCents).toBeLessThanOrEqual(marginCents)
      }),
    )
  })

  test('shipping is shared out to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 20_000 }),
        (prices, shipping) => {
          const shares = inProportion(shipping, prices)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(shipping)
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('the ledger', () => {
  let product: string
  beforeAll(async () => {
    const { db } = shop
    const id = await shop.bought([pieces.watch, { ...pieces.chain, title: '=HYPERLINK("x");1' }])
    const stocked = await stockPieces(db, { id }, { by })
    product = (stocked.ok && stocked.pieces[0]?.product) || ''
    // Described, priced, and on sale.
    await sql`update product set price_cents = 430000, condition = 'good', movement = 'automatic',
      case_material = 'steel', status = 'intake' where id = ${product}`.execute(db)
    await sql`update product set status = 'preparing' where id = ${product}`.execute(db)
    await sql`update product set status = 'listed' where id = ${product}`.execute(db)
  })

  // Duty: purchase-price
  test('follows a piece to its buyer and back', async () => {
    const { db } = shop
    const delivery = { kind: 'courier' as const, address: claraBeispiel }
    const { id: orderId } = await placed(db, orderRequest([product], 434_900, { delivery }))
    expect(await recordSales(db)).toBe(0)
    const payment = { orderId, channel: 'bank-transfer' as const, reference: 'K-1', amountCents: 434_900 }
    await settlePayment(db, payment, shop.settings)
    expect(await recordSales(db)).toBe(1)
    expect(await recordSales(db)).toBe(0)
    const exits = () =>
      db
        .selectFrom('ledger_exit')
        .select(['kind', 'document', 'proceeds_cents', 'margin_cents', 'tax_cents'])
        .orderBy('id')
        .execute()
    const sale = { proceeds_cents: 434_900, margin_cents: 124_900, tax_cents: 19_942 }
    expect(await exits()).toEqual([{ kind: 'sale', document: expect.stringMatching(/^RE-/), ...sale }])
    await cancelOrder(db, orderId, shop.settings)
    expect(await recordSales(db)).toBe(1)
    expect(await recordSales(db)).toBe(0)
    expect((await exits())[1]).toMatchObject({
      kind: 'return',
      proceeds_cents: -434_900,
      margin_cents: -124_900,
      tax_cents: -19_942,
    })
    await expect(db.updateTable('ledger').set({ purchase_cents: 1 }).execute()).rejects.toThrow(/not changed/)
    await expect(db.deleteFrom('ledger_exit').execute()).rejects.toThrow(/is a record/)
  })

  test('as CSV: quoted, with a byte order mark, formulas defused, for German spreadsheets too', async () => {
    const range = { from: '2020-01-01', to: '2099-12-31' }
    const plain = await ledgerCsv(shop.db, { ...range, format: 'rfc' })
    expect(plain.startsWith('\uFEFFNr.,Erworben am,')).toBe(true)
    const lines = plain.split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toMatch(
      /^1,\d{4}-\d\d-\d\d,AB-\d{4}-00001,bar,Omega Constellation,Uhr,3100\.00,\d+,Verkauf,.*,§ 25a UStG,4349\.00,1249\.00,199\.42,,,,,[\d-]+,$/,
    )
    expect(lines[2]).toContain('-1249.00')
    expect(lines[3]).toContain(`"'=HYPERLINK(""x"");1"`)
    const german = await ledgerCsv(shop.db, { ...range, format: 'german' })
    expect(german).toMatch(/;4349,00;1249,00;199,42;;;;;[\d-]+;\r\n/)
    expect(await ledgerCsv(shop.db, { from: '2020-01-01', to: '2020-12-31', format: 'rfc' })).not.toMatch(
      /Omega/,
    )
  })

  test('any cell comes back as it was, and none begins a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), (cells) => {
        expect(readCsv(csv([cells], 'german'))).toEqual(cells)
      }),
    )
    for (const evil of ['=1+1', '+1', '-1', '@x', '\t=1', ' =1', '\r=1']) expect(text(evil)).toBe(`'${evil}`)
    expect(text('Ring – 585')).toBe('Ring – 585')
  })
})

/** One record of a CSV with semicolons. */
function readCsv(source: string): string[] {
  const cells: string[] = []
  let at = 1
  for (;;) {
    let cell = ''
    if (source[at] === '"') {
      for (at += 1; source[at] !== '"' || source[at + 1] === '"'; at += 1) {
        if (source[at] === '"') at += 1
        cell += source[at]
      }
      at += 1
    } else for (; at < source.length && source[at] !== ';' && source[at] !== '\r'; at += 1) cell += source[at]
    cells.push(cell)
    if (source[at] !== ';') return cells
    at += 1
  }
}
