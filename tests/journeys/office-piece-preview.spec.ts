import type { Page } from '@playwright/test'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { field, pageForCustomers } from './piece-draft.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, ownPiece, shopDatabase } from './shop-database.ts'

const preview = (page: Page) => page.getByRole('region', { name: 'So sehen es Kunden' })

test('the page of a piece is seen in both languages while it is typed, as customers will see it', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  const shown = pageForCustomers(page)
  await expect(shown.locator('h1')).toBeVisible()
  await field(page, 'name-de').fill('Ring mit Zweig')
  await field(page, 'name-en').fill('Ring with a twig')
  await field(page, 'description-de').fill('Ein Zweig aus Gold.\n\nUnd noch ein Absatz.')
  await field(page, 'description-en').fill('A twig of gold.')
  await field(page, 'defect-de').fill('Ein Blatt fehlt.')
  await field(page, 'defect-en').fill('A leaf is missing.')
  await field(page, 'price_cents').fill('777')
  await expect(shown.locator('h1')).toHaveText('Ring mit Zweig')
  await expect(shown.locator('.piece-buy')).toContainText('777')
  await expect(shown.locator('.piece-buy')).toContainText('Ein Blatt fehlt.')
  await expect(shown.getByText('Und noch ein Absatz.')).toBeVisible()
  await expect(shown.locator('.piece img').first()).toBeVisible()
  await preview(page).getByRole('button', { name: 'English' }).click()
  await expect(shown.locator('h1')).toHaveText('Ring with a twig')
  await expect(shown.locator('.piece-buy')).toContainText('A leaf is missing.')
  await expectAccessible(page)
  await preview(page).getByRole('button', { name: 'Karte' }).click()
  await expect(preview(page).locator('.card-name')).toHaveText('Ring with a twig')
  await expect(preview(page).locator('.card')).toContainText('€777')
  await fitsEverywhere(page)
  // Nothing of it is in the shop.
  await expect(page.getByRole('link', { name: 'Seite öffnen' })).toBeVisible()
  const path = await page.getByRole('link', { name: 'Seite öffnen' }).getAttribute('href')
  expect(await (await page.request.get(path ?? '')).text()).not.toContain('Ring mit Zweig')
})

test('the page stays where it was scrolled to, and what it links to opens elsewhere', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  const shown = pageForCustomers(page)
  const scrolled = () => shown.locator('html').evaluate((html) => html.scrollTop)
  await expect(shown.locator('h1')).toBeVisible()
  await shown.locator('html').evaluate((html) => html.scrollTo(0, 400))
  await field(page, 'name-de').fill('Ring mit Ranke')
  await expect(shown.locator('h1')).toHaveText('Ring mit Ranke')
  await expect.poll(scrolled).toBe(400)
  // To press it, the driver would run scripts in a page that runs none.
  await expect(shown.getByRole('link', { name: 'Versand' }).first()).toHaveAttribute('target', '_blank')
  expect(await shown.locator('a[href]:not([target=_blank]):not([href^="#"])').count()).toBe(0)
})

test('what is saved at once stands in the page, the card and the price', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  await expect(pageForCustomers(page).locator('h1')).toBeVisible()
  await field(page, 'price_cents').fill('1444')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preis', exact: true })).toContainText('1.444,00')
  await expect(pageForCustomers(page).locator('.piece-buy')).toContainText('1.444')
})

test('only members of staff are shown it, each their own draft, and it runs nothing', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  await field(page, 'name-de').fill('Noch geheim')
  await expect(pageForCustomers(page).locator('h1')).toHaveText('Noch geheim')
  const address = `${baseURL}/office/piece-page/${id}/de`
  const answer = await page.request.get(address)
  expect(await answer.text()).toContain('Noch geheim')
  const headers = answer.headers()
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['content-security-policy']).toContain("script-src 'none'")
  expect(headers['content-security-policy']).toMatch(/^sandbox (?!.*allow-scripts)/)
  // Drawn for somebody else than who is signed in by now.
  expect((await page.request.get(`${address}?office-member=999999`)).status()).toBe(409)
  const other = await browser.newContext()
  expect((await other.request.get(address)).status()).toBe(401)
  await signedIn(other, baseURL, { role: 'editor' })
  expect(await (await other.request.get(address)).text()).not.toContain('Noch geheim')
  for (const wrong of [`${id}/fr`, '99999999/de', 'x/de', '%/de'])
    expect((await page.request.get(`${baseURL}/office/piece-page/${wrong}`)).status()).toBe(404)
  await other.close()
})

test('a draft that lacks nearly everything has a page to look at', async ({ page, context, baseURL }) => {
  const id = newPiece()
  const { db, close } = await shopDatabase()
  try {
    await db
      .insertInto('product')
      .values({
        id,
        kind: 'jewellery',
        name: '{"de":"Ring","en":"Ring"}',
        slug_de: 'ring',
        slug_en: 'ring',
        tax_mode: 'margin_25a',
      })
      .execute()
  } finally {
    await close()
  }
  await signedIn(context, baseURL)
  await openOffice(page, `/pieces/${id}`)
  await expect(pageForCustomers(page).locator('h1')).toBeVisible()
  await expect(preview(page)).toContainText('Der Preis fehlt noch.')
})
