import { beforeAll, expect, test } from 'vitest'
import { query, timestamptz } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { amount } from '#app/shop/buying/ledger-csv.ts'
import { closedMonths, closeMonth, nextClosing } from '#app/shop/ledger/close-month.ts'
import { lastDayOf, monthsLater, wholeTime } from '#app/shop/ledger/ledger-question.ts'
import { ledgerSums } from '#app/shop/ledger/ledger-sums.ts'
import { loadSettings } from '#db/load-settings.ts'
import { testDatabase } from '#tests/database.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import type { OfficeRequest } from '../answer.ts'
import { ledgerScreens } from './ledger-answers.ts'

const database = testDatabase()
const shop = ledgerShop(database, 86_001)
let now: Date
let month: string

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  const [time] = await query(database.db, { now: timestamptz })`select now() as now`
  now = time?.now as Date
  month = monthsLater(germanDay(now), -1)
})

/** A file of the screen, as text. */
async function file(address: string): Promise<string> {
  const request = { app: { db: database.db }, now, member: { locale: 'de' } } as unknown as OfficeRequest
  try {
    await ledgerScreens['ledger-months'].load(request, { params: {}, query: new URLSearchParams(address) })
  } catch (answer) {
    if (answer instanceof Response) return answer.status === 200 ? answer.text() : String(answer.status)
    throw answer
  }
  return 'no file'
}

test('a closed month is handed out as it was closed, and its files come to its sums', async () => {
  const { db } = database
  const ring = { priceCents: 120_000, costCents: 50_000, taxMode: 'margin_25a' } as const
  const [old = '', late = ''] = await shop.rings(ring, ring)
  for (const id of [old, late])
    await db
      .updateTable('product_staff')
      .set({ acquired_on: `${month}-07` })
      .where('product_id', '=', id)
      .execute()
  await shop.agrees()
  const berta = await db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta@staff.example', role: 'owner', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const next = await nextClosing(db, now)
  if (!next.ok) throw new Error(next.reason)
  expect(await closeMonth(db, berta, { month: next.month, seen: next.version, now })).toMatchObject({
    ok: true,
  })
  const before = await file(`file=ledger&time=${month}`)
  await shop.sold([late], buyers.home)
  await shop.agrees()
  expect(await file(`file=ledger&time=${month}`)).toBe(before)
  expect(before).not.toContain('Verkauf')
  const [closed] = await closedMonths(db)
  const sums = await ledgerSums(db, wholeTime(`${month}-01`, lastDayOf(month)))
  expect(closed).toMatchObject(sums)
  // Each line of the file has the purchase price; a piece that did not go has one line.
  const prices = before
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(';')[6]?.replace(',', '.')) * 100)
  expect(prices.reduce((sum, each) => sum + each, 0)).toBe(sums.purchaseCents)
  const sheet = await file(`file=sums&time=${month}`)
  expect(sheet).toContain(`Summe;;;;${amount(sums.purchaseCents, 'german')};0,00;0,00;0,00`)
  const open = await ledgerSums(db, wholeTime(`${monthsLater(month, 1)}-01`, null))
  const running = await file(`file=sums&time=${monthsLater(month, 1)}`)
  expect(running).toContain(`;${amount(open.proceedsCents, 'german')};${amount(open.marginCents, 'german')};`)
  expect(running).toContain(amount(open.taxCents, 'german'))
})

test('files are of a month, a year, days or a quarter, and of nothing else', async () => {
  expect(await file('file=ledger&time=2026')).toContain('Nr.;Erworben am')
  expect(await file('file=ledger&from=2026-01-01&to=2026-01-31&format=rfc')).toContain('Nr.,Erworben am')
  expect(await file('file=oss&quarter=2026-Q4')).toContain('Mitgliedstaat')
  for (const address of [
    'file=ledger&time=2026-13',
    'file=oss&quarter=2026-Q5',
    'file=nonsense&time=2026',
    'file=sums',
  ])
    expect(await file(address)).toBe('404')
})
