import type { Page } from '@playwright/test'
import { scanPiece } from '#app/shop/stock-taking/stock-count.ts'
import { fitsEverywhere, openOffice, paste, scanCode, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, ownPiece, shopDatabase } from './shop-database.ts'

async function seesNoFault(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

test('a list becomes drafts, their labels are printed, and they are counted', async ({
  page,
  context,
  baseURL,
}) => {
  const staff = await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
  const [good, wrong] = [newPiece(), newPiece()]
  await openOffice(page, '/import')
  await seesNoFault(page)
  const list = `Nummer;Art;Hersteller;Modell;VK;Steuer\n${good};Uhr;Omega;Seamaster;2.500,00;25a\n${wrong};Uhr;Omega;Seamaster;viel;25a\n`
  await page
    .getByLabel('CSV-Datei wählen')
    .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await expect(page.getByRole('heading', { level: 1, name: 'liste.csv' })).toBeVisible()
  await expect(page.getByLabel('VK: Feld')).toHaveValue('price')
  await page.getByRole('button', { name: 'Prüfen' }).click()
  await expect(page.getByRole('cell', { name: /Das ist keine Zahl/ })).toBeVisible()
  // What was found is there after a reload.
  await page.reload()
  await expect(page.getByRole('row', { name: /3 VK viel/ })).toBeVisible()
  await seesNoFault(page)
  const refused = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Fehlerzeilen als CSV' }).click()
  expect((await refused).suggestedFilename()).toContain('fehlerzeilen')
  await page.getByRole('button', { name: '1 Zeile importieren' }).click()
  await expect(page.getByRole('heading', { name: 'Was daraus wurde' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(good) })).toBeVisible()

  await openOffice(page, `/labels?ids=${good}`)
  await expect(page.getByRole('heading', { name: 'Ein Etikett' })).toBeVisible()
  // This shop is on this machine alone.
  await expect(
    page.getByRole('alert').filter({ hasText: 'Der QR-Code jedes Etiketts führt zu http' }),
  ).toBeVisible()
  await seesNoFault(page)
  const pdf = await page.request.get(`/office/data/labels?ids=${good}&file=pdf`)
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')

  await openOffice(page, '/stock-taking')
  await seesNoFault(page)
  const running = page.getByRole('link', { name: 'Alle Filialen' }).first()
  await page.getByRole('button', { name: 'Inventur beginnen' }).click()
  // One that an earlier try left open goes on.
  const already = page.getByText('Hier läuft schon eine Inventur.')
  const field = page.getByLabel('Nummer scannen oder eintippen')
  await expect(field.or(already)).toBeVisible()
  if (await already.isVisible()) await running.click()
  const [misread, foreign] = [`unsinn-${newPiece()}`, `fremd-${newPiece()}`]
  for (const code of [misread, foreign]) {
    await field.fill(code)
    await field.press('Enter')
    await expect(page.getByText(`„${code}“ ist weder eine Lagernummer`)).toBeVisible()
  }
  const removal = page.getByRole('button', { name: `Lesefehler entfernen: ${misread}` })
  await removal.click()
  await expect(removal).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: foreign })).toContainText('Berta Beispiel')
  // Sold over the counter, after it was scanned.
  const sold = await ownPiece()
  await scanCode(page, sold)
  await expect(
    page.getByRole('status').getByText(new RegExp(`${sold}.*: gefunden, wie erwartet`)),
  ).toBeVisible()
  await sellOverTheCounter(sold)
  // As a hand scanner sends it, with nothing in focus.
  await page.locator('#page-title').focus()
  await scanCode(page, new URL(`/de/produkte/-/${good}`, page.url()).href)
  await expect(
    page.getByRole('status').getByText(`${good} Omega Seamaster: hier nicht erwartet.`),
  ).toBeVisible()
  await expect(page.getByText('ist noch ein Entwurf').first()).toBeVisible()
  await seesNoFault(page)
  await page.getByRole('button', { name: 'Abschließen' }).click()
  // Somebody in another browser counts meanwhile: it is asked once more, with what there is now.
  const { db, close } = await shopDatabase()
  const count = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
  const piece = await db
    .selectFrom('product')
    .select('id')
    .where('status', '=', 'sold')
    .executeTakeFirstOrThrow()
  expect(await scanPiece(db, count, piece.id, staff)).toMatchObject({ ok: true })
  await close()
  const sure = page.getByRole('button', { name: 'Ja, endgültig abschließen' })
  await sure.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Inzwischen hat sich etwas geändert' }),
  ).toBeVisible()
  await seesNoFault(page)
  // Others trade beside this, and then it is asked again.
  const closed = page.getByText(/Abgeschlossen am .* von Berta Beispiel/)
  await expect(async () => {
    if (await sure.isVisible()) await sure.click()
    await expect(closed).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const section = (title: RegExp) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  const left = section(/^Während der Inventur verkauft oder weggegeben/).getByRole('listitem')
  await expect(left.filter({ hasText: sold })).toContainText('ist verkauft')
  await expect(
    section(/^Zu viel/)
      .getByRole('listitem')
      .filter({ hasText: sold }),
  ).toHaveCount(0)
  await expect(section(/^Codes, zu denen es kein Stück gibt/)).toContainText(foreign)
  await expect(section(/^Codes, zu denen es kein Stück gibt/)).not.toContainText(misread)
  const report = await (
    await page.request.get(`${page.url().replace('/office/', '/office/data/')}?file=csv`)
  ).text()
  expect(report).toMatch(new RegExp(`verkauft oder weggegeben;${sold};.*;ist verkauft`))
  expect(report).toContain(`kein Stück;${foreign};`)
  await seesNoFault(page)

  await openOffice(page, '/export')
  await seesNoFault(page)
  const csv = await (await page.request.get(`/office/data/export?file=csv&ids=${good}&language=en`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(`${good},,Watch,Omega,Seamaster`)
})

test('a list that is mapped in two windows shows both, and is imported as it was seen', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
  await openOffice(page, '/import')
  // Headings of this list alone: how they are mapped is remembered.
  const list = `Nummer;Art;Hersteller;VK;Regal\n${newPiece()};Uhr;Omega;2.500,00;7\n`
  await page
    .getByLabel('CSV-Datei wählen')
    .setInputFiles({ name: 'regal.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await expect(page.getByLabel('VK: Feld')).toHaveValue('price')
  const second = await context.newPage()
  await openOffice(second, new URL(page.url()).pathname.replace('/office', ''))
  const check = (of: Page) => of.getByRole('button', { name: 'Prüfen' }).click()
  await check(second)
  await expect(second.getByRole('heading', { name: 'Was daraus wird' })).toBeVisible()
  await page.getByLabel('VK: Feld').selectOption('cost')
  await page.getByLabel('Art: Feld').selectOption('')
  await check(page)
  await expect(page.locator('.piece-conflicts')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Was daraus wird' })).toBeVisible()
  // Both of them at the price, in another way.
  await second.getByLabel('VK: Feld').selectOption('')
  await check(second)
  const conflict = second.locator('.piece-conflicts')
  await expect(conflict).toContainText('nicht übernehmen')
  await expect(conflict.getByRole('heading', { level: 4 })).toHaveText(['VK'])
  // What only the other window chose is taken.
  await expect(second.getByLabel('Art: Feld')).toHaveValue('')
  await expectAccessible(second)
  await conflict.getByRole('button', { name: 'So lassen' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(second.getByLabel('VK: Feld')).toHaveValue('cost')
  await check(second)
  await expect(second.getByRole('heading', { name: 'Was daraus wird' })).toBeVisible()
})
async function sellOverTheCounter(piece: string) {
  const { db, close } = await shopDatabase()
  for (const status of ['reserved', 'sold'] as const)
    await db.updateTable('product').set({ status }).where('id', '=', piece).execute()
  await close()
}

test('cells that are pasted anywhere become a list like any other, and what cannot be read stays in the field', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
  await openOffice(page, '/import')
  await seesNoFault(page)
  await fitsEverywhere(page)
  const field = page.getByLabel('Oder Zellen aus einer Tabelle einfügen')
  const many = `Nummer\tArt\n${'10\tUhr\n'.repeat(20_001)}`
  await paste(page, many)
  await expect(page.getByRole('alert').filter({ hasText: 'mehr als 20.000 Zeilen' })).toBeVisible()
  expect((await field.inputValue()).length).toBe(many.length)

  const [good, wrong] = [newPiece(), newPiece()]
  const cells = `Nummer\tArt\tHersteller\tModell\tVK\tNotiz intern\r\n${good}\tUhr\tOmega\tSeamaster\t2.500,00\t"zwei\r\n""Zeilen"""\r\n${wrong}\tUhr\tOmega\tSeamaster\tviel\r\n`
  await page.locator('#page-title').focus()
  await paste(page, cells)
  await expect(page.getByRole('heading', { level: 1, name: 'Eingefügte Zellen' })).toBeVisible()
  await expect(page.getByLabel('VK: Feld')).toHaveValue('price')
  await expect(page.getByRole('row', { name: /Notiz intern/ })).toContainText('zwei "Zeilen"')
  await page.getByRole('button', { name: 'Prüfen' }).click()
  await expect(page.getByRole('row', { name: /^3 VK viel/ })).toContainText('Das ist keine Zahl')
  await expectAccessible(page)
})

test('a list is pasted into the field and typed by keyboard alone', async ({ page, context, baseURL }) => {
  await signedIn(context, baseURL, { role: 'buyer', locale: 'en' })
  await openOffice(page, '/import')
  const field = page.getByLabel('Or paste cells of a spreadsheet')
  await field.focus()
  await page.keyboard.type(`Number,Kind`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'no row below its headings' })).toBeVisible()
  await expect(field).toHaveValue('Number,Kind')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(`\n${newPiece()},Watch`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Pasted cells' })).toBeVisible()

  // Without headings, the first row is one of the pieces.
  await page.getByRole('checkbox', { name: 'The first row holds the headings' }).uncheck()
  await expect(page.getByRole('row', { name: /^\(2\)/ })).toContainText('Kind · Watch')
  await page.getByLabel('(1): Field').selectOption({ label: 'Stock number' })
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(/^2 rows: /).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'The first row holds the headings' })).not.toBeChecked()
  await expectAccessible(page)
})
