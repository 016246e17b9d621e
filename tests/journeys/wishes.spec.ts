import type { Locator, Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { ownPiece, shopDatabase } from './shop-database.ts'

const list = pathTo('de', 'wishes')
const pieceAddress = (locale: 'de' | 'en', id: string) => pathTo(locale, 'product', { name: 'ring', id })

/** Pieces that lie on this browser's list when the next page opens. */
async function keep(page: Page, ids: readonly string[]): Promise<void> {
  await page.goto(pathTo('de', 'imprint'))
  await page.evaluate((wishes) => localStorage.setItem('wishes', wishes), ids.join('.'))
}

/** Hearts come at a sign of the visitor, once the page has had nothing else to do. */
async function showsUp(page: Page, heart: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.move(90 + 20 * Math.random(), 300)
    await expect(heart).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

async function setPiece(id: string, values: { status?: 'reserved' | 'sold'; price_cents?: number }) {
  const { db, close } = await shopDatabase()
  if (values.status === 'sold')
    await db.updateTable('product').set({ status: 'reserved' }).where('id', '=', id).execute()
  await db.updateTable('product').set(values).where('id', '=', id).execute()
  await close()
}

test('a heart on a card keeps the piece, says so, and is counted in the header', async ({ page }) => {
  await page.goto(pathTo('de', 'watches'))
  const before = await page.locator('.cards > li').first().boundingBox()
  const heart = page
    .locator('#results')
    .getByRole('button', { name: /merken$/ })
    .first()
  await showsUp(page, heart)
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  expect(await page.locator('.cards > li').first().boundingBox()).toEqual(before)
  const name = ((await heart.getAttribute('aria-label')) ?? '').replace(/ merken$/, '')
  await heart.focus()
  await page.keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'steht auf der Merkliste' })).toContainText(name)
  await expectAccessible(page)
  const link = page.getByRole('banner').getByRole('link', { name: 'Merkliste, 1 Stück' })
  await link.click()
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(name)
  // It is the browser's own: there after a reload, and no page of the server knows it.
  await page.reload()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(name)
})

test('a piece is kept from its own page, taken off the list and put back', async ({ page }) => {
  const [one, other] = [await ownPiece(), await ownPiece()]
  for (const id of [one, other]) {
    await page.goto(pieceAddress('en', id))
    await showsUp(page, page.getByRole('article').getByRole('button', { name: /^Save / }))
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Save / })
      .click()
    await expect(page.getByRole('article').getByRole('button', { name: /^Save / })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  }
  await page.goto(pathTo('en', 'wishes'))
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(other)
  await rows
    .first()
    .getByRole('button', { name: /^Remove/ })
    .press('Enter')
  await expect(rows).toHaveCount(1)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(other)
})

test('the list says what has become of its pieces, and moves one to the cart', async ({ page }) => {
  const [free, reserved, sold] = [await ownPiece(), await ownPiece(), await ownPiece()]
  await setPiece(reserved, { status: 'reserved' })
  await setPiece(sold, { status: 'sold' })
  await keep(page, [free, reserved, sold, '99999'])
  await page.goto(list)
  const row = (id: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: id })
  await expect(row(reserved)).toContainText('Reserviert')
  await expect(row(reserved).getByRole('link', { name: /^Bescheid geben, wenn frei: / })).toHaveAttribute(
    'href',
    pathTo('de', 'piece-alert', { id: reserved }),
  )
  await expect(row(sold)).toContainText('Verkauft')
  await expect(row(sold).getByRole('link', { name: /^Ähnliche Stücke/ })).toHaveAttribute('href', /#similar$/)
  await expect(row('99999')).toContainText('gibt es bei uns nicht mehr')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await row(free)
    .getByRole('button', { name: /^In den Warenkorb: / })
    .click()
  await expect(row(free)).toHaveCount(0)
  await expect(page.getByText('liegt jetzt im Warenkorb')).toBeVisible()
  await page.goto(pathTo('de', 'cart'))
  await expect(page.getByRole('main')).toContainText(free)
})

test('a piece that is gone offers to tell when one like it arrives', async ({ page }) => {
  const sold = await ownPiece()
  await setPiece(sold, { status: 'sold' })
  await page.goto(pieceAddress('de', sold))
  await page.getByRole('link', { name: 'Bescheid bekommen, wenn so etwas eintrifft' }).click()
  await expect(page).toHaveURL(/#alert$/)
  await expect(
    page.getByRole('heading', { name: 'Bescheid geben, wenn so etwas eintrifft' }),
  ).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'E-Mail-Adresse' })).toBeVisible()
})

test('a list is read by whoever has its link, and taken over; what is none is said', async ({ page }) => {
  const [one, other] = [await ownPiece(), await ownPiece()]
  await keep(page, [one, other])
  await page.goto(list)
  const address = await page.getByRole('textbox', { name: 'Liste weitergeben' }).inputValue()
  expect(new URL(address).search).toBe(`?pieces=${one}.${other}`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${new URL(address).pathname}?pieces=${one}.${other}.99999.%3Cb%3E`)
  await expect(page.getByText('Ein Stück dieser Liste gibt es bei uns nicht mehr.')).toBeVisible()
  await expect(page.getByText(/^Eine Angabe im Link ist keine Artikelnummer/)).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.getByRole('button', { name: /entfernen$/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: '2 Stücke in meine Merkliste übernehmen' }).click()
  await expect(page.getByText('Übernommen.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('wishes'))).toBe(`${one}.${other}`)
})

test('two or three pieces stand side by side, what differs is marked, and a telephone shows all of it', async ({
  page,
}) => {
  await keep(page, ['10482', '10468', '10483', '10484'])
  await page.goto(list)
  const ticks = page.getByRole('checkbox')
  await expect(ticks).toHaveCount(4)
  for (const at of [0, 1, 2]) await ticks.nth(at).check()
  await expect(ticks.nth(3)).toBeDisabled()
  await ticks.nth(1).uncheck()
  await page.getByRole('button', { name: 'Ausgewählte vergleichen' }).click()
  await expect(page).toHaveURL(/\/de\/vergleich\?pieces=10482&pieces=10483$/)
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(2)
  await expect(table.getByRole('rowheader', { name: 'Preis' })).toBeVisible()
  await expect(table.getByRole('row', { name: /^Zustand/ })).toHaveCount(1)
  const all = await table.getByRole('row').count()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Nur Unterschiede zeigen' }).click()
  await expect(page).toHaveURL(/pieces=10482\.10483&only=differences$/)
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(all)

  // On a telephone three stand beside each other in the window, and what a row is about stands above its values.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${pathTo('de', 'compare')}?pieces=10482.10483.10484`)
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expectNoOverflow(page)
  await expectAccessible(page)
  const values = table.getByRole('row', { name: /^Wasserdichtheit/ }).getByRole('cell')
  const boxes = await Promise.all((await values.all()).map((value) => value.boundingBox()))
  const words = table.getByRole('rowheader', { name: /^Wasserdichtheit/ })
  const above = await words.boundingBox()
  expect(boxes).toHaveLength(3)
  for (const [at, box] of boxes.entries()) {
    expect(box?.x).toBeGreaterThan(at === 0 ? 0 : (boxes[at - 1]?.x ?? 360))
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  }
  expect(above?.height).toBeLessThan(40)
})

test('one piece alone is compared with nothing, and the page says so', async ({ page }) => {
  await page.goto(`${pathTo('en', 'compare')}?pieces=10482.x.y`)
  await expect(page.getByText('A comparison needs two or three pieces.')).toBeVisible()
  await expect(page.getByText(/^2 entries in the link are not stock numbers/)).toBeVisible()
})

test('what was seen lately has its present price, and a sold piece says so', async ({ page }) => {
  const [one, other] = [await ownPiece(), await ownPiece()]
  await page.goto('/de/produkte/x/10482')
  const stored = () => page.evaluate(() => localStorage.getItem('recently-seen') ?? '[]')
  await expect.poll(stored).toContain('"id":"10482"')
  // Pieces of a test have no photo, and are remembered with one only.
  const [submariner] = JSON.parse(await stored())
  await page.evaluate(
    (seen) => localStorage.setItem('recently-seen', seen),
    JSON.stringify([one, other].map((id) => ({ ...submariner, id }))),
  )
  await setPiece(one, { status: 'sold' })
  await setPiece(other, { price_cents: 77_700 })
  await page.goto('/de/produkte/x/10482')
  // It comes at the visitor's first sign.
  await page.mouse.wheel(0, 200)
  const seen = page.getByRole('region', { name: 'Zuletzt angesehen' })
  await expect(seen.getByRole('listitem').filter({ hasText: '777' })).toHaveCount(1)
  await expect(seen.getByText('Verkauft')).toBeVisible()
})

test('an alert of one piece is asked for, confirmed and ended', async ({ page }) => {
  const id = await ownPiece()
  await setPiece(id, { status: 'reserved' })
  await page.goto(pieceAddress('de', id))
  await page.getByRole('link', { name: 'Bescheid geben, wenn es wieder frei ist' }).click()
  await expect(page).toHaveURL(pathTo('de', 'piece-alert', { id }))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Benachrichtigung einrichten' }).click()
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused()
  const mailbox = `wish-${id}@beispiel.example`
  await page.getByLabel('E-Mail-Adresse').fill(mailbox)
  await page.getByRole('button', { name: 'Benachrichtigung einrichten' }).click()
  await expect(page.getByText('Fast fertig.')).toBeVisible()
  const { db, close } = await shopDatabase()
  const alert = () =>
    db.selectFrom('stock_alert').selectAll().where('product_id', '=', id).executeTakeFirstOrThrow()
  const { token } = await alert()
  await page.goto(`${pathTo('de', 'piece-alert', { id })}?alert=${token}`)
  expect((await alert()).confirmed_at, 'looking confirms nothing').toBeNull()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByText(/^Bestätigt\./)).toBeVisible()
  await db.updateTable('product').set({ status: 'listed' }).where('id', '=', id).execute()
  // The job looks every half a minute.
  await expect
    .poll(
      async () =>
        (await db.selectFrom('mail_outbox').select('kind').where('recipient', '=', mailbox).execute()).map(
          ({ kind }) => kind,
        ),
      { timeout: 90_000 },
    )
    .toContain('alert-piece')
  await page.goto(`${pathTo('en', 'piece-alert', { id })}?alert=${token}`)
  await page.getByRole('button', { name: 'Stop the alert' }).click()
  await expect(page.getByText('The alert has been stopped and your address deleted.')).toBeVisible()
  expect((await alert()).email).toBeNull()
  await close()
})

test('after adding from its page a drawer shows the cart, and gives the focus back', async ({ page }) => {
  const id = await ownPiece()
  await page.goto(pieceAddress('de', id))
  await page.getByRole('button', { name: 'In den Warenkorb', exact: true }).press('Enter')
  const drawer = page.getByRole('dialog', { name: /liegt im Warenkorb/ })
  await expect(drawer.getByRole('button', { name: 'Warenkorb schließen' })).toBeFocused()
  await expect(drawer).toContainText(id)
  await expect(drawer.getByText('Summe für ein Stück')).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Versand' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Im Warenkorb: ansehen' })).toBeFocused()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the list says what it needs, a shared one is there, and two pieces are compared', async ({
    page,
  }) => {
    await page.goto(list)
    const words = page.locator('main noscript')
    await expect(words).toBeVisible()
    expect(await page.content()).toContain('Die Merkliste liegt in Ihrem Browser und braucht JavaScript')
    await page.goto(`${list}?pieces=10482.10483`)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
    for (const tick of await page.getByRole('checkbox').all()) await tick.check()
    await page.getByRole('button', { name: 'Ausgewählte vergleichen' }).click()
    await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(2)
  })

  test('an alert of one piece is asked for', async ({ page }) => {
    const id = await ownPiece()
    await page.goto(pathTo('en', 'piece-alert', { id }))
    await page.getByLabel('Email address').fill('nobody')
    await page.getByRole('button', { name: 'Set up the alert' }).click()
    await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Email address').fill(`plain-${id}@beispiel.example`)
    await page.getByRole('button', { name: 'Set up the alert' }).click()
    await expect(page.getByText('Almost done.')).toBeVisible()
  })
})
