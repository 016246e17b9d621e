import { locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { addressOf, afterMessage, expect, expectNoOverflow, knownPages, test } from './shop.ts'

test.use({ javaScriptEnabled: false, storageState: afterMessage })

for (const locale of locales) {
  test(`every kind of page is whole without JavaScript (${locale})`, async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const known of knownPages.filter((each) => each.locale === locale)) {
      const address = await addressOf(request, known)
      expect((await page.goto(address))?.status(), address).toBe(200)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 }), address).toBeVisible()
      await expect(main, address).toHaveText(/[\s\S]{60,}/, { useInnerText: true })
      // What waits for a script would wait for ever.
      await expect(page.locator('[aria-busy="true"]:visible'), address).toHaveCount(0)
      for (const landmark of ['banner', 'contentinfo'] as const)
        await expect(page.getByRole(landmark).getByRole('link').first(), address).toBeVisible()
      await expectNoOverflow(page)
    }
  })
}

test('a walk through the shop without JavaScript', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/de')
  // The hamburger leads to the footer's navigation, the magnifier to the search page.
  await expect(page.getByRole('button', { name: 'Menü öffnen' })).toHaveAttribute('href', '#site-navigation')
  await page.getByRole('button', { name: 'Suche öffnen' }).click()
  await expect(page).toHaveURL(pathTo('de', 'search'))
  await page.getByRole('main').getByRole('searchbox').fill('Submariner')
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/de\/suche\?query=Submariner/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Submariner/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/de\/produkte\//)
  await page.getByRole('button', { name: 'In den Warenkorb', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === pathTo('de', 'cart'))
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /aus dem Warenkorb entfernen/ }).click()
  await expect(page.getByText('Ihr Warenkorb ist leer.')).toBeVisible()
})

test('the contact popover and the language dropdown open without JavaScript', async ({ page }) => {
  await page.goto('/de/impressum')
  await page.getByRole('button', { name: /Fragen\?/ }).click()
  await expect(page.getByRole('heading', { name: 'So erreichen Sie uns' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').locator('summary').click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/imprint')
})

test('every page of the navigation can be reached without JavaScript, on a telephone and on a desktop', async ({
  page,
}) => {
  const names = [
    'index',
    'watches',
    'sell',
    'sell-jewelry-duesseldorf',
    'about-us',
    'contact',
    'faq',
    'gtc',
  ] as const
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(pathTo('de', 'privacy'))
    const links = page.getByRole('banner').or(page.getByRole('contentinfo')).getByRole('link')
    const shown = await links
      .filter({ visible: true })
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(shown, `${width} px`).toEqual(expect.arrayContaining(names.map((name) => pathTo('de', name))))
  }
})

test('what only a script can do is not offered', async ({ page }) => {
  await page.goto('/de/uhren')
  await page.locator('.card').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Datenblatt drucken')).toBeHidden()
})

// Duty: withdrawal-confirmation
test('a withdrawal is declared in two steps and acknowledged with content and time', async ({ page }) => {
  await page.goto('/de')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  const summary = page.getByRole('region', { name: 'Bitte ergänzen Sie die folgenden Angaben:' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Geben Sie Ihren Namen an.' }).click()
  await expect(page.getByLabel('Ihr Name')).toBeFocused()
  await page.getByLabel('Ihr Name').fill('Clara Beispiel')
  await page.getByLabel(/Bestellnummer oder andere Angabe/).fill('RG-2026-0001')
  await page.getByLabel(/E-Mail-Adresse/).fill('clara@beispiel.example')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Widerruf ist eingegangen')
  await expect(page.getByRole('main')).toContainText('RG-2026-0001')
  await expect(page.getByRole('main')).toContainText(/Eingegangen am \d+\. \p{L}+ \d{4}/u)
})
