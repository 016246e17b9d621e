import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { claraBeispiel, statusOf } from '#tests/checkout.ts'
import { ordered } from './ordered.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { newPiece, shopDatabase, shopDirectory } from './shop-database.ts'

const run = promisify(execFile)
let shop: Awaited<ReturnType<typeof shopDatabase>>

test.beforeAll(async () => {
  shop = await shopDatabase()
})
test.afterAll(() => shop.close())

/** What staff type. */
async function staff(...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: shopDirectory() }
  const { stdout } = await run(process.execPath, ['commands/run.ts', 'order', ...words], { env })
  return stdout
}

/** Subjects of the mails to an address, as they lie in the outbox. */
function mailsTo(email: string): string[] {
  const folder = join(shopDirectory(), 'outbox')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => new RegExp(`^To: ${email}$`, 'm').test(mail))
    .map((mail) => `${/^Content-Language: (\w+)$/m.exec(mail)?.[1]} ${subjectOf(mail)}`)
}

/** The subject, put together again and decoded. */
function subjectOf(mail: string): string {
  const folded = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(mail)?.[1] ?? ''
  return folded
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
    .replaceAll(/\n[ \t]/g, ' ')
}

const status = (page: Page) => page.locator('#status')

test('the whole life of an order, from the transfer to the refund of one piece', async ({ page }) => {
  const email = `leben-${Date.now()}@beispiel.example`
  const [kept, returned] = [newPiece(), newPiece()]
  const courier = { kind: 'courier', address: claraBeispiel } as const
  const { number, token, totalCents } = await ordered(shop.db, 'de', [kept, returned], courier, email)
  const amount = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 }).format(totalCents / 100)
  const address = pathTo('de', 'order', { token })
  await page.setViewportSize({ width: 360, height: 740 })

  const response = await page.goto(address)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow')
  await expect(page.locator('link[rel="canonical"], link[hreflang], meta[property="og:url"]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bestellung ${number}`)
  await expect(status(page)).toHaveText('Ihre Überweisung steht noch aus')
  await expect(page.getByRole('definition').filter({ hasText: 'DE19999999990000123456' })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  const invoice = page.getByRole('link', { name: /^Rechnung RE-/ })
  const pdf = await page.request.get((await invoice.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await expect
    .poll(() => mailsTo(email))
    .toEqual(
      expect.arrayContaining([
        `de Ihre Bestellung ${number} ist eingegangen`,
        `de Wir nehmen Ihre Bestellung ${number} an`,
      ]),
    )

  expect(await staff('money', number, amount, '--reference', `Auszug ${number}`)).toContain('paid')
  await staff('mails', 'send', number)
  await page.reload()
  await expect(status(page)).toHaveText('Bezahlt, vielen Dank')
  await expect(page.getByText(/^Zahlung über 6\.0\d\d\s€ eingegangen$/)).toBeVisible()
  await expect
    .poll(() => mailsTo(email))
    .toContain(`de Ihre Zahlung zur Bestellung ${number} ist eingegangen`)

  await staff('prepare', number)
  const track = 'https://track.example/WK-77'
  await staff('ship', number, '--courier', 'Wertkurier Nord', '--code', 'WK-77', '--url', track)
  await page.reload()
  await expect(status(page)).toHaveText('Unterwegs zu Ihnen')
  await expect(page.getByRole('link', { name: 'Sendung verfolgen' })).toHaveAttribute('href', track)
  await expect.poll(() => mailsTo(email)).toContain(`de Ihre Bestellung ${number} ist unterwegs`)
  await staff('deliver', number)
  await page.reload()
  await expect(status(page)).toHaveText('Zugestellt')
  await expect(page.getByText(/können Sie bis \d+\. \p{L}+ \d{4} widerrufen/u)).toBeVisible()

  // Two steps, filled in already, for one piece.
  await page.getByRole('link', { name: `Dieses Stück zurückgeben: Ring ${returned}` }).click()
  await expect(page.getByLabel('Ihr Name')).toHaveValue('Clara Beispiel')
  await expect(page.getByRole('checkbox', { name: `Ring ${returned}` })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: `Ring ${kept}` })).not.toBeChecked()
  await page.getByRole('checkbox', { name: `Ring ${returned}` }).uncheck()
  await page.getByRole('button', { name: 'Weiter' }).click()
  const summary = page.getByRole('region', { name: 'Bitte ergänzen Sie die folgenden Angaben:' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Wählen Sie mindestens ein Stück.' }).click()
  await expect(
    page
      .getByRole('group', { name: /mindestens ein Stück/ })
      .getByRole('checkbox')
      .first(),
  ).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: `Ring ${returned}` }).check()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('main')).toContainText(`Ring ${returned}, Art.-Nr. ${returned}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Angaben prüfen' })).toBeInViewport()
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Widerruf ist eingegangen')
  await expect(page.getByText('Ihr Widerruf ist angenommen.')).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await expect
    .poll(() => mailsTo(email))
    .toContainEqual(expect.stringMatching(/^de Ihr Widerruf ist eingegangen/))
  await page.getByRole('link', { name: `Zur Bestellung ${number}` }).click()
  await expect(status(page)).toHaveText('Ihr Widerruf ist eingegangen')
  await expect(page.getByText('Wir schicken Ihnen die Unterlagen')).toBeVisible()

  await staff('returned', number)
  await page.reload()
  await expect(status(page)).toHaveText('Ihre Rücksendung ist da')
  await staff('inspected', number)
  await staff('refund', number)
  await page.reload()
  await expect(status(page)).toHaveText('Die Rückzahlung steht noch aus')
  await expect(page.getByRole('link', { name: /^Stornorechnung RE-/ })).toBeVisible()
  expect([await statusOf(shop.db, kept), await statusOf(shop.db, returned)]).toEqual(['sold', 'intake'])
  const refund = (await staff('refunds')).split('\n').find((line) => line.includes(number))
  await staff('refunded', refund?.split(' ')[0] ?? '', '--reference', 'Überweisung 17')
  await staff('mails', 'send', number)
  await page.reload()
  await expect(status(page)).toHaveText('Zurückgezahlt')
  await expect(page.getByText(/^3\.000\s€ zurückgezahlt$/)).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(() => mailsTo(email))
    .toEqual(
      expect.arrayContaining([
        `de Rückzahlung zur Bestellung ${number}`,
        `de Rückzahlung zur Bestellung ${number} veranlasst`,
      ]),
    )
})

test('without its token an order is nobody’s: a kind page in both languages', async ({ page, request }) => {
  for (const [locale, title] of [
    ['de', 'Keine Bestellung'],
    ['en', 'No order'],
  ] as const) {
    const response = await page.goto(pathTo(locale, 'order', { token: 'A'.repeat(32) }))
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectAccessible(page)
    const sitemap = await (await request.get(pathTo(locale, 'sitemap'))).text()
    expect(sitemap).not.toMatch(/\/(bestellung|order)\//)
  }
  expect((await request.get(`/api/orders/${'A'.repeat(32)}/RE-2026-00001.pdf`)).status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an unpaid order is withdrawn from as a whole and ends', async ({ page }) => {
    const piece = newPiece()
    const email = `ende-${Date.now()}@beispiel.example`
    const collection = { kind: 'collection', branchId: 'koeln' } as const
    const { number, token } = await ordered(shop.db, 'en', [piece], collection, email)
    await page.goto(pathTo('en', 'order', { token }))
    await expect(status(page)).toHaveText('We are waiting for your transfer')
    await page.getByRole('main').getByRole('link', { name: 'Withdraw from contract here' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(page.getByText('The order had not yet been paid for and has now ended.')).toBeVisible()
    await page.getByRole('link', { name: `To order ${number}` }).click()
    await expect(status(page)).toHaveText('Cancelled')
    await expect(page.getByRole('link', { name: /^Cancellation invoice/ })).toBeVisible()
    expect(await statusOf(shop.db, piece)).toBe('listed')
    await expect.poll(() => mailsTo(email)).toContain(`en Your order ${number} is cancelled`)
    // Nobody else's listing shows what was made for this test.
    await shop.db.updateTable('product').set({ status: 'preparing' }).where('id', '=', piece).execute()
  })
})

test('on paper there is the order, and nothing to press', async ({ page }) => {
  const piece = newPiece()
  const collection = { kind: 'collection', branchId: 'koeln' } as const
  const { number, token } = await ordered(
    shop.db,
    'de',
    [piece],
    collection,
    `papier-${Date.now()}@beispiel.example`,
  )
  await page.goto(pathTo('de', 'order', { token }))
  await page.emulateMedia({ media: 'print' })
  for (const gone of await page.locator('header, footer, nav, .button, button').all())
    await expect(gone).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.getByText(`Ring ${piece}`)).toBeVisible()
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  expect(pages).toBeLessThanOrEqual(2)
})
