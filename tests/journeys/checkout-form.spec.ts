import { pathTo } from '#app/language/route-table.ts'
import { enter, fillAddress, fillCart, order, problems, title, words } from './checkout-steps.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { ownPiece, ownPieces, shopDatabase } from './shop-database.ts'

/* Filling in the checkout: mistakes and agreements, by keyboard, in every size. */

test('what is wrong stands beside its field and in a summary that comes into focus', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  await page.locator('#email').fill('clara@beispiel')
  await page.locator('#note').fill('Bitte nicht klingeln.')
  await page.locator('#postalCode').fill('1')
  await order(page, 'de')
  await expect(problems(page)).toBeFocused()
  // In the order of the fields.
  const links = problems(page).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    ['email', 'name', 'street', 'postalCode', 'city', 'payment'].map((field) => `#${field}`),
  )
  await links.last().click()
  await expect(page.locator('#payment-bank-transfer')).toBeFocused()
  await expect(page.locator('#payment-bank-transfer')).toHaveAccessibleDescription(/Wählen Sie, wie/)
  await expect(page).toHaveTitle(/^Bitte prüfen: Kasse/)
  await problems(page)
    .getByRole('link', { name: /Diese E-Mail-Adresse ist unvollständig/ })
    .click()
  await expect(page.locator('#email')).toBeFocused()
  await expect(page.locator('#email')).toHaveAccessibleDescription(/unvollständig/)
  await expect(page.locator('#email')).toHaveValue('clara@beispiel')
  await expect(page.locator('#note')).toHaveValue('Bitte nicht klingeln.')
  await expectAccessible(page)
})

test('each agreement has its box, and the summary leads to the one that lacks its tick', async ({
  page,
  context,
  baseURL,
}) => {
  const pieces = await ownPieces(2)
  const shop = await shopDatabase()
  const text = JSON.stringify({ de: 'Die Schließe fehlt.', en: 'The clasp is missing.' })
  await shop.db
    .insertInto('product_defect')
    .values(pieces.map((piece) => ({ product_id: piece, text })))
    .execute()
  await shop.close()
  await fillCart(context, baseURL, ...pieces)
  await enter(page, 'en')
  await fillAddress(page)
  await page.locator('#payment-bank-transfer').check()
  const boxes = page.getByRole('group', { name: 'Your express agreement' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) {
    await expect(box).toHaveJSProperty('required', true)
    await expect(box).not.toHaveAccessibleDescription(/./)
  }
  await boxes.first().check()
  await page.locator('#email').fill('clara')
  await order(page, 'en')
  await expect(problems(page)).toBeFocused()
  await problems(page)
    .getByRole('link', { name: /express agreement/ })
    .click()
  await expect(boxes.last()).toBeFocused()
  await expect(boxes.last()).toHaveAccessibleDescription(/Read and confirm/)
  await expect(boxes.first()).not.toHaveAccessibleDescription(/./)
  await expectAccessible(page)
  await boxes.last().check()
  await page.locator('#email').fill('clara@beispiel.example')
  await order(page, 'en')
  await expect(title(page)).toHaveText(words.en.received)
})

// Duty: binding-once
test('the keyboard alone is enough, and an Enter in a field does not bind', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'en')
  await page.locator('#email').focus()
  const type = async (text: string, tabs = 1) => {
    await page.keyboard.type(text)
    for (let each = 0; each < tabs; each += 1) await page.keyboard.press('Tab')
  }
  await type('clara@beispiel.example', 2)
  await type('Clara Beispiel', 2)
  await type('Domstraße 1', 2)
  await type('50668')
  await type('Köln')
  await page.locator('#city').press('Enter')
  await expect(page).toHaveURL(pathTo('en', 'checkout'))
  await expect(page.locator('#city')).toHaveValue('Köln')
  await expect(problems(page)).toHaveCount(0)
  await page.locator('#payment-bank-transfer').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: words.en.order }).focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(words.en.received)
})

for (const [width, colorScheme] of [
  [360, 'dark'],
  [1440, 'light'],
] as const) {
  test(`the checkout reads well and fits at ${width} px, ${colorScheme}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await fillCart(context, baseURL, ...(await ownPieces(2)))
    await enter(page, width === 360 ? 'de' : 'en')
    await page.locator('#elsewhere').check()
    await expect(page.locator('#deliveryStreet')).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  })
}

test('an empty cart leads on', async ({ page }) => {
  await enter(page, 'en')
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'View watches' })).toBeVisible()
})
