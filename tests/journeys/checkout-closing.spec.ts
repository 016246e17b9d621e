import type { Page } from '@playwright/test'
import { enter, fillAddress, fillCart, order, problems, title, words } from './checkout-steps.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

/* Steps of the checkout that close to a line when they are done. */

const step = (page: Page, name: string) => page.locator(`[data-step=${name}]`)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

for (const [width, locale] of [
  [360, 'de'],
  [1440, 'en'],
] as const) {
  const said =
    locale === 'de'
      ? {
          to: ['Weiter zur Lieferung', 'Weiter zur Zahlung', 'Weiter zur Prüfung'],
          titles: ['Lieferung', 'Zahlung', 'Prüfen und bestellen'],
          address: 'Kontakt und Adresse',
          done: 'Kontakt und Adresse: fertig.',
          change: 'Ändern',
          transfer: 'Überweisung',
          total: 'Gesamtbetrag',
        }
      : {
          to: ['Continue to delivery', 'Continue to payment', 'Continue to review'],
          titles: ['Delivery', 'Payment', 'Check and order'],
          address: 'Contact and address',
          done: 'Contact and address: done.',
          change: 'Change',
          transfer: 'Bank transfer',
          total: 'Total',
        }

  test(`each step closes to what was entered, by keyboard, at ${width} px (${locale})`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, locale)
    await fillAddress(page)
    const next = (index: number) => page.getByRole('button', { name: said.to[index] ?? '' })
    await next(0).press('Enter')
    await expect(heading(page, said.titles[0] ?? '')).toBeFocused()
    await expect(heading(page, said.titles[0] ?? '')).toBeInViewport()
    await expect(page.getByRole('status').filter({ hasText: said.done })).toHaveCount(1)
    await expect(page.locator('#email')).toBeHidden()
    await expect(step(page, 'address')).toContainText('Clara Beispiel')
    await expect(step(page, 'address')).toContainText('Domstraße 1, 50668 Köln')
    await expect(step(page, 'address')).toContainText('clara@beispiel.example')
    await next(1).press('Enter')
    await expect(heading(page, said.titles[1] ?? '')).toBeFocused()
    // Nothing is chosen: the step stays, and says what it needs.
    await next(2).press('Enter')
    const transfer = page.getByRole('radio', { name: new RegExp(`^${said.transfer}`) })
    await expect(transfer).toBeFocused()
    await expect(transfer).toHaveAccessibleDescription(/Wählen Sie, wie|Choose how/)
    await transfer.press('Space')
    await expect(transfer).not.toHaveAccessibleDescription(/Wählen Sie, wie|Choose how/)
    await next(2).press('Enter')
    await expect(heading(page, said.titles[2] ?? '')).toBeFocused()
    await expect(step(page, 'payment')).toContainText(said.transfer)
    await expectAccessible(page)
    await expectNoOverflow(page)

    // Going back keeps everything, and the way on leads past what is done.
    await page.getByRole('button', { name: `${said.change} ${said.address}` }).press('Enter')
    await expect(step(page, 'address').getByRole('heading', { level: 2 }).first()).toBeFocused()
    await expect(page.locator('#name')).toHaveValue('Clara Beispiel')
    await page.locator('#name').fill('Clara Muster')
    await page.getByRole('button', { name: said.to[2] ?? '' }).press('Enter')
    await expect(heading(page, said.titles[2] ?? '')).toBeFocused()
    await expect(step(page, 'address')).toContainText('Clara Muster')

    // The total stands once, above the button.
    await expect(page.getByRole('main').getByText(said.total, { exact: true })).toHaveCount(1)
    await order(page, locale)
    await expect(title(page)).toHaveText(words[locale].received)
  })
}

test('what is refused opens its step again, and what is mended does not close it', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  await fillAddress(page)
  await page.locator('#postalCode').fill('1')
  for (const name of ['Weiter zur Lieferung', 'Weiter zur Zahlung'])
    await page.getByRole('button', { name }).click()
  await page.locator('#payment-bank-transfer').check()
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
  await expect(page.locator('#postalCode')).toBeHidden()
  await order(page, 'de')
  await expect(problems(page)).toBeFocused()
  await expect(step(page, 'delivery').locator('#note')).toBeHidden()
  await problems(page)
    .getByRole('link', { name: /Postleitzahl/ })
    .click()
  await expect(page.locator('#postalCode')).toBeFocused()
  // What was refused is not passed over.
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
  await expect(page.locator('#postalCode')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('50668')
  await expect(problems(page)).toHaveCount(0)
  await expect(page.locator('#postalCode')).toBeFocused()
  await order(page, 'de')
  await expect(title(page)).toHaveText(words.de.received)
})

test('another delivery asks for another payment where the first does not go with it', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'en')
  await page.getByRole('button', { name: 'Continue to delivery' }).click()
  await expect(page.locator('#email')).toBeFocused()
  await expect(page.locator('#email')).toHaveAccessibleDescription(/Enter your email address/)
  await expect(page.locator('#street')).toHaveJSProperty('ariaInvalid', 'true')
  await fillAddress(page)
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await page.getByRole('radio', { name: /^Collection in Cologne/ }).check()
  await page.getByRole('radio', { name: /^On collection/ }).check()
  for (const name of ['delivery', 'payment', 'review'])
    await page.getByRole('button', { name: `Continue to ${name}` }).click()
  await expect(step(page, 'payment').getByRole('radio').first()).toBeHidden()
  await page.getByRole('button', { name: 'Change Delivery' }).click()
  await page.locator('#delivery-courier').check()
  await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Bank transfer/ })).not.toBeChecked()
  await expect(step(page, 'address').locator('#email')).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('all steps are open, and nothing closes them', async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, 'de', { script: false })
    for (const field of ['#email', '#name', '#note', '#payment-bank-transfer'])
      await expect(page.locator(field)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Weiter zur/ })).toHaveCount(0)
  })
})
