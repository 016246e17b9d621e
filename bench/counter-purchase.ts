import { parseArgs } from 'node:util'
import { chromium, type Locator } from '@playwright/test'
import { buildShop } from '#server/build.ts'
import { openOffice, signedIn } from '#tests/journeys/office.ts'
import { launchOptions } from '#tests/setup/browser.ts'
import startRunningShop from '#tests/setup/running-shop.ts'

/**
 * `npm run bench:counter-purchase [-- --key 200 --look 1000]`: a stopwatch beside somebody who buys a chain by its weight, a
 * coin and a watch at the counter: weighed, priced, the seller identified, the receipt signed on the tablet, paid in cash,
 * stocked, up to the watch's own editor. `key`: milliseconds from one key to the next; `look`: milliseconds until the next
 * field or button is found.
 */
const { values } = parseArgs({
  options: { key: { type: 'string', default: '200' }, look: { type: 'string', default: '1000' } },
})
const delay = Number(values.key)
const print = (line: string) => process.stdout.write(`${line}\n`)

await buildShop()
delete process.env.SHOP_URL
const stop = await startRunningShop()
const browser = await chromium.launch(launchOptions())
try {
  const shop = process.env.SHOP_URL ?? ''
  const context = await browser.newContext({ baseURL: shop, viewport: { width: 1024, height: 768 } })
  const page = await context.newPage()
  await signedIn(context, shop)
  await openOffice(page, '/counter')

  const began = performance.now()
  let last = began
  const lap = (what: string) => {
    const now = performance.now()
    print(`${what.padEnd(34)} ${((now - last) / 1000).toFixed(0).padStart(4)} s`)
    last = now
  }
  const look = () => page.waitForTimeout(Number(values.look))
  const press = async (name: string | RegExp) => {
    await look()
    await page.getByRole('button', { name }).last().click()
  }
  const type = async (label: string, text: string, within: Locator = page.locator('form')) => {
    await look()
    await within.getByLabel(label).last().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text, { delay })
  }
  const day = async (label: string, text: string) => {
    await look()
    await page.getByLabel(label).fill(text)
    await page.waitForTimeout(8 * delay)
  }

  await look()
  await page.getByRole('link', { name: /^Ankaufen/ }).click()
  await press(/^Metall nach Gewicht hinzufügen/)
  await type('Gewicht in Gramm', '12,4')
  await press(/^Münze oder Barren hinzufügen/)
  await look()
  await page.getByLabel('Was es ist').last().selectOption('coin-ducat')
  await press(/^Uhr hinzufügen/)
  await type('Marke', 'Omega')
  await type('Modell', 'Constellation')
  await type('Preis in EUR', '300')
  await type('Seriennummer', '24911234')
  lap('three things, weighed and priced')
  await type('Nachname', 'Muster')
  await type('Vornamen', 'Erna')
  await type('Straße und Hausnummer', 'Domstraße 1')
  await type('Postleitzahl', '50668')
  await type('Ort', 'Köln')
  await press(/^Einverstanden über/)
  await page.waitForURL(/requests/)
  lap('who sells, and agreed')
  await day('Geburtstag', '1961-03-04')
  await type('Nummer des Ausweises', 'L01X00T22')
  await type('Ausgestellt von', 'Stadt Köln')
  await day('Gültig bis', '2099-01-01')
  await press('Ausweis gesehen')
  lap('identified')
  await press('Beleg erstellen')
  const pad = page.getByRole('img', { name: /Unterschrift/ })
  await pad.scrollIntoViewIfNeeded()
  await look()
  const box = await pad.boundingBox()
  if (!box) throw new Error('there is nothing to sign on')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  for (const [x, y] of [
    [120, 30],
    [180, 90],
    [260, 40],
    [330, 80],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await page.mouse.up()
  // Somebody reads it, and writes a name.
  await page.waitForTimeout(15_000)
  await press('Unterschrift übernehmen')
  lap('read and signed on the tablet')
  await type('Nummer des Kassenbelegs', 'Kasse 17')
  await press(/bar ausgezahlt$/)
  await press('In den Bestand nehmen')
  await look()
  await page.getByRole('link', { name: /^Omega Constellation beschreiben/ }).click()
  await page.locator('#field-brand').waitFor()
  lap('paid, stocked, in the editor')
  print(`${'from the counter to the editor'.padEnd(34)} ${((last - began) / 1000).toFixed(0).padStart(4)} s`)
} finally {
  await browser.close()
  await stop?.()
}
