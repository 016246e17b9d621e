import { honestJpeg } from '#tests/hostile-photos.ts'
import { type OwnShop, startOwnShop } from './own-shop.ts'
import { expect, expectAccessible, test } from './shop.ts'

/** A shop that was just installed, without the demo: from the printed link to the first piece that customers see. */
test.setTimeout(240_000)

// What is missing is said.
test.use({ allowedConsole: /status of 422 .*\/act\/accounts\.set-password$/ })

let shop: OwnShop

test.beforeAll(async () => {
  shop = await startOwnShop()
})

test.afterAll(() => shop.stop())

test('an owner alone, with what the screens say', async ({ page }) => {
  await expect.poll(shop.printed).toMatch(/http\S+\/office\/set-up\/\S+/)
  const link = shop.printed().match(/http\S+\/office\/set-up\/\S+/)?.[0] ?? ''

  await test.step('the printed link makes the owner', async () => {
    await page.goto(link)
    // Nothing stands there that is nobody's; with a password alone nobody becomes the owner.
    await expect(page.getByLabel('Name')).toHaveValue('')
    await expect(page.getByLabel(/^E-Mail/)).toHaveValue('')
    await page.getByLabel(/^Passwort/).fill('ein langes Passwort fuer den ersten Tag')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Bitte ausfüllen.')).toHaveCount(2)
    await page.getByLabel('Name').fill('Inhaberin')
    await page.getByLabel(/^E-Mail/).fill('inhaberin@laden.example')
    await page.getByLabel(/^Passwort/).fill('ein langes Passwort fuer den ersten Tag')
    await page.keyboard.press('Enter')
    await page.locator('#page-title').waitFor()
  })
  await expect(page.locator('main')).toContainText('Noch zu tun 7')
  await expect(page.locator('main')).toContainText('liegen E-Mails als Dateien im Ordner outbox')
  await expect(page.locator('main')).not.toContainText('zugestellt')
  await expectAccessible(page)
  const step = (name: string) => page.getByRole('link', { name, exact: true }).and(page.locator('main a'))
  const toToday = () => page.getByRole('link', { name: 'Heute', exact: true }).click()

  await test.step('who the shop is', async () => {
    await step('Name, Anschrift und Kontakt').click()
    await expect(page.getByText('Noch ein Platzhalter')).toHaveCount(13)
    await expectAccessible(page)
    const said = [
      ['Name des Ladens', 'Uhren am Markt'],
      ['Telefon', '+49 221 9999999'],
      ['E-Mail-Adresse', 'laden@laden.example'],
      ['Link zum Nachrichtendienst', 'https://nachricht.example/laden'],
      ['Zeiten am Telefon auf Deutsch', 'Mo–Fr 10–18 Uhr'],
      ['Zeiten am Telefon auf Englisch', 'Mon–Fri 10 am–6 pm'],
      ['Firma', 'Uhren am Markt GmbH'],
      ['Straße und Hausnummer', 'Markt 1'],
      ['Postleitzahl', '50667'],
      ['Ort', 'Köln'],
      ['Vertreten durch', 'Die Inhaberin'],
      ['Registergericht und Nummer', 'AG Köln, HRB 1'],
      ['USt-IdNr.', 'DE123456789'],
    ] as const
    for (const [label, text] of said) {
      await page.getByRole('textbox', { name: label, exact: true }).focus()
      await page.keyboard.type(text)
    }
    await expect(page.getByText('Noch ein Platzhalter')).toHaveCount(0)
    for (const part of ['Name und Beschreibung', 'Kontakt', 'Firma und Impressum']) {
      const form = page.getByRole('region', { name: part })
      await form.getByRole('button', { name: 'Speichern' }).click()
      await expect(form).toContainText('So gespeichert')
    }
    await toToday()
    await expect(step('Name, Anschrift und Kontakt')).toHaveCount(0)
  })

  await test.step('where money goes', async () => {
    await step('Bankverbindung').click()
    await page.getByLabel('Kontoinhaber').fill('Uhren am Markt GmbH')
    await page.getByLabel('IBAN').fill('DE02120300000000202051')
    await page.getByLabel('BIC').fill('BYLADEM1001')
    await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Bank am Markt')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.locator('main')).toContainText('So gespeichert')
    await toToday()
    await expect(step('Bankverbindung')).toHaveCount(0)
  })

  await test.step('where it is', async () => {
    await step('Filialen').click()
    await page.getByRole('button', { name: 'Neue Filiale' }).click()
    const branch = {
      id: 'markt',
      name: 'Am Markt',
      street: 'Markt 1',
      postalCode: '50667',
      city: 'Köln',
      phone: '+49 221 9999999',
      email: 'laden@laden.example',
    }
    for (const [name, text] of Object.entries(branch)) await page.locator(`#new-${name}`).fill(text)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\/branches\/markt$/)
    await toToday()
    await expect(step('Filialen')).toHaveCount(0)
  })

  await test.step('the first piece, from nothing to the shop', async () => {
    await step('Das erste Stück').click()
    await page.getByRole('button', { name: 'Neues Stück' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Uhr', exact: true }).click()
    await expect(page).toHaveURL(/\/pieces\/[^/]+$/)
    const toList = page.getByRole('button', { name: 'In den Laden stellen' })
    await expect(toList).toBeDisabled()
    const piece = page.url()
    await page.goto(`${piece}/photos`)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Fotos hinzufügen', exact: true }).click()
    const buffer = await honestJpeg({ width: 1200, height: 1200 })
    await (await choosing).setFiles({ name: 'uhr.jpg', mimeType: 'image/jpeg', buffer })
    await expect(page.locator('.photo-tiles [data-photo]')).toHaveCount(1)
    await page.goto(piece)
    const field = (name: string) => page.locator(`#field-${name}`)
    await field('name-de').fill('Handaufzug')
    await field('name-en').fill('Hand-wound')
    await field('description-de').fill('Eine Uhr mit Handaufzug aus Stahl.')
    await field('description-en').fill('A hand-wound watch in steel.')
    await field('condition').selectOption('good')
    await field('movement').selectOption('manual')
    await field('case_material').selectOption('steel')
    await field('branch_id').selectOption({ label: 'Am Markt' })
    await field('price_cents').fill('950')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
    await toList.click()
    await page.getByRole('button', { name: 'Trotzdem in den Laden stellen' }).click()
    await expect(page.locator('.piece-way [aria-current]')).toHaveText('Im Laden')
    const path = await page.getByRole('link', { name: 'Seite öffnen' }).getAttribute('href')
    const html = await (await page.request.get(new URL(path ?? '', shop.address).href)).text()
    expect(html).toContain('Eine Uhr mit Handaufzug aus Stahl.')
    expect(html).toContain('Uhren am Markt')
    await toToday()
    await expect(step('Das erste Stück')).toHaveCount(0)
  })
  // Texts, the official picture and a mail server come from outside.
  await expect(page.locator('main')).toContainText('Noch zu tun 3')
})
