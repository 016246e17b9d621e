import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createLink } from '#app/shop/staff/links.ts'
import { startSession } from '#app/shop/staff/sessions.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { shopDatabase } from './shop-database.ts'

/** Sessions that end and proofs that are asked for are told in the console as answers that were refused. */
test.use({ allowedConsole: /status of (401|403|409)|status of 422 .*\/act\/staff\.invite$/ })

const password = 'Ein langer Satz 12'

test('a link sets up an account; codes guard it; signed out and in again, nothing typed is lost', async ({
  page,
}) => {
  const { db, close } = await shopDatabase()
  const email = `${crypto.randomUUID()}@laden.example`
  const { id: staffId } = await db
    .insertInto('staff_member')
    .values({ name: 'Inhaber', email, role: 'owner', locale: 'de' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await createLink(db, { staffId, purpose: 'set-up' })

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/office/set-up/${token}`)
  await expect(page.getByRole('heading', { name: 'Konto einrichten' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Ada Gold')
  await page.getByLabel('Passwort').fill('kurz')
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Mindestens 10 Zeichen, bitte.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Gold')
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await page.locator('#page-title').waitFor()

  await openOffice(page, '/account')
  await page.getByRole('button', { name: 'Einrichten', exact: true }).click()
  const key = (await page.locator('code').textContent()) ?? ''
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + seconds * 1000 })
  await page.getByLabel('Code', { exact: true }).fill(codeAt(0))
  await page.getByRole('button', { name: 'Code prüfen' }).click()
  await expect(page.getByText('An, noch 10 Codes zum Wiederherstellen')).toBeVisible()
  await expectAccessible(page)
  const recovery = (await page.locator('.box li').first().textContent()) ?? ''

  const address = page.getByRole('region', { name: 'E-Mail-Adresse' })
  await address.getByLabel('E-Mail-Adresse').fill(`neu-${email}`)
  const reloaded = page.waitForEvent('load')
  await address.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
  await reloaded
  await expect(page.locator('main')).toContainText(`neu-${email} ·`)

  // The session ends elsewhere while a name is typed.
  await page.getByLabel('Name', { exact: true }).fill('Ada Silber')
  await db
    .updateTable('staff_session')
    .set({ ended_at: new Date() })
    .where('staff_id', '=', staffId)
    .execute()
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Passwort').fill(password)
  await dialog.getByRole('button', { name: 'Anmelden' }).click()
  await dialog.getByLabel('Code').fill(recovery)
  await dialog.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Gespeichert.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Silber')

  // All of it is recorded as hers, in words.
  await page.getByRole('button', { name: 'Neue Codes zum Wiederherstellen' }).click()
  await expect(page.getByText('Die alten Codes zum Wiederherstellen gelten nicht mehr.')).toBeVisible()
  await startSession(db, { staffId, browser: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' })
  await page.reload()
  await page.getByRole('button', { name: 'Überall sonst abmelden' }).click()
  await expect(page.getByText('Überall sonst sind Sie jetzt abgemeldet.')).toBeVisible()
  await openOffice(page, `/records?subject=staff&by=${staffId}`)
  const entry = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  await expect(entry('eine Anmeldung beendet · Ada Silber').first()).toContainText(
    'Browser: Firefox, Windows',
  )
  await expect(entry('Codes zum Wiederherstellen entfernt').first()).toContainText('Noch nicht benutzt: 9')
  await expect(entry('Codes zum Wiederherstellen geändert').first()).toContainText('10 → 9')
  await expect(entry('Passwort').last()).toContainText('Ada Gold')
  await expectAccessible(page)
  await close()
})

test('where somebody else has signed in meanwhile nothing is sent in their name, and the page says so', async ({
  page,
  context,
  baseURL,
}) => {
  const { db, close } = await shopDatabase()
  const anna = await signedIn(context, baseURL, { name: 'Anna Beispiel' })
  await openOffice(page, '/account')
  await page.getByLabel('Name', { exact: true }).fill('Anna Neu')
  const berta = await signedIn(context, baseURL, { name: 'Berta Beispiel', locale: 'en' })
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Jetzt ist jemand anderes angemeldet' })
  await expect(dialog).toContainText('Anna Beispiel')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Berta Beispiel')
  const names = await db
    .selectFrom('staff_member')
    .select(['id', 'name'])
    .where('id', 'in', [anna.id, berta.id])
    .orderBy('id')
    .execute()
  expect(names.map(({ name }) => name)).toEqual(['Anna Beispiel', 'Berta Beispiel'])
  await close()
})

test('an owner invites somebody, proves who they are for it, and reads it in the record', async ({
  page,
  context,
  baseURL,
}) => {
  const { db, close } = await shopDatabase()
  const owner = await signedIn(context, baseURL, { role: 'owner', locale: 'en' })
  await openOffice(page, '/team')
  const email = `${crypto.randomUUID()}@laden.example`
  await page.getByLabel('Name', { exact: true }).fill('Nina Neu')
  await page.getByLabel('Email address').fill('no address')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText('This is not an email address.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nina Neu')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`the invitation to ${email} is not sent`)).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('button', { name: 'Invite again' })
    .click()
  // The shop of these tests has no mail server, and says so.
  await expect(
    page.getByText(`No mail server: the new invitation to ${email} is kept as a file`),
  ).toBeVisible()
  await expectAccessible(page)

  await db
    .updateTable('staff_session')
    .set({ proved_at: new Date(0) })
    .where('id', '=', owner.sessionId)
    .execute()
  await page.getByRole('button', { name: 'Disable Nina Neu' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The email address or password is wrong.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await openOffice(page, `/records?subject=staff&by=${owner.id}`)
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await close()
})

test('one’s own name is typed in two windows: the second shows both, and neither is lost', async ({
  page,
  context,
  baseURL,
}) => {
  await signedIn(context, baseURL, { name: 'Dora Beispiel' })
  const second = await context.newPage()
  await openOffice(page, '/account')
  await openOffice(second, '/account')
  const own = (of: Page) => of.getByRole('region', { name: 'Name und Sprache' })
  await own(page).getByLabel('Name').fill('Dora Gold')
  await own(page).getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await own(second).getByLabel('Name').fill('Dora Silber')
  await own(second).getByRole('button', { name: 'Speichern' }).click()
  const conflict = second.locator('.piece-conflicts')
  await expect(conflict).toContainText('Dora Beispiel')
  await expect(conflict).toContainText('Dora Gold')
  await expect(conflict).toContainText('Dora Silber')
  await expectAccessible(second)
  // What was typed began before the other name, also when the window is opened anew.
  await second.reload()
  await expect(own(second).getByLabel('Name')).toHaveValue('Dora Silber')
  await own(second).getByRole('button', { name: 'Speichern' }).click()
  await conflict.getByRole('button', { name: 'Meine Fassung nehmen' }).click()
  await expect(second.getByRole('status').filter({ hasText: 'Gespeichert.' })).toBeVisible()
  await expect(conflict).toHaveCount(0)
  await second.reload()
  await expect(own(second).getByLabel('Name')).toHaveValue('Dora Silber')
})

test('a passkey is added, signs in, proves who one is, and is of no use once it is removed', async ({
  page,
  context,
  baseURL,
}) => {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { id, name } = await signedIn(context, baseURL, { name: 'Clara Beispiel' })
  const { db, close } = await shopDatabase()
  const prove = () => page.getByRole('dialog').getByRole('button', { name: 'Mit Passkey' })
  try {
    await db.updateTable('staff_session').set({ proved_at: new Date() }).where('staff_id', '=', id).execute()
    await openOffice(page, '/account')
    const box = page.getByRole('region', { name: 'Passkeys' })
    await box.getByLabel('Name des Passkeys').fill('Telefon')
    await box.getByRole('button', { name: 'Passkey hinzufügen' }).click()
    await expect(page.getByText('Der Passkey ist hinzugefügt.')).toBeVisible()
    await expect(box).toContainText('Telefon')
    await expectAccessible(page)

    await context.clearCookies()
    await page.goto('/office/account')
    await page.getByRole('button', { name: 'Mit Passkey' }).click()
    await page.locator('#page-title').waitFor()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
    await expect(box).toContainText('zuletzt')

    // A while later a change of staff asks again.
    await db
      .updateTable('staff_session')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .where('staff_id', '=', id)
      .execute()
    await openOffice(page, '/account')
    await box.getByRole('button', { name: /Entfernen/ }).click()
    await prove().click()
    await expect(page.getByText('Der Passkey ist entfernt.')).toBeVisible()
    await context.clearCookies()
    await page.goto('/office/account')
    await page.getByRole('button', { name: 'Mit Passkey' }).click()
    await expect(page.getByText('Dieser Passkey gehört nicht zu diesem Laden.')).toBeVisible()
  } finally {
    await close()
  }
})
