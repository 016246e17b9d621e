import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'

test('a list of pieces is searched, narrowed, sorted and walked through by keyboard; its address says it all', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await openOffice(page, '/pieces')
  const grid = page.getByRole('grid', { name: 'Pieces' })
  const rows = grid.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const all = Number(await grid.getAttribute('aria-rowcount')) - 1
  expect(all).toBeGreaterThan(100)
  // Of a long list only what is near the window is drawn.
  expect(await rows.count()).toBeLessThan(60)
  await expectAccessible(page)

  await page.keyboard.press('/')
  await page.keyboard.type('submariner')
  await expect(page).toHaveURL(/q=submariner/)
  await expect(rows.nth(1)).toContainText('Submariner')
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-price/)
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByLabel('available', { exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=listed/)
  const address = page.url()
  const shown = await rows.nth(1).textContent()

  // A sent link shows the same list.
  await page.goto(address)
  await expect(rows.nth(1)).toContainText(shown ?? '')
  await page.getByRole('button', { name: 'available: remove filter' }).click()
  await expect(page).not.toHaveURL(/status/)

  await openOffice(page, '/pieces?sort=number')
  await rows.nth(1).getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('x')
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+End')
  await expect(grid.locator(`[aria-rowindex="${all + 1}"]`)).toBeVisible()
  await expect(grid.locator(`[aria-rowindex="${all + 1}"]`)).not.toContainText('Loading')
})

test('two people at one price: the second is shown what the first wrote', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en', name: 'Berta Beispiel' })
  const address = '/pieces?status=listed&kind=jewellery&sort=number'
  await openOffice(page, address)
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await signedIn(elsewhere, baseURL, { locale: 'en', name: 'Carl Beispiel' })
  const others = await elsewhere.newPage()
  await openOffice(others, address)

  for (const [window, price] of [
    [others, '4321'],
    [page, '4200'],
  ] as const) {
    const cell = window.getByRole('row').nth(3).locator('.piece-price')
    await cell.focus()
    await window.keyboard.press('Enter')
    await window.getByRole('textbox', { name: /^Price of piece/ }).fill(price)
    await window.keyboard.press('Enter')
    if (window === others) await expect(cell).toHaveText('€4,321')
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Carl Beispiel has entered €4,321' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave theirs' }).click()
  await expect(page.getByRole('row').nth(3).locator('.piece-price')).toHaveText('€4,321')
  await elsewhere.close()
})
