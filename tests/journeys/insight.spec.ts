import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'
import { listen, names } from './tracked.ts'

// Duty: listed-cookies
test('pages, a look at a piece, the cart and a search are counted, without what is private', async ({
  page,
  context,
}) => {
  const sent = await listen(page)
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/event'))
  await page.goto('/de/uhren?sort=price-asc&utm_source=brief')
  expect((await answered).status()).toBe(202)
  expect(names(sent)).toEqual(['pageview /de/uhren?utm_source=brief'])

  const piece = page.locator('main a[href^="/de/produkte/"]').first()
  const path = (await piece.getAttribute('href')) ?? ''
  await piece.click()
  await expect.poll(() => names(sent).slice(1).sort()).toEqual([`View ${path}`, `pageview ${path}`].sort())
  expect(sent.find(({ n }) => n === 'View')?.p).toEqual({ piece: path.split('/').at(-1) })

  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('searchbox').fill('omega')
  await expect.poll(() => sent.filter(({ n }) => n === 'Search').length).toBe(1)
  const { query, results } = sent.find(({ n }) => n === 'Search')?.p ?? {}
  expect(query).toBe('omega')
  expect(Number(results)).toBeGreaterThan(0)
  // Counting leaves nothing in the browser.
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => !['i18n_redirected', 'viewport'].includes(name))).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toMatch(/plausible|insight/i)
})

test('who asks not to be tracked is not', async ({ page }) => {
  const sent = await listen(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const loaded = page.waitForResponse((response) => /tracker-.*\.js/.test(response.url()))
  await page.goto('/en')
  await loaded
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
  await expect(page.locator('h1')).toHaveText('Imprint')
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 4000 })))
  expect(sent).toEqual([])
})

/** The tracker's file, held back until `come` is called. */
async function holdTracker(page: Page): Promise<{ asked: Promise<void>; come: () => void }> {
  const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/assets\/tracker-.*\.js$/, async (route) => {
    asked.resolve()
    await allowed.promise
    await route.continue()
  })
  return { asked: asked.promise, come: allowed.resolve }
}

/** A piece that no other journey wants, and where it is shown. */
async function shownPiece(): Promise<{ id: string; path: string }> {
  const id = await ownPiece()
  return { id, path: `/de/produkte/ring-${id}/${id}` }
}

test('what is done before the tracker has come is told when it has, with the page it was done on', async ({
  page,
}) => {
  const sent = await listen(page)
  const tracker = await holdTracker(page)
  const { id, path: piece } = await shownPiece()
  await page.goto(piece)
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click()
  const drawer = page.getByRole('dialog', { name: /liegt im Warenkorb/ })
  await drawer.getByRole('button', { name: 'Warenkorb schließen' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click()
  await expect(page.locator('h1')).toHaveText('Impressum')
  await tracker.asked
  expect(sent).toEqual([])
  tracker.come()
  await expect
    .poll(() => names(sent))
    .toEqual([`pageview ${piece}`, `View ${piece}`, `Add ${piece}`, 'pageview /de/impressum'])
  expect(sent[2]?.p).toEqual({ piece: id })
})

test('what is put into the cart before the page has come to life counts as well', async ({
  page,
  baseURL,
}) => {
  const sent = await listen(page)
  const { id, path } = await shownPiece()
  const held: (() => void)[] = []
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (page.url().includes('/produkte/')) await new Promise<void>((done) => held.push(done))
    await route.continue().catch(() => expect(page.url()).toContain('/warenkorb'))
  })
  await page.evaluate((address) => location.assign(address), new URL(path, baseURL).href)
  await page.waitForURL(path, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click()
  await page.waitForURL(/\/de\/warenkorb/)
  await expect.poll(() => names(sent)).toContain('Add /de/warenkorb')
  expect(sent.find(({ n }) => n === 'Add')?.p).toEqual({ piece: id })
  for (const go of held) go()
})

test('a step counts where it was taken, not where its page is only opened', async ({ page }) => {
  const sent = await listen(page)
  const { path: piece } = await shownPiece()
  // Nothing to hold, an order nobody has, a piece that there is not.
  const opened = ['/de/checkout', '/de/checkout/success?order=nobody', '/de/produkte/nichts/99999']
  for (const [index, path] of opened.entries()) {
    await page.goto(path)
    await expect.poll(() => sent.length).toBe(index + 1)
  }
  await page.goto(piece)
  await expect.poll(() => names(sent)).toContain(`View ${piece}`)
  await page.reload()
  await expect.poll(() => names(sent).filter((name) => name === `pageview ${piece}`).length).toBe(2)
  await page.getByRole('button', { name: 'In den Warenkorb' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Zum Warenkorb' }).click()
  // The dialog that is on its way out leads there, too.
  await page.getByRole('main').getByRole('link', { name: 'Zur Kasse' }).click()
  await expect.poll(() => names(sent)).toContain('Hold /de/checkout')
  // The same page in another language is looked at, not reached again.
  await page.locator('#language-selector').click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect.poll(() => names(sent)).toContain('pageview /en/checkout')
  expect(names(sent).filter((name) => !name.startsWith('pageview'))).toEqual([
    `View ${piece}`,
    `Add ${piece}`,
    'Hold /de/checkout',
  ])
})

test('the calculator counts once for those who come with an amount, and for those who type one', async ({
  page,
}) => {
  const sent = await listen(page)
  const uses = () => names(sent).filter((name) => name.startsWith('Calculator'))
  await page.goto('/de/goldankaufsrechner?item=gold-585&amount=12,4')
  await expect.poll(uses).toEqual(['Calculator /de/goldankaufsrechner'])
  await page.getByLabel('Gewicht in Gramm').first().fill('10')
  await page.goto('/de/goldankaufsrechner')
  await expect.poll(() => names(sent).filter((name) => name.startsWith('pageview')).length).toBe(2)
  expect(uses()).toHaveLength(1)
  await page.getByLabel('Gewicht in Gramm').first().fill('10')
  await page.getByLabel('Gewicht in Gramm').first().fill('11')
  await expect.poll(uses).toHaveLength(2)
})
