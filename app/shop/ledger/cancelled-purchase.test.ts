import { expect, test } from 'vitest'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { completeLedger } from '#app/shop/buying/ledger.ts'
import { ledgerCsv } from '#app/shop/buying/ledger-csv.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { ledgerPostings } from './ledger-postings.ts'
import { wholeTime } from './ledger-question.ts'
import { ledgerSums } from './ledger-sums.ts'
import { sumsCsv } from './sums-sheet.ts'

const shop = buyingShop()

const always = { from: '0001-01-01', to: '9999-12-31' }
const cents = (amount = '') => Math.round(Number(amount.replace(',', '.')) * 100)

/** What is paid for goods, by everything that says it. */
async function paid(words = '') {
  const { db } = shop
  await completeLedger(db)
  const rows = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';'))
  const lines = rows(await ledgerCsv(db, { ...always, format: 'german' })).filter(([number]) => number)
  const { postings } = await ledgerPostings(db, always)
  return {
    sums: (await ledgerSums(db, wholeTime(null, null))).purchaseCents,
    found: (await ledgerSums(db, { ...wholeTime(null, null), words })).purchaseCents,
    sheet: cents(rows(await sumsCsv(db, always, 'german')).findLast(([name]) => name === 'Summe')?.[4]),
    // A piece stands in each of its lines with its price.
    file:
      [...new Map(lines.map((line) => [line[0], cents(line[6])])).values()].reduce(
        (sum, each) => sum + each,
        0,
      ) + lines.reduce((sum, line) => sum + cents(line.at(-1)), 0),
    posted: postings.reduce((sum, each) => sum + (each.credit === 'payables' ? each.cents : 0), 0),
  }
}

test('a purchase that is taken back is no longer paid, in sums, files and postings alike', async () => {
  const { db } = shop
  const id = await shop.bought()
  const { number: request } = await db
    .selectFrom('sell_request')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { number: receipt, total_cents: price } = await db
    .selectFrom('purchase')
    .select(['number', 'total_cents'])
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await paid(receipt)).toEqual({ sums: price, found: price, sheet: price, file: price, posted: price })
  const { settings } = shop
  const given = { reason: 'Falscher Betrag', by: 'Berta Einkauf', settings }
  expect(await cancelPurchase(db, { number: request }, given)).toMatchObject({ ok: true, paid: true })
  expect(await paid(receipt)).toEqual({ sums: 0, found: 0, sheet: 0, file: 0, posted: 0 })
  // Of the day alone, both stand in it.
  const day = germanDay(new Date())
  expect(await ledgerSums(db, wholeTime(day, day))).toMatchObject({ purchaseCents: 0, pieces: 1, exits: 1 })
})
