import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Invoice, taxSumsOf } from '#app/shop/checkout/invoice.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { type Buyer, buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { cancelPaid, take } from '#tests/returned-pieces.ts'
import { ossCsv } from './ledger-oss.ts'

const database = testDatabase()
const shop = ledgerShop(database, 77_001)

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
})

const to = (country: string, postalCode: string): Buyer => ({ country, postalCode, oneStop: true })
const german = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' })
const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
const thisQuarter = quarterOf(german.format(new Date()))

async function report(quarter = thisQuarter): Promise<string[][]> {
  await shop.agrees()
  const csv = await ossCsv(database.db, { quarter, format: 'rfc' })
  return csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}
const cents = (euros: string | undefined) => Math.round(Number(euros) * 100)

/** Past what the database keeps for ever. */
async function moveBack(order: { id: number }, months: number, only: 'sale' | 'return' = 'sale') {
  const { db } = database
  await sql`alter table ledger_exit disable trigger ledger_exit_stays`.execute(db)
  await sql`update ledger_exit set on_day = on_day - make_interval(months => ${months}),
      booked_on = booked_on - make_interval(months => ${months})
    where order_id = ${order.id} and kind = ${only}`.execute(db)
  await sql`alter table ledger_exit enable trigger ledger_exit_stays`.execute(db)
}

// Duty: one-stop-shop, destination-tax
test('a quarter says by member state and rate what invoices showed, net and VAT', async () => {
  const ring = (priceCents: number) => ({ priceCents, taxMode: 'standard_19' as const })
  const orders = [
    await shop.sold(await shop.rings(ring(100_003), ring(33_337)), to('FI', '00100')),
    await shop.sold(await shop.rings(ring(45_001)), to('FI', '00100')),
    await shop.sold(await shop.rings(ring(77_777)), to('AT', '1010')),
    await shop.sold(await shop.rings(ring(50_000)), to('AT', '6991')),
    // Margin pieces, gold, and what goes home or to businesses is in no such declaration.
    await shop.sold(
      await shop.rings(
        ring(66_661),
        { priceCents: 50_000, taxMode: 'margin_25a' },
        { priceCents: 80_000, taxMode: 'investment_gold_25c' },
      ),
      to('PT', '9000-001'),
    ),
  ]
  await shop.sold(await shop.rings(ring(50_000)), buyers.home)
  await shop.sold(await shop.rings(ring(50_000)), buyers.consumer)
  await shop.sold(await shop.rings(ring(50_000)), { ...buyers.business, oneStop: true })
  await shop.sold(await shop.rings(ring(50_000)), { ...buyers.abroad, oneStop: true })
  const [columns, ...lines] = await report()
  expect(columns).toEqual([
    'Mitgliedstaat',
    'Steuersatz %',
    'Netto EUR',
    'Umsatzsteuer EUR',
    'Berichtigt Quartal',
  ])
  expect(lines.map(([country, rate, , , of]) => [country, rate, of])).toEqual([
    ['AT', '19', ''],
    ['AT', '20', ''],
    ['FI', '25.5', ''],
    ['PT', '22', ''],
  ])
  const documents = (await Promise.all(orders.map(shop.documents))).flat()
  const shown = (of: Invoice[], country: string, perMille: number) =>
    of
      .flatMap(({ content }) => taxSumsOf(content))
      .filter((each) => each.country === country && each.ratePerMille === perMille)
  for (const [country = '', rate, net, vat] of lines) {
    const sums = shown(documents, country, Number(rate) * 10)
    expect([country, rate, cents(net), cents(vat)]).toEqual([
      country,
      rate,
      sums.reduce((sum, { netCents }) => sum + netCents, 0),
      sums.reduce((sum, { vatCents }) => sum + vatCents, 0),
    ])
  }
  expect(await report('2020-Q1')).toEqual([columns])
})

// Duty: one-stop-shop
test('what comes back in the same quarter lessens it; later it is a correction of that quarter', async () => {
  const before = await report()
  const pieces = await shop.rings(
    { priceCents: 120_000, taxMode: 'standard_19' },
    { priceCents: 60_000, taxMode: 'standard_19' },
  )
  const same = await shop.sold(pieces, to('SE', '111 20'))
  await take(database.db, same, 'prepare', 'ship', 'deliver')
  await shop.back(same, [pieces[0] as string], 10_000)
  const swedish = (await report()).filter(([country]) => country === 'SE')
  // The compensation that is kept back is in no VAT.
  const kept = 60_000 + same.totalCents - 180_000
  const vat = 12_000 + Math.round((same.totalCents - 180_000) / 5)
  expect(swedish.map(([, rate, ...rest]) => [rate, cents(rest[0]), cents(rest[1]), rest[2]])).toEqual([
    ['25', kept - vat, vat, ''],
  ])
  await shop.back(same, [pieces[1] as string])
  expect(await report()).toEqual(before)
  const [other = ''] = await shop.rings({ priceCents: 125_000, taxMode: 'standard_19' })
  const former = await shop.sold([other], to('DK', '1050'))
  await shop.agrees()
  await moveBack(former, 6)
  await cancelPaid(database.db, former)
  const then = quarterOf((await shop.exits(former))[0]?.on_day ?? '')
  const net = (former.totalCents * 4) / 5
  const amounts = [net, former.totalCents - net].map((each) => (each / 100).toFixed(2))
  expect((await report(then)).slice(1)).toEqual([['DK', '25', ...amounts, '']])
  expect((await report()).filter(([country]) => country === 'DK')).toEqual([
    ['DK', '25', ...amounts.map((each) => `-${each}`), then],
  ])
})
