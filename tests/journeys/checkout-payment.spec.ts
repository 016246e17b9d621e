import { locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { enter, fillAddress, fillCart, order, title, words } from './checkout-steps.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'
import { listen, names } from './tracked.ts'

/* Every way to pay. A piece is sold once: each test buys pieces of its own. */

for (const locale of locales) {
  // Duty: order-button, order-review
  test(`bank transfer, ${locale}: from the form to the bank details`, async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, locale)
    await expect(page.getByText(/^(Für Sie zurückgehalten bis|Held for you until) \d\d:\d\d/)).toBeVisible()
    await fillAddress(page)
    await page.locator('#payment-bank-transfer').check()
    // What the law wants right above the button that binds, and nothing below it.
    const review = page.locator('section[aria-labelledby="review"]')
    for (const word of words[locale].aboveTheButton) await expect(review).toContainText(word)
    await expect(review.locator('button[value="order"] + *')).toHaveText('')
    await order(page, locale)
    await expect(title(page)).toHaveText(words[locale].received)
    const bank = page.getByRole('region', { name: words[locale].bank })
    await expect(bank).toContainText(/RG-\d{4}-\d{5}/)
    // Drawn, not only announced.
    expect(
      await bank.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0)
    // As it is selected and copied: without blanks.
    expect(await bank.getByText('DE19', { exact: true }).locator('..').textContent()).toBe(
      'DE19999999990000123456',
    )
    await expectAccessible(page)
    await expectNoOverflow(page)
    // The cart let go of what was bought.
    expect((await context.cookies()).find(({ name }) => name === 'cart')?.value ?? '').toBe('')
    const answer = await page.reload()
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    await expect(title(page)).toHaveText(words[locale].received)
  })

  test(`collection, ${locale}: paid in the branch`, async ({ page, context, baseURL }) => {
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, locale)
    await expect(page.locator('#payment-in-branch')).toBeHidden()
    await page.locator('#delivery-collection\\.duesseldorf').check()
    await expect(page.getByRole('complementary')).toContainText(/kostenlos|free/)
    await page.locator('#payment-in-branch').check()
    await fillAddress(page)
    await order(page, locale)
    await expect(title(page)).toHaveText(words[locale].received)
    await expect(page.getByRole('main')).toContainText('Uhrmachergasse 12')
    await expect(page.getByRole('main')).not.toContainText('IBAN')
  })

  test(`online, ${locale}: to the payment page and back`, async ({ page, context, baseURL }) => {
    const sent = await listen(page)
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, locale)
    await expect.poll(() => names(sent)).toContain(`Hold ${pathTo(locale, 'checkout')}`)
    await fillAddress(page)
    await page.locator('#payment-online').check()
    await order(page, locale)
    // Back by the link of the payment page, then by the browser's own button: never charged, never lost.
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/payment=cancelled$/)
    await expect(title(page)).toHaveText(/abgebrochen|cancelled/)
    await expectAccessible(page)
    await page.getByRole('link', { name: /^(Jetzt bezahlen|Pay now)$/ }).click()
    await page.waitForURL(/\/pay\//)
    await page.goBack()
    await expect(title(page)).toHaveText(/wartet auf die Zahlung|waiting for payment|abgebrochen|cancelled/)
    await page.getByRole('link', { name: /^(Jetzt bezahlen|Pay now)$/ }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(title(page)).toHaveText(words[locale].paid)
    // One order, however often its buyer came back to this page.
    expect(names(sent).filter((name) => name.startsWith('Order'))).toHaveLength(1)
  })
}

test('a payment that nobody reports is asked for, one that takes days says so', async ({
  page,
  context,
  baseURL,
}) => {
  for (const [email, said] of [
    ['lost@beispiel.example', words.de.paid],
    ['delayed@beispiel.example', 'Ihre Zahlung ist unterwegs'],
  ] as const) {
    await fillCart(context, baseURL, await ownPiece())
    await enter(page, 'de')
    await fillAddress(page, email)
    await page.locator('#payment-online').check()
    await order(page, 'de')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(title(page)).toHaveText(said)
  }
})

test('whoever cannot pay online pays another way, with the same pieces', async ({
  page,
  context,
  baseURL,
}) => {
  const piece = await ownPiece()
  await fillCart(context, baseURL, piece)
  await enter(page, 'de')
  await fillAddress(page)
  await page.locator('#payment-online').check()
  await order(page, 'de')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Doch anders bezahlen' }).click()
  await expect(page).toHaveURL(pathTo('de', 'checkout'))
  await expect(page.getByRole('complementary')).toContainText(piece)
  await fillAddress(page)
  await page.locator('#payment-bank-transfer').check()
  await order(page, 'de')
  await expect(title(page)).toHaveText(words.de.received)
})

// Duty: binding-once
test('pressed twice and sent again, it is one order', async ({ page, context, baseURL }) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  await fillAddress(page)
  await page.locator('#payment-bank-transfer').check()
  const form = await page
    .locator('form')
    .filter({ has: page.locator('#email') })
    .evaluate((element) =>
      Object.fromEntries(
        [...new FormData(element as HTMLFormElement)].map(([key, value]) => [key, String(value)]),
      ),
    )
  await page.getByRole('button', { name: words.de.order }).dblclick()
  await expect(title(page)).toHaveText(words.de.received)
  const again = await context.request.post(pathTo('de', 'checkout'), {
    form: { ...form, intent: 'order' },
    headers: { origin: new URL(page.url()).origin },
    maxRedirects: 0,
  })
  expect(again.status()).toBe(303)
  expect(new URL(again.headers().location ?? '', page.url()).href).toBe(page.url())
})

test('without an order’s token nothing is shown, with a wrong one neither', async ({ page }) => {
  expect((await page.goto(pathTo('de', 'checkout-success')))?.status()).toBe(200)
  await expect(title(page)).toHaveText('Keine Bestellung')
  const guessed = `${pathTo('en', 'checkout-success')}?order=${'x'.repeat(32)}`
  expect((await page.goto(guessed))?.status()).toBe(404)
  await expect(title(page)).toHaveText('No order')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
})
