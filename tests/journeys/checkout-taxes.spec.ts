import { sql } from 'kysely'
import {
  chooseCountry,
  enter,
  fillAddress,
  fillCart,
  order,
  problems,
  title,
  words,
} from './checkout-steps.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPieces, shopDatabase } from './shop-database.ts'

test('the price follows the VAT id of a business and the place it is sent to, before the order', async ({
  page,
  context,
  baseURL,
}) => {
  const [piece = ''] = await ownPieces(1, { priceCents: 119_000 })
  const { db, close } = await shopDatabase()
  await sql`update product set tax_mode = 'standard_19' where id = ${piece}`.execute(db)
  await close()
  await fillCart(context, baseURL, piece)
  await enter(page, 'de')
  await fillAddress(page)
  const review = page.getByRole('region', { name: 'Prüfen und bestellen' })
  const total = page.locator('input[name=total]')
  await expect(total).toHaveValue('121400')

  // For businesses alone: closed until it is asked for, by keyboard too.
  await expect(page.locator('#vatId')).toBeHidden()
  await page.getByText('Bestellung als Unternehmen').focus()
  await page.keyboard.press('Enter')
  await page.locator('#country').selectOption('AT')
  await page.locator('#postalCode').fill('1010')
  await page.locator('#vatId').fill('ATU13585628')
  await page.locator('#city').focus()
  await expect(page.locator('#vatId')).toHaveAccessibleDescription(/unvollständig oder falsch geschrieben/)
  await expect(total).toHaveValue('123900')
  await expect(page.getByRole('status').filter({ hasText: /falsch geschrieben/ })).toBeAttached()
  // What was said is about that id: another one has not been judged yet.
  await page.locator('#vatId').fill('ATU13585627')
  await expect(page.locator('#vatId')).not.toHaveAttribute('aria-invalid')
  await page.locator('#city').focus()
  await expect(total).toHaveValue('104118')
  await expect(review).toContainText('innergemeinschaftliche Lieferung')
  await expect(page.getByText('ATU13585627 ist bestätigt.')).toBeVisible()
  await expectAccessible(page)

  // The Canary Islands are outside the area of VAT: an export, with duties.
  await page.locator('#vatId').fill('')
  await page.locator('#country').selectOption('ES')
  await page.locator('#postalCode').fill('35001')
  await page.locator('#city').focus()
  await expect(review).toContainText('Zölle und Abgaben bei der Einfuhr tragen Sie.')
  await expect(total).toHaveValue('104118')
  await page.locator('#payment-bank-transfer').check()
  await order(page, 'de')
  await expect(title(page)).toHaveText(words.de.received)
  await expect(page.getByRole('main')).toContainText('Ausfuhr, ohne MwSt.')
  await expect(page.getByRole('main')).toContainText('1.041,18 €')
})

test.describe('a total that was not read', () => {
  // Refused on purpose.
  test.use({ allowedConsole: /status of 409/ })

  test('is not ordered with, though it came while the order was pressed', async ({
    page,
    context,
    baseURL,
  }) => {
    const [piece = ''] = await ownPieces(1, { priceCents: 119_000 })
    const { db, close } = await shopDatabase()
    await sql`update product set tax_mode = 'standard_19' where id = ${piece}`.execute(db)
    await close()
    await fillCart(context, baseURL, piece)
    await enter(page, 'de')
    await fillAddress(page)
    const total = page.locator('input[name=total]')
    await page.locator('#payment-bank-transfer').check()
    await page.getByText('Bestellung als Unternehmen').click()
    await page.locator('#postalCode').fill('1010')
    await chooseCountry(page, 'AT')
    await expect(total).toHaveValue('123900')

    const answer = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname.endsWith('/checkout.data'),
      async (route) => {
        await answer.promise
        await route.continue()
      },
    )
    await page.locator('#vatId').fill('ATU13585627')
    await page.getByRole('button', { name: words.de.order }).hover()
    // Whoever presses leaves the field by it, and is answered before letting go.
    await page.mouse.down()
    answer.resolve()
    await expect(total).toHaveValue('104118')
    await page.mouse.up()
    await expect(problems(page)).toContainText('1.239 € waren es, 1.041,18 € sind es jetzt')
    await order(page, 'de')
    await expect(title(page)).toHaveText(words.de.received)
    await expect(page.getByRole('main')).toContainText('1.041,18 €')
  })
})
