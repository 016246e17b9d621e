import { beforeAll, expect, test } from 'vitest'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { type Buyer, buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { take } from '#tests/returned-pieces.ts'
import { completeLedger } from './ledger.ts'
import { checkLedger, faultsOf } from './ledger-check.ts'

const database = testDatabase()
const shop = ledgerShop(database, 82_001)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

type Ring = Parameters<typeof shop.rings>[number]
type Change = {
  proceeds_cents?: number
  margin_cents?: number
  tax_cents?: number
  destination_tax_cents?: number
}

/** A row that no document explains, of an order that was right. */
async function withStrangeRow(buyer: Buyer, ring: Ring, change: Change) {
  const { db } = database
  const pieces = await shop.rings(ring)
  const order = await shop.sold(pieces, buyer)
  await completeLedger(db)
  const before = faultsOf(await checkLedger(db))
  const [{ id: _, recorded_at: __, ...sale } = { id: 0, recorded_at: null }] = await shop.exits(order)
  const nothing = {
    proceeds_cents: 0,
    margin_cents: 0,
    tax_cents: 0,
    destination_net_cents: 0,
    destination_tax_cents: 0,
  }
  await db
    .insertInto('ledger_exit')
    .values({
      ...(sale as Awaited<ReturnType<typeof shop.exits>>[number]),
      kind: 'return',
      document: 'X',
      ...nothing,
      ...change,
    })
    .execute()
  // It is not made to fit.
  await completeLedger(db)
  expect(await shop.exits(order)).toHaveLength(2)
  const faults = faultsOf(await checkLedger(db)).filter((fault) => !before.includes(fault))
  return { number: order.number, piece: pieces[0], faults }
}

const standard = { priceCents: 119_000, taxMode: 'standard_19' } as const
const margin = { priceCents: 119_000, taxMode: 'margin_25a' } as const
const gold = { priceCents: 119_000, taxMode: 'investment_gold_25c' } as const

test('VAT that is not on the documents is named: at home, at the destination, and where there is none', async () => {
  const home = await withStrangeRow(buyers.home, standard, { tax_cents: 1 })
  expect(home.faults).toEqual([
    `Order ${home.number}: 193.84 EUR of German VAT in the ledger, 193.83 EUR on its documents.`,
  ])
  const distant = await withStrangeRow(buyers.distant, standard, { destination_tax_cents: -100 })
  expect(distant.faults).toEqual([
    `Order ${distant.number}: 250.75 EUR of other states' VAT in the ledger, 251.75 EUR on its documents.`,
  ])
  const wrong = await withStrangeRow(buyers.distant, standard, { tax_cents: 19_782 })
  expect(wrong.faults).toEqual([
    `Order ${wrong.number}: 197.82 EUR of German VAT in the ledger, 0.00 EUR on its documents.`,
  ])
  const exported = await withStrangeRow(buyers.abroad, standard, { tax_cents: 5 })
  expect(exported.faults).toEqual([
    `Order ${exported.number}: 0.05 EUR of German VAT in the ledger, 0.00 EUR on its documents.`,
  ])
})

// Duty: margin-in-ledger
test('margins and the VAT on them are reckoned anew from what each piece brought and cost', async () => {
  const high = await withStrangeRow(buyers.home, margin, { margin_cents: 10_000 })
  expect(high.faults).toEqual([
    `Order ${high.number}, piece ${high.piece}: margin of 814.00 EUR in the ledger, not 714.00 EUR.`,
  ])
  const taxed = await withStrangeRow(buyers.home, margin, { tax_cents: -1_400 })
  expect(taxed.faults).toEqual([
    `Order ${taxed.number}, piece ${taxed.piece}: 100.00 EUR of VAT on its margin in the ledger, not 114.00 EUR.`,
  ])
  for (const [buyer, ring] of [
    [buyers.abroad, margin],
    [buyers.home, gold],
    [buyers.distant, gold],
  ] as const) {
    const free = await withStrangeRow(buyer, ring, { tax_cents: 700 })
    expect(free.faults).toEqual([
      `Order ${free.number}, piece ${free.piece}: 7.00 EUR of VAT on its margin in the ledger, not 0.00 EUR.`,
    ])
  }
  const full = await withStrangeRow(buyers.home, standard, { margin_cents: 1 })
  expect(full.faults).toEqual([
    `Order ${full.number}, piece ${full.piece}: margin of 714.01 EUR in the ledger, not 714.00 EUR.`,
  ])
})

test('the sums of VAT stand beside those of the documents', async () => {
  const { db } = database
  await completeLedger(db)
  const before = await checkLedger(db)
  const pieces = await shop.rings(standard, standard, margin)
  const order = await shop.sold(pieces, buyers.distant)
  const home = await shop.sold(await shop.rings(standard), buyers.home)
  await take(db, order, 'prepare', 'ship', 'deliver')
  await shop.back(order, [pieces[0] as string], 3_333)
  await completeLedger(db)
  const after = await checkLedger(db)
  const more = (of: keyof typeof after.vat) => [
    after.vat[of].ledgerCents - before.vat[of].ledgerCents,
    after.vat[of].documentCents - before.vat[of].documentCents,
  ]
  const documents = [...(await shop.documents(order)), ...(await shop.documents(home))]
  const shown = (rule: string) =>
    documents
      .flatMap(({ kind, content }) =>
        (content.taxes ?? []).map((tax) => ({ ...tax, sign: kind === 'invoice' ? 1 : -1 })),
      )
      .filter((tax) => tax.rule === rule)
      .reduce((sum, { sign, vatCents }) => sum + sign * vatCents, 0)
  expect(more('domestic')).toEqual([shown('domestic'), shown('domestic')])
  expect(more('destination')).toEqual([shown('destination'), shown('destination')])
  expect(shown('destination')).toBeGreaterThan(0)
})
