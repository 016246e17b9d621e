import { hashPassword } from '#app/shop/staff/passwords.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPiece, shopDatabase } from './shop-database.ts'

let seed = Math.floor(Math.random() * 100_000)
/** A photo that nobody else sends, as a file that was chosen. */
async function photoFile(name: string) {
  seed += 1
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: await honestJpeg({ width: 900 + (seed % 90), height: 700, seed, orientation: 1 }),
  }
}

// What does not get through is tried on purpose.
test.use({ allowedConsole: /net::ERR_FAILED/ })

const tiles = '.photo-tiles [data-photo]'

test('photos are added, sorted, described, cut around a point, turned, replaced and taken away', async ({
  page,
  context,
  baseURL,
}) => {
  const piece = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${piece}/photos`)
  await expect(page.locator(tiles)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Punze fehlt: Foto hinzufügen' })).toBeVisible()

  await test.step('many at once, each with its own outcome', async () => {
    const files = [
      await photoFile('eins.jpg'),
      { name: 'kein-foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('kein Foto, sondern Text') },
      await photoFile('zwei.jpg'),
    ]
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Fotos hinzufügen', exact: true }).click()
    await (await choosing).setFiles(files)
    await expect(page.locator(tiles)).toHaveCount(3)
    const refused = page.getByRole('listitem').filter({ hasText: 'kein-foto.jpg' })
    await expect(refused).toContainText('Kein Foto.')
    await refused.getByRole('button', { name: 'kein-foto.jpg verwerfen' }).click()
    await expect(refused).toHaveCount(0)
  })

  await test.step('what did not arrive is kept and sent again', async () => {
    await page.route('**/office/act/photos.add*', (route) => route.abort())
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Punze fehlt: Foto hinzufügen' }).click()
    await (await choosing).setFiles(await photoFile('punze.jpg'))
    const unsent = page.getByRole('listitem').filter({ hasText: 'punze.jpg' })
    await expect(unsent).toContainText('nicht angekommen')
    await page.unroute('**/office/act/photos.add*')
    await unsent.getByRole('button', { name: 'Noch einmal senden' }).click()
    await expect(page.getByRole('img', { name: 'Foto 4, Punze' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Punze fehlt: Foto hinzufügen' })).toHaveCount(0)
  })

  const idsShown = () =>
    page.locator(tiles).evaluateAll((all) => all.map((each) => each.getAttribute('data-photo')))
  await test.step('order by button and by drag', async () => {
    const before = await idsShown()
    await page.getByRole('button', { name: 'Foto 2 nach vorn' }).click()
    await expect(page.getByText('Foto steht jetzt an Stelle 1 von 4.')).toBeVisible()
    const [a, b, c, d] = before
    expect(await idsShown()).toEqual([b, a, c, d])
    await page.locator(tiles).nth(3).locator('img').dragTo(page.locator(tiles).nth(1).locator('img'))
    await expect.poll(idsShown).toEqual([b, d, a, c])
    await page.reload()
    await expect(page.locator(tiles)).toHaveCount(4)
    expect(await idsShown()).toEqual([b, d, a, c])
  })

  await test.step('words, and the point that is always seen', async () => {
    await page.getByRole('button', { name: 'Foto 1 bearbeiten' }).click()
    await page.getByLabel('Bildbeschreibung Englisch').fill('')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Bitte beschreiben Sie das Foto in beiden Sprachen.')).toBeVisible()
    await page.getByLabel('Bildbeschreibung Deutsch').fill('Ring von vorn auf Papier')
    await page.getByLabel('Bildbeschreibung Englisch').fill('Ring from the front on paper')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Gespeichert.')).toBeVisible()
    const focus = page.getByRole('button', { name: /^Blickpunkt: 50/ })
    await focus.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await expect(
      page.getByRole('status').getByText('Blickpunkt: 40\u00a0% von links, 45\u00a0% von oben.'),
    ).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('turned and straightened, with a preview', async () => {
    await page.getByRole('button', { name: 'Drehen und ausrichten' }).click()
    await page.getByRole('button', { name: 'Nach rechts drehen' }).click()
    await page.getByLabel(/^Ausrichten/).press('ArrowRight')
    await expect(page.getByRole('img', { name: 'Vorschau' })).toBeVisible()
    await expectAccessible(page)
    const [before] = await idsShown()
    await page.getByRole('button', { name: 'Übernehmen' }).click()
    await expect(page.getByText('Das Foto ist gedreht.')).toBeVisible()
    expect((await idsShown())[0]).not.toBe(before)
  })

  const customer = await context.browser()?.newContext()
  const visit = await customer?.newPage()
  if (!visit) throw new Error('no browser for a customer')
  await test.step('what was changed is what customers see', async () => {
    await visit.goto(`${baseURL}/de/produkte/ring-${piece}/${piece}`)
    const main = visit.locator('.gallery img').first()
    await expect(main).toHaveAttribute('alt', 'Ring von vorn auf Papier')
    // Of the picture itself: what is drawn of it is cut to the gallery's frame.
    const size = (name: string) => main.getAttribute(name).then(Number)
    expect(await size('width')).toBeLessThan(await size('height'))
    // 40 and 45 per cent, turned to the right.
    await expect(main).toHaveClass('focused focus-x-55 focus-y-40')
    expect(await main.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('55% 40%')
  })

  await test.step('another picture takes the place, and is taken away and brought back', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Ersetzen' }).click()
    await (await choosing).setFiles(await photoFile('besser.jpg'))
    await expect(page.getByText('Das Foto ist ersetzt.')).toBeVisible()
    await expect(page.getByLabel('Bildbeschreibung Deutsch')).toHaveValue('Ring von vorn auf Papier')
    await test.step('what stood there is looked at in full size, and used again by keyboard', async () => {
      const [replaced] = await idsShown()
      const earlier = page.getByRole('region', { name: 'Frühere Fassungen' })
      await expect(earlier).toContainText('von Berta Beispiel')
      await expectAccessible(page)
      const look = await earlier
        .getByRole('link', { name: /^Frühere Fassung 1 .*ansehen/ })
        .getAttribute('href')
      const picture = await page.request.get(look ?? '')
      expect(picture.headers()['content-type']).toBe('image/jpeg')
      expect((await picture.body()).length).toBeGreaterThan(1000)
      const stranger = await context.browser()?.newContext({ baseURL: baseURL ?? '' })
      expect((await stranger?.request.get(look ?? ''))?.status()).toBe(401)
      await stranger?.close()
      const first = new URL(look ?? '', baseURL).searchParams.get('earlier')
      await earlier.getByRole('button', { name: 'Frühere Fassung 1 wieder verwenden' }).press('Enter')
      await expect.poll(async () => (await idsShown())[0]).toBe(first)
      await expect(page.getByRole('heading', { name: 'Foto 1' })).toBeFocused()
      await expect(earlier.getByRole('listitem')).toHaveCount(1)
      await expect(earlier.getByRole('link')).toHaveAttribute('href', new RegExp(`earlier=${replaced}$`))
    })
    const before = await idsShown()
    await page.getByRole('button', { name: 'Entfernen' }).click()
    await expect(page.locator(tiles)).toHaveCount(3)
    await visit.reload()
    await expect(visit.locator('.gallery img')).toHaveCount(3)
    await page.getByRole('button', { name: 'Rückgängig machen' }).click()
    await expect.poll(idsShown).toEqual(before)
  })
  await customer?.close()
})

test('flaws on a photo that is replaced are marked until somebody has looked where they lie', async ({
  page,
  context,
  baseURL,
}) => {
  const piece = await ownPiece()
  const { db, close } = await shopDatabase()
  const { id } = await db
    .selectFrom('photo')
    .select('id')
    .where('product_id', '=', piece)
    .executeTakeFirstOrThrow()
  for (const [number, de, en] of [
    [1, 'Kratzer', 'Scratch'],
    [2, 'Delle', 'Dent'],
  ] as const)
    await db
      .insertInto('photo_flaw')
      .values({ product_id: piece, photo_id: id, number, x: 500, y: 500, text: JSON.stringify({ de, en }) })
      .execute()
  await close()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${piece}`)
  await page.getByRole('button', { name: 'Foto 1 bearbeiten' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Ersetzen' }).click()
  await (await choosing).setFiles(await photoFile('besser.jpg'))
  await expect(page.getByText(/^Das Foto ist ersetzt. 2 Makel/)).toBeVisible()
  const toCheck = (number: number) => page.getByRole('button', { name: `Makel ${number}, Stelle prüfen` })
  await expect(toCheck(1)).toBeVisible()
  await expectAccessible(page)

  const visit = await context.newPage()
  await visit.goto(`${baseURL}/de/produkte/ring-${piece}/${piece}`)
  await expect(visit.locator('#condition ~ .flaws')).toContainText('Delle')
  await visit.close()

  await page.getByRole('button', { name: 'Stelle von Makel 1 stimmt' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Die Stelle ist geprüft.' })).toBeVisible()
  await expect(page.getByLabel('Makel 1 · Deutsch')).toBeFocused()
  await toCheck(2).press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Makel 2; mit den Pfeiltasten' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Makel 1; mit den Pfeiltasten' })).toBeVisible()
  await expect(page.getByText('Das Foto wurde ersetzt.')).toHaveCount(0)

  await test.step('a photo of a flaw is wanted as long as one is pinned', async () => {
    const wanted = page.getByRole('button', { name: 'Makel fehlt: Foto hinzufügen' })
    await expect(wanted).toBeVisible()
    await page.getByRole('button', { name: 'Makel 1 entfernen' }).click()
    await page.getByRole('button', { name: 'Makel 2 entfernen' }).click()
    await expect(wanted).toHaveCount(0)
  })
})

for (const { what, title, meanwhile } of [
  { what: 'the session has ended', title: 'Sie wurden abgemeldet', meanwhile: 'ended' },
  { what: 'somebody else is signed in', title: 'Jetzt ist jemand anderes angemeldet', meanwhile: 'another' },
] as const)
  test.describe(`when ${what}`, () => {
    test.use({ allowedConsole: /status of 4(01|09)/ })
    test('chosen photos are kept, and sent once the member has signed in again', async ({
      page,
      context,
      baseURL,
    }) => {
      const piece = await ownPiece()
      const anna = await signedIn(context, baseURL, { name: 'Anna Gold', role: 'editor' })
      const password = 'Ein langer Satz 12'
      const { db, close } = await shopDatabase()
      const password_hash = await hashPassword(password)
      await db.updateTable('staff_member').set({ password_hash }).where('id', '=', anna.id).execute()
      await close()
      await openOffice(page, `/pieces/${piece}/photos`)
      await expect(page.locator(tiles)).toHaveCount(1)
      if (meanwhile === 'ended') await context.clearCookies()
      else await signedIn(context, baseURL, { name: 'Ben Silber' })
      const signIn = async () => {
        const dialog = page.getByRole(meanwhile === 'ended' ? 'dialog' : 'alertdialog', { name: title })
        await expect(dialog).toBeVisible()
        await expectAccessible(page)
        await dialog.getByLabel('Passwort').fill(password)
        await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
      }
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Fotos hinzufügen', exact: true }).click()
      await (await choosing).setFiles([
        await photoFile('eins.jpg'),
        await photoFile('zwei.jpg'),
        await photoFile('drei.jpg'),
      ])
      await signIn()
      await expect(page.locator(tiles)).toHaveCount(4)
      await expect(page.getByText('Das hat nicht geklappt')).toHaveCount(0)

      await page.getByRole('button', { name: 'Foto 2 bearbeiten' }).click()
      if (meanwhile === 'ended') await context.clearCookies()
      else await signedIn(context, baseURL, { name: 'Ben Silber' })
      const replacing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Ersetzen' }).click()
      await (await replacing).setFiles(await photoFile('besser.jpg'))
      await signIn()
      await expect(page.getByRole('region', { name: 'Frühere Fassungen' })).toContainText('von Anna Gold')
    })
  })

test('two people at the photos of one piece: nobody’s order or words are overwritten', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const piece = await ownPiece()
  await signedIn(context, baseURL, { name: 'Anna' })
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  await signedIn(elsewhere, baseURL, { name: 'Ben', locale: 'en' })
  await openOffice(page, `/pieces/${piece}/photos`)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Fotos hinzufügen', exact: true }).click()
  await (await choosing).setFiles([await photoFile('a.jpg'), await photoFile('b.jpg')])
  await expect(page.locator(tiles)).toHaveCount(3)
  const other = await elsewhere.newPage()
  await openOffice(other, `/pieces/${piece}/photos`)
  await expect(other.locator(tiles)).toHaveCount(3)
  await page.getByRole('button', { name: 'Foto 3 nach vorn' }).click()
  await expect(page.getByText('Foto steht jetzt an Stelle 2 von 3.')).toBeVisible()
  await other.getByRole('button', { name: 'Move photo 2 forward' }).click()
  await expect(other.getByText(/^Anna has changed this in the meantime/)).toBeVisible()
  const shownTo = (who: typeof page) =>
    who.locator(tiles).evaluateAll((all) => all.map((each) => each.getAttribute('data-photo')))
  expect(await shownTo(other)).toEqual(await shownTo(page))
  // The same words of one photo: what is typed stays, and what is there now is shown before it is replaced.
  const opener = (who: typeof page) => who.locator('.photo-tile button[aria-expanded]').first()
  await opener(other).click()
  await other.getByLabel('Description in English').fill('A ring of gold')
  await opener(page).click()
  await page.getByLabel('Bildbeschreibung Deutsch').fill('Ein Ring')
  await page.getByLabel('Bildbeschreibung Englisch').fill('A ring')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.getByText('Gespeichert.')).toBeVisible()
  await other.getByLabel('Description in German').fill('Ein Ring aus Gold')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = other.locator('.piece-conflicts')
  await expect(conflict.getByRole('listitem').first()).toContainText('Ein Ring')
  await expect(other.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expectAccessible(other)
  await conflict.getByRole('button', { name: 'Leave it as it is now' }).first().click()
  await conflict.getByRole('button', { name: 'Take mine' }).click()
  await expect(conflict).toHaveCount(0)
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Saved.')).toBeVisible()
  await expect(other.getByLabel('Description in German')).toHaveValue('Ein Ring')
  await expect(other.getByLabel('Description in English')).toHaveValue('A ring of gold')
  await elsewhere.close()
})

test('a phone takes photos of one piece by a code, and they appear on the desk and in the shop', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const piece = await ownPiece()
  await signedIn(context, baseURL)
  await page.emulateMedia({ colorScheme: 'dark' })
  await openOffice(page, `/pieces/${piece}/photos`)
  await page.getByRole('button', { name: 'Mit dem Telefon fotografieren' }).click()
  await expect(page.getByRole('img', { name: 'QR-Code für die Kameraseite dieses Stücks' })).toBeVisible()
  // This shop is on this machine alone.
  await expect(page.getByRole('alert').filter({ hasText: 'HOST=0.0.0.0' })).toBeVisible()
  await expectAccessible(page)
  const address = (await page.locator('.phone-panel a').getAttribute('href')) ?? ''

  const pocket = await browser.newContext({
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
    locale: 'de-DE',
  })
  const phone = await pocket.newPage()
  await phone.goto(new URL(new URL(address).pathname, baseURL).href)
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('Vorderseite')
  await expectAccessible(phone)
  const over = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, 'the page is no wider than the phone').toBeLessThanOrEqual(0)
  const take = phone.getByLabel('Foto aufnehmen')
  expect(await take.getAttribute('capture')).toBe('environment')

  await test.step('a photo that does not get through is kept', async () => {
    await phone.route('**/office/act/camera.add*', (route) => route.abort())
    await take.setInputFiles(await photoFile('IMG_0001.jpg'))
    await expect(phone.getByText('Keine Verbindung. Das Foto ist nicht verloren.')).toBeVisible()
    await phone.unroute('**/office/act/camera.add*')
    await phone.getByRole('button', { name: 'Noch einmal senden' }).click()
    await expect(phone.getByRole('img', { name: 'Foto 2, Vorderseite' })).toBeVisible()
  })
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('Seite')
  await expect(page.getByRole('img', { name: 'Foto 2, Vorderseite' })).toBeVisible()

  await phone.getByLabel('Andere Aufnahme').selectOption('Punze')
  await take.setInputFiles(await photoFile('IMG_0002.jpg'))
  await expect(phone.getByRole('img', { name: 'Foto 3, Punze' })).toBeVisible()
  await expect(phone.getByText('2 von 4 · noch: Seite, Getragen')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Foto 3, Punze' })).toBeVisible()
  await expectAccessible(phone)

  await phone.goto(`${baseURL}/de/produkte/ring-${piece}/${piece}`)
  await expect(phone.locator('.gallery img')).toHaveCount(3)
  await expect(phone.locator('.gallery img').nth(2)).toHaveAttribute('alt', `Ring ${piece}: Punze`)

  await test.step('the code ends with the block on the desk', async () => {
    await page.getByRole('button', { name: 'Beenden' }).click()
    await expect(async () => {
      await phone.goto(new URL(new URL(address).pathname, baseURL).href)
      await expect(phone.getByText('Diese Seite gilt nicht mehr.')).toBeVisible({ timeout: 5_000 })
    }).toPass()
  })
  await pocket.close()
})
