import { pathTo } from '#app/language/route-table.ts'
import { enter, fillAddress, fillCart, order, problems, title, words } from './checkout-steps.ts'
import { expect, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'

// The browser reports that an order was refused.
test.use({ javaScriptEnabled: false, allowedConsole: /status of 409/ })

test('a bank transfer abroad: prices by a button, a total that changed is told', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de', { script: false })
  await expect(page.getByText(/^Für Sie zurückgehalten bis \d\d:\d\d Uhr$/)).toBeVisible()
  await fillAddress(page)
  await page.locator('#country').selectOption('AT')
  await page.locator('#postalCode').fill('1010')
  await page.getByRole('button', { name: words.de.update }).click()
  await expect(page.getByRole('complementary')).toContainText('49 €')
  // Changed behind the back of the amounts: nothing is ordered, everything is said.
  await page.locator('#country').selectOption('DE')
  await page.locator('#postalCode').fill('50668')
  await page.locator('#payment-bank-transfer').check()
  await order(page, 'de')
  await expect(problems(page)).toContainText('Der Gesamtbetrag hat sich geändert')
  await expect(problems(page)).toBeFocused()
  await expect(page.locator('#name')).toHaveValue('Clara Beispiel')
  await expect(page.locator('#payment-bank-transfer')).toBeChecked()
  await order(page, 'de')
  await expect(title(page)).toHaveText(words.de.received)
  await expect(page.getByRole('main')).toContainText(/DE19/)
})

test('another delivery address unfolds, and online payment goes to the payment page', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'en', { script: false })
  await fillAddress(page)
  await expect(page.locator('#deliveryStreet')).toBeHidden()
  await page.locator('#elsewhere').check()
  await page.locator('#deliveryName').fill('Erika Beispiel')
  await page.locator('#deliveryStreet').fill('Packstation 123')
  await page.locator('#deliveryPostalCode').fill('40213')
  await page.locator('#deliveryCity').fill('Düsseldorf')
  await page.locator('#payment-online').check()
  await order(page, 'en')
  await expect(problems(page)).toContainText('not to parcel lockers')
  await page.locator('#deliveryStreet').fill('Königsallee 1')
  await order(page, 'en')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(title(page)).toHaveText(words.en.paid)
  await expect(page.getByRole('main')).toContainText('Königsallee 1')
})

test('collection, and the way back lets go', async ({ page, context, baseURL, request }) => {
  const piece = await ownPiece()
  await fillCart(context, baseURL, piece)
  await enter(page, 'en', { script: false })
  await page.getByRole('button', { name: words.en.back }).click()
  await expect(page).toHaveURL(pathTo('en', 'cart'))
  const other = await request.get(pathTo('en', 'checkout'), { headers: { cookie: `cart=${piece}` } })
  expect(await other.text()).toContain(words.en.order)
})
