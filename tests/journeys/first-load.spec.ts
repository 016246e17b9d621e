import { pathTo } from '#app/language/route-table.ts'
import { firstLoad, firstLoadLimit, sumOf } from '../first-load.ts'
import { addressOf, expect, type KnownPage, test } from './shop.ts'

const names = ['index', 'watches', 'product', 'about-us'] as const

for (const name of names) {
  test(`${name} loads at most ${firstLoadLimit / 1000} kB of scripts`, async ({ page, request }) => {
    const { first } = await firstLoad(page, await addressOf(request, { name, locale: 'de' } as KnownPage))
    expect(first.length).toBeGreaterThan(3)
    expect(sumOf(first), first.map(({ file, gzip }) => `${file} ${gzip}`).join(', ')).toBeLessThanOrEqual(
      firstLoadLimit,
    )
  })
}

test('a page stays as it was sent, and is the same when the router brings it', async ({ page, request }) => {
  const address = pathTo('de', 'about-us')
  await page.goto(pathTo('de', 'watches'))
  const sent = await page.evaluate(
    (html) => new DOMParser().parseFromString(html, 'text/html').querySelector('main')?.textContent ?? '',
    await (await request.get(address)).text(),
  )
  expect(sent.length).toBeGreaterThan(3_000)
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await page.locator(`a[href="${address}"]:visible`).first().click()
  await expect(page).toHaveURL(address)
  await expect.poll(() => page.locator('main').textContent()).toBe(sent)
  await expect(page.locator('html')).toHaveAttribute('data-same-page')

  await page.goto(address, { waitUntil: 'networkidle' })
  expect(await page.locator('main').textContent()).toBe(sent)
})

test.describe('where something changes a page before it lives', () => {
  test.use({ allowedConsole: /Minified React error #418/ })

  test('React draws it anew, and its words are there', async ({ page }) => {
    const address = pathTo('de', 'about-us')
    let html = ''
    await page.route(address, async (route) => {
      const response = await route.fetch()
      // This very answer: its header allows the scripts that are in it and no others.
      html = await response.text()
      await route.fulfill({ response, body: html.replace('Zum Inhalt springen', 'Translated by somebody') })
    })
    const whole = page.waitForResponse((response) => response.url().includes('.data'))
    await page.goto(address)
    expect((await whole).status()).toBe(200)
    const sent = await page.evaluate(
      (html) => new DOMParser().parseFromString(html, 'text/html').querySelector('main')?.textContent ?? '',
      html,
    )
    await expect.poll(() => page.locator('main').textContent()).toBe(sent)
    await expect(page.locator('body')).not.toContainText('Translated by somebody')
  })
})

test('what a page shows comes before its scripts', async ({ page }) => {
  await page.goto(pathTo('de', 'index'))
  const { painted, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }))
  expect(scripts.length).toBeGreaterThan(3)
  expect(Math.min(...scripts)).toBeGreaterThanOrEqual(painted ?? Number.POSITIVE_INFINITY)
})

test('a photo that does not come keeps no page from coming to life', async ({ page }) => {
  await page.route('**', (route) =>
    route.request().resourceType() === 'image' ? undefined : route.continue(),
  )
  await page.goto(pathTo('de', 'index'), { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true')
  expect(await page.evaluate(() => document.readyState), 'the photo is still on its way').toBe('interactive')
})
