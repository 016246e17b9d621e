import { beforeAll, describe, expect, test } from 'vitest'
import { vatIn } from '#app/shop/checkout/tax-treatment.ts'
import { readSettings, saveSetting } from '#app/shop/settings/settings.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { datevColumns } from './datev-columns.ts'
import { datevFile } from './datev-file.ts'
import { wholeTime } from './ledger-question.ts'
import { ledgerSums } from './ledger-sums.ts'

const database = testDatabase()
const shop = ledgerShop(database, 87_001)
const now = new Date()
const year = now.getFullYear()
const range = { from: `${year}-01-01`, to: `${year}-12-31` }
const own = { gold: '8100', distance: '8320', melting: '8900', byHand: '1590' }

beforeAll(() => loadSettings(database.db, 'db/demo/settings.yaml'))

async function datev(changes: object = {}) {
  const { datev: stored } = await readSettings(database.db)
  return {
    ...stored,
    consultant: '29098',
    client: '55003',
    accounts: { ...stored.accounts, ...own },
    ...changes,
  }
}

type Booked = { cents: number; account: string; contra: string; document: string; text: string; day: string }

/** The postings of a file, read as DATEV reads it; `cents` less than nothing: the account's other side. */
function booked(file: Buffer): Booked[] {
  const [, columns = '', ...lines] = new TextDecoder('windows-1252').decode(file).trimEnd().split('\r\n')
  expect(columns.split(';')).toEqual([...datevColumns])
  return lines.map((line) => {
    const cells = line.split(';')
    expect(cells).toHaveLength(125)
    const text = (name: string) => cells[datevColumns.indexOf(name)]?.replaceAll('"', '') ?? ''
    const amount = text('Umsatz (ohne Soll/Haben-Kz)')
    expect(amount).toMatch(/^\d{1,10},\d{2}$/)
    const sign = text('Soll/Haben-Kennzeichen') === 'S' ? 1 : -1
    return {
      cents: sign * Number(amount.replace(',', '')),
      ...{ account: text('Konto'), contra: text('Gegenkonto (ohne BU-Schlüssel)') },
      ...{ document: text('Belegfeld 1'), text: text('Buchungstext'), day: text('Belegdatum') },
    }
  })
}

async function made(changes: object = {}): Promise<{ file: Buffer; rows: Booked[] }> {
  const answer = await datevFile(database.db, range, { datev: await datev(changes), now })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return { file: answer.file, rows: booked(answer.file) }
}

const sumOf = (rows: readonly Booked[], which: (row: Booked) => boolean) =>
  rows.filter(which).reduce((sum, { cents }) => sum + cents, 0)

describe('the file for DATEV', () => {
  test('comes to the cent to what the ledger says, by every rule of tax, with what came back', async () => {
    const { db } = database
    const dear = { priceCents: 119_003, costCents: 50_000 }
    const rings = await shop.rings(
      { ...dear, taxMode: 'margin_25a' },
      // Sold at a loss: nothing of it is taxed.
      { priceCents: 40_001, costCents: 50_000, taxMode: 'margin_25a' },
      { ...dear, taxMode: 'standard_19' },
      { ...dear, taxMode: 'investment_gold_25c' },
      { ...dear, taxMode: 'margin_25a' },
      { ...dear, taxMode: 'standard_19' },
      { ...dear, taxMode: 'standard_19' },
      { ...dear, taxMode: 'margin_25a' },
      { ...dear, taxMode: 'standard_19' },
    )
    const [
      first = '',
      loss = '',
      taxed = '',
      gold = '',
      out = '',
      business = '',
      distant = '',
      back = '',
      worn = '',
    ] = rings
    await shop.sold([first, loss], buyers.home)
    await shop.sold([taxed, gold], buyers.home)
    await shop.sold([out], buyers.abroad)
    await shop.sold([business], buyers.business)
    await shop.sold([distant], buyers.distant)
    await shop.back(await shop.sold([back], buyers.home), [back])
    // What is kept back for a loss of value is in no VAT.
    await shop.back(await shop.sold([worn], buyers.home), [worn], 10_000)
    await shop.agrees()
    const { rows } = await made()
    const sums = await ledgerSums(db, wholeTime(range.from, range.to))
    expect(sums.exits).toBeGreaterThan(9)
    const ofPurchases = (row: Booked) => row.contra === '1610'
    expect(sumOf(rows, ofPurchases)).toBe(sums.purchaseCents)
    // The bar of gold is under another rule than rings, which may be under § 25a.
    expect(sumOf(rows, (row) => ofPurchases(row) && row.account === '3200')).toBe(50_000)
    expect(sumOf(rows, (row) => ofPurchases(row) && row.account === '3220')).toBe(sums.purchaseCents - 50_000)
    expect(sumOf(rows, (row) => row.account === '1410')).toBe(sums.proceedsCents)
    // The accounts reckon their VAT row by row; together it is that of the ledger.
    const vat = rows
      .filter(({ contra }) => contra === '8191' || contra === '8400')
      .reduce((sum, { cents }) => sum + Math.sign(cents) * vatIn(Math.abs(cents), 190), 0)
    expect(vat).toBe(sums.taxCents)
    const accounts = [...new Set(rows.map(({ contra }) => contra))].toSorted()
    expect(accounts).toEqual(['1590', '1610', '8100', '8120', '8125', '8191', '8193', '8320', '8400'])
    expect(sumOf(rows, ({ contra }) => contra === '1590')).toBe(10_000)
    expect(rows.every(({ document, text }) => document !== '' && text.length <= 60)).toBe(true)
  })

  test('says a price that became known after the sale, also where the VAT of the difference rounds otherwise', async () => {
    const { db } = database
    const before = await ledgerSums(db, wholeTime(range.from, range.to))
    const [online = '', counter = ''] = await shop.rings(
      { priceCents: 119_003, costCents: null, taxMode: 'margin_25a' },
      { priceCents: 119_003, costCents: null, taxMode: 'margin_25a' },
    )
    await shop.sold([online], buyers.home)
    await shop.sold([counter], buyers.home)
    await shop.agrees()
    // With its courier 1,214.03 EUR, of which 193.84 EUR are VAT; of 714.02 EUR, 114.00; of what was paid, 500.01 EUR, 79.83.
    for (const id of [online, counter])
      await db.updateTable('product_staff').set({ cost_cents: 50_001 }).where('product_id', '=', id).execute()
    await shop.agrees()
    const sums = await ledgerSums(db, wholeTime(range.from, range.to))
    expect(sums.purchaseCents - before.purchaseCents).toBe(100_002)
    const { rows } = await made()
    expect(sumOf(rows, ({ contra }) => contra === '1610')).toBe(sums.purchaseCents)
    expect(sumOf(rows, ({ account }) => account === '1410')).toBe(sums.proceedsCents)
    const vat = rows
      .filter(({ contra }) => contra === '8191' || contra === '8400')
      .reduce((sum, { cents }) => sum + Math.sign(cents) * vatIn(Math.abs(cents), 190), 0)
    expect(vat).toBe(sums.taxCents)
  })

  test('begins as DATEV wants it, in its own character set, with the accounts of the chart', async () => {
    const { file } = await made({ chart: 'SKR04' })
    const [header = '', columns = ''] = file.toString('latin1').split('\r\n')
    expect(header).toMatch(
      new RegExp(
        `^"EXTF";700;21;"Buchungsstapel";13;\\d{17};;"RE";"";"";29098;55003;${year}0101;4;${year}0101;${year}1231;"Ankaufsbuch ${year}-01";"";1;0;0;"EUR";;"";;;"04";;;"";""$`,
      ),
    )
    expect(header.split(';')).toHaveLength(31)
    expect(columns).toContain('BU-Schl\u00fcssel')
    const { rows } = await made({ chart: 'SKR04' })
    const accounts = rows.flatMap(({ account, contra }) => [account, contra])
    for (const each of ['5220', '5200', '3310', '1210', '4136', '4138', '4400'])
      expect(accounts).toContain(each)
  })

  test('says which numbers are missing, and is of one business year', async () => {
    const { db } = database
    const { datev: unset } = await readSettings(db)
    expect(await datevFile(db, range, { datev: unset, now })).toEqual({
      ...{ ok: false, reason: 'not-set' },
      missing: ['consultant', 'client', 'gold', 'distance', 'byHand'],
    })
    expect(await datevFile(db, range, { datev: await datev({ yearBegins: 7 }), now })).toEqual({
      ...{ ok: false, reason: 'two-years' },
    })
    const half = { from: `${year}-07-01`, to: `${year}-12-31` }
    const later = await datevFile(db, half, { datev: await datev({ yearBegins: 7 }), now })
    expect(later.ok && later.file.toString('latin1').split(';')[12]).toBe(`${year}0701`)
  })

  test('takes account numbers of four digits from the settings, and nothing else', async () => {
    const { db } = database
    const { datev: stored } = await readSettings(db)
    await saveSetting(db, 'datev', { ...stored, accounts: { ...stored.accounts, goods: '3210' } })
    expect((await readSettings(db)).datev.accounts).toMatchObject({ goods: '3210', gold: null })
    const wrong = { ...stored, accounts: { ...stored.accounts, goods: 'Wareneingang' } }
    await expect(saveSetting(db, 'datev', wrong)).rejects.toThrow()
  })
})
