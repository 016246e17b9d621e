import { enter, fillCart } from './checkout-steps.ts'
import { expect, test } from './shop.ts'
import { ownPiece, ownPieces } from './shop-database.ts'

/* Pieces are held for whoever is at the checkout, and nobody else gets them meanwhile. */

test('a hold that ran out is told by a clock that is wrong, and renewed by one press', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  await page.clock.install({ time: new Date('2031-05-05T05:05:00Z') })
  await enter(page, 'de')
  await page.clock.runFor(1000)
  const until = page.getByText(/^Für Sie zurückgehalten bis \d\d:\d\d Uhr$/)
  await expect(until).toBeVisible()
  await expect(page.getByText(/Das ist in weniger als/)).toHaveCount(0)
  await page.locator('#name').fill('Clara Beispiel')
  // Twice it is said that little is left, and nothing runs in between.
  await page.clock.runFor(10 * 60_000 + 5_000)
  await expect(page.getByText('Das ist in weniger als 5 Minuten.')).toBeVisible()
  await page.clock.runFor(4 * 60_000)
  await expect(page.getByText('Das ist in weniger als einer Minute.')).toBeVisible()
  await page.clock.runFor(2 * 60_000)
  await expect(page.getByRole('alert')).toContainText('Die Zeit ist um.')
  await page.getByRole('button', { name: 'Noch einmal zurückhalten' }).click()
  await expect(until).toBeVisible()
  await expect(page.locator('#name')).toHaveValue('Clara Beispiel')
})

test('somebody else’s hold is told kindly, one’s own never stands in the way, leaving lets go', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [wanted = '', mine = '', another = ''] = await ownPieces(3)
  await fillCart(context, baseURL, wanted, mine)
  await enter(page, 'de')
  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const theirs = await other.newPage()
  await fillCart(other, baseURL, wanted, another)
  await enter(theirs, 'en')
  const missing = theirs.getByRole('region', { name: 'One piece is not available right now' })
  await expect(missing).toContainText(/until \d\d:\d\d German time at the latest/)
  await expect(theirs.getByRole('complementary')).not.toContainText(wanted)
  await expect(theirs.getByRole('complementary')).toContainText(another)
  // Loading the page again keeps the hold, although the page before says that it is closed.
  const visit = async () =>
    (await context.cookies()).find(({ name }) => name === 'checkout')?.value.split('.')[1] ?? ''
  const before = await visit()
  await page.reload()
  expect(await visit()).not.toBe(before)
  const late = await context.request.post('/api/checkout/leave', { form: { visit: before } })
  expect(late.status()).toBe(204)
  await theirs.reload()
  await expect(missing).toBeVisible()
  // Going elsewhere lets go.
  const leaving = page.waitForResponse(/\/api\/checkout\/leave$/)
  await page.getByRole('banner').getByRole('link', { name: 'Uhren' }).click()
  await leaving
  await theirs.reload()
  await expect(theirs.getByRole('complementary')).toContainText(wanted)
  await other.close()
})
