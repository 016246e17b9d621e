import type { Page } from '@playwright/test'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const kept = (page: Page) => expect(page.locator('.piece-kept')).toContainText('Entwurf gesichert')

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
  await expect(page.locator('.card-name')).toHaveText('Ring mit Zweig')
  await expect(page.locator('.piece-facts')).toContainText('53,5')
  await page.reload()
  await expect(field(page, 'name-de')).toHaveValue('Ring mit Zweig')
  await expect(page.locator('.piece-kept')).toContainText('Entwurf gesichert')
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

test('two people at one price see both versions, and choose', async ({ page, browser, context, baseURL }) => {
  const id = await ownPiece()
  await signedIn(context, baseURL, { name: 'Anna Erst' })
  const other = await browser.newContext()
  await signedIn(other, baseURL, { name: 'Bert Zweit' })
  const second = await other.newPage()
  await openOffice(page, `/pieces/${id}`)
  await openOffice(second, `/pieces/${id}`)
  await expect(second.locator('.piece-kept')).toContainText('Anna Erst')
  await field(page, 'price_cents').fill('1500')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await field(second, 'price_cents').fill('1600')
  await field(second, 'weight_grams').fill('4,2')
  await second.keyboard.press('Control+s')
  const conflict = second.locator('.piece-conflicts')
  await expect(conflict).toContainText('Anna Erst')
  await expect(conflict).toContainText('1500,00')
  await expect(conflict).toContainText('1600')
  await expectAccessible(second)
  await conflict.getByRole('button', { name: 'Meine Fassung' }).click()
  await expect(conflict).toHaveCount(0)
  await second.keyboard.press('Control+s')
  await expect(second.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await expect(field(second, 'price_cents')).toHaveValue('1600,00')
  await expect(field(second, 'weight_grams')).toHaveValue('4,2')
  await other.close()
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
