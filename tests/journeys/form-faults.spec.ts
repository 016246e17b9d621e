import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { chooseCountry, enter, fillCart, order, problems } from './checkout-steps.ts'
import { onOnePage } from './sell-steps.ts'
import { expect, hydrated, test } from './shop.ts'
import { ownPiece, ownPieces, shopDatabase } from './shop-database.ts'

// A form that is not complete is refused on purpose.
test.use({ allowedConsole: /status of 422/ })

const inEnglish = async (page: Page) => {
  await page.locator('#language-selector').click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
}

/* A fault is about the value that was refused: mended, it goes, in the other language too. */

test('at the checkout: fields, ways to pay and fields that belong together', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  const summary = problems(page)
  const links = summary.getByRole('link')
  const invalid = page.locator('#email[aria-invalid]')
  await page.locator('#email').fill('clara@')
  await page.locator('#name').fill('Clara Beispiel')
  await page.locator('#city').fill('Wien')
  await page.locator('#postalCode').fill('1010')
  await order(page, 'de')
  await expect(summary).toBeFocused()
  await expect(links).toHaveCount(4)
  // The keyboard leads to the first field and mends it there.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#email')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('beispiel.example')
  await expect(links).toHaveCount(3)
  await expect(invalid).toHaveCount(0)
  await expect(page.locator('#email-error')).toHaveCount(0)
  await expect(page.locator('#email')).toBeFocused()
  await expect(page.getByText('Noch 3 Angaben zu berichtigen.')).toBeAttached()
  // What was refused is wrong again.
  await page.locator('#email').fill('clara@')
  await expect(invalid).toHaveCount(1)
  await page.locator('#email').fill('clara@beispiel.example')
  await chooseCountry(page, 'AT')
  await expect(page.locator('#postalCode-error')).toHaveCount(0)
  await expect(links).toHaveCount(2)
  await inEnglish(page)
  await expect(page).toHaveURL(pathTo('en', 'checkout'))
  await expect(links).toHaveCount(2)
  await expect(page.locator('#street-error')).toContainText(/street/i)
  await expect(invalid).toHaveCount(0)
  await page.locator('#payment-bank-transfer').check()
  await expect(page.locator('#payment-error')).toHaveCount(0)
  await expect(page.getByText('One field left to correct.')).toBeAttached()
  await page.locator('#street').fill('Ring 1')
  await expect(summary).toHaveCount(0)
  await expect(page.locator('#street')).toBeFocused()
})

test('at the checkout: each agreement is mended by its own box', async ({ page, context, baseURL }) => {
  const pieces = await ownPieces(2)
  const { db, close } = await shopDatabase()
  const text = JSON.stringify({ de: 'Die Schiene ist verbogen.', en: 'The band is bent.' })
  await db
    .insertInto('product_defect')
    .values(pieces.map((product_id) => ({ product_id, text })))
    .execute()
  await close()
  await fillCart(context, baseURL, ...pieces)
  await enter(page, 'de')
  await order(page, 'de')
  await expect(problems(page)).toBeFocused()
  const boxes = page.locator('input[name="consent"]')
  const invalid = page.locator('input[name="consent"][aria-invalid]')
  await expect(boxes).toHaveCount(2)
  await expect(invalid).toHaveCount(2)
  await boxes.nth(1).check()
  await expect(invalid).toHaveCount(1)
  await expect(boxes.nth(0)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#consents-error')).toHaveCount(1)
  await boxes.nth(1).uncheck()
  await expect(invalid).toHaveCount(2)
  await boxes.nth(1).check()
  await inEnglish(page)
  await expect(page).toHaveURL(pathTo('en', 'checkout'))
  await expect(boxes.nth(1)).toBeChecked()
  await expect(invalid).toHaveCount(1)
  await boxes.nth(0).check()
  await expect(invalid).toHaveCount(0)
  await expect(page.locator('#consents-error')).toHaveCount(0)
})

test('at the checkout: what is not mended is told after a reload, and by another way to the other language', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  await page.locator('#email').fill('clara@')
  await page.locator('#city').fill('Köln')
  await order(page, 'de')
  const links = problems(page).getByRole('link')
  await expect(links).toHaveCount(5)
  await page.locator('#name').fill('Clara Beispiel')
  await expect(links).toHaveCount(4)
  await page.reload()
  await expect(page.locator('#name')).toHaveValue('Clara Beispiel')
  await expect(links).toHaveCount(4)
  await expect(page.locator('#email[aria-invalid]')).toHaveCount(1)
  await expect(page.locator('#name[aria-invalid]')).toHaveCount(0)
  await expect(problems(page)).not.toBeFocused()
  await page.goto(pathTo('en', 'cart'))
  await enter(page, 'en')
  await expect(page.locator('#street-error')).toContainText(/street/i)
  await expect(links).toHaveCount(4)
  await page.locator('#street').fill('Ring 1')
  await expect(links).toHaveCount(3)
})

test('in the contact form: what is mended is not told in the other language', async ({ page }) => {
  await page.goto(pathTo('de', 'contact'))
  await hydrated(page)
  await page.getByLabel('E-Mail').first().fill('ute@')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  const links = page.locator('main form section[aria-describedby] li a')
  await expect(page.locator('main [aria-invalid]')).toHaveCount(3)
  await hydrated(page)
  await page.locator('main input[name="name"]').fill('Ute')
  await expect(page.locator('main [aria-invalid]')).toHaveCount(2)
  await expect(links).toHaveCount(2)
  await inEnglish(page)
  await expect(page).toHaveURL(pathTo('en', 'contact'))
  await expect(page.locator('main [aria-invalid]')).toHaveCount(2)
  await expect(page.locator('main input[name="name"]')).toHaveValue('Ute')
  await page.locator('main textarea[name="message"]').fill('Hello')
  await expect(page.getByText('One field left to correct.')).toBeAttached()
})

test('in the sell form: what is typed to mend a fault stays, and the summary leads to where it is', async ({
  page,
}) => {
  await page.goto(pathTo('de', 'sell'))
  await onOnePage(page)
  await page.getByLabel('Name').fill('Erna Muster')
  await page.getByRole('button', { name: 'Anfrage senden' }).last().click()
  const summary = page.getByRole('region', { name: /Noch nicht abgeschickt/ })
  const links = summary.getByRole('link')
  await expect(links).toHaveCount(3)
  await hydrated(page)
  const amount = page.getByLabel('Gewicht in Gramm')
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await links.first().focus()
  await page.keyboard.press('Enter')
  await expect(amount).toBeFocused()
  await page.keyboard.type('abc')
  await expect(amount).toHaveValue('abc')
  await expect(links).toHaveCount(2)
  await expect(amount).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  await expect(links.first()).toContainText('Zeile 1')
  await hydrated(page)
  await links.first().focus()
  await page.keyboard.press('Enter')
  await expect(amount).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12,4')
  await expect(amount).toHaveValue('12,4')
  await expect(links).toHaveCount(2)
})

test('in the sell form: the summary leads to fields before the code of the form has come', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>()
  await page.goto(pathTo('de', 'sell'))
  await page.route(/AnsweredSellForm-.*\.js/, async (route) => {
    await code.promise
    await route.continue()
  })
  await onOnePage(page)
  await page.getByRole('button', { name: 'Anfrage senden' }).last().click()
  const links = page.getByRole('region', { name: /Noch nicht abgeschickt/ }).getByRole('link')
  await expect(links).toHaveCount(4)
  // All but the form.
  await page.waitForSelector('html[data-hydrated]')
  await links.filter({ hasText: 'Namen' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  code.resolve()
  await page.keyboard.type('Erna Muster')
  await expect(links).toHaveCount(3)
  await expect(page.getByLabel('Name')).toHaveValue('Erna Muster')
})

test('in the sell form: whom the summary has led to a group of fields before any code came goes on in it', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>()
  await page.goto(pathTo('de', 'sell'))
  await onOnePage(page)
  await hydrated(page)
  await page.route(/\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Anfrage senden' }).last().click({ noWaitAfter: true })
  const summary = page.getByRole('region', { name: /Noch nicht abgeschickt/ })
  await expect(summary).toBeFocused()
  await summary.getByRole('link').first().click()
  await expect(page).toHaveURL(/#.+-lines$/)
  await expect(summary).not.toBeFocused()
  code.resolve()
  await expect(page.getByLabel('Gewicht in Gramm')).toBeFocused()
  await hydrated(page)
  await expect(page.getByLabel('Gewicht in Gramm')).toBeFocused()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  const toEnglish = async (page: Page) => {
    await page.locator('#language-selector').click()
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
  }

  test('at the checkout: typed text and faults are there in the other language', async ({
    page,
    context,
    baseURL,
  }) => {
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, 'de', { script: false })
    await page.locator('#email').fill('clara@')
    await toEnglish(page)
    // Nothing was sent yet, so nothing is refused.
    await expect(page).toHaveURL(pathTo('en', 'checkout'))
    await expect(page.locator('#email')).toHaveValue('clara@')
    await expect(page.locator('[aria-invalid]')).toHaveCount(0)
    await page.goto(pathTo('de', 'checkout'))
    await page.locator('#email').fill('clara@')
    await order(page, 'de')
    await expect(problems(page).getByRole('link')).toHaveCount(6)
    await page.locator('#name').fill('Clara Beispiel')
    await toEnglish(page)
    await expect(page.locator('#street-error')).toContainText(/street/i)
    await expect(page.locator('#email')).toHaveValue('clara@')
    await expect(page.locator('#name')).toHaveValue('Clara Beispiel')
    await expect(problems(page).getByRole('link')).toHaveCount(5)
  })

  test('where no form stands, languages are links', async ({ page }) => {
    await page.goto(pathTo('de', 'faq'))
    await page.locator('#language-selector').click()
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'English' })).toBeHidden()
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(pathTo('en', 'faq'))
  })
})
