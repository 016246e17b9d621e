import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Locator } from '@playwright/test'
import { buildShop } from '#server/build.ts'
import { openOffice, signedIn } from '#tests/journeys/office.ts'
import { launchOptions } from '#tests/setup/browser.ts'
import startRunningShop from '#tests/setup/running-shop.ts'

/**
 * `npm run bench:first-piece [-- --key 200 --look 2000]`: a stopwatch beside somebody who enters a watch, from the button
 * "new piece" to its page in the shop: reference, condition, price, texts in both languages, six photos, the check of a
 * theft register with its certificate, the serial number. `key`: milliseconds from one key to the next; `look`:
 * milliseconds until the next field or button is found.
 */
const { values } = parseArgs({
  options: { key: { type: 'string', default: '200' }, look: { type: 'string', default: '2000' } },
})
const delay = Number(values.key)
const print = (line: string) => process.stdout.write(`${line}\n`)

const texts = {
  de: 'Stahlgehäuse mit Lünette aus Keramik, schwarzes Zifferblatt. Das Band ist straff, die Schließe schließt sauber. Zuletzt 2023 gewartet, mit Beleg.',
  en: 'Steel case with a ceramic bezel, black dial. The bracelet is tight, the clasp shuts cleanly. Last serviced in 2023, with the receipt.',
}

await buildShop()
delete process.env.SHOP_URL
const stop = await startRunningShop()
const browser = await chromium.launch(launchOptions())
try {
  const shop = process.env.SHOP_URL ?? ''
  const context = await browser.newContext({ baseURL: shop, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signedIn(context, shop)
  await openOffice(page, '/pieces')

  const began = performance.now()
  let last = began
  const lap = (what: string) => {
    const now = performance.now()
    print(`${what.padEnd(34)} ${((now - last) / 1000).toFixed(0).padStart(4)} s`)
    last = now
  }
  const look = () => page.waitForTimeout(Number(values.look))
  const press = async (name: string | RegExp, within: Locator = page.locator('body')) => {
    await look()
    await within.getByRole('button', { name, exact: true }).last().click()
  }
  const type = async (field: string, text: string) => {
    await look()
    await page.locator(`#field-${field}`).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text, { delay })
  }
  const choose = async (field: string, choice: string | { index: number }) => {
    await look()
    await page.locator(`#field-${field}`).selectOption(choice)
  }

  await press('Neues Stück')
  await press('Uhr', page.getByRole('dialog'))
  await page.waitForURL(/\/pieces\/\d+$/)
  await type('brand', 'Rolex')
  await type('reference', '116610LN')
  await page.locator('#field-movement-note').waitFor()
  await type('name-de', 'Taucheruhr mit schwarzer Lünette')
  await type('name-en', 'Diver’s watch with a black bezel')
  await choose('condition', 'very-good')
  await choose('branch_id', { index: 1 })
  await type('price_cents', '9.800')
  await type('cost_cents', '7.000')
  lap('what it is, and what it costs')
  await type('description-de', texts.de)
  await type('description-en', texts.en)
  await look()
  await page.keyboard.press('Control+s')
  await page.getByRole('status').filter({ hasText: 'Gespeichert.' }).waitFor()
  lap('texts in both languages')
  await look()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Fotos hinzufügen', exact: true }).click()
  await look()
  const photos = ['w01-1', 'w01-2', 'w02-1', 'w02-2', 'w03-1', 'w03-2']
  await (await choosing).setFiles(photos.map((name) => resolve(`db/demo/photos/pieces/${name}.jpg`)))
  await page
    .locator('.photo-tiles [data-photo]')
    .nth(photos.length - 1)
    .waitFor()
  lap('six photos from a folder')
  await press('Prüfung eintragen')
  await look()
  await page.getByLabel('Geprüft am').fill(new Date().toISOString().slice(0, 10))
  await look()
  const certificate = {
    name: 'certificate.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\nclear\n%%EOF\n'),
  }
  await page.getByLabel(/^Zertifikat/).setInputFiles(certificate)
  await press('Eintragen')
  await page.getByRole('button', { name: 'Zertifikat speichern' }).waitFor()
  const provenance = page.locator('#provenance')
  await press('Eintragen', provenance)
  await look()
  await provenance.getByLabel('Seriennummer').click()
  await page.keyboard.type('6A2K1943', { delay })
  await press('Versiegeln', provenance)
  await provenance.getByText('••••').waitFor()
  lap('theft register, serial number')
  await press('In den Laden stellen')
  await page.locator('.piece-way [aria-current]', { hasText: 'Im Laden' }).waitFor()
  await look()
  const path = await page.getByRole('link', { name: 'Seite öffnen' }).getAttribute('href')
  await page.goto(path ?? '')
  await page.getByText(texts.de.slice(0, 40)).first().waitFor()
  lap('into the shop, and looked at there')
  print(`${'from the button to the page'.padEnd(34)} ${((last - began) / 1000).toFixed(0).padStart(4)} s`)
} finally {
  await browser.close()
  await stop?.()
}
