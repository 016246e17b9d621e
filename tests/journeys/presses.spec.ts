import type { BrowserContext, Locator, Page } from '@playwright/test'
import { enter, fillCart, words } from './checkout-steps.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

/* What is pressed may have moved before it is let go; it is what was meant. */

async function press(page: Page, control: Locator) {
  await control.hover()
  await page.mouse.down()
}

const topOf = async (control: Locator) => (await control.boundingBox())?.y ?? 0

/** The checkout, where the country was chosen and its amounts are on their way; `moved`: they came, and moved that. */
async function atTheCheckout(page: Page, context: BrowserContext, baseURL: string | undefined) {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  // What keeps presses comes with it, when the browser has nothing else to do.
  await expect(page.locator('[data-connection-notice]')).toBeAttached()
  const answer = Promise.withResolvers<void>()
  const amounts = (url: URL) => url.pathname.endsWith('/checkout.data')
  await page.route(amounts, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.locator('#country').selectOption('AT')
  return {
    moved: async (control: Locator) => {
      const before = await topOf(control)
      answer.resolve()
      await expect.poll(() => topOf(control)).toBeGreaterThan(before + 20)
    },
  }
}

for (const [stays, title] of [
  [true, 'an answer that comes meanwhile takes no press away'],
  [false, 'who moves the pointer away has thought better of it'],
] as const)
  test(`in the checkout: ${title}`, async ({ page, context, baseURL }) => {
    const { moved } = await atTheCheckout(page, context, baseURL)
    const languages = page.locator('#language-selector')
    await press(page, languages)
    await moved(languages)
    if (!stays) await page.mouse.move(640, 100)
    await page.mouse.up()
    // A click is over once the button is let go.
    expect(await languages.evaluate((summary) => summary.parentElement?.hasAttribute('open'))).toBe(stays)
  })

test.describe('what binds', () => {
  // A form that is not complete is refused on purpose.
  test.use({ allowedConsole: /status of 422/ })

  test('in the checkout: amounts that came while the order was pressed were not read, so nothing is ordered', async ({
    page,
    context,
    baseURL,
  }) => {
    const { moved } = await atTheCheckout(page, context, baseURL)
    const orders: string[] = []
    page.on('request', (request) => {
      if (/\bintent=order\b/.test(request.postData() ?? '')) orders.push(request.url())
    })
    const order = page.getByRole('button', { name: words.de.order })
    await press(page, order)
    await moved(order)
    await page.mouse.up()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    expect(orders).toHaveLength(0)
    await order.click()
    await expect(page.locator('#email')).toHaveAttribute('aria-invalid', 'true')
    expect(orders).toHaveLength(1)
  })
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
