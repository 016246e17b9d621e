import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { sellForm } from '#tests/selling.ts'
import { tabTo } from './focus.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, test } from './shop.ts'
import { shopDatabase } from './shop-database.ts'

// Whoever works by keyboard never begins again at the top of the menu: what was pressed is gone, and they go on beside it.

/** Somebody who asked and offered something under the same address. The number of the enquiry. */
async function askedAndOffered(): Promise<number> {
  const email = `${crypto.randomUUID()}@beispiel.example`
  const { db, close } = await shopDatabase()
  const settings = await readSettings(db)
  const contact = { name: 'Clara Beispiel', email, phone: null, address: null }
  await submitSellRequest(db, sellForm({ contact }), { client: null, settings, now: new Date() })
  const asked = await receiveMessage(
    db,
    {
      ...{ name: contact.name, email, phone: null, subject: 'piece', message: 'Is it still there?' },
      piece: null,
    },
    { locale: 'en', client: null, settings },
  )
  await close()
  if (!asked.ok) throw new Error(asked.reason)
  return asked.id
}

test('records are joined, parted, corrected and erased by keyboard alone', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await askedAndOffered()
  await signedIn(context, baseURL, { role: 'owner', locale: 'en' })
  await openOffice(page, `/people/enquiry.${id}`)
  const said = page.locator('.announcements')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const press = async (name: string | RegExp) => {
    await tabTo(page, button(name))
    await page.keyboard.press('Enter')
  }
  await press(/^Belongs here/)
  await expect(said).toHaveText('Joined.')
  await expect(page.locator('#page-title')).toBeFocused()
  const records = page.getByRole('region', { name: 'What belongs here' })

  await press(`Correct Enquiry ${id}`)
  await expect(page.getByRole('heading', { name: `Correct Enquiry ${id}` })).toBeFocused()
  await press('Cancel')
  await expect(button(`Correct Enquiry ${id}`)).toBeFocused()

  // The button goes with its row: the heading above it is what is left.
  await press(`Does not belong here Enquiry ${id}`)
  await expect(said).not.toHaveText('Joined.')
  await expect(records.getByRole('heading')).toBeFocused()

  // A key that is held down asks, and does not answer.
  await tabTo(page, button('Erase …'))
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.getByLabel('Requested on')).toBeFocused()
  await expect(button('Erase for good')).toBeVisible()
  await press('Cancel')
  await expect(page.getByRole('heading', { name: /^Erase/ })).toBeFocused()
})

test.describe('whoever does not prove who they are', () => {
  test.use({ allowedConsole: /status of 403 .*\/act\/people\.export$/ })

  test('is back where they were, and reads why nothing was done', async ({ page, context, baseURL }) => {
    const id = await askedAndOffered()
    const { sessionId } = await signedIn(context, baseURL, { role: 'owner', locale: 'en' })
    const { db, close } = await shopDatabase()
    await db
      .updateTable('staff_session')
      .set({ proved_at: new Date('2026-01-01') })
      .where('id', '=', sessionId)
      .execute()
    await close()
    await openOffice(page, `/people/enquiry.${id}`)
    const make = page.getByRole('button', { name: 'Make the copy' })
    await tabTo(page, make)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Password')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(make).toBeFocused()
    await expect(page.getByText('Nothing was done: you have not proved who you are.')).toBeVisible()
  })
})

test('a dialog of appointments gives the focus back, and names the first fault', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { role: 'sales', locale: 'en' })
  await openOffice(page, '/appointments')
  const open = page.getByRole('button', { name: 'Block a time' })
  const dialog = page.getByRole('dialog')
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Until').fill('2020-01-01T09:00')
  await tabTo(page, dialog.getByRole('button', { name: 'Block a time' }))
  await page.keyboard.press('Enter')
  await expect(dialog.locator('[aria-invalid="true"]').first()).toBeFocused()
})

test('beside a long list, in a low window, the last entries of the navigation come into sight', async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await signedIn(context, baseURL, { role: 'owner', locale: 'en' })
  await openOffice(page, '/pieces')
  await tabTo(page, page.getByRole('link', { name: 'Your account' }))
})
