import type { BrowserContext, Page } from '@playwright/test'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, hydrated } from './shop.ts'

/* What the journeys through the checkout have in common. */

export const words = {
  de: {
    order: 'Zahlungspflichtig bestellen',
    back: 'Zurück zum Warenkorb',
    received: 'Vielen Dank, Ihre Bestellung ist eingegangen',
    paid: 'Vielen Dank, Ihre Zahlung ist da',
    refused: 'Ihre Bestellung ist noch nicht abgeschickt',
    update: 'Preise aktualisieren',
    bank: 'So überweisen Sie',
    aboveTheButton: [
      /Zustand\s*:/,
      /inkl\. MwSt\./,
      /Versicherter.+Werktage/,
      /Zahlung.*Überweisung/,
      /Gesamtbetrag\s*[\d.]+\s€/,
    ],
  },
  en: {
    order: 'Order with obligation to pay',
    back: 'Back to the cart',
    received: 'Thank you, we have received your order',
    paid: 'Thank you, your payment has arrived',
    refused: 'Your order has not been sent yet',
    update: 'Update prices',
    bank: 'How to pay by transfer',
    aboveTheButton: [
      /Condition\s*:/,
      /incl\. VAT/,
      /Insured.+working days/,
      /Payment.*Bank transfer/,
      /Total\s*€[\d,]+/,
    ],
  },
} as const

export async function fillCart(context: BrowserContext, baseURL: string | undefined, ...pieces: string[]) {
  await context.addCookies([{ name: 'cart', value: pieces.join('.'), url: baseURL ?? '' }])
}

export async function enter(page: Page, locale: Locale, { script = true } = {}) {
  await page.goto(pathTo(locale, 'checkout'))
  if (script) await hydrated(page)
}

/**
 * Chooses the country, and waits for its amounts: they come a moment later and move what lies below them, so that a press
 * just then may meet something else.
 */
export async function chooseCountry(page: Page, country: string) {
  const select = page.locator('#country')
  await select.selectOption(country)
  const name = await select.evaluate(
    (element) => (element as HTMLSelectElement).selectedOptions[0]?.label ?? '',
  )
  await expect(page.locator('label').filter({ has: page.locator('#delivery-courier') })).toContainText(name)
}

export async function fillAddress(page: Page, email = 'clara@beispiel.example') {
  for (const [field, text] of [
    ['email', email],
    ['name', 'Clara Beispiel'],
    ['street', 'Domstraße 1'],
    ['postalCode', '50668'],
    ['city', 'Köln'],
  ] as const) {
    await page.locator(`#${field}`).fill(text)
  }
}

export const order = (page: Page, locale: Locale) =>
  page.getByRole('button', { name: words[locale].order }).click()
export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const problems = (page: Page) =>
  page.getByRole('region', { name: /noch nicht abgeschickt|not been sent yet/ })
