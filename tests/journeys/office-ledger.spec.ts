import { identifySeller } from '#app/shop/buying/identification.ts'
import { completeLedger } from '#app/shop/buying/ledger.ts'
import { payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt } from '#app/shop/buying/purchase-receipt.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { agreedRequest, ernaMuster, pieces } from '#tests/selling.ts'
import { fitsEverywhere, openOffice, signedIn } from './office.ts'
import { expectAccessible } from './shop.ts'
import { ownPiece } from './shop-database.ts'
import { type Counter, expect, test } from './staff.ts'

/** A chain of somebody who sells for the first time: bought, paid and stocked. Its number in the ledger, and its title. */
async function boughtScrap({ db, settings, secret, by }: Counter) {
  const mark = crypto.randomUUID().slice(0, 8)
  const title = `Halskette ${mark}`
  const line = { ...pieces.chain, title, cents: { low: 10_000, high: 10_000 } }
  const id = await agreedRequest(db, settings, [line])
  const document = { ...ernaMuster().document, number: `L${mark.toUpperCase()}` }
  const letters = mark.replace(/[^a-f]/g, '')
  await identifySeller(
    db,
    { id },
    { ...ernaMuster(), surname: `Beispiel${letters}`, document },
    { by, secret },
  )
  const counter = { by, secret, settings }
  const printed = await prepareReceipt(db, { id }, { means: 'cash' }, counter)
  if (!printed.ok) throw new Error(printed.reason)
  const paid = await payPurchase(db, { id }, { means: 'cash', reference: 'Kasse 1', declared: true }, counter)
  if (!paid.ok) throw new Error(paid.reason)
  const stocked = await stockPieces(db, { id }, { by })
  if (!stocked.ok) throw new Error(stocked.reason)
  return { ledger: stocked.pieces[0]?.ledger ?? 0, title }
}

test('scrap that was bought goes to a refinery, and the ledger shows what came back', async ({
  page,
  context,
  baseURL,
  counter,
}) => {
  const { ledger, title } = await boughtScrap(counter)
  await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
  await openOffice(page, '/melting')
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('12,40 g')
  await expectAccessible(page)
  await page.getByLabel('Scheideanstalt').fill('Scheideanstalt Rhein')
  await page.getByRole('button', { name: 'Los anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^SL-.*Scheideanstalt Rhein/ })).toBeVisible()
  await page.getByRole('button', { name: `${title} ins Los legen` }).click()
  // Weighed once more, and lighter.
  await page.getByLabel('Gewicht in g').fill('12,00')
  await page.getByLabel('Feingehalt in ‰').fill('viel')
  await page.getByRole('button', { name: 'Ins Los legen', exact: true }).click()
  await expect(page.getByText('Das ist keine Zahl, die hier passt')).toBeVisible()
  await page.getByLabel('Feingehalt in ‰').fill('585')
  await page.getByRole('button', { name: 'Ins Los legen', exact: true }).click()
  const inside = page.getByRole('row', { name: new RegExp(`^${title}`) })
  await expect(inside).toContainText('7,020 g')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Als geschickt eintragen' }).click()
  await page.getByRole('button', { name: 'Ja, es ist geschickt' }).click()
  await page.getByLabel('Nummer der Abrechnung').fill(`SA-${ledger}`)
  await page.getByLabel('Fein in g').fill('6,95')
  await page.getByLabel('Wert in EUR').fill('780,00')
  await page.getByLabel('Abzüge in EUR').fill('12,50')
  await page.getByLabel('Gutschrift in EUR').fill('767,00')
  await page.getByRole('button', { name: 'Abrechnung buchen' }).click()
  await expect(page.getByText(/weicht um -0,50/)).toBeVisible()
  await expectAccessible(page)
  // What was typed outlives a reload.
  await page.reload()
  await expect(page.getByLabel('Wert in EUR')).toHaveValue('780,00')
  await page.getByLabel('Gutschrift in EUR').fill('767,50')
  await page.getByRole('button', { name: 'Abrechnung buchen' }).click()
  await expect(page.getByText('Nach Abzügen von 12,50')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Gold/ })).toContainText('-0,070 g')
  await fitsEverywhere(page)
  await page.getByLabel('Abrechnung als PDF anhängen').setInputFiles({
    name: 'Abrechnung.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF'),
  })
  await expect(page.getByRole('link', { name: 'Abrechnung.pdf' })).toBeVisible()

  await openOffice(page, `/ledger?q=SA-${ledger}`)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Einschmelzen')
  await expect(row).toContainText('767,50')
  await expect(row).toContainText('667,50')
  await expectAccessible(page)
  await fitsEverywhere(page)
})

test('costs of a piece are entered and taken back, and lessen what is left', async ({
  page,
  context,
  baseURL,
}) => {
  const id = await ownPiece()
  await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
  await openOffice(page, `/pieces/${id}`)
  const costs = page.getByRole('region', { name: 'Nebenkosten' })
  await costs.getByText('Nebenkosten eintragen').click()
  await costs.getByLabel('Netto in EUR').fill('38')
  await costs.getByLabel('Umsatzsteuer in EUR').fill('200')
  await costs.getByRole('button', { name: 'Eintragen', exact: true }).click()
  await expect(costs.getByText('Sind Netto und Steuer vertauscht?')).toBeVisible()
  await costs.getByLabel('Netto in EUR').fill('200')
  await costs.getByLabel('Umsatzsteuer in EUR').fill('38')
  await costs.getByRole('button', { name: 'Eintragen', exact: true }).click()
  await expect(costs.getByText('Zusammen 200,00')).toBeVisible()
  await expectAccessible(page)
  await costs.getByRole('button', { name: /zurücknehmen/ }).click()
  await costs.getByRole('button', { name: 'Gegenbuchen' }).click()
  await expect(costs.getByText('Zusammen 0,00')).toBeVisible()
})

test('a month’s file comes to the sums that the ledger shows', async ({
  page,
  context,
  baseURL,
  counter,
}) => {
  await completeLedger(counter.db)
  await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
  await openOffice(page, '/ledger/months')
  await expect(page.getByRole('heading', { name: 'Stimmt das Ankaufsbuch?' })).toBeVisible()
  await expectAccessible(page)
  await fitsEverywhere(page)
  await page.getByLabel('Format').selectOption('rfc')
  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await fetched).suggestedFilename()).toMatch(/^ankaufsbuch-\d{4}-\d\d\.csv$/)
})

test('each figure of insight leads to as many as it says', async ({ page, context, baseURL }) => {
  await signedIn(context, baseURL, { role: 'owner', locale: 'de' })
  for (const part of ['visits', 'searches', 'trade', 'stock', 'margins']) {
    await openOffice(page, `/insight?part=${part}&days=365`)
    await expectAccessible(page)
    await fitsEverywhere(page)
  }
  await openOffice(page, '/insight?part=stock')
  const ages = page.getByRole('region', { name: 'Wie lange Stücke im Verkauf sind' }).getByRole('row')
  const figure = ages.getByRole('link').first()
  const said = (await figure.textContent()) ?? ''
  await figure.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stücke' })).toBeVisible()
  await expect(
    page.getByText(new RegExp(`(^|\\D)${said.replace('.', '\\.')} (von|Stück)`)).first(),
  ).toBeVisible()
})
