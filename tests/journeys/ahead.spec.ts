import type { Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { staysTrue } from '#app/ui/answer-ahead.ts'
import { expect, test } from './shop.ts'
import { listen, names } from './tracked.ts'

const listing = pathTo('de', 'watches')
const noon = Date.UTC(2026, 10, 23, 11)

/** Opens a page and comes back once what fetches ahead listens; however slow the machine, no time passes by itself. */
async function open(page: Page, address: string): Promise<void> {
  await page.clock.setFixedTime(noon)
  await page.goto(address)
  await expect(page.locator('[data-connection-notice]')).toBeAttached()
}

/** The addresses of pages whose data was asked for. */
function asked(page: Page): string[] {
  const found: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('.data')) found.push(pathname.replace(/\.data$/, '') + search)
  })
  return found
}

const cards = (page: Page) => page.locator('main a.card')
const pathOf = async (page: Page, index: number) => (await cards(page).nth(index).getAttribute('href')) ?? ''
const answered = (page: Page, path: string) =>
  page
    .waitForResponse((response) => new URL(response.url()).pathname === `${path}.data`)
    .then((response) => response.finished())
const seen = (page: Page) => page.evaluate(() => localStorage.getItem('recently-seen'))

test('a page is fetched when the mouse rests at its link, used by the click, and counted only then', async ({
  page,
}) => {
  const [pages, sent] = [asked(page), await listen(page)]
  await open(page, listing)
  await expect.poll(() => names(sent)).toEqual([`pageview ${listing}`])
  const path = await pathOf(page, 0)
  const code = page.waitForRequest(/\/product-page-[^/]+\.js$/)
  const come = answered(page, path)
  await cards(page).nth(0).hover()
  await come
  await code
  expect([pages, names(sent), await seen(page)]).toEqual([[path], [`pageview ${listing}`], null])

  await cards(page).nth(0).click()
  await expect(page).toHaveURL(path)
  await expect(page.locator('main [data-piece]')).toBeVisible()
  expect(pages).toEqual([path])
  await expect.poll(() => names(sent).slice(1).sort()).toEqual([`View ${path}`, `pageview ${path}`].sort())
  expect(await seen(page)).toContain(path)
})

test('nothing is fetched ahead for who saves data, nor a page of the visitor’s own', async ({ page }) => {
  const pages = asked(page)
  await open(page, listing)
  const path = await pathOf(page, 0)
  const saves = (yes: boolean) =>
    page.evaluate(
      (saveData) =>
        Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true }),
      yes,
    )
  await saves(true)
  await cards(page).nth(0).hover()
  await cards(page).nth(1).hover()
  await page.clock.runFor(1000)
  await saves(false)
  await page.locator(`a[href="${pathTo('de', 'cart')}"]:visible`).hover()
  await page.clock.runFor(1000)
  const come = answered(page, path)
  await cards(page).nth(0).hover()
  await page.clock.runFor(1000)
  await come
  expect(pages).toEqual([path])
})

test('so it is by the keyboard; what was fetched seconds ago is asked for again', async ({ page }) => {
  const pages = asked(page)
  await open(page, listing)
  const path = await pathOf(page, 1)
  const come = answered(page, path)
  await page.keyboard.press('Tab')
  await cards(page).nth(1).focus()
  await come
  await page.clock.setFixedTime(noon + staysTrue)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(page.locator('main [data-piece]')).toBeVisible()
  expect(pages).toEqual([path, path])
})

test('the router asks for whole pages, so that each has one address for its data', async ({ page }) => {
  const pages = asked(page)
  await page.goto(listing)
  const follow = async (address: string) => {
    await page.locator(`a[href="${address}"]:visible`).first().click()
    await expect(page).toHaveURL(address)
  }
  await follow(await pathOf(page, 0))
  await page.goBack()
  await follow(pathTo('de', 'gtc'))
  await follow(pathTo('de', 'cart'))
  await follow(pathTo('de', 'jewelry'))
  await page.getByRole('complementary').getByRole('link').nth(1).click()
  await expect(page).not.toHaveURL(pathTo('de', 'jewelry'))
  await expect.poll(() => pages.length).toBeGreaterThanOrEqual(6)
  expect(pages.filter((address) => address.includes('_routes'))).toEqual([])
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 412, height: 823 } })

  test('a finger on a link fetches its page once', async ({ page }) => {
    const pages = asked(page)
    await open(page, listing)
    const path = await pathOf(page, 0)
    const box = await cards(page).nth(0).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 40]
    const fingers = await page.context().newCDPSession(page)
    const come = answered(page, path)
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await come
    await expect(page).toHaveURL(listing)
    await page.locator(`a[href="${path}"]`).first().tap()
    await expect(page).toHaveURL(path)
    await expect(page.locator('main [data-piece]')).toBeVisible()
    expect(pages).toEqual([path])
  })
})
