import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { makeOffer } from '#app/shop/buying/offer.ts'
import { payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt } from '#app/shop/buying/purchase-receipt.ts'
import { writeAsStaff } from '#app/shop/buying/sell-messages.ts'
import { inspectGoods, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { ernaMuster } from '#tests/selling.ts'
import { onOnePage } from './sell-steps.ts'
import { expectAccessible, expectNoOverflow, hydrated } from './shop.ts'
import { type Counter, expect, test } from './staff.ts'

// An answer to an offer that was replaced meanwhile is refused on purpose.
test.use({ allowedConsole: /status of 409|status of 422 .*\/api\/sell-photos\// })

const photo = (name: string) => `db/demo/photos/pieces/${name}.jpg`
/** Numbers as they are shown have narrow and no-break spaces. */
const euros = (text: string) => new RegExp(text.replaceAll('.', '\\.').replace(' €', '\\s€'))

const chain = {
  title: 'Halskette, Gelbgold 585',
  kind: 'jewellery',
  metal: 'gold',
  fineness: 585,
  weightGrams: '12.40',
  testMethod: 'xrf',
  cents: { low: 73_465, high: 73_465 },
  basis: { centsPerOunce: 350_000, perMille: 900 },
} as const

async function offer({ db, settings, by }: Counter, token: string, kind: 'estimate' | 'final') {
  const current = await currentPrices(db, new Date())
  const lines =
    kind === 'final' ? [chain] : [{ ...chain, testMethod: null, cents: { low: 70_000, high: 76_000 } }]
  return makeOffer(
    db,
    { token },
    { kind, lines, note: 'Der Verschluss ist aus Stahl.', by, settings, current },
  )
}

/** Nobody’s mailbox takes more than a few requests a day. */
const newAddress = () => `erna.${crypto.randomUUID().slice(0, 8)}@beispiel.example`

/** The page once more, as whoever looks again sees it, ready to be pressed. */
async function again(page: Page): Promise<void> {
  await page.reload()
}

const tokenOf = (address: string) => new URL(address).pathname.split('/').at(-1) ?? ''

test('from the calculator to the agreement, with photos', async ({ page, counter }) => {
  test.setTimeout(180_000)
  await page.goto(`${pathTo('de', 'gold-purchase-calculator')}?item=gold-585&amount=12,4`)
  await page.getByRole('link', { name: 'Angebot anfragen oder einsenden' }).click()
  await expect(page).toHaveURL(/\/de\/verkaufen\?item=gold-585&amount=12%2C4#anfrage$/)
  await hydrated(page)
  // Whoever brings lines goes on at them.
  await expect(page.getByLabel('Gewicht in Gramm')).toBeVisible()
  await expect(page.getByLabel('Gewicht in Gramm')).toHaveValue('12,4')
  await expect(page.getByText('Zum aktuellen Kurs')).toContainText(euros('734,65 €'))

  await onOnePage(page)
  // Photos travel at once; one can be taken out again, and a reload keeps the others.
  const photos = page.getByRole('list', { name: 'Ihre Fotos' }).getByRole('img')
  const picker = page.locator('input[data-photos="pick"]')
  await picker.setInputFiles([photo('j14-1'), photo('j01-1'), 'package.json'])
  await expect(photos).toHaveCount(2)
  await expect(page.getByRole('alert')).toContainText('Diese Datei ist kein Foto.')
  await expectAccessible(page, 'main')
  await page.getByRole('button', { name: 'Foto 2 entfernen' }).click()
  await expect(photos).toHaveCount(1)
  await again(page)
  await expect(photos).toHaveCount(1)

  // Sent with something missing: everything is still there, and the summary leads to it.
  await page.getByLabel('Name').fill('Erna Muster')
  await page.getByLabel('Beschreibung').fill('Eine Kette meiner Großmutter')
  await page.getByRole('button', { name: 'Anfrage senden' }).click()
  const summary = page.getByRole('region', { name: 'Noch nicht abgeschickt.' })
  await expect(summary).toContainText('Noch nicht abgeschickt.')
  await expect(summary).toBeFocused()
  await expect(photos).toHaveCount(1)
  await expect(page.getByLabel('Name')).toHaveValue('Erna Muster')
  await expect(page.getByLabel('Gewicht in Gramm')).toHaveValue('12,4')
  await expectAccessible(page, 'main')
  await summary.getByRole('link', { name: /E-Mail-Adresse/ }).click()
  await expect(page.getByLabel('E-Mail')).toBeFocused()
  const email = newAddress()
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel(/Ich bin damit einverstanden/).check()
  await page.getByRole('button', { name: 'Anfrage senden' }).click()

  // The seller's own page.
  await expect(page).toHaveURL(/\/de\/ankauf\/[\w-]{24,}\?done=sent/)
  const token = tokenOf(page.url())
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Ihre Anfrage ist bei uns')
  await expect(page.getByRole('status').filter({ hasText: 'Danke' })).toContainText(email)
  await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  await expectAccessible(page, 'main')

  // A question, its answer, and another photo.
  await writeAsStaff(
    counter.db,
    { token },
    { text: 'Sehen Sie einen Stempel?', by: counter.by, settings: counter.settings },
  )
  await again(page)
  await expect(title).toHaveText('Wir haben eine Rückfrage')
  await page.getByLabel('Ihre Nachricht').fill('Ja, 585, innen am Verschluss.')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(title).toHaveText('Ihre Anfrage ist bei uns')
  await expect(page.getByText('Ja, 585, innen am Verschluss.')).toHaveCount(1)
  await page.getByLabel(/Weitere Fotos/).setInputFiles(photo('j02-1'))
  await page.getByRole('button', { name: 'Fotos senden' }).click()
  await expect(page.getByRole('img', { name: 'Foto 2' })).toBeVisible()

  // The estimate that was seen is replaced meanwhile: nothing is agreed to unseen.
  await offer(counter, token, 'estimate')
  await again(page)
  await expect(title).toHaveText('Unsere Schätzung')
  await expect(page.getByRole('region', { name: /Schätzung vom/ })).toContainText(/700,00\s€ bis 760,00\s€/)
  await expectAccessible(page, 'main')
  await offer(counter, token, 'estimate')
  const shown = page.locator('input[name="offer"]').first()
  const outdated = await shown.inputValue()
  await page.getByRole('button', { name: /Schätzung annehmen/ }).click()
  await expect(page.getByRole('alert')).toContainText('Inzwischen gibt es ein neues Angebot.')
  await expect(shown).not.toHaveValue(outdated)
  await page.getByRole('button', { name: /Schätzung annehmen/ }).click()
  await expect(title).toHaveText('Kommen Sie vorbei')

  // An appointment within the branch's hours, changed once.
  const days = page.getByRole('navigation', { name: /^Freie Tage/ }).getByRole('link')
  const times = page.getByRole('group', { name: /Uhrzeit$/ }).getByRole('radio')
  await days.nth(1).click()
  await times.first().check()
  await page.getByRole('button', { name: 'Termin eintragen' }).click()
  await expect(title).toHaveText('Ihr Termin steht')
  const appointment = page.getByText(/^\p{L}+, \d+\. \p{L}+, \d\d:\d\d Uhr, /u).first()
  const before = (await appointment.textContent()) ?? ''
  await page.getByText('Anderen Termin wählen').click()
  await days.nth(2).press('Enter')
  await times.nth(3).check()
  await expectAccessible(page, 'main')
  await page.getByRole('button', { name: 'Termin eintragen' }).click()
  await expect(appointment).not.toHaveText(before)
  await expect(page.getByRole('status').filter({ hasText: 'eingetragen' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page, 'main')

  // At the counter: received, tested, offered, agreed.
  const { db, settings, secret, by } = counter
  await takeStaffStep(db, { token }, { event: 'receive', branchId: 'koeln' }, { by, settings })
  await again(page)
  await expect(title).toHaveText('Ihr Stück ist bei uns')
  await inspectGoods(db, { token }, { lines: [{ title: chain.title }] }, { by, secret })
  await offer(counter, token, 'final')
  await again(page)
  await expect(title).toHaveText('Unser Angebot')
  const region = page.getByRole('region', { name: /Angebot vom/ })
  await expect(region).toContainText(/12,40\sg × 585\s‰ × 112,528\s€ je Gramm × 90\s%/)
  await expect(region).toContainText('Geprüft: mit Röntgenfluoreszenz')
  await expectNoOverflow(page)
  await expectAccessible(page, 'main')
  await page.getByRole('button', { name: /Angebot über 734,65\s€ annehmen/ }).click()
  await expect(title).toHaveText('Wir sind uns einig')

  // Identified, paid, with a receipt; in the shop it is a draft that nobody sees yet.
  await identifySeller(db, { token }, ernaMuster(), { by, secret })
  const till = { by, secret, settings }
  expect(await prepareReceipt(db, { token }, { means: 'cash' }, till)).toMatchObject({ ok: true })
  const payout = { reference: 'Kasse 1', declared: true }
  expect(await payPurchase(db, { token }, payout, till)).toMatchObject({ ok: true })
  await again(page)
  await expect(title).toHaveText('Ausgezahlt')
  const link = page.getByRole('link', { name: 'Beleg als PDF öffnen' })
  const receipt = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(receipt.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  })
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-')
  const stocked = await stockPieces(db, { token }, { by })
  const draft = stocked.ok ? stocked.pieces[0]?.product : null
  expect(draft).toMatch(/^\d+$/)
  expect((await page.request.get(`/de/produkte/kette/${draft}`)).status()).toBe(404)
  await again(page)
  await expect(title).toHaveText('Ausgezahlt')
  await expectAccessible(page, 'main')
  const course = page.getByRole('list').filter({ hasText: 'Anfrage eingegangen' })
  await expect(course.getByRole('listitem')).toHaveCount(14)
  await expect(course.getByRole('listitem').last()).toContainText('Ausgezahlt')
})

test('a seller’s page is found by nobody and kept by nobody', async ({ request }) => {
  const token = tokenOf((await submitPlainly(request)).address)
  const answer = await request.get(`/de/ankauf/${token}`)
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  const html = await answer.text()
  expect(html).toMatch(/<meta name="robots" content="noindex/)
  expect(html).not.toMatch(/<link rel="canonical"|<link hid=/)
  expect(await (await request.get('/de/sitemap.xml')).text()).not.toContain('/ankauf/')
  for (const wrong of [token.toLowerCase(), `${token}x`, 'x'.repeat(32), '..%2f'])
    expect((await request.get(`/de/ankauf/${wrong}`)).status()).toBe(404)
})

type Requests = Parameters<Parameters<typeof test>[2]>[0]['request']

/** What a browser without script sends. */
async function submitPlainly(
  request: Requests,
  changes: Record<string, string | { name: string; mimeType: string; buffer: Buffer }> = {},
) {
  const answer = await request.post('/de/verkaufen', {
    maxRedirects: 0,
    multipart: {
      kind: 'watch',
      brand: 'Junghans',
      scope: 'none',
      description: 'Läuft',
      way: 'branch',
      branch: '',
      name: 'Erna Muster',
      email: newAddress(),
      consent: 'yes',
      ...changes,
    },
  })
  const address = new URL(answer.headers().location ?? '/', answer.url()).href
  return { status: answer.status(), address, text: () => answer.text() }
}

test('the same form twice is one request; a changed one is another', async ({ request }) => {
  const changes = { email: newAddress() }
  const first = await submitPlainly(request, changes)
  expect(first.status).toBe(303)
  expect((await submitPlainly(request, changes)).address).toBe(first.address)
  const other = await submitPlainly(request, { ...changes, model: 'Max Bill' })
  expect(other.address).not.toBe(first.address)
})

test('what is no photo and no form is refused, and nothing typed is lost', async ({ request }) => {
  const hostile = (buffer: Buffer, name = 'foto.jpg') =>
    submitPlainly(request, { photos: { name, mimeType: 'image/jpeg', buffer } })
  for (const buffer of [
    Buffer.from('<?php system($_GET[0]); ?>'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from('<script>alert(1)</script>'.repeat(20)),
    ]),
    Buffer.alloc(26 * 1024 * 1024, 1),
  ]) {
    const answer = await hostile(buffer)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('value="Erna Muster"')
  }
  const named = await hostile(Buffer.from('x'), '<img src=x onerror=alert(1)>.jpg')
  expect(await named.text()).not.toContain('<img src=x')

  const send = (data: string, type: string) =>
    request.post('/de/verkaufen', { data: Buffer.from(data), headers: { 'content-type': type } })
  expect((await send('--x\r\nbroken', 'multipart/form-data; boundary=x')).status()).toBe(400)
  expect((await send('{', 'text/plain')).status()).toBe(400)
  expect(
    (await send('kind=watch&name=%00%ff&email=nein', 'application/x-www-form-urlencoded')).status(),
  ).toBe(422)

  const photos = '/api/sell-photos/form'
  const token = 'y'.repeat(32)
  expect((await request.post(`${photos}/${token}`, { data: Buffer.from('GIF89a') })).status()).toBe(422)
  expect((await request.post(`${photos}/short`, { data: Buffer.from('x') })).status()).toBe(404)
  expect(
    (
      await request.post('/api/sell-photos/request/zzzzzzzzzzzzzzzzzzzzzzzz', { data: Buffer.from('x') })
    ).status(),
  ).toBe(404)
  const foreign = { headers: { origin: 'https://evil.example' }, data: Buffer.from('x') }
  expect((await request.post(`${photos}/${token}`, foreign)).status()).toBe(403)
  expect((await request.get(`${photos}/${token}/..%2f..%2fsecrets/320.webp`)).status()).toBe(404)
})

test('what a seller’s page is asked for must be possible', async ({ request }) => {
  const { pathname } = new URL((await submitPlainly(request)).address)
  const ask = async (form: Record<string, string>) =>
    (await request.post(pathname, { form, maxRedirects: 0 })).status()
  expect(await ask({ step: 'accept', offer: '1' })).toBe(409)
  const refused = await request.post(pathname, { form: { step: 'accept', offer: '1' } })
  expect(await refused.text()).toContain('<title>Bitte prüfen: ')
  expect(await ask({ step: 'accept', offer: 'NaN' })).toBe(409)
  expect(await ask({ step: 'book', time: 'koeln|2026-13-99' })).toBe(409)
  expect(await ask({ step: 'message', text: 'x', submission: 'no' })).toBe(409)
  expect(await ask({ step: 'message', text: ' ', submission: crypto.randomUUID() })).toBe(409)
  expect(await ask({ step: 'parcel', carrier: 'x', code: 'y' })).toBe(409)
  expect(await ask({ step: 'constructor' })).toBe(409)
  expect(await ask({ step: 'end' })).toBe(303)
  expect(await ask({ step: 'end' })).toBe(303)
  const gone = await request.post(`/de/ankauf/${'x'.repeat(32)}`, { form: { step: 'end' } })
  expect(gone.status()).toBe(404)
})

test('the form goes by keyboard alone and fits a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${pathTo('de', 'sell-watches-koeln')}#anfrage`)
  await onOnePage(page)
  const kinds = page.getByRole('radio', { name: /Schmuck/ })
  await page.getByRole('radio', { name: /Eine Uhr/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(kinds).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Marke' })).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Was es ist').and(page.locator(':visible'))).toBeFocused()
  await page.getByRole('radio', { name: /sende es versichert ein/ }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Postleitzahl')).toBeVisible()
  await expect(page.getByLabel('Filiale', { exact: true })).toBeHidden()
  await expectNoOverflow(page)
  await expectAccessible(page, '#anfrage')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a watch with a photo, to be sent in, and an end to it', async ({ page, counter }) => {
    await page.goto(`${pathTo('de', 'sell-watches-duesseldorf')}#anfrage`)
    await page.getByLabel(/Fotos, JPEG/).setInputFiles(photo('w01-1'))
    await page.getByRole('button', { name: 'Fotos hochladen und weiter ausfüllen' }).click()
    await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Marke' }).fill('Junghans')
    await page.getByRole('radio', { name: /sende es versichert ein/ }).check()
    await page.getByLabel('Name').fill('Erna Muster')
    await page.getByLabel('E-Mail').fill(newAddress())
    await page.getByRole('button', { name: 'Anfrage senden' }).click()
    const summary = page.getByRole('region', { name: 'Noch nicht abgeschickt.' })
    await expect(summary).toContainText('Bitte nennen Sie Straße und Hausnummer.')
    await expect(summary).toBeFocused()
    await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Marke' })).toHaveValue('Junghans')
    await page.getByLabel('Straße').fill('Ring 1')
    await page.getByLabel('Postleitzahl').fill('40213')
    await page.getByLabel('Ort').fill('Düsseldorf')
    await page.getByLabel(/Ich bin damit einverstanden/).check()
    await page.getByRole('button', { name: 'Anfrage senden' }).click()
    await expect(page.getByText('Danke, Ihre Anfrage ist angekommen.')).toBeVisible()
    await offer(counter, tokenOf(page.url()), 'estimate')
    await page.goto(new URL(page.url()).pathname)
    await page.getByRole('button', { name: /Schätzung annehmen/ }).click()
    await expect(page.getByRole('heading', { name: 'Versichert einsenden' })).toBeVisible()
    await expect(page.getByText(/Versicherter Wert: 760,00\s€/)).toBeVisible()
    await page.getByText('Ich möchte diese Anfrage beenden').click()
    await page.getByRole('button', { name: 'Ja, Anfrage beenden' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Anfrage ist beendet')
  })

  test('lines of gold come and go', async ({ page }) => {
    await page.goto(`${pathTo('de', 'sell')}?item=gold-333&amount=5`)
    await page.getByRole('button', { name: 'Posten hinzufügen' }).click()
    const amounts = page.getByLabel('Gramm oder Stückzahl')
    await expect(amounts).toHaveCount(2)
    // The page is another one, and goes on where it was left.
    const items = page.locator('select[name="item"]')
    await expect(items.nth(1)).toBeFocused()
    await expect(items.nth(1)).toBeInViewport()
    await amounts.nth(1).fill('7')
    await page.getByRole('button', { name: 'Posten 1 entfernen' }).click()
    await expect(amounts).toHaveCount(1)
    await expect(items).toBeFocused()
    await expect(amounts).toHaveValue('7')
  })
})
