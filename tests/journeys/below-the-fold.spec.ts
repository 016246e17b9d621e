import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { expect, test } from './shop.ts'

/* Of a page whose link was followed, what is seen first is drawn first; then it is the page that the server sends. */

const listing = pathTo('de', 'watches')
const cards = (page: Page) => page.locator('main a.card')

type Watched = { first: { button: boolean; similar: boolean } | null; shift: number }

/** What is there at the moment when the page of a piece comes, and how far anything jumps from then on. */
function watch(): void {
  const watched = window as unknown as Watched
  Object.assign(watched, { first: null, shift: 0 })
  new MutationObserver(() => {
    if (watched.first || !document.querySelector('main [data-piece] h1')) return
    watched.first = {
      button: document.querySelector('main [data-piece] form[data-cart] button') !== null,
      similar: document.getElementById('similar') !== null,
    }
  }).observe(document, { subtree: true, childList: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      if (watched.first) watched.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

const watched = (page: Page) =>
  page.evaluate(() => {
    const { first, shift } = window as unknown as Watched
    return { first, shift }
  })

/** Follows the first card, and comes back once all of its page is there. */
async function followPiece(page: Page): Promise<string> {
  await page.addInitScript(watch)
  await page.goto(listing)
  const path = (await cards(page).first().getAttribute('href')) ?? ''
  await cards(page).first().click()
  await expect(page).toHaveURL(path)
  await expect(page.locator('#similar')).toBeAttached()
  return path
}

for (const viewport of [
  { width: 412, height: 823 },
  { width: 1280, height: 900 },
]) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport })

    test('a piece is drawn at first without what lies below the fold, and nothing jumps when that comes', async ({
      page,
    }) => {
      await followPiece(page)
      expect(await watched(page)).toEqual({ first: { button: true, similar: false }, shift: 0 })
    })
  })
}

test('its page is then the one that the server sends', async ({ page, request }) => {
  const path = await followPiece(page)
  const html = await (await request.get(path)).text()
  const sent = await page.evaluate((html) => {
    const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
    return { text: main?.textContent, photos: main?.querySelectorAll('img').length }
  }, html)
  expect(sent.text?.length).toBeGreaterThan(1000)
  const main = page.locator('main')
  await expect.poll(() => main.textContent()).toBe(sent.text)
  await expect(main.locator('img')).toHaveCount(sent.photos ?? 0)
})

test('its end is found in the page and reached by the keyboard', async ({ page }) => {
  await followPiece(page)
  const last = page.locator('main :is(a, button)').last()
  const words = (await page.locator('#similar').textContent()) ?? ''
  const isFound = (text: string) =>
    page.evaluate((text) => (window as unknown as { find: (text: string) => boolean }).find(text), text)
  expect(await isFound(words)).toBe(true)
  expect(await isFound('no such words in it')).toBe(false)
  await page.locator('main h1').focus()
  const isLast = () => last.evaluate((link) => link === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isLast()); presses += 1) await page.keyboard.press('Tab')
  await expect(last).toBeFocused()
})

test('who comes back to it from a piece like it stands where they left', async ({ page }) => {
  const path = await followPiece(page)
  const height = () => page.evaluate(() => Math.round(scrollY))
  const similar = page.locator('section[aria-labelledby="similar"] a.card').last()
  await similar.scrollIntoViewIfNeeded()
  const before = await height()
  expect(before).toBeGreaterThan(500)
  await similar.click()
  await expect(page).not.toHaveURL(path)
  await expect.poll(height).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect.poll(height).toBe(before)
})
