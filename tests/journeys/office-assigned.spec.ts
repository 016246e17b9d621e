import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, test } from './shop.ts'
import { newPiece, shopDatabase } from './shop-database.ts'

/** Somebody with a name of their own asks by the form. */
async function asked(): Promise<{ id: number; name: string }> {
  const name = `Clara Beispiel ${newPiece()}`
  const { db, close } = await shopDatabase()
  const received = await receiveMessage(
    db,
    {
      ...{ name, email: `${crypto.randomUUID()}@beispiel.example`, phone: null, subject: 'question' },
      ...{ message: 'Kann ich das Armband kürzen lassen?', piece: null },
    },
    { locale: 'de', client: null, settings: await readSettings(db) },
  )
  await close()
  if (!received.ok) throw new Error(received.reason)
  return { id: received.id, name }
}

test('an enquiry is handed to a colleague, who finds it among their own, and hands it back', async ({
  page,
  context,
  baseURL,
  browser,
}) => {
  const { id, name } = await asked()
  const mark = newPiece()
  await signedIn(context, baseURL, { role: 'sales', name: `Berta ${mark}` })
  const others = await browser.newContext({ baseURL: baseURL ?? '', locale: 'de-DE' })
  const colleague = await signedIn(others, baseURL, { role: 'sales', name: `Viktor ${mark}` })
  const theirs = await others.newPage()
  const own = `/enquiries?assignee=${colleague.id}`
  await openOffice(theirs, own)
  await expect(theirs.getByText('Keine Anfrage passt dazu.')).toBeVisible()

  await openOffice(page, `/enquiries/${id}`)
  const whose = page.getByLabel('Zuständig')
  await whose.selectOption({ label: colleague.name })
  await expect(page.locator('.announcements')).not.toBeEmpty()
  await expect(whose).toHaveValue(String(colleague.id))

  // The list of what is theirs has it, and so has the page that they have open.
  await openOffice(theirs, own)
  const row = theirs.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(colleague.name)
  await row.getByRole('link').first().click()
  await expect(theirs.getByRole('combobox', { name: 'Zuständig' })).toHaveValue(String(colleague.id))
  await theirs.getByRole('combobox', { name: 'Zuständig' }).selectOption({ label: `Berta ${mark}` })
  await expect(theirs.locator('.announcements')).not.toBeEmpty()

  // Whoever still sees what was is told what is now, before anything is written.
  await whose.selectOption('')
  await expect(page.getByRole('alert').filter({ hasText: `Berta ${mark}` })).toBeVisible()
  await openOffice(theirs, own)
  await expect(theirs.getByText('Keine Anfrage passt dazu.')).toBeVisible()
  await others.close()
})
