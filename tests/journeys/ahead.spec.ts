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
  // Noted with what lies below the fold.
  await expect.poll(() => seen(page)).toContain(path)
})

test('no code that comes later brings the styles once more', async ({ page }) => {
  await open(page, listing)
  const styles = page.locator('link[rel="stylesheet"]')
  await expect(styles).toHaveCount(2)
  for (const name of ['about-us', 'sell', 'contact'] as const) {
    const path = pathTo('de', name)
    await page.locator(`a[href="${path}"]:visible`).first().click()
    await expect(page).toHaveURL(path)
    await expect(page.locator('main h1')).toBeFocused()
    await expect(styles).toHaveCount(2)
  }
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

/** Which elements carry the photo's name before and after each change of the page. */
async function transitions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(window, { transitions: found })
    const start = document.startViewTransition.bind(document)
    const carriers = () =>
      [...document.querySelectorAll('*')]
        .filter((each) => getComputedStyle(each).viewTransitionName === 'piece-photo')
        .map((each) => each.className || `photo of ${each.parentElement?.className}`)
        .join()
    document.startViewTransition = ((update: () => Promise<void>) => {
      const before = carriers()
      return start(async () => {
        await update()
        found.push(`${before} → ${carriers()}`)
      })
    }) as typeof document.startViewTransition
  })
  return () => page.evaluate(() => (window as unknown as { transitions: string[] }).transitions)
}

test('the photo of a card becomes that of its page, and comes back', async ({ page }) => {
  const found = await transitions(page)
  await open(page, listing)
  const there = 'photo of card → piece-main-photo'
  const back = 'piece-main-photo → photo of card'
  const height = () => page.evaluate(() => Math.round(scrollY))
  await cards(page).nth(4).scrollIntoViewIfNeeded()
  const before = await height()
  expect(before).toBeGreaterThan(0)
  await cards(page).nth(4).click()
  await expect.poll(found).toEqual([there])
  // As after any other change of the page.
  await expect(page.locator('main h1')).toBeFocused()
  expect(await height()).toBe(0)
  await page.goBack()
  await expect.poll(found).toEqual([there, back])
  await expect.poll(height).toBe(before)
  await expect(page.locator('main h1')).toBeFocused()
  // Of a piece that is shown twice, the one that was followed.
  await cards(page).nth(1).click()
  await expect.poll(found).toEqual([there, back, there])
  await page.locator('section a.card').first().click()
  await expect.poll(found).toEqual([there, back, there, there])
})

test('no photo moves for who wants less motion', async ({ page }) => {
  const found = await transitions(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, listing)
  const path = await pathOf(page, 0)
  await cards(page).nth(0).click()
  await expect(page).toHaveURL(path)
  await page.goBack()
  await expect(page).toHaveURL(listing)
  expect(await found()).toEqual([])
})

test('a browser that knows no such transitions follows the link all the same', async ({ page }) => {
  await page.addInitScript(() => {
    delete (Document.prototype as Partial<Document>).startViewTransition
  })
  await open(page, listing)
  const path = await pathOf(page, 0)
  await cards(page).nth(0).click()
  await expect(page).toHaveURL(path)
  await page.goBack()
  await expect(page).toHaveURL(listing)
})
