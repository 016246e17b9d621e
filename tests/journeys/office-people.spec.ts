import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { holdAtCounter } from '#app/shop/counter/counter-hold.ts'
import { sellAtCounter } from '#app/shop/counter/counter-sale.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderRequest, placed } from '#tests/checkout.ts'
import { pdfText } from '#tests/pdf-text.ts'
import { sellForm, sellingSecret } from '#tests/selling.ts'
import { openOffice, signedIn } from './office.ts'
import { expect, expectAccessible, test } from './shop.ts'
import { newPiece, ownPiece, shopDatabase } from './shop-database.ts'

/** What somebody asked by the form, in English. */
async function enquiry(email: string, piece: string | null = null): Promise<number> {
  const { db, close } = await shopDatabase()
  try {
    const received = await receiveMessage(
      db,
      {
        ...{ name: 'Clara Beispiel', email, phone: null, subject: 'piece' },
        ...{ message: 'Is it still there?', piece },
      },
      { locale: 'en', client: null, settings: await readSettings(db) },
    )
    if (!received.ok) throw new Error(received.reason)
    return received.id
  } finally {
    await close()
  }
}

const address = () => `${crypto.randomUUID()}@beispiel.example`

async function addTemplate(page: Page, name: string) {
  await openOffice(page, '/enquiry-templates')
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByLabel('Name').fill(name)
  for (const language of ['German', 'English']) {
    await page.getByLabel(`Subject · ${language}`).fill('Re: {piece}')
    await page.getByLabel(`Text · ${language}`).fill('Dear {name},\n\n{piece} is still there.')
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

test('an enquiry is answered from a template, and the mail is read as it went out and sent again', async ({
  page,
  context,
  baseURL,
}) => {
  const piece = await ownPiece()
  const id = await enquiry(address(), piece)
  await signedIn(context, baseURL, { role: 'sales', locale: 'en' })
  const name = `Still there ${id}`
  await addTemplate(page, name)
  await openOffice(page, `/enquiries/${id}`)
  await expectAccessible(page)
  await page.getByLabel('Template').selectOption({ label: name })
  await expect(page.getByLabel('Text', { exact: true }).first()).toHaveValue(
    /^Dear Clara Beispiel,[\s\S]*still there\./,
  )
  await page.getByRole('button', { name: 'Preview the email' }).click()
  const preview = page.frameLocator('iframe[title="The answer as it will be sent"]')
  await expect(preview.getByText('is still there.').filter({ visible: true })).toBeVisible()
  await expect(preview.getByText('Is it still there?')).toBeVisible()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Answered').filter({ visible: true }).first()).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.enquiry-course').getByText('Sent')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.getByRole('link', { name: 'View the email' }).click()
  await expect(page.getByRole('heading', { name: 'As it was sent' })).toBeVisible()
  const letter = page.frameLocator('.mail-letter iframe:not([inert])')
  await expect(letter.getByText('Dear Clara Beispiel,')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('button', { name: /^Really send again/ }).click()
  await expect(page.getByText('Sent again once')).toBeVisible()
  // The copy has its subject once it is sent.
  await expect(async () => {
    await openOffice(page, `/mails?q=${encodeURIComponent(`Re: `)}&kind=enquiry-answer`)
    // What was sent, and its copy.
    await expect(page.getByRole('row').filter({ hasText: piece })).toHaveCount(2, { timeout: 5_000 })
  }).toPass()
  await expectAccessible(page)
})

test.describe('a server that has too much to do', () => {
  test.use({ allowedConsole: /status of 503/ })

  test('a letter that it refuses is said to be missing, and comes once it answers', async ({
    page,
    context,
    baseURL,
  }) => {
    const email = address()
    const { db, close } = await shopDatabase()
    const order = await placed(
      db,
      orderRequest([await ownPiece()], 120_000, { contact: { email, phone: '0221 5550177' } }),
    )
    const letterTo = db
      .selectFrom('mail_outbox')
      .select('id')
      .where('recipient', '=', email)
      .where('sent_at', 'is not', null)
    await expect.poll(async () => (await letterTo.execute()).length, { timeout: 60_000 }).toBeGreaterThan(0)
    const mail = await letterTo.executeTakeFirstOrThrow()
    await close()
    await signedIn(context, baseURL, { role: 'owner' })
    let isBusy = true
    await page.route(/\bpart=letter\b/, (route) =>
      isBusy ? route.fulfill({ status: 503, contentType: 'text/plain', body: 'Too busy' }) : route.continue(),
    )
    await openOffice(page, `/mails/${mail.id}`)
    const missing = page.getByRole('status').filter({ hasText: 'Die Ansicht ist nicht angekommen.' })
    await expect(missing.getByRole('button', { name: 'Noch einmal laden' })).toBeVisible()
    await expectAccessible(page)
    isBusy = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    const letter = page.frameLocator('.mail-letter iframe:not([inert])')
    await expect(letter.getByText(order.number).first()).toBeVisible()
    await expect(missing).toHaveCount(0)
  })
})

/** A ring of one's own, bought over the counter for cash by somebody who said who they are, without a mail address. */
async function counterBuyer(name: string, phone: string): Promise<string> {
  const piece = await ownPiece()
  const { db, close } = await shopDatabase()
  try {
    const sale = crypto.randomUUID()
    await holdAtCounter(db, { sale, piece })
    const settings = await readSettings(db)
    const line = { piece, priceCents: 120_000, seenCents: 120_000 }
    const address = { company: '', street: 'Domstraße 1', postalCode: '50668', city: 'Köln', country: 'DE' }
    const sold = await sellAtCounter(
      db,
      {
        ...{ sale, branchId: 'koeln', locale: 'de', lines: [line], consents: [], email: '', phone },
        ...{ buyer: { name, ...address }, means: 'card', reference: `T-${piece}` },
        ...{ repeatConfirmed: false, identity: null },
      },
      { by: 'Berta Beispiel', secret: sellingSecret, settings },
    )
    if (!sold.ok) throw new Error(sold.reason)
    return sold.order.number
  } finally {
    await close()
  }
}

test('somebody who bought at the counter is found from everywhere, given a PDF, and forgotten but for the invoice', async ({
  page,
  context,
  baseURL,
}) => {
  const name = `Carl Ladentheke ${newPiece()}`
  const number = await counterBuyer(name, `0221 ${newPiece()}`)
  await signedIn(context, baseURL, { role: 'owner' })
  await openOffice(page, '/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(name)
  await page.getByRole('option', { name: 'Person' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('link', { name: `Bestellung ${number}` })).toBeVisible()

  await page.getByRole('button', { name: 'Auskunft erstellen' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF speichern' }).click()
  const pdf = pdfText(await readFile(await (await saved).path()))
  expect(pdf).toContain('Auskunft über gespeicherte Daten')
  expect(pdf).toContain(number)
  expect(pdf).toContain(name)

  await page.getByRole('button', { name: 'Löschen …' }).click()
  await expect(page.getByText('Rechnung (§ 147 AO, § 14b UStG); bis 31.12.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect(page.getByRole('heading', { name: 'Protokoll der Löschung' })).toBeVisible()
  await openOffice(page, `/people?q=${encodeURIComponent(name)}`)
  await expect(page.getByText('Niemand', { exact: true })).toBeVisible()
})

test('a person is joined, given their data, and forgotten as far as no duty keeps them', async ({
  page,
  context,
  baseURL,
}) => {
  const email = address()
  const piece = await ownPiece()
  const { db, close } = await shopDatabase()
  const contact = { name: 'Clara Beispiel', email, phone: null, address: null }
  const order = await placed(
    db,
    orderRequest([piece], 120_000, { contact: { email, phone: '0221 5550177' } }),
  )
  const settings = await readSettings(db)
  await submitSellRequest(db, sellForm({ contact }), { client: null, settings, now: new Date() })
  await close()
  await enquiry(email)
  await signedIn(context, baseURL, { role: 'owner' })
  await openOffice(page, `/people?q=${email}`)
  await expectAccessible(page)
  await page.getByRole('row').filter({ hasText: order.number }).getByRole('link').click()
  await expect(page.getByText('Noch ohne Akte')).toBeVisible()
  for (const kind of ['Anfrage', 'Ankauf'])
    await page.getByRole('button', { name: new RegExp(`^Gehört dazu ${kind}`) }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Auskunft erstellen' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Daten speichern (JSON)' }).click()
  const data = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
  expect(data).toMatchObject({
    orders: [{ number: order.number }],
    sellRequests: [{ email }],
    enquiries: [{ message: 'Is it still there?' }],
  })

  await page.getByRole('button', { name: 'Löschen …' }).click()
  await expect(page.getByText('solange die Bestellung noch nicht abgeschlossen ist')).toBeVisible()
  await page.getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect(page.getByRole('heading', { name: 'Protokoll der Löschung' })).toBeVisible()
  await expect(page.getByText(/Anfrage Nr\. \d+.*/)).toBeVisible()
  await openOffice(page, `/people?q=${email}`)
  await expect(page.getByText('Niemand', { exact: true })).toBeVisible()
})
