import { sql } from 'kysely'
import { pdfText } from '#tests/pdf-text.ts'
import { openOffice, scanCode, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, shelveRings, shopDatabase } from './shop-database.ts'

// What is missing is said.
test.use({ allowedConsole: /status of 422 .*\/act\/counter-sale\.finish$/ })

/** Rings of one's own on sale. */
async function rings(count: number, priceCents = 120_000): Promise<string[]> {
  const { db, close } = await shopDatabase()
  const pieces = Array.from({ length: count }, newPiece)
  await shelveRings(db, pieces, { priceCents, listedAt: new Date('2020-01-01') })
  await close()
  return pieces
}

test('two pieces are sold by card with the number of the till, and the invoice says it', async ({
  page,
  context,
  baseURL,
}) => {
  const [first = '', second = ''] = await rings(2)
  await signedIn(context, baseURL, { locale: 'en', role: 'sales' })
  await openOffice(page, '/counter/sale')
  await expect(page).toHaveURL(/sale=/)
  await expectAccessible(page)
  await scanCode(page, first)
  await expect(page.getByText(`Ring ${first}`)).toBeVisible()
  await page.getByLabel('Stock number, label or name').fill(second)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Ring ${second}`)).toBeVisible()
  await expect(page.getByLabel('To be paid')).toContainText('2,400')

  // What was agreed on at the counter, with its reason.
  await page.getByLabel('Price in euros').last().fill('1,100.00')
  await expect(page.getByLabel('To be paid')).toContainText('2,300')
  await page.getByRole('button', { name: 'Sell and hand over' }).click()
  await expect(page.getByText('Please check the marked fields.')).toBeVisible()
  await page.getByLabel('Name', { exact: false }).and(page.locator('[name=name]')).fill('Clara Beispiel')
  await page.getByLabel('Street and number').fill('Domstraße 1')
  await page.getByLabel('Postcode').fill('50668')
  await page.getByLabel('Town').fill('Köln')
  await page.getByRole('button', { name: 'Sell and hand over' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'give the reason for the discount' })).toBeVisible()
  await page.getByLabel('Reason for the discount').fill('bought two')
  await page.getByRole('button', { name: 'Sell and hand over' }).click()
  await expect(page.getByText('Enter the number of the receipt.').first()).toBeVisible()

  // Loaded anew, nothing of it is lost.
  await page.reload()
  await expect(page.getByLabel('Street and number')).toHaveValue('Domstraße 1')
  await expect(page.getByLabel('Price in euros').last()).toHaveValue('1,100.00')
  await page.getByLabel('Number of the till’s receipt').fill(`K-${first}`)
  await page.getByRole('button', { name: 'Sell and hand over' }).click()
  await expect(page.getByText('Sold and handed over.')).toBeVisible()
  await expectAccessible(page)

  const link = page.getByRole('link', { name: /^Invoice RE-/ })
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toContain('application/pdf')
  const paper = await pdfText(await file.body())
  expect(paper).toContain('Clara Beispiel')
  expect(paper).toContain(`K-${first}`)
  expect(paper).toContain('Gebrauchtgegenstände/Sonderregelung')
  expect(paper).not.toMatch(/Widerruf/)

  const number = /RG-\d{4}-\d+/.exec(page.url())?.[0] ?? ''
  await openOffice(page, '/counter/day-close')
  const row = page.getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText(`K-${first}`)
  await expect(row).toContainText('2,300')
  await expectAccessible(page)

  // One of the two comes back, and the other stays sold.
  await row.getByRole('link', { name: number }).click()
  await page.getByText('Take the sale back').click()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: new RegExp(first) }).uncheck()
  await page.getByLabel('Reason').fill('too wide')
  await page.getByLabel('Till receipt of the refund').fill(`T-${second}`)
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(page.getByText('Taken back: too wide')).toBeVisible()
  await expect(page.getByText('Sold and handed over.')).toBeVisible()
  await expect(page.getByText(/^Refunded on/)).toBeVisible()
  await expectAccessible(page)
  await openOffice(page, '/counter/day-close')
  await expect(page.getByText(`T-${second}`)).toBeVisible()
  await row.getByRole('link', { name: number }).click()

  // Taken back, the piece is there to be looked at again.
  await page.getByText('Take the sale back').click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByLabel('Reason').fill('too small')
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(page.getByText('Taken back: too small')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cancellation invoice RE-/ })).toHaveCount(2)
  await page.getByLabel('Till receipt of the refund').fill(`S-${first}`)
  await page.getByRole('button', { name: 'Record as refunded' }).click()
  await expect(page.getByText(/^Refunded on/)).toHaveCount(2)
})

test('a piece that somebody holds online stays theirs until their hold ends; sold at the counter, they are told', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [piece = ''] = await rings(1)
  const visitor = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'en-GB' })
  const shop = await visitor.newPage()
  await shop.goto(`/en/products/ring-${piece}/${piece}`)
  await shop.getByRole('button', { name: 'Add to cart', exact: true }).click()
  // Before its script runs, the button leads to the cart.
  await expect(
    shop
      .getByText(/is in your cart/)
      .or(shop.getByRole('heading', { name: 'Cart' }))
      .first(),
  ).toBeVisible()
  await shop.goto('/en/checkout')
  await expect(shop.getByText(`Ring ${piece}`).first()).toBeVisible()

  await signedIn(context, baseURL, { locale: 'en', role: 'sales' })
  await openOffice(page, `/counter/sale?piece=${piece}`)
  await expect(page.getByText(/someone is at the checkout of the online shop with it, until/)).toBeVisible()
  await page.getByRole('button', { name: 'Add it as soon as it is free' }).click()

  // Their time is over.
  const { db, close } = await shopDatabase()
  await sql`update claim set held_until = now() - interval '1 second', held_since = now() - interval '20 minutes',
    last_until = now() - interval '1 second' where product_id = ${piece}`.execute(db)
  await close()
  await expect(page.getByText(`On the label`)).toBeVisible({ timeout: 15_000 })
  await page.locator('[name=name]').fill('Clara Beispiel')
  await page.getByLabel('Street and number').fill('Domstraße 1')
  await page.getByLabel('Postcode').fill('50668')
  await page.getByLabel('Town').fill('Köln')
  await page.getByLabel('Number of the till’s receipt').fill(`K-${piece}`)
  await page.getByRole('button', { name: 'Sell and hand over' }).click()
  await expect(page.getByText('Sold and handed over.')).toBeVisible()

  await shop.goto('/en/cart')
  await expect(shop.getByText(/sold/i).first()).toBeVisible()
  await visitor.close()
})

test('a reservation shows whom it is for, is shown as reserved in the shop, and ends by itself', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [piece = ''] = await rings(1)
  await signedIn(context, baseURL, { locale: 'en', role: 'sales' })
  await openOffice(page, `/reservations?piece=${piece}`)
  const name = `Vera Vormerk ${piece}`
  await page.getByLabel('Name').first().fill(name)
  await page.getByRole('button', { name: 'Reserve', exact: true }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Reserved')
  await expectAccessible(page)

  const visitor = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const shop = await visitor.newPage()
  await shop.goto(`/en/products/ring-${piece}/${piece}`)
  await expect(shop.getByText(/reserved/i).first()).toBeVisible()

  await openOffice(page, `/pieces/${piece}`)
  await expect(page.getByText(`Reserved for ${name}`)).toBeVisible()

  const { db, close } = await shopDatabase()
  await sql`update reservation set until = now() - interval '1 minute' where product_id = ${piece}`.execute(
    db,
  )
  await sql`update claim set held_until = now() - interval '1 minute', held_since = now() - interval '1 day'
    where product_id = ${piece}`.execute(db)
  await close()
  // Nobody presses anything: the jobs of the shop find it.
  await expect
    .poll(
      async () => {
        await openOffice(page, `/reservations?q=${encodeURIComponent(name)}`)
        return page.getByRole('row', { name: new RegExp(name) }).textContent()
      },
      { timeout: 40_000 },
    )
    .toContain('Lapsed')
  // That it has lapsed is said by the clock; the piece is free when the job has been there.
  await expect
    .poll(
      async () => {
        await shop.goto(`/en/products/ring-${piece}/${piece}`)
        return shop.getByRole('button', { name: /cart/i }).count()
      },
      { timeout: 40_000 },
    )
    .toBeGreaterThan(0)
  await visitor.close()
})

test.describe('over a connection that breaks', () => {
  test.use({ allowedConsole: /ERR_CONNECTION_RESET/ })

  test('a sale whose taking back is pressed again, for its answer was lost, is paid out once', async ({
    page,
    context,
    baseURL,
  }) => {
    const [piece = ''] = await rings(1)
    await signedIn(context, baseURL, { role: 'sales' })
    await openOffice(page, '/counter/sale')
    await scanCode(page, piece)
    await expect(page.getByText(`Ring ${piece}`)).toBeVisible()
    await page.locator('[name=name]').fill('Clara Beispiel')
    await page.getByLabel('Straße und Hausnummer').fill('Domstraße 1')
    await page.getByLabel('Postleitzahl').fill('50668')
    await page.getByLabel('Ort', { exact: false }).fill('Köln')
    // A country is chosen by its name.
    await page.getByLabel('Land').selectOption({ label: 'Österreich' })
    await page.getByLabel('Land').selectOption({ label: 'Deutschland' })
    await page.getByLabel('Nummer des Kassenbelegs').fill(`K-${piece}`)
    await page.getByRole('button', { name: 'Verkaufen und übergeben' }).click()
    await page.waitForURL(/\/counter\/sales\//)
    const number = /[^/]+$/.exec(new URL(page.url()).pathname)?.[0] ?? ''
    let lost = 0
    await page.route('**/office/act/counter-sale.take-back', async (route) => {
      // The shop does it, and nobody hears of it.
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await page.getByText('Verkauf zurücknehmen').first().click()
    await page.locator('[name=reason]').fill('Passt nicht')
    await page.locator('[name=reference]').fill(`Storno ${piece}`)
    const press = page.getByRole('button', { name: 'Zurücknehmen', exact: true })
    await press.click()
    await expect(page.getByText(/^Es ist nicht sicher, ob das angekommen ist/)).toBeVisible()
    await expect(page.locator('[name=reference]')).toHaveValue(`Storno ${piece}`)
    await press.click()
    await expect(page.getByRole('heading', { name: 'Erstattungen' })).toBeVisible()
    const { db, close } = await shopDatabase()
    try {
      const money = await db
        .selectFrom('money as m')
        .innerJoin('shop_order as o', 'o.id', 'm.order_id')
        .select(['m.direction', 'm.amount_cents'])
        .where('o.number', '=', number)
        .orderBy('m.id')
        .execute()
      expect(money).toEqual([
        { direction: 'in', amount_cents: 120_000 },
        { direction: 'out', amount_cents: 120_000 },
      ])
    } finally {
      await close()
    }
  })
})
