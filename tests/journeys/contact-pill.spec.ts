import type { Locator, Page } from '@playwright/test'
import { pathTo } from '#app/language/route-table.ts'
import { fillCart } from './checkout-steps.ts'
import { ordered } from './ordered.ts'
import { expect, test } from './shop.ts'
import { newPiece, ownPiece, shopDatabase } from './shop-database.ts'

/* Nothing covers what matters: the pill gives way to whatever can be pressed or filled in (docs/product.md 3.1). */

const submariner = '/de/produkte/rolex-submariner-date-116610ln/10482'

const windows = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
]

/** The pill leaves this to the page it lies on. */
const controls =
  'a, button, input, select, textarea, summary, label, [tabindex]:not([tabindex="-1"]), :focus:not(main)'

/**
 * Goes down the page by half windows and measures at each stop, as soon as it has been drawn.
 * @returns what the pill lies over, where it lies otherwise than it should, and whether it shifted the layout
 */
async function faultsOnTheWayDown(page: Page, { script = true } = {}): Promise<string[]> {
  return page.evaluate(
    async ({ controls, script }) => {
      const pill = document.querySelector<HTMLElement>('.contact-pill > button')
      if (!pill) throw new Error('there is no pill')
      const faults: string[] = []
      const shifts = new PerformanceObserver(() => undefined)
      shifts.observe({ type: 'layout-shift' })
      const end = document.documentElement.scrollHeight - innerHeight
      for (let top = 0; top < end + innerHeight / 2; top += innerHeight / 2) {
        scrollTo({ top, behavior: 'instant' })
        for (let frames = 0; script && frames < 2; frames += 1) await new Promise(requestAnimationFrame)
        const own = pill.getBoundingClientRect()
        const { position } = getComputedStyle(pill)
        if (position !== 'fixed') faults.push(`${top}: is ${position}`)
        const bar = document.querySelector<HTMLElement>('.docked')
        const edge = bar?.checkVisibility() ? bar.getBoundingClientRect().top - 12 : innerHeight - 20
        if (bar?.checkVisibility() && pill.dataset.size === '3') faults.push(`${top}: is wide above the bar`)
        if (Math.abs(own.bottom - edge) > 1 || own.right < innerWidth - 21)
          faults.push(`${top}: is not at the bottom right`)
        const seen = innerWidth - own.left
        if (seen > 0 && Math.min(seen, own.height) < 24) faults.push(`${top}: only ${seen} px of it are seen`)
        for (const each of document.querySelectorAll<HTMLElement>(controls)) {
          if (each.closest('.contact-pill') || !each.checkVisibility({ visibilityProperty: true })) continue
          const box = each.getBoundingClientRect()
          const across = Math.min(box.right, own.right) - Math.max(box.left, own.left)
          const down = Math.min(box.bottom, own.bottom) - Math.max(box.top, own.top)
          if (across > 0 && down > 0) faults.push(`${top}: covers ${each.outerHTML.slice(0, 90)}`)
        }
      }
      type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
      for (const { sources } of shifts.takeRecords() as Shift[]) {
        if (sources.some(({ node }) => node?.parentElement?.closest('.contact-pill'))) faults.push('shifts')
      }
      return faults
    },
    { controls, script },
  )
}

const kinds: [string, string | (() => Promise<string>)][] = [
  ['home', pathTo('de', 'index')],
  ['listing', pathTo('de', 'watches')],
  ['product', submariner],
  ['contact', pathTo('en', 'contact')],
  ['sell', pathTo('de', 'sell')],
  ['calculator', `${pathTo('de', 'gold-purchase-calculator')}?item=gold-585&amount=12`],
  ['words', pathTo('en', 'shipping')],
  ['knowledge', pathTo('de', 'knowledge')],
  ['search', `${pathTo('en', 'search')}?query=rolex`],
  ['withdrawal', pathTo('de', 'withdrawal')],
  ['cart', pathTo('de', 'cart')],
  ['checkout', pathTo('de', 'checkout')],
  ['order', ownOrder],
  ['error', '/de/uhren/no-such-word'],
]

async function ownOrder(): Promise<string> {
  const { db, close } = await shopDatabase()
  const collection = { kind: 'collection', branchId: 'koeln' } as const
  const { token } = await ordered(db, 'de', [newPiece()], collection, 'anna@beispiel.example')
  await close()
  return pathTo('de', 'order', { token })
}

for (const [kind, address] of kinds) {
  test(`${kind}: the pill keeps its corner and lies over nothing that can be used`, async ({
    page,
    context,
    baseURL,
  }) => {
    if (kind === 'cart' || kind === 'checkout') await fillCart(context, baseURL, await ownPiece())
    await page.goto(typeof address === 'string' ? address : await address())
    for (const size of windows) {
      await page.setViewportSize(size)
      expect(await faultsOnTheWayDown(page), `${size.width} px`).toEqual([])
    }
  })
}

const widthOf = (pill: Locator) => pill.evaluate((element) => element.getBoundingClientRect().width)

test('it shows its words wherever there is room for them, and an icon at the checkout', async ({
  page,
  context,
  baseURL,
}) => {
  await fillCart(context, baseURL, await ownPiece())
  const pill = page.locator('.contact-pill > button')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(pathTo('de', 'gtc'))
  await expect(pill).toContainText('Fragen?')
  await expect.poll(() => widthOf(pill)).toBeGreaterThan(180)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect.poll(() => widthOf(pill)).toBeGreaterThan(180)
  await page.goto(submariner)
  await expect.poll(() => widthOf(pill)).toBeLessThan(60)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(pathTo('de', 'checkout'))
  expect(await widthOf(pill)).toBeLessThan(60)
})

test('it is in its place before any file of script has come', async ({ browser, baseURL }) => {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.route(/\.js$/, () => undefined)
  for (const path of [submariner, pathTo('de', 'gtc')]) {
    await page.goto(path, { waitUntil: 'commit' })
    const pill = page.locator('.contact-pill > button')
    await expect.poll(() => widthOf(pill))[path === submariner ? 'toBeLessThan' : 'toBeGreaterThan'](60)
    expect(await faultsOnTheWayDown(page), path).toEqual([])
  }
  await context.close()
})

test('a notice that fills the bottom of the window has it to itself; the keyboard still finds the pill', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(pathTo('de', 'watches'))
  await page.locator('.cards button').first().click()
  await expect(page.getByRole('status').filter({ hasText: 'liegt im Warenkorb' })).toBeVisible()
  const pill = page.getByRole('button', { name: /^Fragen\?/ })
  await expect(pill).not.toBeInViewport()
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await pill.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(pill).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'So erreichen Sie uns' })).toBeVisible()
})

test('in a window of a few lines the header stays at the top and the pill in its corner', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 300 })
  await page.goto(pathTo('de', 'sell'))
  expect(await faultsOnTheWayDown(page)).toEqual([])
  const header = page.getByRole('banner').filter({ visible: true })
  expect((await header.boundingBox())?.y).toBe(0)
  await expect(header.getByRole('button', { name: 'Menü öffnen' })).toBeInViewport({ ratio: 1 })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('it stays an icon at the edge, beside everything', async ({ page }) => {
    for (const path of [pathTo('de', 'watches'), submariner, pathTo('de', 'contact')]) {
      for (const size of windows) {
        await page.setViewportSize(size)
        await page.goto(path)
        expect(await faultsOnTheWayDown(page, { script: false }), `${path}, ${size.width} px`).toEqual([])
      }
    }
  })
})
