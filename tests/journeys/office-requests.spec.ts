import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerOffer, makeOffer } from '#app/shop/buying/offer.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { inspectGoods, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { pieces, sellForm } from '#tests/selling.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { expectAccessible } from './shop.ts'
import { expect, test } from './staff.ts'
import { sellerTab, watchByPost } from './watch-by-post.ts'

// What somebody else did meanwhile is refused on purpose.
test.use({ allowedConsole: /status of 409/ })

test('two who have a request open are told of each other, and each gets from it to the person’s file', async ({
  page,
  context,
  browser,
  baseURL,
  counter,
}) => {
  const { number } = await watchByPost(counter)
  const anna = `Anna ${crypto.randomUUID()}`
  const elsewhere = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) })
  try {
    await signedIn(elsewhere, baseURL, { name: anna })
    const hers = await elsewhere.newPage()
    const said = hers.waitForResponse((response) => response.url().includes('/presence.open'))
    await openOffice(hers, `/requests/${number}`)
    expect((await said).status()).toBe(200)
    await signedIn(context, baseURL)
    await openOffice(page, `/requests/${number}`)
    await expect(page.getByText(`${anna} hat diese Seite auch geöffnet`)).toBeVisible()
  } finally {
    await elsewhere.close()
  }
  await page.getByRole('link', { name: 'Personenakte' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Erna Muster' })).toBeVisible()
  await expect(page.getByRole('link', { name: number })).toBeVisible()
})

test('nothing of the list or the board is cut off, whatever its rows would like to be', async ({
  page,
  context,
  baseURL,
  counter: { db, settings },
}) => {
  const name = 'Ernestine Freifrau von Muster-Schnarrenberger'
  const email = `${crypto.randomUUID()}@beispiel.example`
  const contact = { name, email, phone: '0221 555 01 77', address: null }
  await submitSellRequest(db, sellForm({ contact }), { client: null, settings, now: new Date() })
  await signedIn(context, baseURL, { role: 'buyer' })
  await page.setViewportSize({ width: 360, height: 800 })
  await openOffice(page, `/requests?as=list&q=${email}`)
  await expect(page.getByText(name)).toBeVisible()
  const over = await page.locator('.list-scroll').evaluate((list) => list.scrollWidth - list.clientWidth)
  expect(over).toBe(0)
  await expectAccessible(page)
  await fitsEverywhere(page)
  // How many there are of each stands above the board, and leads to those alone.
  await openOffice(page, `/requests?q=${email}`)
  const states = page.getByRole('navigation', { name: 'Abschnitt' })
  await states.getByRole('link', { name: 'Hier 0' }).click()
  await expect(page.getByText('Nichts', { exact: true })).toBeVisible()
  await states.getByRole('link', { name: 'Neu 1' }).click()
  const card = page.getByRole('link', { name: new RegExp(name) })
  await expect(card).toBeVisible()
  await expect(card.getByText('ohne Foto')).toBeVisible()
  await expectAccessible(page)
  await fitsEverywhere(page)
})

const isNow = (page: Page, state: string) =>
  expect(
    page
      .locator('main b')
      .filter({ hasText: new RegExp(`^${state}$`) })
      .first(),
  ).toBeVisible()

const step = (page: Page, name: string) =>
  page
    .locator('details.request-step')
    .filter({ has: page.locator('summary', { hasText: new RegExp(`^${name}$`) }) })

async function openStep(page: Page, name: string) {
  const part = step(page, name)
  await part.locator('summary').click()
  return part
}

test('a watch by post goes from a question over two offers to the agreement', async ({
  page,
  context,
  baseURL,
  counter,
}) => {
  test.setTimeout(180_000)
  const { token, number } = await watchByPost(counter)
  const seller = await sellerTab(context, token)
  await signedIn(context, baseURL, { role: 'buyer', locale: 'en' })
  await openOffice(page, `/requests/${number}`)
  await page.getByRole('button', { name: 'Box and papers' }).click()
  await page.getByRole('button', { name: 'Preview the email' }).click()
  const question = page.getByRole('region', { name: /Frage zu Ihr/ })
  await expect(question).toContainText('Sind Box, Papiere, Rechnung oder Servicebelege vorhanden?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await isNow(page, 'question asked')
  await expect(page.getByLabel('To the seller')).toHaveValue('')

  await seller.says('Wir haben eine Rückfrage')
  await seller.tab.getByLabel('Ihre Nachricht').fill('Die Papiere habe ich noch.')
  await seller.tab.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(seller.tab.getByText('Die Papiere habe ich noch.')).toBeVisible()

  await openOffice(page, `/requests/${number}`)
  await expect(page.getByText('Die Papiere habe ich noch.')).toBeVisible()
  await page.locator('#line-0-from').fill('800')
  await page.locator('#line-0-to').fill('900')
  await page.getByLabel('Reason in German').fill('Vorbehaltlich der Prüfung des Werks.')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await openStep(page, 'What the seller sees')
  const seen = page.frameLocator('.request-frame iframe:not([inert])')
  await expect(seen.getByText('Vorbehaltlich der Prüfung des Werks.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(seen.getByRole('heading', { name: /^Omega Constellation · 800\s€ bis 900\s€/ })).toBeVisible()
  await expect(seen.getByText('Vorbehaltlich der Prüfung des Werks.')).toBeVisible()
  await page.getByRole('button', { name: 'Send estimate: €800 to €900' }).click()
  await isNow(page, 'estimated')
  await seller.says('Unsere Schätzung')
  await seller.tab.getByRole('button', { name: /Schätzung annehmen/ }).click()
  await expect(seller.tab.getByRole('heading', { name: 'Versichert einsenden' })).toBeVisible()

  await openOffice(page, `/requests/${number}`)
  const label = await openStep(page, 'Send a shipping label')
  await expect(label.getByLabel('Insured value in EUR')).toHaveValue('900')
  await label.getByLabel('Carrier').fill('DHL')
  await label.getByRole('button', { name: 'Send the shipping label' }).click()
  await expect(label.getByRole('alert')).toHaveText(
    'A shipping label needs a file, an address to print it from or a code.',
  )
  await expect(label.getByLabel('Carrier')).toHaveValue('DHL')
  await label.getByLabel('or code for the counter').fill('JJD000390007')
  await label.getByRole('button', { name: 'Send the shipping label' }).click()
  await isNow(page, 'shipping label sent')
  await seller.says('Ihre Sendung ist vorbereitet')
  await expect(seller.tab.getByText('JJD000390007').first()).toBeVisible()

  const arrived = await openStep(page, 'Goods have arrived')
  await arrived.getByRole('button').click()
  await isNow(page, 'goods received')
  // The form of the step is gone; whoever works by keyboard goes on at the heading of what can be done next.
  await expect(page.locator('main section :is(h2, h3):focus')).toHaveCount(1)
  const inspection = await openStep(page, 'Record the inspection')
  await inspection.getByLabel(/^Findings/).fill('Werk läuft, Glas verkratzt')
  await page.reload()
  await inspection.locator('summary').click()
  await expect(inspection.getByLabel(/^Findings/)).toHaveValue('Werk läuft, Glas verkratzt')
  await inspection.getByLabel('Serial number').fill('24912345')
  await inspection.getByLabel('Register of stolen goods: Result').selectOption('clear')
  await inspection.getByRole('button', { name: 'Save the inspection' }).click()
  await isNow(page, 'inspected')
  await expect(page.getByText('Werk läuft, Glas verkratzt').first()).toBeVisible()
  await expect(page.getByText('24912345')).toHaveCount(0)

  // A final offer is one amount, and says how it was tested.
  await expect(page.getByText('An offer names one amount, not from and to.')).toBeVisible()
  await page.locator('#line-0-from').fill('')
  await page.locator('#line-0-to').fill('')
  await page.locator('#line-0-euros').fill('850')
  await page.getByRole('button', { name: 'Send offer: €850' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'how it was tested' })).toBeVisible()
  await page.locator('#line-0-testMethod').selectOption('movement')
  await page.getByRole('button', { name: 'Send offer: €850' }).click()
  await isNow(page, 'offer sent')

  await seller.says('Unser Angebot')
  await seller.tab.getByText('Ich stelle mir einen anderen Betrag vor').click()
  await seller.tab.locator('#counter-amount').fill('900')
  await seller.tab.locator('button[value="counter"]').click()
  await expect(seller.tab.getByText(/Gegenvorschlag: 900,00\s€/)).toBeVisible()

  await openOffice(page, `/requests/${number}`)
  await expect(page.getByText('The seller has €900 in mind.')).toBeVisible()
  await page.locator('#line-0-euros').fill('880')
  await page.getByRole('button', { name: 'Send offer: €880' }).click()
  await expect(page.getByText('The seller has €900 in mind.')).toBeHidden()
  await seller.says('Unser Angebot')
  await seller.tab.getByRole('button', { name: /Angebot über 880,00\s€ annehmen/ }).click()
  await expect(seller.tab.getByRole('heading', { level: 1 })).toHaveText('Wir sind uns einig')

  await openOffice(page, `/requests/${number}`)
  await isNow(page, 'agreed')
  await expect(page.getByRole('link', { name: /^On to identification/ })).toBeVisible()
  await expectAccessible(page)
})

test('what was declined goes home, by a parcel whose number is asked for', async ({
  page,
  context,
  baseURL,
  counter,
}) => {
  const { db, settings, by, secret } = counter
  const { token, number } = await watchByPost(counter)
  await takeStaffStep(db, { token }, { event: 'receive', branchId: 'koeln' }, { by, settings })
  await inspectGoods(db, { token }, { lines: [{ title: pieces.watch.title }] }, { by, secret })
  const current = await currentPrices(db, new Date())
  await makeOffer(db, { token }, { kind: 'final', lines: [pieces.watch], by, settings, current })
  const seller = await sellerTab(context, token)
  await seller.says('Unser Angebot')
  await seller.tab.getByText('Ich möchte ablehnen').click()
  await seller.tab.getByRole('button', { name: 'Ja, ablehnen' }).click()

  await signedIn(context, baseURL, { role: 'buyer', locale: 'en' })
  await openOffice(page, `/requests/${number}`)
  await isNow(page, 'declined')
  const back = await openStep(page, 'Give back')
  await back.getByLabel('Carrier').fill('DHL')
  await back.getByRole('button').click()
  await expect(back.getByText('Please fill this in.')).toBeVisible()
  await back.getByLabel('Tracking number').fill('JJD000390008')
  await back.getByRole('button').click()
  await isNow(page, 'returned')
  const again = await openStep(page, 'Change the tracking number of the return')
  await again.getByLabel('Tracking number').fill('JJD000390009')
  await again.getByRole('button').click()
  await expect(page.getByText('DHL JJD000390009 instead of DHL JJD000390008')).toBeVisible()
  await seller.tab.goto(`/de/ankauf/${token}`)
  await expect(seller.tab.getByText(/Auf dem Weg zu Ihnen: DHL, Sendungsnummer JJD000390009/)).toBeVisible()
})

test('a seller who calls is given a time in their request, and is found in the list of appointments', async ({
  page,
  context,
  baseURL,
  counter,
}) => {
  const { db, settings, by } = counter
  const { token, number } = await watchByPost(counter)
  const current = await currentPrices(db, new Date())
  const made = await makeOffer(
    db,
    { token },
    { kind: 'estimate', lines: [pieces.watch], by, settings, current },
  )
  if (!made.ok) throw new Error(made.reason)
  await answerOffer(db, { token }, { offer: made.offer, answer: 'accepted', settings })

  const { id } = await signedIn(context, baseURL, { role: 'owner', locale: 'en', name: `Otto ${number}` })
  await openOffice(page, `/requests/${number}`)
  const book = await openStep(page, 'Make an appointment')
  await book.getByRole('button').click()
  await expect(book.getByText('Please fill this in.')).toBeVisible()
  await book.getByLabel('Who receives them').selectOption(String(id))
  // Outside of the hours, for a free time may be taken by another journey in the same moment.
  await expect(book.getByLabel('Day').getByRole('option').nth(2)).toBeAttached()
  await book.getByLabel('Day').selectOption('other')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await book.locator('[name="date"]').fill(tomorrow)
  await book.locator('[name="time"]').fill('21:15')
  await book.locator('[name="because"]').fill('comes by the night train')
  await expectAccessible(page)
  await book.getByRole('button').click()
  await isNow(page, 'appointment made')

  await openOffice(page, `/appointment-list?q=${number}`)
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText(`Otto ${number}`)
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(`Erna Muster`)
  await row.getByRole('link').click()
  // By its subject once it went out.
  await expect(page.getByText(/^(Message to the colleague|You receive: Erna Muster)/).first()).toBeVisible()
})

test('two members at one request lose nothing of each other', async ({
  page,
  context,
  browser,
  baseURL,
  counter,
}) => {
  const { number } = await watchByPost(counter)
  await signedIn(context, baseURL, { role: 'buyer', locale: 'en', name: 'Berta Beispiel' })
  const others = await browser.newContext({ baseURL })
  await signedIn(others, baseURL, { role: 'buyer', locale: 'en', name: 'Carl Beispiel' })
  const other = await others.newPage()
  await openOffice(page, `/requests/${number}`)
  await openOffice(other, `/requests/${number}`)

  await page.locator('#line-0-euros').fill('700')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await other.locator('#line-0-euros').fill('650')
  const draft = other.getByRole('alert').filter({ hasText: 'Lines' })
  await expect(draft).toContainText(/Now \(Berta Beispiel, .*€700.*Yours.*€650/s)
  await expect(other.locator('#line-0-euros')).toHaveValue('650')
  await draft.getByRole('button', { name: 'Leave it as it is now' }).click()
  await expect(other.locator('#line-0-euros')).toHaveValue('700')
  // What only one of two wrote is joined, and asks nobody.
  await page.getByLabel('Reason in German').fill('Mit Papieren')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await other.getByLabel('Reason in English').fill('With papers')
  await expect(other.getByLabel('Reason in German')).toHaveValue('Mit Papieren')
  await expect(other.getByText('Draft saved')).toBeVisible()

  const arrived = await openStep(page, 'Goods have arrived')
  await arrived.getByLabel('Branch').selectOption('koeln')
  const turnedDown = await openStep(other, 'Turn down')
  await turnedDown.getByLabel('Reason (stays with us)').fill('Fälschung')
  await arrived.getByRole('button').click()
  await isNow(page, 'goods received')
  await turnedDown.getByRole('button').click()
  const both = other.getByRole('alert').filter({ hasText: 'State of the request' })
  await expect(both).toContainText(/Before.*new.*Now \(Berta Beispiel, .*goods received.*Turn down/s)
  await expect(both).toContainText('Fälschung')
  await expect(turnedDown.getByLabel('Reason (stays with us)')).toHaveValue('Fälschung')
  await expectAccessible(other)
  await both.getByRole('button', { name: 'Take mine' }).click()
  await isNow(other, 'declined')
  await others.close()
})

test('an offer for metal begins with words, and says what is missing once it was tried to send it', async ({
  page,
  context,
  baseURL,
  counter,
}) => {
  const { number } = await watchByPost(counter, {
    kind: 'gold',
    lines: [{ item: 'gold-585', amount: '12,4' }],
    description: '',
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await signedIn(context, baseURL, { role: 'buyer', locale: 'en' })
  await openOffice(page, `/requests/${number}`)
  // On a phone what can be done stands above everything else.
  const top = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y
  expect(await top('What you can do')).toBeLessThan((await top('Photos')) ?? 0)
  await fitsEverywhere(page)
  const titles = page.getByLabel('Title (the seller reads it)')
  await expect(titles.first()).toHaveValue('Gold 585 (14 Karat)')
  await expect(page.getByText('Please fill this in.')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add a line' }).click()
  await page.locator('#line-1-item').selectOption('silver-925')
  await expect(titles.nth(1)).toHaveValue('Silber 925')
  await titles.nth(1).fill('Besteck, 925')
  await page.locator('#line-1-item').selectOption('silver-800')
  await expect(titles.nth(1)).toHaveValue('Besteck, 925')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByText('1 line is not complete yet')).toBeVisible()
  await expect(page.getByText('Please fill this in.')).toHaveCount(0)
  await page.getByRole('button', { name: /^Send estimate/ }).click()
  await expect(page.locator('#line-1-amount')).toBeFocused()
  await expect(page.getByText('Please fill this in.')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('button', { name: /^Send estimate/ }).click()
  await isNow(page, 'estimated')
})
