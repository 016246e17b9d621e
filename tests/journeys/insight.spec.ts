import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'

type Sent = { n: string; u: string; p?: Record<string, string> }

/** What the tracker has sent so far, apart from how long pages were looked at. */
async function listen(page: Page): Promise<Sent[]> {
  // The tracker does not count browsers that are driven by a program, unless they say that they want to be.
  await page.addInitScript(() => Object.assign(window, { __plausible: true }))
  const sent: Sent[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/event')) return
    const event = request.postDataJSON() as Sent
    if (event.n !== 'engagement')
      sent.push({ ...event, u: new URL(event.u).pathname + new URL(event.u).search })
  })
  return sent
}

const names = (sent: Sent[]) => sent.map(({ n, u }) => `${n} ${u}`)

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
  await expect.poll(() => sent.filter(({ n }) => n === 'Search').length, { timeout: 5000 }).toBe(1)
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
