import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { ownPiece, ownPieces } from './shop-database.ts'

/** Two pieces of a test's own, as the listing of their price shows them. */
async function ownListing(page: Page, locale: Locale) {
  // Dearer than what others look at, and not so dear that nobody insures its way.
  const euros = randomInt(30_000, 99_000)
  const pieces = await ownPieces(2, { priceCents: euros * 100 })
  const price = locale === 'de' ? 'preis' : 'price'
  await page.goto(`${pathTo(locale, 'jewelry')}/${price}-${euros}-${euros}`)
  const add = page.locator('.cards > li button')
  await expect(add).toHaveCount(2)
  const names = await page.locator('.cards .card-name').allTextContents()
  expect(names.toSorted()).toEqual(pieces.map((piece) => `Ring ${piece}`).toSorted())
  return { add, names }
}

const words = {
  de: {
    cart: 'Warenkorb',
    count: (pieces: number) => (pieces === 1 ? 'Warenkorb, 1 Stück' : `Warenkorb, ${pieces} Stücke`),
    inCart: 'liegt im Warenkorb',
    toCart: 'Zum Warenkorb',
    remove: /aus dem Warenkorb entfernen/,
    undo: 'Rückgängig machen',
    risen: /Der Preis ist gestiegen, .*vorher 50\s€/,
    gone: 'Dieses Stück gibt es bei uns nicht mehr.',
    sold: 'Dieses Stück ist inzwischen verkauft.',
    notCounted: '2 Stücke sind zurzeit nicht zu haben und nicht mitgerechnet.',
    empty: 'Ihr Warenkorb ist leer.',
  },
  en: {
    cart: 'Cart',
    count: (pieces: number) => (pieces === 1 ? 'Cart, 1 piece' : `Cart, ${pieces} pieces`),
    inCart: 'is in your cart',
    toCart: 'Go to cart',
    remove: /^Remove .* from the cart/,
    undo: 'Undo',
    risen: /The price has gone up .*it was €50/,
    gone: 'We no longer have this piece.',
    sold: 'This piece has been sold in the meantime.',
    notCounted: '2 pieces are not available at the moment and are not included.',
    empty: 'Your cart is empty.',
  },
}

/** Pieces of this file alone, whose prices nobody else changes. */
let [dear, plain, sold] = ['', '', '']

test.beforeAll(async () => {
  // Here, for this runs once for each part of the file that a worker is given.
  ;[dear = '', plain = ''] = await ownPieces(2, { priceCents: 111_100 })
  sold = await ownPiece({ status: 'sold' })
})

for (const locale of ['de', 'en'] as const) {
  const t = words[locale]

  test(`pieces are put in without leaving the page, seen in the badge, and taken out again (${locale})`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const { add, names } = await ownListing(page, locale)
    const address = page.url()
    await add.nth(0).click()
    const status = page.getByRole('status').filter({ hasText: t.inCart })
    await expect(status).toContainText(names[0] ?? '')
    await add.nth(1).click()
    await expect(status).toContainText(names[1] ?? '')
    await expect(page.getByRole('banner').getByRole('link', { name: t.count(2) })).toBeVisible()
    expect(page.url()).toBe(address)
    await expect(add.nth(1)).toBeFocused()
    await expectNoOverflow(page)
    await expectAccessible(page)
    await status.getByRole('link', { name: t.toCart }).click()
    await expect(page).toHaveURL(pathTo(locale, 'cart'))
    const lines = page.getByRole('main').getByRole('listitem')
    await expect(lines).toHaveCount(2)
    // The photo is pressed before the name; keys pass the name alone.
    const [photo, name] = [lines.first().locator('a:has(img)'), lines.first().getByRole('link')]
    await expect(name).toHaveCount(1)
    expect(await photo.getAttribute('href')).toBe(await name.getAttribute('href'))

    // What became of the pieces meanwhile: one costs more, one was sold, one is gone.
    const cookie = (await context.cookies()).find(({ name }) => name === 'cart')
    if (!cookie) throw new Error('no cart')
    const value = `${dear}_5000.${plain}_111100.${sold}_120000.99999_1`
    await context.addCookies([{ ...cookie, value }])
    // Seen as soon as somebody comes back to the page.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(lines).toHaveCount(4)
    await expect(lines.nth(0)).toContainText(t.risen)
    await expect(lines.nth(2)).toContainText(t.sold)
    await expect(lines.nth(3)).toContainText(t.gone)
    await expect(page.getByText(t.notCounted)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(formatPrice(222_200, locale))
    await expectNoOverflow(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: t.remove }).first().click()
    await expect(lines).toHaveCount(3)
    const undo = page.getByRole('button', { name: t.undo })
    await expect(undo).toBeFocused()
    await undo.click()
    await expect(lines).toHaveCount(4)
    await expect(lines.nth(0)).toContainText(t.risen)
    for (const left of [3, 2, 1]) {
      await page.getByRole('button', { name: t.remove }).first().click()
      await expect(lines).toHaveCount(left)
    }
    await page.getByRole('button', { name: t.remove }).click()
    await expect(page.getByText(t.empty)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: t.cart }).first()).toBeVisible()
    await expectAccessible(page)
  })
}

test('a piece from its own page stays in the cart when the browser is closed', async ({
  page,
  context,
  request,
}) => {
  const piece = await ownPiece()
  await page.goto(pathTo('en', 'product', { name: `ring-${piece}`, id: piece }))
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /is in your cart/ })).toBeVisible()
  await page.keyboard.press('Escape')
  // The button leads to the cart now, and whoever pressed it goes on from there.
  await expect(page.getByRole('link', { name: 'In your cart: view' })).toBeFocused()
  const cookie = (await context.cookies()).find(({ name }) => name === 'cart')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400)
  // Pages are the same for everybody: a cart never gets into them, nor into a cache.
  const cart = await request.get('/en/cart', { headers: { cookie: 'cart=99999_5' } })
  expect(cart.headers()['cache-control']).toBe('no-store')
})

test('a broken cookie is an empty cart, and a full one takes no more', async ({ page, context, baseURL }) => {
  const domain = new URL(baseURL ?? '').hostname
  const put = (value: string) => context.addCookies([{ name: 'cart', value, domain, path: '/' }])
  await put('%E0%A4%A<script>..__')
  await page.goto('/de/warenkorb')
  await expect(page.getByText('Ihr Warenkorb ist leer.')).toBeVisible()
  await put(Array.from({ length: 25 }, (_, index) => `${90_000 + index}_100`).join('.'))
  const { add } = await ownListing(page, 'de')
  await add.nth(0).click()
  await expect(page.getByText('Mehr als 20 Stücke passen nicht in den Warenkorb.')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a card’s button leads to the cart, where a removal can be undone', async ({ page }) => {
    const { add } = await ownListing(page, 'en')
    await add.first().click()
    await expect(page).toHaveURL(/\/en\/cart\?added=\d+$/)
    const lines = page.getByRole('main').getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await page.getByRole('button', { name: words.en.remove }).click()
    await expect(page.getByText(words.en.empty)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(lines).toHaveCount(1)
  })
})
