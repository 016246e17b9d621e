import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { monthsLater } from '#app/shop/ledger/ledger-question.ts'
import { addRings } from '#tests/checkout.ts'
import { signedIn } from './office.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'
import { expect, test } from './shop.ts'
import { newPiece, shopDatabase } from './shop-database.ts'

// A month is closed once and for good: in a shop of their own.
test.describe.configure({ mode: 'serial' })
// It has to start first.
test.setTimeout(240_000)

const thisMonth = germanDay(new Date()).slice(0, 7)
const lastMonth = monthsLater(thisMonth, -1)
const named = (month: string) =>
  new Intl.DateTimeFormat('de', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15`))

let shop: OwnShop

test.beforeAll(async () => {
  shop = await startOwnShop()
})

test.afterAll(() => shop.stop())

/** A ring that was bought on the 14th of last month. */
async function boughtLastMonth(cents: number): Promise<string> {
  const id = newPiece()
  const { db, close } = await shopDatabase(shop.home)
  await addRings(db, [id])
  await db
    .insertInto('product_staff')
    .values({ product_id: id, cost_cents: cents, acquired_on: `${lastMonth}-14` })
    .execute()
  await close()
  return id
}

/** The months of the ledger, for somebody of one's own. */
async function openMonths(page: Page, name = 'Berta Beispiel') {
  await signedIn(page.context(), shop.address, { name, home: shop.home })
  await page.goto(`${shop.address}/office/ledger/months`)
  await page.locator('#page-title').waitFor()
}

test.describe('while the numbers are missing', () => {
  test.use({ allowedConsole: /status of 409/ })

  test('the file for DATEV of a month says what is missing; then it has its head and a purchase', async ({
    page,
  }) => {
    const piece = await boughtLastMonth(123_456)
    await openMonths(page)
    const choose = async () => {
      await page.getByRole('combobox', { name: /^Was/ }).selectOption('datev')
      await page.getByLabel('Welcher Monat').fill(lastMonth)
      await page.getByRole('button', { name: 'Herunterladen' }).click()
    }
    await choose()
    await expect(page.getByText('Beraternummer, Mandantennummer')).toBeVisible()

    await page.goto(`${shop.address}/office/settings/orders`)
    await page.getByLabel('Beraternummer').fill('29098')
    await page.getByLabel('Mandantennummer').fill('55003')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('region', { name: 'DATEV' })).toContainText('So gespeichert')

    await page.goto(`${shop.address}/office/ledger/months`)
    const fetched = page.waitForEvent('download')
    await choose()
    const file = await fetched
    expect(file.suggestedFilename()).toBe(`EXTF_Buchungsstapel_${lastMonth}.csv`)
    const lines = new TextDecoder('windows-1252').decode(await readFile(await file.path())).split('\r\n')
    expect(lines[0]).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;\d{17};/)
    expect(lines[0]).toContain(`;29098;55003;${lastMonth.slice(0, 4)}0101;4;${lastMonth.replace('-', '')}01;`)
    expect(lines[1]).toMatch(/^Umsatz \(ohne Soll\/Haben-Kz\);Soll\/Haben-Kennzeichen;/)
    const booked = lines.find((line) => line.includes(piece))
    // Pieces for the margin scheme to payables, as is proposed for SKR03.
    expect(booked).toMatch(/^1234,56;"S";"EUR";.*;3220;1610;/)
    expect(booked).toContain(`;14${lastMonth.slice(5)};`)
  })
})

test('a month is closed once, as it was seen; what comes later counts in the next', async ({
  page,
  browser,
}) => {
  await boughtLastMonth(50_000)
  await openMonths(page)
  const close = page.getByRole('button', { name: `${named(lastMonth)} abschließen` })
  const sure = page.getByRole('button', { name: 'Endgültig abschließen' })

  // Something is entered between looking and pressing: what was seen is no longer so.
  await close.click()
  await boughtLastMonth(20_000)
  await sure.click()
  await expect(page.getByText('Nichts wurde abgeschlossen.')).toBeVisible()
  await expect(page.getByText('Noch ist kein Monat abgeschlossen.')).toBeVisible()

  // Another owner closes it meanwhile, and this page still offers to.
  await close.click()
  const others = await browser.newContext({ locale: 'de-DE' })
  const other = await others.newPage()
  await openMonths(other, 'Ada Exempel')
  await other.getByRole('button', { name: `${named(lastMonth)} abschließen` }).click()
  await other.getByRole('button', { name: 'Endgültig abschließen' }).click()
  await expect(other.getByText(`${named(thisMonth)} läuft noch.`)).toBeVisible()
  await others.close()
  await sure.click()
  await expect(page.getByText(`${named(thisMonth)} läuft noch.`)).toBeVisible()
  await expect(close).toHaveCount(0)
  const closed = page.getByRole('row', { name: new RegExp(`^${named(lastMonth)}`) })
  await expect(closed).toContainText('Ada Exempel')
  const sum = await closed.locator('.num').first().textContent()

  // What is entered only now bears its day, and counts this month.
  const late = await boughtLastMonth(70_000)
  await page.reload()
  await expect(closed.locator('.num').first()).toHaveText(sum ?? '')
  const fetched = page.waitForEvent('download')
  await closed.getByRole('link', { name: `CSV ${named(lastMonth)}` }).click()
  expect(await readFile(await (await fetched).path(), 'utf8')).not.toContain(late)
  await page.goto(`${shop.address}/office/ledger?day=${thisMonth}-01..`)
  await expect(page.getByRole('row').filter({ hasText: late })).toContainText('700,00')
})
