import type { Page } from '@playwright/test'
import { fitsEverywhere, openOffice, paste, scanCode, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece } from './shop-database.ts'

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
  await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
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
  await page.getByRole('button', { name: '1 Zeilen importieren' }).click()
  await expect(page.getByRole('heading', { name: 'Was daraus wurde' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(good) })).toBeVisible()

  await openOffice(page, `/labels?ids=${good}`)
  await expect(page.getByRole('heading', { name: 'Ein Etikett' })).toBeVisible()
  // This shop is on this machine alone.
  await expect(page.getByRole('alert').filter({ hasText: 'Der QR-Code jedes Etiketts führt zu http' })).toBeVisible()
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
  await field.fill('unsinn')
  await field.press('Enter')
  await expect(page.getByText('weder eine Bestandsnummer')).toBeVisible()
  // As a hand scanner sends it, with nothing in focus.
  await page.locator('#page-title').focus()
  await scanCode(page, new URL(`/de/produkte/-/${good}`, page.url()).href)
  await expect(
    page.getByRole('status').getByText(`${good} Omega Seamaster: hier nicht erwartet.`),
  ).toBeVisible()
  await expect(page.getByText('ist noch ein Entwurf').first()).toBeVisible()
  await seesNoFault(page)
  await page.getByRole('button', { name: 'Abschließen' }).click()
  await page.getByRole('button', { name: 'Ja, endgültig abschließen' }).click()
  await expect(page.getByText(/Abgeschlossen am .* von Berta Beispiel/)).toBeVisible()
  await seesNoFault(page)

  await openOffice(page, '/export')
  await seesNoFault(page)
  const csv = await (await page.request.get(`/office/data/export?file=csv&ids=${good}&language=en`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(`${good},,Watch,Omega,Seamaster`)
})

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
