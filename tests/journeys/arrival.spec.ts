import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { ordered } from './ordered.ts'
import { expect, test } from './shop.ts'
import { newPiece, shopDatabase } from './shop-database.ts'

/** What is read out when a page has arrived: the last thing in the document. */
const announced = (page: Page) => page.locator('body > p[aria-live="polite"]')

/**
 * The second step shows as soon as the form is answered. A moment later its address is final, and with that an open
 * dropdown closes: then it is opened once more.
 */
async function chooseEnglish(page: Page) {
  const english = page.getByRole('contentinfo').getByRole('link', { name: 'English' })
  await expect(async () => {
    if (!(await english.isVisible())) await page.locator('#language-selector').click()
    await english.click({ timeout: 5_000 })
  }).toPass()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

test('a page that the router brings takes the focus and is announced, back restores the place', async ({
  page,
}) => {
  await page.goto('/de')
  await expect(announced(page)).toHaveText('')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' })
  await link.scrollIntoViewIfNeeded()
  // The code of a block that was not fetched yet would come after the place was restored, and move it.
  await page.waitForLoadState('networkidle')
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(500)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toBeFocused()
  await expect(page.locator('h1')).toHaveText('Impressum')
  await expect(announced(page)).toHaveText(/^Impressum/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(announced(page)).not.toHaveText(/^Impressum/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 50)
  // A heading does not stay a stop of the focus.
  await page.keyboard.press('Tab')
  await expect(page.locator('h1[tabindex]')).toHaveCount(0)
})

/** Presses a link as an editor may have written it into a text. */
async function followWritten(page: Page, href: string): Promise<void> {
  await page.evaluate((href) => {
    document.documentElement.dataset.samePage = 'yes'
    const link = Object.assign(document.createElement('a'), { href, textContent: 'written' })
    document.querySelector('main')?.prepend(link)
  }, href)
  await page.getByRole('link', { name: 'written' }).click()
}

for (const [href, wanted, heading] of [
  ['/de/de/kategorien/uhren/rolex', '/de/uhren/rolex', 'Uhren von Rolex'],
  ['/en/de/kategorien/schmuck/', '/en/jewelry', 'Jewellery'],
  ['/de/Kontakt?piece=1', '/de/kontakt?piece=1', 'Kontakt'],
] as const) {
  test(`a link to ${href} leads to ${wanted} within the page, too`, async ({ page }) => {
    await page.goto('/de/impressum')
    await followWritten(page, href)
    await expect(page).toHaveURL(wanted)
    await expect(page.locator('h1')).toHaveText(heading)
    await expect(page.locator('html')).toHaveAttribute('data-same-page', 'yes')
  })
}

test.describe('with a fragment that is no escape', () => {
  // The router says that it cannot scroll there.
  test.use({ allowedConsole: /is not a decodable element ID/ })

  test('a link leads to the page all the same', async ({ page }) => {
    await page.goto('/de/impressum')
    await followWritten(page, '/de/kontakt#100%')
    await expect(page).toHaveURL('/de/kontakt#100%')
    await expect(page.locator('h1')).toBeFocused()
    await expect(page.locator('h1')).toHaveText('Kontakt')
  })
})

test('filtering a listing leaves the focus alone and announces the count only', async ({ page }) => {
  await page.goto('/en/watches')
  const filter = page.locator('#filters a[href^="/en/watches/"]').first()
  const target = (await filter.getAttribute('href')) ?? ''
  await filter.click()
  await page.waitForURL(`**${target}`)
  await expect(page.locator('h1')).not.toHaveText('Watches')
  await expect(page.locator('h1')).not.toBeFocused()
  await expect(announced(page)).toHaveText('')
})

test('changing the language at the second step of a form keeps what was typed at the first', async ({
  page,
}) => {
  await page.goto('/de/vertrag-widerrufen')
  const field = (name: string) => page.locator(`main [name="${name}"]:not([type="hidden"])`)
  await field('name').fill('Erika Muster')
  await field('contract').fill('Bestellung RG-1')
  await field('email').fill('erika@beispiel.example')
  await page.locator('main form button[type="submit"]').first().click()
  await expect(field('name')).toHaveCount(0)
  await chooseEnglish(page)
  await expect(field('name')).toHaveValue('Erika Muster')
  await expect(field('contract')).toHaveValue('Bestellung RG-1')
  await expect(field('email')).toHaveValue('erika@beispiel.example')
})

test('changing the language at the second step of a withdrawal keeps which pieces were chosen', async ({
  page,
}) => {
  const shop = await shopDatabase()
  const [kept, returned] = [newPiece(), newPiece()]
  const collection = { kind: 'collection', branchId: 'koeln' } as const
  const order = await ordered(shop.db, 'de', [kept, returned], collection, 'clara@beispiel.example')
  await shop.close()
  const box = (piece: string) => page.getByRole('checkbox', { name: `Ring ${piece}` })
  await page.goto(`${pathTo('de', 'withdrawal')}?order=${order.token}`)
  await expect(box(returned)).toBeChecked()
  await box(kept).uncheck()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Angaben prüfen')
  await chooseEnglish(page)
  await expect(box(kept)).not.toBeChecked()
  await expect(box(returned)).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your details')
  await expect(page.getByRole('main')).toContainText(`Ring ${returned}`)
  await expect(page.getByRole('main')).not.toContainText(`Ring ${kept}`)
})

test('changing the language keeps the page, its place and what was typed', async ({ page, context }) => {
  // The answer is held back: until it is there, the whole page stays German and says that it is busy.
  const held = Promise.withResolvers<void>()
  await page.route('**/en/contact.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/de/kontakt')
  const name = page.locator('main input[name="name"]')
  await name.fill('Erika Muster')
  await page.locator('main textarea').first().fill('Ist die Uhr noch da?')
  const summary = page.locator('#language-selector')
  await summary.click()

  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page.locator('details[aria-busy="true"]')).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('h1')).toHaveText('Kontakt')
  // Who goes on writing meanwhile loses nothing, and goes on where the cursor was.
  const text = page.locator('main textarea').first()
  await text.pressSequentially(' Und hat sie ein Band?')
  await name.fill('Erika Mustermann')
  await text.focus()
  const before = await page.evaluate(() => window.scrollY)
  // From now on the language of the document and of its footer never differ.
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = () =>
      seen.add(`${document.documentElement.lang} ${document.querySelector('h1')?.textContent}`)
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { seen })
  })
  held.resolve()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  // The cursor comes back last: nothing is put back after it.
  await expect(text).toBeFocused()
  await expect(name).toHaveValue('Erika Mustermann')
  await expect(text).toHaveValue('Ist die Uhr noch da? Und hat sie ein Band?')
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(seen.filter((each) => !/^(de Kontakt|en Contact)$/.test(each))).toEqual([])
  const after = await page.evaluate(() => window.scrollY)
  expect(Math.abs(after - before)).toBeLessThan(400)
  const cookies = await context.cookies()
  expect(cookies.find((cookie) => cookie.name === 'i18n_redirected')?.value).toBe('en')
})

test('a language that is chosen while code of the page is on its way is not pressed in vain', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/MessageForm-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/en/contact.data*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/de/kontakt')
  await page.locator('#language-selector').click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page.locator('details[aria-busy="true"]')).toHaveCount(1)
  await expect(page.locator('#language-selector')).toHaveText('English')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  answer.resolve()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('details[aria-busy="true"]')).toHaveCount(0)
  code.resolve()
  await expect(page.locator('main input[name="name"]')).toBeVisible()
  // Back and once more: nothing is left of the first time.
  await page.goBack()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('#language-selector')).toHaveText('Deutsch')
  await expect(page.locator('details[aria-busy="true"]')).toHaveCount(0)
})

test('an answer that brings no cookie is read all the same: the page remembers the language itself', async ({
  page,
  context,
  playwright,
}) => {
  // As from a cache, which keeps nobody's cookie; fetched elsewhere, for the browser keeps what it fetches itself.
  const elsewhere = await playwright.request.newContext()
  await page.route(/\/(de|en)(\/|\.data|\?|$)/, async (route) => {
    const response = await elsewhere.fetch(route.request(), { maxRedirects: 0 })
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const language = async () =>
    (await context.cookies()).find(({ name }) => name === 'i18n_redirected') ?? { value: '', expires: 0 }
  const inAYear = Date.now() / 1000 + 364 * 86_400
  const expectRemembered = async () => {
    await expect.poll(async () => (await language()).value).toBe('de')
    expect((await language()).expires).toBeGreaterThan(inAYear)
  }
  await page.goto('/de/impressum')
  await expectRemembered()
  await context.clearCookies({ name: 'i18n_redirected' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
  await expect(page.locator('h1')).toHaveText(/Datenschutz/)
  await expectRemembered()
})
