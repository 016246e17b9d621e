import { hashPassword } from '#app/shop/staff/passwords.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { ownPiece, shopDatabase } from './shop-database.ts'

// To hold the clock, the driver would run scripts in the preview of a page too, which runs none.
test.use({ allowedConsole: /status of 401|^Blocked script execution in .*\/office\/piece-page\// })

test('a page that lies open keeps nobody signed in, and what was typed stays over signing in again', async ({
  page,
  context,
  baseURL,
}) => {
  const { db, close } = await shopDatabase()
  const password = 'Ein langer Satz 12'
  const { id, sessionId } = await signedIn(context, baseURL, { locale: 'en' })
  const password_hash = await hashPassword(password)
  await db.updateTable('staff_member').set({ password_hash }).where('id', '=', id).execute()
  /** As if so many hours had gone by since anybody asked for anything. */
  const quietFor = async (hours: number) => {
    const last_seen_at = new Date(Date.now() - hours * 3_600_000)
    await db.updateTable('staff_session').set({ last_seen_at }).where('id', '=', sessionId).execute()
    return last_seen_at
  }
  const piece = await ownPiece()
  await page.clock.install()
  await openOffice(page, `/pieces/${piece}`)
  const name = page.locator('#field-name-en')
  await name.fill('Ring with a twig')
  await expect(page.locator('.piece-kept')).toContainText('Draft saved')

  // The page asks again and again who else has the piece open.
  const before = await quietFor(11.9)
  const asks = page.waitForResponse((response) => response.url().endsWith('/presence.open'))
  await page.clock.fastForward('05:00')
  expect((await asks).status()).toBe(200)
  const { last_seen_at } = await db
    .selectFrom('staff_session')
    .select('last_seen_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  expect(last_seen_at).toEqual(before)

  // In the night the session ends, with the page before it.
  await quietFor(12.1)
  const refused = page.waitForResponse((response) => response.url().endsWith('/presence.open'))
  await page.clock.fastForward('05:00')
  expect((await refused).status()).toBe(401)
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await expect(name).toHaveValue('Ring with a twig')
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(name).toHaveValue('Ring with a twig')
  await name.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  const saved = await db
    .selectFrom('product')
    .select('name')
    .where('id', '=', piece)
    .executeTakeFirstOrThrow()
  expect(saved.name).toMatchObject({ en: 'Ring with a twig' })
  await close()
})
