import type { Locator, Page } from '@playwright/test'
import { enter, fillCart } from './checkout-steps.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

/* What is pressed may have moved before it is let go; it is what was meant. */

async function press(page: Page, control: Locator) {
  await control.hover()
  await page.mouse.down()
}

const topOf = async (control: Locator) => (await control.boundingBox())?.y ?? 0

for (const [stays, title] of [
  [true, 'an answer that comes meanwhile takes no press away'],
  [false, 'who moves the pointer away has thought better of it'],
] as const)
  test(`in the checkout: ${title}`, async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, 'de')
    // What keeps presses comes with it, when the browser has nothing else to do.
    await expect(page.locator('[data-connection-notice]')).toBeAttached()
    const languages = page.locator('#language-selector')
    const answer = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname.endsWith('/checkout.data'),
      async (route) => {
        await answer.promise
        await route.continue()
      },
    )
    await page.locator('#country').selectOption('AT')
    await press(page, languages)
    const before = await topOf(languages)
    answer.resolve()
    await expect.poll(() => topOf(languages)).toBeGreaterThan(before + 30)
    if (!stays) await page.mouse.move(640, 100)
    await page.mouse.up()
    // A click is over once the button is let go.
    expect(await languages.evaluate((summary) => summary.parentElement?.hasAttribute('open'))).toBe(stays)
  })

for (const [how, hasTouch] of [
  ['a mouse', false],
  ['a finger', true],
] as const)
  test.describe(`with ${how}`, () => {
    test.use({ hasTouch })

    test('in the office: a fault that is said as its field is left takes no press away', async ({
      page,
      context,
      baseURL,
    }) => {
      await signedIn(context, baseURL, { role: 'sales' })
      await openOffice(page, '/settings/vacation')
      await page.getByLabel('Urlaub eingeschaltet').check()
      await page.getByLabel('Text auf Englisch').fill('')
      // The server has found it by now; it is said once the field is left.
      await expect(page.getByText('Eine Angabe passt noch nicht')).toBeVisible()
      const discard = page.getByRole('button', { name: 'Verwerfen' })
      const before = await topOf(discard)
      if (hasTouch) await discard.tap()
      else {
        await press(page, discard)
        await expect.poll(() => topOf(discard)).toBeGreaterThan(before + 30)
        await page.mouse.up()
      }
      await expect(page.getByText('So gespeichert')).toBeVisible()
      await expect(page.getByLabel('Text auf Englisch')).not.toHaveValue('')
    })
  })
