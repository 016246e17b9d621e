import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, expectNoOverflow, hydrated, test } from './shop.ts'
import { ownPieces, shopDatabase, shopDirectory } from './shop-database.ts'

// A form that is not taken is answered as such.
test.use({ allowedConsole: /status of 4(?:09|22) .*\/api\/viewing$/ })

/** Pieces of one's own that lie in Cologne, or as many of the last ones as are said in Düsseldorf. */
async function piecesLying(inKoeln: number, inDuesseldorf = 0): Promise<string[]> {
  const pieces = await ownPieces(inKoeln + inDuesseldorf)
  const { db, close } = await shopDatabase()
  for (const [index, id] of pieces.entries())
    await db
      .updateTable('product')
      .set({ branch_id: index < inKoeln ? 'koeln' : 'duesseldorf' })
      .where('id', '=', id)
      .execute()
  await close()
  return pieces
}

/** What lies in the cart may be looked at, too. */
const putIntoCart = (page: Page, pieces: readonly string[], url: string | undefined) =>
  page.context().addCookies([{ name: 'cart', value: pieces.join('.'), url: url ?? '' }])

const productPage = (locale: 'de' | 'en', id: string) => pathTo(locale, 'product', { name: 'x', id })
const times = (page: Page) => page.getByRole('dialog').locator('#viewing-time').getByRole('radio')

async function appointmentsOf(email: string) {
  const { db, close } = await shopDatabase()
  const rows = await db
    .selectFrom('appointment')
    .select(['id', 'piece_id', 'more_pieces', 'by_video', 'branch_id', 'starts_at', 'locale', 'token'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  await close()
  return rows
}

/** The mails to an address, as they lie in the outbox. */
function mailsTo(address: string): string[] {
  const outbox = join(shopDirectory(), 'outbox')
  // It comes with the first mail.
  return (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(`\nTo: ${address}`))
}

test('two pieces are booked in the drawer by keyboard alone, and the calendar file comes with it', async ({
  page,
  baseURL,
}) => {
  const [piece = '', other = ''] = await piecesLying(2)
  const email = `clara-${Date.now()}@beispiel.example`
  await putIntoCart(page, [other], baseURL)
  await page.goto(productPage('de', piece))
  await hydrated(page)
  await page.getByRole('link', { name: 'In Köln ansehen' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Termin vereinbaren' })
  await expect(times(page).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  // Nothing typed: what is missing is said first, and leads to its field.
  await dialog.getByRole('button', { name: 'Termin vereinbaren' }).press('Enter')
  const summary = dialog.getByRole('region', { name: 'Bitte ergänzen Sie Ihre Angaben' })
  await expect(summary).toBeFocused()
  await expectAccessible(page)
  await summary.getByRole('link', { name: /Namen/ }).press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Clara Beispiel')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)

  await dialog.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  const days = dialog.getByRole('group', { name: 'Tag', exact: true }).getByRole('radio')
  await days.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(days.nth(1)).toBeChecked()
  await times(page).first().focus()
  await page.keyboard.press('Space')
  await expect(times(page).first()).toBeChecked()
  // What was typed before stays.
  await expect(dialog.getByLabel('Name')).toHaveValue('Clara Beispiel')
  await dialog.getByLabel('E-Mail').press('Enter')

  await expect(dialog.getByRole('heading', { name: 'Ihr Termin steht' })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: email })).toBeFocused()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Kalenderdatei laden' }).press('Enter')
  const file = await (await downloading).createReadStream()
  let calendar = ''
  for await (const part of file) calendar += String(part)
  expect(calendar).toContain('METHOD:PUBLISH')
  const unfolded = calendar.replaceAll('\r\n ', '')
  expect(unfolded).toContain(piece)
  expect(unfolded).toContain(other)
  expect(unfolded).toMatch(/LOCATION:Rheingold Köln/)

  const [booked, ...more] = await appointmentsOf(email)
  expect(more).toEqual([])
  expect(booked).toMatchObject({ piece_id: piece, more_pieces: [other], by_video: false, locale: 'de' })
  await expect.poll(() => mailsTo(email).length, { timeout: 15_000 }).toBe(1)
  expect(mailsTo(email)[0]).toMatch(/text\/calendar[^\n]*\n?[^\n]*method=REQUEST/)

  await dialog.getByRole('link', { name: 'Termin verschieben oder absagen' }).press('Enter')
  await expect(page).toHaveURL(/\/de\/termin\/[\w-]{32}$/)
  await expect(page.getByRole('list', { name: 'Stücke' }).getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
})

test('a time that somebody else was faster to take is said, the next ones are offered, and what was typed stays', async ({
  page,
  browser,
  baseURL,
}) => {
  const [piece = ''] = await piecesLying(1)
  const rival = await browser.newContext({ baseURL: baseURL ?? '' })
  const pages = [page, await rival.newPage()] as const
  const emails = pages.map((_, index) => `nr${index}-${Date.now()}@beispiel.example`)
  for (const [index, each] of pages.entries()) {
    await each.goto(productPage('en', piece))
    await hydrated(each)
    await each.getByRole('link', { name: 'See it in Cologne' }).click()
    await each.getByRole('dialog').getByLabel('Name').fill(`Number ${index}`)
    await each
      .getByRole('dialog')
      .getByLabel(/E-?mail/i)
      .fill(emails[index] ?? '')
    // A day that no other test of a piece in Cologne takes.
    await each
      .getByRole('dialog')
      .getByRole('group', { name: 'Day', exact: true })
      .getByRole('radio')
      .nth(3)
      .check()
    await times(each).last().check()
  }
  const [wanted, rivals] = await Promise.all(pages.map((each) => times(each).last().inputValue()))
  expect(wanted).toBe(rivals)
  await Promise.all(
    pages.map((each) =>
      each.getByRole('dialog').getByRole('button', { name: 'Make the appointment' }).click(),
    ),
  )
  const ended = (each: Page) =>
    each
      .getByRole('heading', { name: 'Your appointment is booked' })
      .or(each.getByRole('region', { name: /Somebody else has just chosen this time/ }))
  for (const each of pages) await expect(ended(each)).toBeVisible()
  const lost = (await pages[0].getByText(/Somebody else has just chosen/).isVisible()) ? 0 : 1
  const loser = pages[lost]
  const winner = lost === 0 ? pages[1] : pages[0]
  await expect(winner.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
  const dialog = loser.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toHaveValue(`Number ${lost}`)
  await expect(dialog.locator(`#viewing-time input[value="${wanted}"]`)).toHaveCount(0)
  await expectAccessible(loser)
  const next = dialog
    .getByRole('region', { name: /Somebody else/ })
    .getByRole('button')
    .first()
  await next.press('Enter')
  await expect(dialog.locator('#viewing-time')).toBeFocused()
  await dialog.getByRole('button', { name: 'Make the appointment' }).click()
  await expect(loser.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
  const booked = (await Promise.all(emails.map(appointmentsOf))).flat()
  expect(booked.filter(({ starts_at }) => starts_at.toISOString() === wanted)).toHaveLength(1)
  expect(booked).toHaveLength(2)
  await rival.close()
})

test('a call by video is booked, staff send its link, and it stands in mail and page', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  const [piece = ''] = await piecesLying(0, 1)
  const email = `james-${Date.now()}@beispiel.example`
  const visits = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } })
  const visitor = await visits.newPage()
  await visitor.goto(productPage('en', piece))
  await hydrated(visitor)
  await visitor.getByRole('link', { name: 'See it by video' }).click()
  const dialog = visitor.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'By video' })).toBeChecked()
  await expect(dialog.getByText(/Rheingold Düsseldorf will email you a link/)).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Branch' })).toHaveCount(0)
  await times(visitor).first().check()
  await dialog.getByLabel('Name').fill('James Example')
  await dialog.getByLabel(/E-?mail/i).fill(email)
  await expectAccessible(visitor)
  await expectNoOverflow(visitor)
  await dialog.getByRole('button', { name: 'Make the appointment' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
  const [booked] = await appointmentsOf(email)
  expect(booked).toMatchObject({ by_video: true, branch_id: 'duesseldorf', locale: 'en' })

  await signedIn(context, baseURL, { role: 'sales', name: 'Viktor Verkauf' })
  await openOffice(page, `/appointments/${booked?.id}`)
  await expect(page.getByText('Videogespräch', { exact: true }).first()).toBeVisible()
  const link = `https://meet.example/${Date.now()}`
  await page.getByLabel('Link zum Gespräch').fill('meet.example')
  await page.getByRole('button', { name: 'Link senden' }).click()
  await expect(page.getByText('Das ist kein Link, der mit https:// beginnt.')).toBeVisible()
  await page.getByLabel('Link zum Gespräch').fill(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Link senden' }).click()
  await expect(page.getByRole('link', { name: link })).toBeVisible()
  await expect.poll(() => mailsTo(email).some((mail) => mail.includes(link)), { timeout: 15_000 }).toBe(true)

  await visitor.goto(pathTo('en', 'appointment', { token: booked?.token ?? '' }))
  await expect(visitor.getByRole('link', { name: 'Join the call' })).toHaveAttribute('href', link)
  await expectAccessible(visitor)
  await visits.close()
})

test('without script the page does the same: by video, with what lies in the cart, and what is brought', async ({
  browser,
  baseURL,
}) => {
  const [piece = '', there = ''] = await piecesLying(1, 1)
  const email = `erna-${Date.now()}@beispiel.example`
  const without = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const visitor = await without.newPage()
  await putIntoCart(visitor, [there], baseURL)
  await visitor.goto(productPage('de', piece))
  await visitor.getByRole('link', { name: 'Per Video ansehen' }).click()
  await expect(visitor).toHaveURL(new RegExp(`/de/besichtigung/${piece}\\?kind=video`))
  await visitor.getByRole('link', { name: 'In der Filiale' }).click()
  await visitor.getByRole('link', { name: /Dazulegen/ }).click()
  await expect(visitor).toHaveURL(new RegExp(`also=${there}`))
  await expect(visitor.getByText(/Wir bringen es für Sie her/)).toBeVisible()
  await visitor
    .getByRole('navigation', { name: /Freie Tage/ })
    .getByRole('link')
    .last()
    .click()
  await expect(visitor).toHaveURL(new RegExp(`also=${there}`))
  await visitor.getByRole('radio').first().check()
  await visitor.getByLabel('Name').fill('Erna Muster')
  await visitor.getByLabel('E-Mail').fill(email)
  await visitor.getByRole('button', { name: 'Termin vereinbaren' }).click()
  await expect(visitor).toHaveURL(/\/de\/termin\/[\w-]{32}\?done=booked/)
  await expect(visitor.getByRole('list', { name: 'Stücke' }).getByRole('link')).toHaveCount(2)
  expect(await appointmentsOf(email)).toMatchObject([{ piece_id: piece, more_pieces: [there] }])
  await without.close()
})
