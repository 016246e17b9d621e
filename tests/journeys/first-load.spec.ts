import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { pathTo, type RouteName } from '#app/language/route-table.ts'
import { firstLoad, firstLoadLimit, sumOf } from '../first-load.ts'
import { fillCart } from './checkout-steps.ts'
import { ordered } from './ordered.ts'
import { addressOf, expect, test } from './shop.ts'
import { newPiece, ownPiece, shopDatabase } from './shop-database.ts'

const collection = { kind: 'collection', branchId: 'koeln' } as const

/** One page of every kind: every screen, and pages of words alone, of a form and of a calculator. */
const names = [
  'index',
  'watches',
  'product',
  'about-us',
  'contact',
  'sell',
  'gold-purchase-calculator',
  'makers',
  'knowledge',
  'knowledge-article',
  'search',
  'cart',
  'checkout',
  'withdrawal',
] as const

async function expectLightLoad(page: Page, name: RouteName, address: string): Promise<void> {
  const { first } = await firstLoad(page, address)
  expect(first.length).toBeGreaterThan(3)
  const files = first.map(({ file, gzip }) => `${file} ${gzip}`).join(', ')
  expect(sumOf(first), files).toBeLessThanOrEqual(firstLoadLimit(name))
}

for (const name of names) {
  test(`${name} loads at most ${firstLoadLimit(name) / 1000} kB of scripts`, async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    if (name === 'cart' || name === 'checkout') await fillCart(context, baseURL, await ownPiece())
    await expectLightLoad(page, name, await addressOf(request, { name, locale: 'de' }))
  })
}

test(`order loads at most ${firstLoadLimit('order') / 1000} kB of scripts`, async ({ page }) => {
  const { db, close } = await shopDatabase()
  const { token } = await ordered(db, 'de', [newPiece()], collection, 'clara@beispiel.example')
  await close()
  await expectLightLoad(page, 'order', pathTo('de', 'order', { token }))
})

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

test.describe('where something changes a page before it is hydrated', () => {
  test.use({ allowedConsole: /Minified React error #418/ })

  test('React renders it anew, and its words are there', async ({ page }) => {
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

test('a photo that does not come keeps no page from being hydrated', async ({ page }) => {
  await page.route('**', (route) =>
    route.request().resourceType() === 'image' ? undefined : route.continue(),
  )
  await page.goto(pathTo('de', 'index'), { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true')
  expect(await page.evaluate(() => document.readyState), 'the photo is still on its way').toBe('interactive')
})

test('no schema of a form or a setting travels to the browser', () => {
  // However a schema is minified, it carries this.
  const mark = '_zod'
  expect(readFileSync('node_modules/zod/v4/core/core.js', 'utf8')).toContain(mark)
  const assets = 'build/client/assets'
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(50)
  expect(scripts.filter((file) => readFileSync(`${assets}/${file}`, 'utf8').includes(mark))).toEqual([])
})
