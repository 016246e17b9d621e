import { createPiece } from '#app/shop/stock/new-piece.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { shopDatabase } from './shop-database.ts'

test('a list of pieces is searched, narrowed, sorted and walked through by keyboard; its address says it all', async ({
  page,
  context,
  baseURL,
}) => {
  // More than a window shows, and more than is fetched at once.
  const { word } = await ownPieces(120)
  await signedIn(context, baseURL, { locale: 'en' })
  await openOffice(page, '/pieces')
  const grid = page.getByRole('grid', { name: 'Pieces' })
  const rows = grid.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  // Of a long list only what is near the window is drawn.
  expect(await rows.count()).toBeLessThan(60)
  await expectAccessible(page)

  await page.keyboard.press('/')
  await page.keyboard.type('submariner')
  await expect(page).toHaveURL(/q=submariner/)
  await expect(rows.nth(1)).toContainText('Submariner')
  await page.getByRole('columnheader', { name: 'Price', exact: true }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-price/)
  await expect(page.getByRole('columnheader', { name: 'Price', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByLabel('on sale', { exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=listed/)
  // The address changes before the list does: a row that is sold is one of the list before.
  await expect(rows.nth(1)).toContainText('on sale')
  const address = page.url()
  const shown = await rows.nth(1).textContent()

  // A sent link shows the same list.
  await page.goto(address)
  await expect(rows.nth(1)).toContainText(shown ?? '')
  await page.getByRole('button', { name: 'on sale: remove filter' }).click()
  await expect(page).not.toHaveURL(/status/)

  // Others' pieces come and go meanwhile: a list has one end only where all pieces in it are one's own.
  await openOffice(page, `/pieces?q=${word}&sort=number`)
  await expect(grid).toHaveAttribute('aria-rowcount', '121')
  await rows.nth(1).getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('x')
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+End')
  await expect(grid.locator('[aria-rowindex="121"]')).toBeVisible()
  await expect(grid.locator('[aria-rowindex="121"]')).not.toContainText('Loading')
})

test('what is chosen or typed while a list is still being fetched is added to what was chosen before', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await openOffice(page, '/pieces?status=listed,sold,reserved')
  const held: string[] = []
  let answered = Promise.withResolvers<void>()
  await page.route('**/office/data/pieces*', async (route) => {
    held.push(route.request().url())
    await answered.promise
    // Asked again meanwhile, nobody waits for this one any more.
    await route.continue().catch(() => undefined)
  })
  const heldLast = () => expect.poll(() => decodeURIComponent(held.at(-1) ?? ''))

  await page.getByRole('button', { name: 'on sale: remove filter' }).click()
  await heldLast().toContain('status=sold,reserved')
  await page.getByRole('button', { name: 'sold: remove filter', exact: true }).click()
  await heldLast().toMatch(/status=reserved(&|$)/)
  await page.keyboard.press('/')
  await page.keyboard.type('uhr')
  await heldLast().toContain('q=uhr')
  await page.keyboard.type('en')
  answered.resolve()
  await expect(page).toHaveURL(/q=uhren/)
  await expect(page).toHaveURL(/status=reserved(&|$)/)
  await expect(page.getByRole('searchbox')).toHaveValue('uhren')

  // An answer that comes while somebody types on takes nothing of it back; nothing more is asked as long as time stands.
  answered = Promise.withResolvers<void>()
  await page.keyboard.type(' g')
  await heldLast().toContain('q=uhren+g')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type('old')
  answered.resolve()
  await expect(page).toHaveURL(/q=uhren(\+|%20)g(&|$)/)
  await expect(page.getByRole('searchbox')).toHaveValue('uhren gold')
  await page.clock.resume()
  await expect(page).toHaveURL(/q=uhren(\+|%20)gold(&|$)/)
})

test('back from a piece, the list is at the row that it was left from, and goes on from there', async ({
  page,
  context,
  baseURL,
}) => {
  // Others' pieces come and go meanwhile: rows stay where they are only in a list of one's own.
  const { word } = await ownPieces(120)
  await signedIn(context, baseURL, { locale: 'en' })
  await openOffice(page, `/pieces?q=${word}&sort=number`)
  const focused = page.locator('.piece-cell:focus')
  const rowOf = () =>
    focused.evaluate((cell) => Number(cell.closest('[role=row]')?.getAttribute('aria-rowindex')))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  for (const status of ['draft', 'on sale'])
    await page.getByRole('dialog').getByLabel(status, { exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  // What was asked is said at once; its list is another one, and begins at its top when it comes.
  await expect(page).toHaveURL(/status/)
  await expect(page.locator('#page')).toHaveAttribute('aria-busy', 'false')
  const address = page.url()

  /** Opens the piece of the row with Enter, comes back and is there again. */
  const thereAndBack = async (row: number, { reload = false } = {}) => {
    await expect.poll(rowOf).toBe(row)
    await expect(focused).not.toContainText('Loading')
    const [id, said] = [await focused.getAttribute('id'), await focused.textContent()]
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/pieces\/\d+$/)
    await page.locator('#page-title').waitFor()
    if (reload) await page.reload()
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('button', { name: 'on sale: remove filter' })).toBeVisible()
    await expect(focused).toHaveText(said ?? '')
    await expect(focused).toHaveId(id ?? '')
    await expect(focused).toBeInViewport({ ratio: 1 })
  }
  const down = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
  }
  await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).focus()
  await down(60)
  await thereAndBack(62)
  // Of what comes after the first hundred, rows are fetched when they are looked at.
  await page.keyboard.press('End')
  await down(45)
  await thereAndBack(107, { reload: true })
  await page.keyboard.press('ArrowUp')
  await expect.poll(rowOf).toBe(106)

  // The list as it was before it was filtered is another one, in which nobody went anywhere.
  const place = page.locator('.piece-cell[tabindex="0"]')
  await page.goBack()
  await expect(page).not.toHaveURL(/status/)
  await expect(place).toHaveId('cell-0-0')
  await page.goForward()
  await expect(page).toHaveURL(address)
  await expect(place).toHaveId(/^cell-104-/)
})

test('a piece that was opened by mouse is where it was when its list is seen again', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await openOffice(page, '/pieces?sort=-price')
  const link = page.locator('[aria-rowindex="31"] .piece-link')
  await page.mouse.move(600, 500)
  while ((await link.count()) === 0 || !(await link.isVisible())) await page.mouse.wheel(0, 400)
  // The wheel may still be turning.
  const y = link.evaluate(
    (element) =>
      new Promise<number>((told) =>
        element.closest('[role=row]')?.addEventListener('click', () => told(window.scrollY)),
      ),
  )
  await link.click()
  await expect(page).toHaveURL(/\/pieces\/\d+$/)
  await page.locator('#page-title').waitFor()
  await page.goBack()
  await expect(page.locator('.piece-cell:focus')).toHaveId('cell-29-0')
  await expect(link).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - (await y))).toBeLessThan(2)
})

test('two people at one price: the second is shown what the first wrote', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en', name: 'Berta Beispiel' })
  const address = `/pieces?q=${(await ownPieces(3)).word}`
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

test('prices of chosen pieces are changed as previewed, and all put back at once', async ({
  page,
  context,
  baseURL,
}) => {
  const pieces = await ownPieces(3)
  const name = `Berta ${pieces.word}`
  await signedIn(context, baseURL, { locale: 'en', role: 'sales', name })
  await openOffice(page, `/pieces?q=${pieces.word}`)
  const rows = page.getByRole('grid', { name: 'Pieces' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: 'Select all' }).click()
  const bar = page.getByRole('group', { name: '3 pieces selected' })
  await expect(bar.getByRole('link', { name: 'Labels' })).toHaveAttribute('href', /ids=/)
  await bar.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 3 pieces' })
  await dialog.getByRole('textbox', { name: 'Per cent' }).fill('viel')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'from −90 to 200' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Per cent' }).fill('-7.5')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('status')).toHaveText('3 pieces change.')
  await expect(dialog.getByRole('row', { name: /€1,000/ }).first()).toContainText('€925')
  await expectAccessible(page)
  expect(await pieces.prices()).toEqual([100_000, 100_000, 100_000])

  await dialog.getByRole('button', { name: 'Change 3 pieces' }).click()
  await expect(dialog.getByRole('status')).toHaveText('3 pieces have been changed.')
  expect(await pieces.prices()).toEqual([92_500, 92_500, 92_500])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rows.nth(1).locator('.piece-price')).toHaveText('€925')

  // The way back is there tomorrow, too.
  await bar.getByRole('link', { name: 'Bulk changes' }).click()
  const made = page.getByRole('row', { name: /Price −7\.5%/ }).filter({ hasText: name })
  await expectAccessible(page)
  await made.getByRole('button', { name: /^Undo/ }).click()
  await expect(made).toContainText(`undone by ${name}`)
  expect(await pieces.prices()).toEqual([100_000, 100_000, 100_000])
})

test('a list is kept under a name, shared, and opened by somebody else as it was', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const name = `Ringe ${crypto.randomUUID().slice(0, 8)}`
  await signedIn(context, baseURL, { locale: 'de', name: 'Berta Beispiel' })
  await openOffice(page, '/pieces?kind=jewellery&sort=-price')
  await page.getByRole('button', { name: 'Ansicht speichern oder ändern' }).click()
  const dialog = page.getByRole('dialog')
  const fresh = dialog.getByRole('form').first()
  await fresh.getByRole('button').click()
  await expect(fresh.getByRole('alert')).not.toBeEmpty()
  await fresh.getByRole('textbox').fill(name)
  await fresh.getByRole('checkbox').check()
  await expectAccessible(page)
  await fresh.getByRole('button').click()
  await expect(dialog.getByRole('form', { name })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')

  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await signedIn(elsewhere, baseURL, { locale: 'en', role: 'buyer', name: 'Carl Beispiel' })
  const others = await elsewhere.newPage()
  await openOffice(others, '/pieces')
  await others.getByRole('link', { name: `${name} · by Berta Beispiel` }).click()
  await expect(others).toHaveURL(/kind=jewellery/)
  await expect(others).toHaveURL(/sort=-price/)
  await elsewhere.close()
})

/** Drafts of one's own for 1,000 euros, found by a word that no other piece has. */
async function ownPieces(count: number) {
  const word = `probe${crypto.randomUUID().slice(0, 8)}`
  const { db, close } = await shopDatabase()
  const ids: string[] = []
  try {
    const { id: staff } = await db
      .insertInto('staff_member')
      .values({ name: 'Carl Beispiel', email: `${word}@staff.example`, role: 'owner' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let made = 0; made < count; made += 1)
      ids.push(
        await createPiece(db, { id: staff, name: 'Carl Beispiel' }, { kind: 'jewellery', branch: null }),
      )
    await db
      .updateTable('product')
      .set({ price_cents: 100_000, name: JSON.stringify({ de: word, en: word }) })
      .where('id', 'in', ids)
      .execute()
  } finally {
    await close()
  }
  const prices = async () => {
    const { db, close } = await shopDatabase()
    try {
      const found = await db.selectFrom('product').select('price_cents').where('id', 'in', ids).execute()
      return found.map(({ price_cents }) => price_cents)
    } finally {
      await close()
    }
  }
  return { word, prices }
}

test('each heading stands above its column, however wide the window is', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  for (const width of [768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await openOffice(page, '/pieces')
    await expect(page.locator('.piece-line .piece-price').first()).toBeVisible()
    for (const column of ['name', 'price', 'days', 'status']) {
      const edgeOf = (row: string) =>
        page
          .locator(`${row} .piece-${column}`)
          .first()
          .evaluate((cell) => Math.round(cell.getBoundingClientRect().right))
      expect(await edgeOf('.piece-head'), `${column} at ${width} px`).toBe(await edgeOf('.piece-line'))
    }
  }
  await fitsEverywhere(page)
})
