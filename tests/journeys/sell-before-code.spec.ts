import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { onOnePage } from './sell-steps.ts'
import { expect, hydrated, test } from './shop.ts'

const code = /\/SellForm-.*\.js/

/** Opens the sell form as it is before its code; returns what lets that come. */
async function openBeforeCode(page: Page, address = pathTo('de', 'sell')): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(address)
  return async () => {
    held.resolve()
    await hydrated(page)
    await expect(page.locator('input[data-photos="pick"]')).toBeAttached()
  }
}

for (const width of [360, 768, 1280])
  for (const whole of [false, true])
    test(`nothing moves under a press when the code of the sell form comes: ${width} px, ${whole ? 'one page' : 'a step'}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      const come = await openBeforeCode(page)
      if (whole) await onOnePage(page)
      await page.evaluate(() => document.fonts.ready)
      const button = page
        .getByRole('button', { name: whole ? 'Anfrage senden' : 'Ohne Fotos weiter' })
        .filter({ visible: true })
      const placeOf = () => button.evaluate((each) => Math.round(each.getBoundingClientRect().top + scrollY))
      const before = await placeOf()
      expect(before).toBeGreaterThan(0)
      await come()
      expect(await placeOf()).toBe(before)
    })

test('photos that were chosen before the code of the sell form came are sent when it has', async ({
  page,
}) => {
  const come = await openBeforeCode(page)
  const plain = page.locator('input[type="file"][name="photos"]')
  await plain.setInputFiles(['j01-1', 'j02-1'].map((name) => `db/demo/photos/pieces/${name}.jpg`))
  await come()
  await expect(page.getByRole('list', { name: 'Ihre Fotos' }).getByRole('img')).toHaveCount(2)
  await expect(plain).toBeHidden()
})

test('“without photos” at the head of a page is not lost when it is pressed before the code of the sell form', async ({
  page,
}) => {
  const come = await openBeforeCode(page, pathTo('de', 'sell-watches-koeln'))
  await page.getByRole('link', { name: 'Ohne Fotos beginnen' }).click()
  await expect(page).toHaveURL(/#anfrage$/)
  await come()
  await expect(page.getByRole('radio', { name: 'Ihr Stück' })).toBeChecked()
  await expect(page.getByRole('group', { name: /^Schritt 2 von 5/ })).toBeFocused()
  await expect(page.getByRole('group', { name: /^Schritt 2 von 5/ })).toBeInViewport()
})
