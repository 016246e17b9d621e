import { pathTo } from '#app/language/route-table.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { openOffice, signedIn } from './office.ts'
import { goOn, onOnePage } from './sell-steps.ts'
import { expectAccessible, expectNoOverflow } from './shop.ts'
import { ownPiece } from './shop-database.ts'
import { expect, test } from './staff.ts'

const photo = (name: string) => `db/demo/photos/pieces/${name}.jpg`
const newAddress = () => `erna.${crypto.randomUUID().slice(0, 8)}@beispiel.example`
const tokenOf = (address: string) => new URL(address).pathname.split('/').at(-1) ?? ''
const marks = { brand: 'Marke', model: 'Modell', reference: 'Referenz' } as const

for (const { width, colorScheme } of [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const)
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })

    test('a watch is offered in five steps, by keyboard alone, and nothing is lost on the way back', async ({
      page,
      counter,
    }) => {
      const press = async (name: string | RegExp) => {
        await page.getByRole('button', { name }).filter({ visible: true }).focus()
        await page.keyboard.press('Enter')
      }
      const step = (name: string) =>
        page.getByRole('group', { name: new RegExp(`^Schritt . von 5: ${name}`) })
      const fits = async () => {
        await expectAccessible(page, '#anfrage')
        await expectNoOverflow(page)
      }
      await page.goto(pathTo('de', 'sell'))
      await expect(page.getByRole('radio', { name: 'Fotos' })).toBeChecked()
      await page.locator('input[data-photos="pick"]').setInputFiles([photo('w01-1')])
      await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible()
      await fits()
      await press('Weiter')

      await expect(step('Ihr Stück')).toBeFocused()
      await expect(page.getByRole('img', { name: 'Foto 1' })).toBeHidden()
      await page.getByRole('radio', { name: /Gold, Silber/ }).focus()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('radio', { name: /Eine Uhr/ })).toBeChecked()
      await fits()
      // Enter goes on; the request goes at the end alone.
      await page.keyboard.press('Enter')

      await expect(step('Angaben')).toBeFocused()
      const brand = page.getByRole('textbox', { name: marks.brand })
      await brand.focus()
      await page.keyboard.type('jaeger lecoultre reverso Q3978480')
      await expect(page.getByText('Erkannt: Jaeger-LeCoultre Reverso, Referenz Q3978480')).toBeVisible()
      const prices = page.getByRole('region', { name: 'Was vergleichbare Uhren bei uns kosten' })
      await expect(prices).toContainText(
        /Uhren dieser Referenz standen bei uns zuletzt bei .+\s€: \d+ Stück seit/,
      )
      await expect(prices).toContainText('kein Angebot')
      await fits()
      await press(/Übernehmen/)
      await expect(brand).toHaveValue('Jaeger-LeCoultre')
      await expect(page.getByRole('textbox', { name: marks.model })).toHaveValue('Reverso')
      await expect(page.getByRole('textbox', { name: marks.reference })).toHaveValue('Q3978480')
      // What was recognised wrongly is taken back with one press.
      await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(brand).toHaveValue('jaeger lecoultre reverso Q3978480')
      await expect(page.getByRole('textbox', { name: marks.reference })).toHaveValue('')
      await expect(brand).toBeFocused()
      await press(/Übernehmen/)
      await expect(page.getByText('Eingetragen:')).toBeVisible()
      await press('Weiter')

      await expect(step('Übergabe')).toBeFocused()
      await expect(page.getByText(/als versichertes Paket/)).toBeVisible()
      await page.getByRole('radio', { name: /Ich bringe es/ }).focus()
      await page.keyboard.press('ArrowDown')
      await page.getByLabel('Straße').fill('Ring 1')
      await page.getByLabel('Postleitzahl').fill('40213')
      await page.getByRole('textbox', { name: 'Ort' }).fill('Düsseldorf')
      await fits()
      await press('Weiter')

      await expect(step('Kontakt')).toBeFocused()
      await page.getByLabel('Name').fill('Erna Muster')
      await fits()
      await press('Zurück')
      await expect(page.getByLabel('Straße')).toHaveValue('Ring 1')
      await press('Zurück')
      await expect(brand).toHaveValue('Jaeger-LeCoultre')
      // A reload, too, goes on where it was.
      await page.reload()
      await expect(page.getByRole('radio', { name: 'Angaben' })).toBeChecked()
      await expect(brand).toHaveValue('Jaeger-LeCoultre')
      await page.getByRole('radio', { name: 'Kontakt' }).check()
      await expect(page.getByLabel('Name')).toHaveValue('Erna Muster')
      await page.getByLabel('E-Mail').fill(newAddress())
      await page.getByLabel(/Ich bin damit einverstanden/).check()
      await press('Anfrage senden')
      await expect(page).toHaveURL(/\/de\/ankauf\/[\w-]{24,}\?done=sent/)
      const request = await readSellRequest(counter.db, { token: tokenOf(page.url()) })
      expect(request).toMatchObject({
        details: { kind: 'watch', brand: 'Jaeger-LeCoultre', model: 'Reverso', reference: 'Q3978480' },
        way: 'shipment',
        tradeFor: null,
      })
      expect(request?.photos).toHaveLength(1)
    })
  })

test('too few pieces like it: no range is invented, and what the shop does not know stays', async ({
  page,
}) => {
  await page.goto(pathTo('de', 'sell-watches-koeln'))
  await page.getByRole('radio', { name: 'Angaben' }).check()
  await page.getByRole('textbox', { name: marks.brand }).fill('grand seiko SBGH269')
  await expect(page.getByText(/zu wenige vergleichbare Stücke/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Was vergleichbare Uhren bei uns kosten' })).toHaveCount(0)
  await page.getByRole('textbox', { name: marks.brand }).fill('rolex 99999')
  await page.getByRole('button', { name: /Übernehmen/ }).click()
  await expect(page.getByRole('textbox', { name: marks.reference })).toHaveValue('99999')
})

test('a fault shows every question at once, and leads to it', async ({ page }) => {
  await page.goto(pathTo('de', 'sell'))
  for (const _ of [1, 2, 3, 4]) await goOn(page)
  await page.getByRole('button', { name: 'Anfrage senden' }).filter({ visible: true }).click()
  const summary = page.getByRole('region', { name: /Noch nicht abgeschickt/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link').first().click()
  await expect(page.getByLabel('Gewicht in Gramm')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Fotos auswählen' })).toBeVisible()
})

test.describe('while the code of the form does not come', () => {
  test.use({ allowedConsole: /ERR_FAILED|Failed to (load|fetch)/ })

  test('the server leads to the next step with everything that was given', async ({ page }) => {
    await page.route(/\/(Answered)?SellForm-.*\.js/, (route) => route.abort())
    await page.goto(pathTo('de', 'sell'))
    await page.locator('input[type="file"][name="photos"]').setInputFiles(photo('w01-1'))
    await goOn(page)
    await expect(page.getByRole('radio', { name: /Eine Uhr/ })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Ihr Stück' })).toBeChecked()
    await page.getByRole('radio', { name: /Eine Uhr/ }).check()
    await goOn(page)
    await page.getByRole('textbox', { name: marks.brand }).fill('Junghans')
    await page.getByRole('button', { name: 'Zurück' }).filter({ visible: true }).click()
    await expect(page.getByRole('radio', { name: /Eine Uhr/ })).toBeChecked()
    await page.getByRole('radio', { name: 'Fotos' }).check()
    await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  })
})

test('a piece of ours is named with what is given for it, to the seller and to the office', async ({
  page,
  context,
  baseURL,
  counter,
}) => {
  const id = await ownPiece()
  await page.goto(`/de/produkte/x/${id}`)
  await page.getByRole('link', { name: 'In Zahlung geben' }).click()
  await expect(page).toHaveURL(`${pathTo('de', 'sell')}?piece=${id}#anfrage`)
  const form = page.locator('form.sell-form')
  await expect(form).toContainText('In Zahlung für')
  await expect(form.getByRole('link', { name: `Ring ${id}` })).toBeVisible()
  await expect(form).toContainText('zwei getrennte Verträge')
  await expectAccessible(page, '#anfrage')
  await onOnePage(page)
  await page.getByLabel('Beschreibung').fill('Eine Kette meiner Großmutter')
  await page.getByLabel('Name').fill('Erna Muster')
  await page.getByRole('button', { name: 'Anfrage senden' }).filter({ visible: true }).click()
  await expect(page.getByRole('region', { name: /Noch nicht abgeschickt/ })).toBeFocused()
  // What comes back still names it.
  await expect(form.getByRole('link', { name: `Ring ${id}` })).toBeVisible()
  await page.getByLabel('E-Mail').fill(newAddress())
  await page.getByLabel(/Ich bin damit einverstanden/).check()
  await page.getByRole('button', { name: 'Anfrage senden' }).filter({ visible: true }).click()
  await expect(page.getByText('Danke, Ihre Anfrage ist angekommen.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Was Sie uns geschrieben haben' })).toContainText(
    `Ring ${id}`,
  )
  const request = await readSellRequest(counter.db, { token: tokenOf(page.url()) })
  expect(request?.tradeFor).toMatchObject({ id })
  await signedIn(context, baseURL)
  await openOffice(page, `/requests/${request?.number}`)
  await expect(page.getByRole('link', { name: `Ring ${id}` })).toHaveAttribute('href', `/office/pieces/${id}`)
})

test('a piece that is gone is not taken in exchange, and that is said', async ({ page }) => {
  const id = await ownPiece({ status: 'sold' })
  await page.goto(`${pathTo('de', 'sell')}?piece=${id}`)
  await expect(page.getByText(`Das Stück mit der Artikelnummer ${id} ist nicht mehr zu haben.`)).toBeVisible()
  await expect(page.locator('input[name="piece"]')).toHaveCount(0)
})

test('the head of a city’s page begins with photos, or without', async ({ page }) => {
  await page.goto(pathTo('de', 'sell-watches-duesseldorf'))
  const start = page.getByLabel('Fotos auswählen und beginnen')
  await start.setInputFiles(photo('w01-1'))
  await expect(page.getByRole('img', { name: 'Foto 1' })).toBeInViewport()
  await expectAccessible(page, 'main')
  await page.getByRole('link', { name: 'Ohne Fotos beginnen' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /Eine Uhr/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Ihr Stück' })).toBeChecked()
  await expect(page.getByRole('group', { name: /^Schritt 2 von 5/ })).toBeFocused()
})

test('an English reader is told why and writes about selling, with the piece named', async ({ page }) => {
  const id = await ownPiece()
  await page.goto(`/en/products/x/${id}`)
  await page.getByRole('link', { name: 'Part-exchange' }).click()
  await expect(page).toHaveURL(`${pathTo('en', 'contact')}?piece=${id}&subject=selling#formular`)
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('selling')
  await expect(page.locator('main input[name="piece"]')).toHaveValue(id)
  await expect(page.getByText(/selling are in German only, because/)).toBeVisible()
  await expectAccessible(page, 'main')
  await page.goto(pathTo('en', 'contact'))
  await expect(page.getByText(/selling are in German only, because/)).toBeHidden()
  await page.getByRole('link', { name: 'Write to us about selling' }).click()
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('selling')
  await expect(page.getByText(/selling are in German only, because/)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all stands on one page, and the head of a city’s page leads to it', async ({ page, counter }) => {
    const id = await ownPiece()
    await page.goto(pathTo('de', 'sell-watches-koeln'))
    await expect(page.getByText('Fotos auswählen und beginnen')).toBeHidden()
    await page.getByRole('link', { name: 'Ohne Fotos beginnen' }).click()
    await expect(page).toHaveURL(/#anfrage$/)
    for (const hidden of ['Weiter', 'Ohne Fotos weiter', 'Zurück'])
      await expect(page.getByRole('button', { name: hidden, exact: true })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: 'Alle Fragen auf einer Seite' })).toHaveCount(0)
    await page.goto(`${pathTo('de', 'sell')}?piece=${id}`)
    await page.getByLabel('Beschreibung').fill('Eine Kette')
    await page.getByLabel('Name').fill('Erna Muster')
    await page.getByLabel('E-Mail').fill(newAddress())
    await page.getByLabel(/Ich bin damit einverstanden/).check()
    await page.getByRole('button', { name: 'Anfrage senden' }).click()
    await expect(page.getByText('Danke, Ihre Anfrage ist angekommen.')).toBeVisible()
    const request = await readSellRequest(counter.db, { token: tokenOf(page.url()) })
    expect(request?.tradeFor).toMatchObject({ id })
  })
})
