import { pathTo } from '#app/language/route-table.ts'
import { chooseCountry, enter, fillAddress, fillCart, order, title, words } from './checkout-steps.ts'
import { onOnePage } from './sell-steps.ts'
import { expect, test } from './shop.ts'
import { ownPiece, shopDatabase } from './shop-database.ts'

// A piece that somebody else has meanwhile is refused on purpose.
test.use({ allowedConsole: /status of 409/ })

/* What was typed at the checkout and in the sell form is there again. */

test('at the checkout: after a reload, in the other language, and after leaving', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  await fillAddress(page)
  await chooseCountry(page, 'AT')
  await page.locator('#postalCode').fill('A-1010')
  await page.locator('#note').fill('Bitte klingeln.')
  await page.locator('#giftWrap').check()
  await page.locator('#payment-bank-transfer').check()
  const stays = async () => {
    await expect(page.locator('#email')).toHaveValue('clara@beispiel.example')
    await expect(page.locator('#country')).toHaveValue('AT')
    await expect(page.locator('#postalCode')).toHaveValue('A-1010')
    await expect(page.locator('#note')).toHaveValue('Bitte klingeln.')
    await expect(page.locator('#giftWrap')).toBeChecked()
    await expect(page.locator('#payment-bank-transfer')).toBeChecked()
  }
  await page.reload()
  await stays()
  await page.goto(pathTo('en', 'cart'))
  await enter(page, 'en')
  await stays()
  // The amounts follow what was put back.
  await expect(page.getByRole('region', { name: 'Check and order' })).toContainText('€1,249')
  await order(page, 'en')
  await expect(title(page)).toHaveText(words.en.received)
  await fillCart(context, baseURL, await ownPiece())
  await enter(page, 'de')
  await expect(page.locator('#email')).toHaveValue('')
})

test('in the sell form: after a reload, and after leaving for the other language', async ({ page }) => {
  await page.goto(pathTo('de', 'sell'))
  await onOnePage(page)
  await page.getByLabel('Name').fill('Erna Muster')
  await page.getByLabel('Beschreibung').fill('Eine Kette')
  await page.getByLabel('Gewicht in Gramm').fill('12,4')
  await page.getByRole('button', { name: 'Posten hinzufügen' }).click()
  await page.getByLabel('Gewicht in Gramm').nth(1).fill('3')
  await page.locator('input[data-photos="pick"]').setInputFiles('db/demo/photos/pieces/j14-1.jpg')
  const photos = page.getByRole('list', { name: 'Ihre Fotos' }).getByRole('img')
  await expect(photos).toHaveCount(1)
  const stays = async () => {
    await expect(page.getByLabel('Gewicht in Gramm')).toHaveCount(2)
    await expect(page.getByLabel('Gewicht in Gramm').nth(0)).toHaveValue('12,4')
    await expect(page.getByLabel('Gewicht in Gramm').nth(1)).toHaveValue('3')
    await expect(page.getByLabel('Name')).toHaveValue('Erna Muster')
    await expect(page.getByLabel('Beschreibung')).toHaveValue('Eine Kette')
    await expect(photos).toHaveCount(1)
  }
  await page.reload()
  await stays()
  await page.goto(pathTo('en', 'index'))
  await page.goto(pathTo('de', 'sell'))
  await stays()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('whoever pays another way finds what they had typed', async ({ page, context, baseURL }) => {
      await fillCart(context, baseURL, await ownPiece())
      await enter(page, 'de', { script: javaScriptEnabled })
      await fillAddress(page)
      await page.locator('#note').fill('Bitte klingeln.')
      await page.locator('#payment-online').check()
      await order(page, 'de')
      await page.getByRole('link', { name: 'Back' }).click()
      await page.getByRole('button', { name: 'Doch anders bezahlen' }).click()
      await expect(page).toHaveURL(pathTo('de', 'checkout'))
      await expect(page.locator('#email')).toHaveValue('clara@beispiel.example')
      await expect(page.locator('#city')).toHaveValue('Köln')
      await expect(page.locator('#note')).toHaveValue('Bitte klingeln.')
    })

    test('whoever looks again once a piece is free finds what they had typed', async ({
      page,
      context,
      baseURL,
    }) => {
      const piece = await ownPiece()
      await fillCart(context, baseURL, piece)
      await enter(page, 'de', { script: javaScriptEnabled })
      await fillAddress(page)
      await page.locator('#payment-bank-transfer').check()
      const shop = await shopDatabase()
      const set = (status: 'reserved' | 'listed') =>
        shop.db.updateTable('product').set({ status }).where('id', '=', piece).execute()
      await shop.db
        .updateTable('claim')
        .set({ holder: 'somebody-else-at-the-checkout', held_until: new Date(Date.now() + 600_000) })
        .where('product_id', '=', piece)
        .execute()
      await set('reserved')
      await order(page, 'de')
      await expect(page.getByText('Noch einmal nachsehen')).toBeVisible()
      await shop.db
        .updateTable('claim')
        .set({ holder: null, held_since: null, held_until: null })
        .where('product_id', '=', piece)
        .execute()
      await set('listed')
      await shop.close()
      await page.getByText('Noch einmal nachsehen').click()
      await expect(page.locator('#email')).toHaveValue('clara@beispiel.example')
      await expect(page.locator('#payment-bank-transfer')).toBeChecked()
    })
  })
}
