import { pathTo } from '#app/language/route-table.ts'
import { tabTo, walkByTab } from './focus.ts'
import { expect, hydrated, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

/*
 * Each moving part by the keyboard alone, as somebody meets it who listens: where the focus goes and comes back to,
 * what is announced, and what the accessibility tree says.
 */

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const submariner = '/de/produkte/rolex-submariner-date-116610ln/10482'

test('the menu drawer', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(pathTo('de', 'imprint'))
  const opener = page.getByRole('banner').getByRole('button', { name: 'Menü öffnen' })
  await tabTo(page, opener)
  const menu = page.getByRole('dialog', { name: 'Menü' })
  for (const key of ['Space', 'Enter']) {
    await page.keyboard.press(key)
    await expect(menu.getByRole('button', { name: 'Menü schließen' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(menu).toMatchAriaSnapshot(`
    - dialog "Menü":
      - button "Menü schließen"
      - navigation "Hauptnavigation":
        - list:
          - listitem:
            - link "Startseite"
          - listitem:
            - link "Uhren"
          - listitem:
            - link "Schmuck"
        - paragraph: Verkaufen
        - list
        - paragraph: Weitere Seiten
        - list
  `)
  // All of it can be reached, nothing behind it.
  const stops = await walkByTab(page)
  expect(stops).toHaveLength(await menu.getByRole('link').count())
  await tabTo(page, menu.getByRole('link', { name: 'Schmuck', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schmuck')
  await expect(menu).toBeHidden()
})

test('the search drawer', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto(pathTo('en', 'imprint'))
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Search' })
  const input = drawer.getByRole('searchbox')
  await expect(input).toBeFocused()
  await page.keyboard.type('rolex')
  await expect(drawer).toMatchAriaSnapshot(`
    - dialog "Search":
      - search:
        - searchbox /Brand, model/: rolex
        - button "Search"
      - button "Close search"
      - status: /\\d+ pieces found/
      - list:
        - listitem:
          - link /Rolex .+ €\\d/
      - link /Cannot find what you/
  `)
  await page.keyboard.press('ArrowDown')
  await expect(drawer.getByRole('listitem').first().getByRole('link')).toBeFocused()
  await tabTo(page, drawer.getByRole('button', { name: 'Close search' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()
  // What is typed is never lost to Escape: it closes at once and leads back.
  await page.keyboard.press('Space')
  await expect(input).toBeFocused()
  await page.keyboard.type('qqqqxyzzy')
  await expect(drawer.getByRole('status')).toHaveText('Nothing found for “qqqqxyzzy”.')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the contact popover', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(pathTo('de', 'imprint'))
  const pill = page.getByRole('button', { name: /^Fragen\?/ })
  const popover = page.getByRole('region', { name: 'So erreichen Sie uns' })
  await tabTo(page, pill, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(popover).toMatchAriaSnapshot(`
    - region "So erreichen Sie uns":
      - heading "So erreichen Sie uns" [level=2]
      - button "Kontaktmöglichkeiten schließen"
      - heading "Anrufen" [level=3]
      - link /0221/
      - paragraph: /Erreichbar/
      - heading "Schreiben" [level=3]
      - list:
        - listitem:
          - link /@/
  `)
  // The next stop is its first one, and closing it leads back.
  await page.keyboard.press('Tab')
  const close = popover.getByRole('button', { name: 'Kontaktmöglichkeiten schließen' })
  await expect(close).toBeFocused()
  await page.keyboard.press('Space')
  await expect(popover).toBeHidden()
  await expect(pill).toBeFocused()
  await page.keyboard.press('Space')
  await tabTo(page, popover.getByRole('link', { name: /0221/ }))
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await expect(pill).toBeFocused()
})

test('the filters beside a listing', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/uhren')
  const main = page.getByRole('main')
  const filters = page.getByRole('complementary', { name: 'Filter' })
  const steel = filters.getByRole('link', { name: /^Stahl\s*\d/ })
  await tabTo(page, steel)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uhren aus Stahl')
  await expect(steel).toBeFocused()
  await expect(steel).toHaveAttribute('aria-current', 'true')
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Uhren aus Stahl" [level=1]
      - status: /\\d+ Uhren/
      - navigation "Sortierung"
      - complementary "Filter":
        - heading "Filter" [level=2]
        - group:
          - heading "Marke" [level=3]
          - list
        - group:
          - heading "Preis" [level=3]
          - list
          - textbox "Preis von (€)"
          - textbox "Preis bis (€)"
          - 'button "Preis: Übernehmen"'
      - list "Gewählte Filter":
        - listitem:
          - link "Stahl entfernen"
  `)
  // A facet opens by Enter and closes by the space bar, and says so.
  await tabTo(page, filters.getByRole('link', { name: 'Aufzug', exact: true }))
  await page.keyboard.press('Enter')
  const head = filters.locator('summary', { hasText: 'Aufzug' })
  await expect(head).toBeFocused()
  await expect(filters.getByRole('link', { name: /^Automatik/ })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(filters.getByRole('link', { name: /^Automatik/ })).toBeHidden()
  await expect(head).toBeFocused()
  await tabTo(page, main.getByRole('link', { name: 'Stahl entfernen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uhren')
  await expect(page.locator('#results')).toBeFocused()
})

test('the filter sheet of a telephone', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/en/jewelry')
  const opener = page.getByRole('main').getByRole('button', { name: /^Filter/ })
  await tabTo(page, opener)
  await page.keyboard.press('Space')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: 'Close filters' })).toBeFocused()
  await tabTo(page, sheet.getByRole('link', { name: /^Rings/ }))
  await page.keyboard.press('Enter')
  await expect(sheet).toMatchAriaSnapshot(`
    - dialog "Filters":
      - heading "Filters" [level=2]
      - button "Close filters"
      - group:
        - heading "Type" [level=3]
        - list
      - group:
        - heading "Price" [level=3]
        - list
        - textbox "Price from (€)"
        - textbox "Price to (€)"
      - paragraph:
        - button /^Show \\d+ pieces$/
  `)
  await expect(sheet.getByRole('link', { name: /^Rings/ })).toBeFocused()
  await tabTo(page, sheet.getByRole('button', { name: /^Show/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAccessibleName('Filter (1)')
})

test('the gallery of a piece', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto(submariner)
  const second = page.getByRole('list', { name: 'Fotos' }).getByRole('link').nth(1)
  await tabTo(page, second)
  await expect(second).toHaveAccessibleName(/Runde Armbanduhr .+ Foto 2 von \d+ vergrößern$/)
  await page.keyboard.press('Enter')
  const zoom = page.getByRole('dialog', { name: 'Fotos, vergrößert' })
  await expect(zoom).toMatchAriaSnapshot(`
    - dialog "Fotos, vergrößert":
      - status: /^Foto 2 von \\d+/
      - button "Vorheriges Foto"
      - button "Nächstes Foto"
      - button "Ganz nah"
      - button "Vergrößerung schließen"
      - region "Fotos":
        - img /Runde Armbanduhr/
  `)
  await page.keyboard.press('ArrowLeft')
  await expect(zoom.getByRole('status')).toHaveText(/^Foto 1 von \d+/)
  // Beyond the last comes the first.
  await page.keyboard.press('ArrowLeft')
  await expect(zoom.getByRole('status')).toHaveText(/^Foto (\d+) von \1/)
  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByRole('status')).toHaveText(/^Foto 1 von \d+/)
  await tabTo(page, zoom.getByRole('button', { name: 'Ganz nah' }))
  await page.keyboard.press('Space')
  const whole = zoom.getByRole('button', { name: 'Ganz zeigen' })
  await expect(whole).toBeFocused()
  // Near, the arrows move over the photo.
  const stage = zoom.getByRole('region', { name: 'Fotos' })
  await tabTo(page, stage)
  const before = await stage.evaluate((element) => element.scrollTop)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => stage.evaluate((element) => element.scrollTop)).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(second).toBeFocused()
})

test('the gold calculator', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(pathTo('de', 'gold-purchase-calculator'))
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  await hydrated(page)
  const first = page.getByRole('group', { name: 'Posten 1', exact: true })
  const total = page.getByRole('region', { name: 'Zusammen' })
  await tabTo(page, first.getByLabel('Was es ist'))
  await page.keyboard.type('Gold 750')
  await expect(first.getByLabel('Was es ist')).toHaveValue('gold-750')
  await page.keyboard.press('Tab')
  await page.keyboard.type('zehn')
  await expect(first).toMatchAriaSnapshot(`
    - group "Posten 1":
      - combobox "Was es ist"
      - textbox "Gewicht in Gramm" [invalid]:
        - text: zehn
      - paragraph: /Bitte geben Sie eine Zahl ein/
  `)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('10')
  // Said once typing pauses, beside being shown.
  await expect(total.getByRole('status')).toHaveText(/^Ein Posten, zusammen [\d.,]+\s€$/)
  await tabTo(page, page.getByRole('button', { name: 'Posten hinzufügen' }))
  await page.keyboard.press('Enter')
  const second = page.getByRole('group', { name: 'Posten 2', exact: true })
  await expect(second.getByLabel('Was es ist')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Posten 2 entfernen' }))
  await page.keyboard.press('Space')
  await expect(second).toHaveCount(0)
  await expect(first.getByLabel('Was es ist')).toBeFocused()
})

// Duty: accessible-site
test('the checkout, from a mistake to the order', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'cart', value: await ownPiece(), url: baseURL ?? '' }])
  await page.setViewportSize(phone)
  await page.goto(pathTo('de', 'checkout'))
  await expect(page.getByText(/^Für Sie zurückgehalten bis \d\d:\d\d Uhr$/)).toBeVisible()
  const order = page.getByRole('button', { name: 'Zahlungspflichtig bestellen' })
  await tabTo(page, order)
  await page.keyboard.press('Enter')
  const problems = page.getByRole('region', { name: 'Ihre Bestellung ist noch nicht abgeschickt' })
  await expect(problems).toBeFocused()
  await expect(problems).toMatchAriaSnapshot(`
    - region "Ihre Bestellung ist noch nicht abgeschickt":
      - heading [level=2]
      - list:
        - listitem:
          - link /E-Mail/
  `)
  // The summary leads to the field, which says what is wrong with it.
  await tabTo(page, problems.getByRole('link').first())
  await page.keyboard.press('Enter')
  const email = page.getByRole('textbox', { name: 'E-Mail-Adresse' })
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/E-Mail/)
  await page.keyboard.type('clara@beispiel.example')
  for (const [field, text] of [
    ['Vor- und Nachname', 'Clara Beispiel'],
    ['Straße und Hausnummer', 'Domstraße 1'],
    ['Postleitzahl', '50668'],
    ['Ort', 'Köln'],
  ] as const) {
    await tabTo(page, page.getByRole('textbox', { name: field, exact: true }))
    await page.keyboard.type(text)
  }
  // One stop for the whole group; the arrows choose.
  await tabTo(page, page.getByRole('radio', { name: /^Versicherter Wertkurier/ }))
  await page.keyboard.press('ArrowDown')
  const collection = page.getByRole('radio', { name: /^Abholung in Köln/ })
  await expect(collection).toBeChecked()
  await expect(collection).toBeFocused()
  await expect(page.getByRole('complementary')).toContainText('kostenlos')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - group "Lieferung":
      - radio /Abholung in Köln/ [checked]
  `)
  await tabTo(page, page.getByRole('radio', { name: /^Überweisung/ }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: /^Überweisung/ })).toBeChecked()
  await tabTo(page, order)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Vielen Dank/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
