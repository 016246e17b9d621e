import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { openOffice, scanCode, signedIn } from './office.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { shopDatabase } from './shop-database.ts'

/** A mail that a server refused, put into the outbox. */
async function refusedMail(): Promise<{ id: number; recipient: string }> {
  const { db, close } = await shopDatabase()
  try {
    const recipient = `${crypto.randomUUID()}@nowhere.example`
    const { id } = await db
      .insertInto('mail_outbox')
      .values({
        reason: `journey:${recipient}`,
        kind: 'contact-acknowledgement',
        locale: 'de',
        recipient,
        payload: JSON.stringify({ message: 1 }),
        last_error: '550 no such mailbox',
        given_up_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, recipient }
  } finally {
    await close()
  }
}

test('a mail that failed is on Today, and is given up in place', async ({ page, context, baseURL }) => {
  const { recipient } = await refusedMail()
  await signedIn(context, baseURL)
  await openOffice(page, '/')
  const row = page.getByRole('row').filter({ hasText: recipient })
  await expect(row).toContainText('550 no such mailbox')
  await row.getByRole('button', { name: /^Nicht mehr senden/ }).click()
  await row.getByRole('button', { name: /^Wirklich nicht senden/ }).click()
  await expect(page.getByRole('status')).toHaveText('Die E-Mail wird nicht mehr gesendet.')
  await expect(row).toHaveCount(0)
})

test('Today shows what a role may see', async ({ page, context, baseURL }) => {
  await refusedMail()
  await signedIn(context, baseURL, { role: 'editor', locale: 'en' })
  await openOffice(page, '/')
  await expect(page.getByRole('heading', { name: 'Pieces' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Orders' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Emails' })).toHaveCount(0)
})

for (const [scheme, width] of [
  ['light', 1024],
  ['dark', 360],
] as const) {
  test(`Today is accessible and fits: ${scheme}, ${width} px`, async ({ page, context, baseURL }) => {
    await refusedMail()
    await signedIn(context, baseURL)
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 800 })
    await openOffice(page, '/')
    await expect(page.getByRole('heading', { name: 'Zuletzt' })).toBeVisible()
    await expectAccessible(page)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over).toBeLessThanOrEqual(0)
  })
}

test('Today tells of a mail that fails meanwhile, without being opened again', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  await openOffice(page, '/')
  await expect(page.getByRole('heading', { name: 'Zuletzt' })).toBeVisible()
  const { recipient } = await refusedMail()
  await expect(page.getByRole('row').filter({ hasText: recipient })).toBeVisible({ timeout: 70_000 })
  await expect(page).toHaveTitle(/^\(\d+\) Heute – /)
})

/** An enquiry before all others, which Today shows however many other journeys left; whose name it carries. */
async function enquiry(): Promise<string> {
  const { db, close } = await shopDatabase()
  const name = `Wanda ${crypto.randomUUID()}`
  try {
    await sql`
      insert into contact_message (id, locale, name, email, subject, message, submission) overriding system value
      values (${-Date.now()}, 'de', ${name}, 'wanda@beispiel.example', 'question', 'Guten Tag', ${crypto.randomUUID()})
    `.execute(db)
  } finally {
    await close()
  }
  return name
}

test('seven tabs of the office and one of the shop share one stream, which another tab takes over', async ({
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  const tabs: Page[] = []
  /** The tabs that asked for the stream, in this order. */
  const holders: Page[] = []
  for (let index = 0; index < 7; index++) {
    const tab = await context.newPage()
    tab.on('request', (request) => {
      if (new URL(request.url()).pathname === '/office/events') holders.push(tab)
    })
    await openOffice(tab, '/')
    tabs.push(tab)
  }
  const shop = await context.newPage()
  await shop.goto('/de/uhren')
  await expect(shop.getByRole('heading', { level: 1 })).toBeVisible()
  expect(holders).toHaveLength(1)
  const toldOf = async (open: readonly Page[]) => {
    const name = await enquiry()
    for (const tab of open) await expect(tab.getByRole('row').filter({ hasText: name })).toBeVisible()
  }
  await toldOf(tabs)
  await holders[0]?.close()
  await expect.poll(() => holders.length).toBe(2)
  await toldOf(tabs.filter((tab) => tab !== holders[0]))
})

/** The tabs that asked for the stream, in this order, and those of them whose stream is over. */
function streamsOf(tabs: readonly Page[]) {
  const [asked, over]: [Page[], Page[]] = [[], []]
  for (const tab of tabs)
    for (const [event, list] of [
      ['request', asked],
      ['requestfailed', over],
      ['requestfinished', over],
    ] as const)
      tab.on(event as 'request', (request) => {
        if (new URL(request.url()).pathname === '/office/events') list.push(tab)
      })
  return { asked, over }
}

const hears = async (tab: Page, name: string) =>
  expect(tab.getByRole('row').filter({ hasText: name })).toBeVisible()

test('a tab that the browser freezes gives the stream to another one, and hears again once it thaws', async ({
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  const [frozen, other] = [await context.newPage(), await context.newPage()]
  const { asked, over } = streamsOf([frozen, other])
  await openOffice(frozen, '/')
  await expect.poll(() => asked).toEqual([frozen])
  await openOffice(other, '/')
  // What a browser says to a page that it freezes; none without a window does it.
  const say = (event: 'freeze' | 'resume') =>
    frozen.evaluate((event) => document.dispatchEvent(new Event(event)), event)
  await say('freeze')
  await expect.poll(() => asked).toEqual([frozen, other])
  await expect.poll(() => over).toEqual([frozen])
  await hears(other, await enquiry())
  await say('resume')
  const name = await enquiry()
  for (const tab of [frozen, other]) await hears(tab, name)
  expect(asked).toEqual([frozen, other])
})

test('a tab that keeps the stream and answers nothing loses it to one that is seen', async ({
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  const [stuck, seen] = [await context.newPage(), await context.newPage()]
  const { asked, over } = streamsOf([stuck, seen])
  await openOffice(stuck, '/')
  await expect.poll(() => asked).toEqual([stuck])
  // As a tab that is frozen without being told: its lock is still its own.
  const debug = await context.newCDPSession(stuck)
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
  await openOffice(seen, '/')
  await expect.poll(() => asked).toEqual([stuck, seen])
  await hears(seen, await enquiry())
  await debug.send('Debugger.disable')
  await expect.poll(() => over).toEqual([stuck])
  const name = await enquiry()
  for (const tab of [stuck, seen]) await hears(tab, name)
  expect(asked).toEqual([stuck, seen])
})

test('where tabs cannot agree, each that is seen has a stream, and none that is not', async ({
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks')
  })
  const [one, two] = [await context.newPage(), await context.newPage()]
  const { asked, over } = streamsOf([one, two])
  for (const tab of [one, two]) {
    await openOffice(tab, '/')
    expect(await tab.evaluate(() => 'locks' in navigator)).toBe(false)
  }
  await expect.poll(() => asked).toEqual([one, two])
  const show = (tab: Page, state: 'hidden' | 'visible') =>
    tab.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show(one, 'hidden')
  await expect.poll(() => over).toEqual([one])
  const name = await enquiry()
  await hears(two, name)
  await expect(one.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  await show(one, 'visible')
  await expect.poll(() => asked).toEqual([one, two, one])
  await hears(one, name)
})

test('counts of another member who is signed in in the same browser are told to nobody else', async ({
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  const owner = await context.newPage()
  await openOffice(owner, '/')
  const { id } = await signedIn(context, baseURL, { role: 'editor' })
  const editor = await context.newPage()
  const asked = editor.waitForRequest((request) => request.url().includes('/office/events'))
  await openOffice(editor, '/')
  expect(new URL((await asked).url()).searchParams.get('office-member')).toBe(String(id))
  // Whoever's page it is, the cookie is the other one's now.
  const refused = await owner.evaluate(async (id) => {
    const answer = await fetch(`/office/events?office-member=${id}`)
    return answer.status
  }, id + 1)
  expect(refused).toBe(409)
})

test('the palette finds a piece by its number, and the help says which keys there are', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  await openOffice(page, '/')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await field.fill('10482')
  await expect(page.getByRole('option', { name: /\b10482\b/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('heading', { name: 'Tasten' })).toBeVisible()
  await expectAccessible(page)
})

test('a scanned label opens its piece from every screen, and what is no label says so', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { locale: 'en' })
  await openOffice(page, '/')
  await scanCode(page, new URL('/de/produkte/-/10482', page.url()).href)
  await expect(page).toHaveURL(/\/office\/pieces\/10482$/)
  await expect(page.getByRole('status').filter({ hasText: 'Opened: Rolex' })).toBeVisible()
  // No sign of the address was taken for a key of the office.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openOffice(page, '/pieces')
  await scanCode(page, '4006381333931')
  await expect(
    page.getByRole('status').filter({ hasText: '“4006381333931” does not belong to any piece' }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/office\/pieces$/)
})

test('the palette opens by a button on a phone, adds a piece and opens a number', async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signedIn(context, baseURL, { locale: 'en', role: 'buyer' })
  await openOffice(page, '/')
  const open = page.getByRole('button', { name: 'Search' })
  await open.click()
  await page.getByRole('combobox', { name: 'Search and go' }).fill('jewel')
  await page.getByRole('option', { name: /Add a piece of jewellery/ }).click()
  await expect(page).toHaveURL(/\/office\/pieces\/\d+$/)
  await open.click()
  await page.getByRole('combobox', { name: 'Search and go' }).fill('10482')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/office\/pieces\/10482$/)
  await expectNoOverflow(page)
})

test('Ctrl+S sends the form that is being filled in, and says where there is nothing to save', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL)
  await openOffice(page, '/account')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Berta Neu')
  await page.keyboard.press('Control+s')
  await expect(page.locator('.announcements')).toContainText('Gespeichert')
  await openOffice(page, '/pieces')
  await page.keyboard.press('Control+s')
  await expect(page.locator('.announcements')).toContainText('Hier gibt es nichts zu speichern.')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Tasten' })
  await expect(sheet).toContainText('Zehn Zeilen weiter')
  await expect(sheet).toContainText('Umschalt + Leertaste')
  await expectAccessible(page)
})
