import { pathTo } from '#app/language/route-table.ts'
import { addressOf, expect, expectAccessible, expectNoOverflow, hydrated, test } from './shop.ts'

test('a question about a piece, from its page to the page that says it arrived', async ({
  page,
  request,
}) => {
  await page.goto(await addressOf(request, { name: 'product', locale: 'de' }))
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('link', { name: 'Frage zu diesem Stück' }).first().click()
  await expect(page).toHaveURL(/\/de\/kontakt\?piece=\d+$/)
  await hydrated(page)
  const form = page.locator('form[action^="/de/kontakt"]')
  await expect(form.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await expect(form.getByLabel('Artikelnummer')).toHaveValue(/^\d+$/)
  await expect(form.getByLabel('Betreff')).toHaveValue('piece')

  // Sent too early: what was typed and the piece are still there.
  await form.getByLabel('Name').fill('Clara Beispiel')
  await form.getByLabel('E-Mail').fill('clara@')
  await form.getByRole('button', { name: 'Nachricht senden' }).click()
  const summary = page.getByRole('region', { name: 'Noch nicht abgeschickt.' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveCount(2)
  await expect(form.getByLabel('E-Mail')).toHaveAccessibleDescription(/unter der wir antworten können/)
  await expect(form.getByLabel('Name')).toHaveValue('Clara Beispiel')
  await expect(form.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page, 'main')

  await form.getByLabel('E-Mail').fill(`clara.${Date.now()}@beispiel.example`)
  await form.getByRole('textbox', { name: 'Nachricht' }).fill('Ist das Stück noch da?')
  await form.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page).toHaveURL(pathTo('de', 'contact-success'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Danke, Ihre Nachricht ist da.')
})

test('too many messages are told kindly, and the words stay', async ({ request }) => {
  const form = { name: 'Clara', email: `viel.${Date.now()}@beispiel.example`, subject: 'order' }
  const send = (message: string) =>
    request.post('/en/contact', { form: { ...form, message }, maxRedirects: 0 })
  for (let number = 1; number <= 6; number++) expect((await send(`No. ${number}`)).status()).toBe(303)
  const refused = await send('A very long letter')
  expect(refused.status()).toBe(429)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
  const html = await refused.text()
  expect(html).toContain('We do not have your message yet.')
  expect(html).toContain('<html lang="en"')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toContain('href="tel:')
  expect(refused.headers()['x-robots-tag']).toBe('noindex')
  expect(html).toContain('>A very long letter</textarea>')
  // The trap is answered as if all were well, and a body that is no form as what it is.
  const robot = await request.post('/de/kontakt', { form: { ...form, website: 'x' }, maxRedirects: 0 })
  expect(robot.status()).toBe(303)
  const nonsense = await request.post('/de/kontakt', { data: 'x', headers: { 'content-type': 'text/plain' } })
  expect(nonsense.status()).toBe(400)
})

test('whether a branch is open follows the visitor’s clock, in the shop’s time', async ({ page }) => {
  // Half past nine in the evening in Köln on the day before Christmas Eve.
  await page.clock.setFixedTime('2026-12-23T20:30:00Z')
  await page.goto(pathTo('de', 'contact'))
  // Branches come to life when they are seen, or when somebody is there.
  await page.mouse.move(9, 9)
  await expect(page.getByText('Jetzt geschlossen, öffnet morgen um 10 Uhr')).toHaveCount(2)
})

test('no other site learns of a visit before the map is asked for', async ({ page }) => {
  const foreign: string[] = []
  await page.route(
    (url) => url.hostname.endsWith('openstreetmap.org'),
    (route) => {
      foreign.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>map</p>' })
    },
  )
  await page.goto(pathTo('de', 'contact'))
  // Branches come to life when they are seen, or when somebody is there.
  await page.mouse.move(9, 9)
  await expect(page.getByText('Erst mit Ihrem Klick wird eine Verbindung dorthin aufgebaut')).toHaveCount(2)
  expect(foreign).toEqual([])
  await page.getByRole('button', { name: 'Karte anzeigen' }).first().click()
  await expect(page.getByTitle('Karte: Rheingold Köln')).toBeVisible()
  await expect.poll(() => foreign.length).toBeGreaterThan(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an appointment with the calculator’s lines', async ({ page }) => {
    await page.goto(
      `${pathTo('de', 'gold-purchase-calculator')}?item=gold-585&amount=12,4&item=coin-sovereign&amount=2`,
    )
    await page.getByRole('link', { name: 'Termin vereinbaren' }).click()
    await expect(page.getByLabel('Betreff')).toHaveValue('appointment')
    await expect(page.getByRole('textbox', { name: 'Nachricht' })).toHaveValue(
      /Gold 585 \(14 Karat\), 12,4\sg\n– Sovereign, 2 Stück/,
    )
    await page.getByLabel('Name').fill('Clara Beispiel')
    await page.getByLabel('E-Mail').fill(`clara.ohne.${Date.now()}@beispiel.example`)
    await page.getByRole('button', { name: 'Nachricht senden' }).click()
    await expect(page).toHaveURL(pathTo('de', 'contact-success'))
  })
})
