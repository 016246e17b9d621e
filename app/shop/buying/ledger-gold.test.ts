import { beforeAll, expect, test } from 'vitest'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { type Buyer, buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { cancelPaid, take } from '#tests/returned-pieces.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { ossCsv } from './ledger-oss.ts'

const database = testDatabase()
const shop = ledgerShop(database, 84_001)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

const bar = { priceCents: 350_003, taxMode: 'investment_gold_25c', costCents: 339_500 } as const
const rowsOf = async (order: { id: number }) =>
  (await shop.exits(order)).map((row) => [
    row.kind,
    row.proceeds_cents,
    row.margin_cents,
    row.tax_cents,
    row.destination_tax_cents,
  ])
const german = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date())
const quarter = `${german.slice(0, 4)}-Q${Math.ceil(Number(german.slice(5, 7)) / 3)}`

const everywhere: [string, Buyer][] = [
  ['at home', buyers.home],
  ['to a consumer of the EU', buyers.consumer],
  ['to one whose state would tax it', buyers.distant],
  ['to a business of the EU', buyers.business],
  ['to Switzerland', buyers.abroad],
]

// Duty: tax-mode, margin-in-ledger
test.each(everywhere)(
  'investment gold owes no VAT anywhere: sold %s, alone or with others, and taken back',
  async (_, buyer) => {
    const { db } = database
    const [alone = ''] = await shop.rings(bar)
    const order = await shop.sold([alone], buyer)
    await shop.agrees()
    const whole = order.totalCents
    expect(whole).toBeGreaterThan(350_003)
    expect(await rowsOf(order)).toEqual([['sale', whole, whole - 339_500, 0, 0]])
    const csv = await ledgerCsv(db, { from: '2000-01-01', to: '2099-12-31', format: 'german' })
    expect(csv).toMatch(new RegExp(`;${alone};Verkauf;[^;]+;[^;]+;§ 25c UStG;`))
    await cancelPaid(db, order)
    await shop.agrees()
    expect((await rowsOf(order))[1]).toEqual(['return', -whole, 339_500 - whole, 0, 0])

    // Beside a piece that is taxed in full it bears its own part of the shipping, without VAT.
    const pieces = await shop.rings(
      bar,
      { ...bar, costCents: null },
      { priceCents: 99_999, taxMode: 'standard_19' },
    )
    const [first = '', second = '', ring = ''] = pieces
    const mixed = await shop.sold(pieces, buyer)
    await shop.agrees()
    const [invoice] = await shop.documents(mixed)
    const gold = (await shop.exits(mixed)).filter(({ tax_mode }) => tax_mode === 'investment_gold_25c')
    const shown = invoice?.content.taxes?.find(({ rule }) => rule === 'gold')
    expect(gold.reduce((sum, row) => sum + row.proceeds_cents, 0)).toBe(shown?.grossCents)
    // Of a bar of which nobody knows what was paid no margin is told.
    expect(gold.map(({ margin_cents }) => margin_cents)).toEqual([
      (gold[0]?.proceeds_cents ?? 0) - 339_500,
      null,
    ])
    await take(db, mixed, 'prepare', 'ship', 'deliver')
    await shop.back(mixed, [second], 1_000)
    await shop.back(mixed, [ring])
    await shop.agrees()
    for (const { tax_mode, tax_cents, destination_tax_cents } of await shop.exits(mixed))
      if (tax_mode === 'investment_gold_25c') expect([tax_cents, destination_tax_cents]).toEqual([0, 0])
    await shop.back(mixed, [first])
    await shop.agrees()
    const left = await shop.exits(mixed)
    for (const column of ['tax_cents', 'destination_tax_cents', 'destination_net_cents'] as const)
      expect(left.reduce((sum, row) => sum + row[column], 0)).toBe(0)
    expect(left.reduce((sum, row) => sum + row.proceeds_cents, 0)).toBe(1_000)
  },
)

test('and is in no declaration of the one-stop shop', async () => {
  await shop.sold(await shop.rings(bar), buyers.distant)
  await shop.agrees()
  expect((await ossCsv(database.db, { quarter, format: 'rfc' })).trimEnd().split('\r\n')).toHaveLength(1)
})
