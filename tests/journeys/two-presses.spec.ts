import type { Locator } from '@playwright/test'
import { locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, hydrated, test } from './shop.ts'

/* What somebody who holds a telephone must know before a purchase, counted in presses. */

const guaranteed = {
  de: '2 Jahre Gewährleistung, unverkürzt',
  en: '2-year legal guarantee, in full',
}

for (const locale of locales) {
  test(`a piece’s flaws and its warranty are known after two presses (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(pathTo(locale, 'product', { name: 'x', id: '10440' }), { waitUntil: 'domcontentloaded' })
    await hydrated(page)
    let presses = 0
    const press = async (link: Locator) => {
      await link.click()
      presses += 1
    }
    // The line below the name leads to the condition; each flaw is told there.
    const flaws = page.locator('.flaws > li')
    await expect(flaws.first()).not.toBeInViewport()
    await press(page.locator('a[href="#condition"]').first())
    await expect(flaws.first()).toBeInViewport()
    await expect(flaws.first()).toContainText(/\S/)
    // How long we are liable stands in figures below the button, and at length behind it.
    const guarantee = page.locator('.promises a').first()
    await expect(guarantee).toHaveText(guaranteed[locale])
    await press(guarantee)
    await expect(page).toHaveURL(pathTo(locale, 'legal-guarantee'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(presses).toBeLessThanOrEqual(2)
  })
}

test('the photo named beside a flaw opens where the flaw has its number, and leads back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto(pathTo('de', 'product', { name: 'x', id: '10440' }))
  await hydrated(page)
  const link = page.locator('.flaws > li').first().getByRole('link')
  const number = await page.locator('.flaws > li').first().getAttribute('value')
  await link.focus()
  await page.keyboard.press('Enter')
  const zoom = page.getByRole('dialog', { name: 'Fotos, vergrößert' })
  await expect(zoom.getByRole('status')).toContainText(`${await link.textContent()} von `)
  await expect(zoom.locator('.zoom-flaw').getByText(number ?? '', { exact: true })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(link).toBeFocused()
})
