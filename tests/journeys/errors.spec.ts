import { expect, expectAccessible, test } from './shop.ts'

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

test('an unmatched address is a 404 inside the layout, with ways on', async ({ page }) => {
  const response = await page.goto('/de/gibt-es-nicht')
  expect(response?.status()).toBe(404)
  expect(await page.title()).toBe('404 - Page not found: /de/gibt-es-nicht')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Kontakt aufnehmen' })).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
  await expectAccessible(page)
})

for (const [path, what] of [
  ['/de/produkte/rolex/99999999', 'an unknown product'],
  ['/en/watches/no-such-word', 'an unknown filter'],
  ['/de/wissensdatenbank/gibt/es/nicht', 'an unknown article'],
] as const) {
  test(`${what} fails the route's validation: the fatal 404`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    expect(await page.title()).toBe(`404 - Page Not Found: ${path}`)
    await expect(page.getByRole('banner')).toBeVisible()
  })
}

test('outside the languages the error page speaks the browser’s, also once scripts run and after coming back', async ({
  page,
}) => {
  const response = await page.goto('/fr/montres')
  expect(response?.status()).toBe(404)
  expect(await page.title()).toBe('404 - Page not found: /fr/montres')
  const expectGerman = async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.locator('h1')).toHaveText('Diese Seite gibt es nicht')
  }
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expectGerman()
  await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/de')
  await page.goBack()
  await expect(page).toHaveURL('/fr/montres')
  await expectGerman()
})

test('robots get the status and nothing else', async ({ request }) => {
  for (const path of ['/de/gibt-es-nicht', '/en/products/x/1', '/nowhere']) {
    const answer = await request.get(path, { headers: { 'user-agent': googlebot } })
    expect(answer.status()).toBe(404)
    const html = await answer.text()
    expect(html).toContain('noindex')
    expect(html.length).toBeLessThan(300)
  }
  const refused = await request.post('/de/suche', { headers: { 'user-agent': googlebot } })
  expect(refused.status()).toBe(405)
  expect((await refused.text()).length).toBeLessThan(300)
  const page = await request.get('/de', { headers: { 'user-agent': googlebot } })
  expect(page.status()).toBe(200)
  expect(await page.text()).toContain('<h1')
})

for (const [given, wanted] of [
  ['/DE/Uhren/', '/de/uhren'],
  ['//de//agb', '/de/agb'],
  ['/de/de/kategorien/uhren/rolex/gibt-es-nicht', '/de/uhren/rolex'],
  ['/en/de/kategorien/schmuck/', '/en/jewelry'],
  ['/DE/Uhren/gehaeuse-stahl/Rolex/', '/de/uhren/rolex/gehaeuse-stahl'],
  ['/EN/Knowledge-Base/Punzen-Lesen/', '/en/knowledge-base/reading-hallmarks'],
] as const) {
  test(`${given} moves once, to ${wanted}`, async ({ request, baseURL }) => {
    const answer = await request.get(baseURL + given, { maxRedirects: 0 })
    expect(answer.status()).toBe(301)
    expect(answer.headers().location).toBe(wanted)
    expect(
      (
        await request.get(wanted, {
          maxRedirects: 0,
          headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
        })
      ).status(),
    ).toBe(200)
  })
}

test('junk never breaks the server', async ({ request, baseURL }) => {
  for (const path of [
    '/de/%E0%A4%A',
    '/%',
    '/de/..%2f..%2fetc',
    '/de/uhren/%00',
    `/de/${'a/'.repeat(400)}`,
    '/de/suche?query=%',
  ]) {
    const answer = await request.get(baseURL + path, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    })
    expect(answer.status(), path).toBeGreaterThanOrEqual(200)
    expect(answer.status(), path).toBeLessThan(500)
  }
})
