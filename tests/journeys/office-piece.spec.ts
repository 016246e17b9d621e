import { honestJpeg } from '#tests/hostile-photos.ts'
import { openOffice, signedIn } from './office.ts'
import { defect, draftOfWatch, field, kept, pageForCustomers } from './piece-draft.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPiece, shopDatabase } from './shop-database.ts'

test('what is typed is kept, seen as customers will see it, and published by intent', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  await field(page, 'name-de').fill('Ring mit Zweig')
  await field(page, 'name-en').fill('Ring with a twig')
  await field(page, 'ring_size_mm').fill('53,5')
  await kept(page)
  const customersSee = pageForCustomers(page)
  await expect(customersSee.locator('h1')).toHaveText('Ring mit Zweig')
  await expect(customersSee.locator('article')).toContainText('53,5')
  await page.reload()
  await expect(field(page, 'name-de')).toHaveValue('Ring mit Zweig')
  await expect(page.locator('.piece-kept')).toContainText('Entwurf gespeichert')
  await field(page, 'ring_size_mm').fill('viel')
  await page.keyboard.press('Control+s')
  await expect(page.locator('#field-ring_size_mm-error')).toHaveText('Das ist keine Zahl.')
  await field(page, 'ring_size_mm').fill('54,5')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await page.getByRole('link', { name: 'Seite öffnen' }).waitFor()
  const path = await page.getByRole('link', { name: 'Seite öffnen' }).getAttribute('href')
  const html = await (await page.request.get(path ?? '')).text()
  expect(html).toContain('Ring mit Zweig')
  expect(html).toContain('54,5')
})

test('from draft to public: suggestions, a theft check with its certificate, a serial number, a flaw, and on sale', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await draftOfWatch()
  await signedIn(context, baseURL, { name: 'Anna Erst' })
  await openOffice(page, `/pieces/${id}`)
  const list = page.getByRole('button', { name: 'In den Laden stellen' })
  await expect(list).toBeDisabled()
  await expect(page.locator('#why-list')).toContainText('Es fehlt: Preis')
  await page.locator('#why-list').getByRole('link', { name: 'Aufzug' }).click()
  await expect(page).toHaveURL(/#field-movement$/)
  // The reference brings what follows from it, but nothing over what is typed.
  await field(page, 'case_material').selectOption('titanium')
  await field(page, 'brand').fill('Role')
  await page.getByRole('option', { name: 'Rolex', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'brand')).toHaveValue('Rolex')
  await field(page, 'reference').fill('116610LN')
  await expect(field(page, 'movement')).toHaveValue('automatic')
  await expect(field(page, 'case_material')).toHaveValue('titanium')
  await expect(page.locator('#field-movement-note')).toContainText('aus der Referenz')
  await expect(page.locator('#field-reference-note')).toContainText('mit dieser Referenz')
  // One that was mistyped takes what followed from it along.
  await expect(field(page, 'calibre')).not.toHaveValue('')
  await field(page, 'reference').fill('1166')
  await expect(field(page, 'calibre')).toHaveValue('')
  await expect(page.getByText(/folgen der neuen Referenz/)).toBeVisible()
  await expect(field(page, 'case_material')).toHaveValue('titanium')
  await field(page, 'reference').fill('116610LN')
  await expect(field(page, 'movement')).toHaveValue('automatic')
  await field(page, 'condition').selectOption('very-good')
  await expect(page.locator('#field-condition-hint')).not.toBeEmpty()
  await field(page, 'branch_id').selectOption({ index: 1 })
  await field(page, 'price_cents').fill('9.800')
  await field(page, 'cost_cents').fill('7000')
  const prices = page.locator('section[aria-labelledby="price-box"]')
  await expect(prices).toContainText('2.800,00')
  await expect(prices).toContainText('nicht reduziert')
  await field(page, 'description-de').fill('Eine Taucheruhr, gut erhalten.')
  await page.keyboard.press('Control+s')
  await expect(page.locator('#field-description-en-error')).toContainText('Entwurf')
  await field(page, 'description-en').fill('A diver’s watch, well kept.')
  await page.keyboard.press('Control+s')
  await expect(list).toBeEnabled()
  // Where it comes from.
  await page.getByRole('button', { name: 'Prüfung eintragen' }).click()
  await page.getByLabel('Geprüft am').fill('2026-01-05')
  const certificate = page.getByLabel(/^Zertifikat/)
  await certificate.setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html>'),
  })
  await page.getByRole('button', { name: 'Eintragen', exact: true }).last().click()
  await expect(page.getByText('Das Zertifikat ist keine PDF-Datei.')).toBeVisible()
  await certificate.setInputFiles({
    name: 'zertifikat.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\nclear\n%%EOF\n'),
  })
  await page.getByRole('button', { name: 'Eintragen', exact: true }).last().click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Zertifikat speichern' }).click()
  expect((await saving).suggestedFilename()).toBe('zertifikat.pdf')
  const box = page.locator('#provenance')
  await box.getByRole('button', { name: 'Eintragen', exact: true }).click()
  await box.getByLabel('Seriennummer').fill('6A2K1943')
  await box.getByRole('button', { name: 'Versiegeln' }).click()
  await expect(box).toContainText('••••')
  await box.getByRole('button', { name: 'Zeigen' }).click()
  await box.getByLabel('Wozu').fill('Abgleich mit dem Zertifikat')
  await box.getByRole('button', { name: 'Zeigen' }).click()
  await expect(box).toContainText('6A2K1943')
  // A flaw, where it is.
  await page.getByRole('button', { name: 'Makel auf Foto 1' }).click()
  await page.getByLabel('Makel · Deutsch').fill('Kratzer')
  await page.getByLabel('Makel · Englisch').fill('Scratch')
  await page.getByRole('button', { name: 'Anheften' }).click()
  const pin = page.getByRole('button', { name: /^Makel 1;/ })
  await pin.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('status').filter({ hasText: 'Der Makel ist geändert.' })).toBeVisible()
  await expect(pin).toHaveAttribute('style', /left: 51%/)
  await expectAccessible(page)
  await list.click()
  await expect(page.locator('.piece-way [aria-current]')).toHaveText('Im Laden')
  const path = await page.getByRole('link', { name: 'Seite öffnen' }).getAttribute('href')
  expect(await (await page.request.get(path ?? '')).text()).toContain('Eine Taucheruhr, gut erhalten.')
  // Customers read what was found, and see where.
  await page.goto(path ?? '')
  const flaws = page.locator('#condition ~ .flaws')
  await expect(flaws).toContainText('Kratzer')
  await expect(flaws.getByRole('link', { name: 'Foto 1' })).toHaveAttribute('href', '#photo-1')
  await page.locator('#photo-1 a').click()
  const zoom = page.getByRole('dialog', { name: 'Fotos, vergrößert' })
  await expect(zoom.getByRole('status')).toContainText('1 Kratzer')
  await expect(zoom.locator('.zoom-flaw')).toBeVisible()
  const [photo, pinned] = await Promise.all([
    zoom.locator('.zoom-flaws').boundingBox(),
    zoom.locator('.zoom-flaw').boundingBox(),
  ])
  if (!photo || !pinned) throw new Error('the flaw is not drawn')
  expect((pinned.x + pinned.width / 2 - photo.x) / photo.width).toBeCloseTo(0.51, 1)
  expect((pinned.y + pinned.height / 2 - photo.y) / photo.height).toBeCloseTo(0.5, 1)
  await expectAccessible(page)
})

test('what nobody has looked up in a register is put on sale only knowing it', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  await page.getByRole('button', { name: 'Aus dem Laden nehmen' }).click()
  await expect(page.locator('.piece-way [aria-current]')).toHaveText('In Vorbereitung')
  await field(page, 'description-de').fill('Ein Ring.')
  await field(page, 'description-en').fill('A ring.')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'In den Laden stellen' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Diebstahlregister' })).toBeVisible()
  await page.getByRole('button', { name: 'Trotzdem in den Laden stellen' }).click()
  await expect(page.locator('.piece-way [aria-current]')).toHaveText('Im Laden')
})

for (const [theme, width, locale] of [
  ['light', 1440, 'de'],
  ['dark', 360, 'en'],
] as const)
  test(`a piece has no fault of accessibility, ${theme}, ${width} px`, async ({ page, context, baseURL }) => {
    const id = await ownPiece()
    await signedIn(context, baseURL, { locale })
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    await openOffice(page, `/pieces/${id}`)
    await expectAccessible(page)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over).toBeLessThanOrEqual(0)
  })

test('stones are entered row by row, and a wrong one is told where it stands', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  await page.getByRole('button', { name: 'Stein hinzufügen' }).focus()
  await page.keyboard.press('Enter')
  const part = (name: string) => page.locator(`#field-stones-0-${name}`)
  await expect(part('stone')).toBeFocused()
  await part('stone').selectOption({ label: 'Rubin' })
  await part('carat').fill('viel')
  await page.keyboard.press('Control+s')
  await expect(page.locator('#field-stones-0-carat-error')).toHaveText('Das ist keine Zahl.')
  await expect(page.getByRole('link', { name: /Stein 1, Gewicht/ })).toBeVisible()
  await expectAccessible(page)
  await part('carat').fill('1,37')
  await expect(pageForCustomers(page).locator('article')).toContainText('1,37')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  const path = (await page.getByRole('link', { name: 'Seite öffnen' }).getAttribute('href')) ?? ''
  const html = async () => (await page.request.get(path)).text()
  expect(await html()).toContain('1,37')
  await page.getByRole('button', { name: 'Stein 1 entfernen' }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(html).not.toContain('1,37')
})

test.describe('without a connection', () => {
  // The browser tells its console of what it could not send.
  test.use({ allowedConsole: /Failed to load resource/ })

  test('what a closed window had not sent is there when the piece is opened again, beside what another typed', async ({
    page,
    context,
    baseURL,
  }) => {
    const id = await ownPiece()
    await signedIn(context, baseURL)
    await openOffice(page, `/pieces/${id}`)
    await defect(page).fill('Die Schließe hält nicht.')
    await kept(page)
    const second = await context.newPage()
    await openOffice(second, `/pieces/${id}`)
    // Nothing of this window reaches the server any more.
    await page.route('**/office/act/piece.draft', (route) => route.abort())
    await defect(page).fill('Die Schließe hält nicht, und ein Stein fehlt.')
    await page.close()
    await field(second, 'name-de').fill('Ring mit Blatt')
    await kept(second)
    const third = await context.newPage()
    await openOffice(third, `/pieces/${id}`)
    await expect(defect(third)).toHaveValue('Die Schließe hält nicht, und ein Stein fehlt.')
    await expect(field(third, 'name-de')).toHaveValue('Ring mit Blatt')
    await kept(third)
    await third.reload()
    await expect(defect(third)).toHaveValue('Die Schließe hält nicht, und ein Stein fehlt.')
    await expect(field(third, 'name-de')).toHaveValue('Ring mit Blatt')
  })

  const pages = '**/office/piece-page/**'
  for (const [what, files] of [
    ['does not come', pages],
    ['comes without its styles', /^(?!.*\/office\/).*\/assets\/.*\.css$/],
  ] as const)
    test(`a page for customers that ${what} leaves the one before, says so, and is asked for again`, async ({
      page,
      context,
      baseURL,
    }) => {
      const id = await ownPiece()
      await signedIn(context, baseURL)
      await openOffice(page, `/pieces/${id}`)
      const seen = pageForCustomers(page).locator('h1')
      await expect(seen).toContainText(id)
      let comes = false
      await page.route(files, (route) => (comes ? route.continue() : route.abort()))
      await field(page, 'name-de').fill('Ring mit Zweig')
      await kept(page)
      const outdated = page
        .getByRole('status')
        .filter({ hasText: 'Die Ansicht ist nicht auf dem neuesten Stand' })
      await expect(outdated).toBeVisible()
      await expect(seen).toContainText(id)
      await expectAccessible(page)
      // By hand, while nothing reaches the server that would have it asked for by itself.
      let isReached = false
      await page.route(/\/office\/(act|data|events)\b/, (route) =>
        isReached ? route.continue() : route.abort(),
      )
      comes = true
      await outdated.getByRole('button', { name: 'Noch einmal laden' }).click()
      await expect(seen).toHaveText('Ring mit Zweig')
      await expect(outdated).toHaveCount(0)
      // By itself as soon as anything does; styles are kept by now.
      let pageComes = false
      await page.route(pages, (route) => (pageComes ? route.continue() : route.abort()))
      isReached = true
      await field(page, 'name-de').fill('Ring mit Blatt')
      await expect(outdated).toBeVisible()
      await expect(seen).toHaveText('Ring mit Zweig')
      pageComes = true
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(seen).toHaveText('Ring mit Blatt')
      await expect(outdated).toHaveCount(0)
    })

  test('nothing typed is lost, and it is said that nothing is saved', async ({ page, context, baseURL }) => {
    const id = await ownPiece()
    await signedIn(context, baseURL)
    await openOffice(page, `/pieces/${id}`)
    await context.setOffline(true)
    await field(page, 'name-de').fill('Ring mit Zweig')
    await field(page, 'name-en').fill('Ring with a twig')
    await expect(page.locator('.piece-kept')).toContainText('Entwurf nicht gespeichert')
    await page.getByRole('button', { name: 'Änderungen veröffentlichen' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Nicht gespeichert.' })).toBeVisible()
    await field(page, 'weight_grams').fill('4,2')
    await context.setOffline(false)
    await kept(page)
    await expect(field(page, 'name-de')).toHaveValue('Ring mit Zweig')
    await page.getByRole('button', { name: 'Änderungen veröffentlichen' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Gespeichert\.$/ })).toBeVisible()
    const { db, close } = await shopDatabase()
    const row = await db
      .selectFrom('product')
      .select(['name', 'weight_grams'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await close()
    expect(row.name).toEqual({ de: 'Ring mit Zweig', en: 'Ring with a twig' })
    expect(Number(row.weight_grams)).toBe(4.2)
    await page.reload()
    await expect(field(page, 'name-de')).toHaveValue('Ring mit Zweig')
  })
})

test('the first photo that is added beside the form is what was missing, without opening the piece anew', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await draftOfWatch()
  const { db, close } = await shopDatabase()
  await db.deleteFrom('photo').where('product_id', '=', id).execute()
  await close()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  const missing = page.locator('#why-list')
  await expect(missing).toContainText('ein Foto')
  await expect(page.getByRole('button', { name: 'Makel auf Foto 1' })).toHaveCount(0)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Fotos hinzufügen', exact: true }).click()
  const buffer = await honestJpeg({ width: 900, height: 900, seed: 77 })
  await (await choosing).setFiles({ name: 'uhr.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('button', { name: 'Makel auf Foto 1' })).toBeVisible()
  await expect(missing).not.toContainText('ein Foto')
})
