import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathTo } from '#app/language/route-table.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPiece, shopDatabase, shopDirectory } from './shop-database.ts'

/** A piece of one's own that lies in Cologne. */
async function pieceInKoeln(): Promise<string> {
  const piece = await ownPiece()
  const { db, close } = await shopDatabase()
  await db.updateTable('product').set({ branch_id: 'koeln' }).where('id', '=', piece).execute()
  await close()
  return piece
}

/** The calendar files that went to an address, by what they ask, as they lie in the outbox. */
function filesTo(address: string): string[] {
  const outbox = join(shopDirectory(), 'outbox')
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
    .flatMap((mail) => /method=(REQUEST|CANCEL)/.exec(mail)?.[1] ?? [])
    .toSorted()
}

test('a viewer books without script and moves it by the link; staff cancel it, and the viewer reads why', async ({
  browser,
  page,
  context,
  baseURL,
}) => {
  const email = `clara-${Date.now()}@beispiel.example`
  const piece = await pieceInKoeln()
  const without = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const visitor = await without.newPage()
  await visitor.goto(pathTo('de', 'product', { name: 'x', id: piece }))
  await visitor
    .getByRole('link', { name: /ansehen/i })
    .first()
    .click()
  await expect(visitor).toHaveURL(new RegExp(`/de/besichtigung/${piece}`))
  await expectNoIndex(visitor)
  const days = visitor.getByRole('navigation', { name: /Freie Tage/ }).getByRole('link')
  await days.last().click()
  const times = visitor.getByRole('radio')
  await times.last().check()
  // What is wrong is said, and what was typed stays.
  await visitor.getByLabel('Name').fill('Clara Beispiel')
  await visitor.getByRole('button', { name: 'Termin vereinbaren' }).click()
  await expect(visitor.getByText(/Bitte geben Sie Ihre E-Mail-Adresse an/).first()).toBeVisible()
  await expect(visitor.getByLabel('Name')).toHaveValue('Clara Beispiel')
  await times.last().check()
  await visitor.getByLabel('E-Mail').fill(email)
  await visitor.getByRole('button', { name: 'Termin vereinbaren' }).click()
  await expect(visitor).toHaveURL(/\/de\/termin\/[\w-]{32}\?done=booked/)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ihr Termin' })).toBeVisible()
  await expect(visitor.getByText(/Rheingold Köln|Köln/).first()).toBeVisible()

  // Another time of the same branch.
  await visitor.getByText('Termin verschieben').click()
  await days.nth(-2).click()
  await visitor.getByRole('radio').last().check()
  await visitor.getByRole('button', { name: 'Diese Zeit nehmen' }).click()
  await expect(visitor).toHaveURL(/done=moved/)
  const own = new URL(visitor.url()).pathname

  const { db, close } = await shopDatabase()
  const { id } = await db
    .selectFrom('appointment')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await close()
  await signedIn(context, baseURL, { role: 'sales', name: 'Viktor Verkauf' })
  await openOffice(page, `/appointments/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clara Beispiel')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Absagen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Termin absagen' }).click()
  await expect(page.getByRole('dialog').getByText('Bitte ausfüllen.')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Grund').fill('Das Stück ist beim Uhrmacher.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Termin absagen' }).click()
  await expect(page.locator('.state').first()).toHaveText('Abgesagt')
  await fitsEverywhere(page)

  await visitor.goto(own)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ihr Termin ist abgesagt')
  await expect(visitor.getByText('Grund: Das Stück ist beim Uhrmacher.')).toBeVisible()
  await expect.poll(() => filesTo(email), { timeout: 15_000 }).toEqual(['CANCEL', 'REQUEST', 'REQUEST'])
  await without.close()
})

async function expectNoIndex(page: import('@playwright/test').Page): Promise<void> {
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
}

test('staff enter a call and move it by keyboard; a closed day offers nothing', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'sales', locale: 'en', name: 'Viktor Verkauf' })
  await openOffice(page, '/appointments')
  await expectAccessible(page)
  await fitsEverywhere(page)
  const title = page.locator('.dates-title')
  const thisWeek = await title.textContent()
  await page.keyboard.press('ArrowRight')
  await expect(title).not.toHaveText(thisWeek ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(title).toHaveText(thisWeek ?? '')

  // Pressed again while the next week is still being fetched, it leads on from there.
  const after = page.locator('[aria-keyshortcuts="ArrowRight"]')
  const weekAfter = await after.getAttribute('href')
  const release = Promise.withResolvers<void>()
  await page.route('**/office/data/appointments*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.keyboard.press('ArrowRight')
  await expect(after).not.toHaveAttribute('href', weekAfter ?? '')
  const twoAfter = await after.getAttribute('href')
  await page.keyboard.press('ArrowRight')
  await expect(after).not.toHaveAttribute('href', twoAfter ?? '')
  release.resolve()
  await expect(page).toHaveURL(new RegExp(`${(twoAfter ?? '').replace(/.*date=/, 'date=')}$`))
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'Today' }).click()
  await expect(title).toHaveText(thisWeek ?? '')

  const name = `Erna ${Date.now()}`
  await page.getByRole('button', { name: 'Enter an appointment' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Branch').selectOption('koeln')
  await expect.poll(() => dialog.getByLabel('Day').locator('option').count()).toBeGreaterThan(3)
  const days = dialog.getByLabel('Day').locator('option')
  await dialog.getByLabel('Day').selectOption((await days.nth(-3).getAttribute('value')) ?? '')
  await dialog.getByLabel('Time', { exact: true }).selectOption({ index: 1 })
  await expectAccessible(page)
  await dialog.getByLabel('Phone').fill('0221 555')
  await dialog.getByLabel('Phone').press('Enter')
  await expect(dialog.getByText('Please fill this in.')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Name').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  // Moved beside the hours, with the reason that it needs.
  await page.getByRole('button', { name: 'Move or assign' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Day').selectOption('other')
  await dialog.getByLabel('Day').nth(1).fill('2030-01-06')
  await dialog.getByLabel(/^Time/).fill('07:15')
  await dialog.getByLabel('Minutes').press('Enter')
  await expect(dialog.getByText('Please fill this in.')).toBeVisible()
  await dialog.getByLabel('Reason for this time').fill('flies out in the evening')
  await dialog.getByLabel('Reason for this time').press('Enter')
  await expect(page.getByText('6 January 2030', { exact: false }).first()).toBeVisible()
  await page.getByRole('link', { name: 'To the calendar' }).click()
  await expect(page).toHaveURL(/view=day&date=2030-01-06&branch=koeln/)
  await expect(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible()
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Month' }).click()
  await expect(page.getByRole('link', { name: /Sunday,? 6 January.*1/ })).toBeVisible()
  await expectAccessible(page)

  // That day is a Sunday: nobody is offered a time then.
  const piece = await pieceInKoeln()
  const sunday = new Date(Date.now() + ((7 - new Date().getUTCDay()) % 7 || 7) * 86_400_000)
    .toISOString()
    .slice(0, 10)
  await page.goto(`${pathTo('en', 'viewing', { id: piece })}?branch=koeln&day=${sunday}`)
  await expect(page.getByText('This day is fully booked.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)
})
