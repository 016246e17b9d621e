import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { launchOptions } from '../setup/browser.ts'
import { walkByTab } from './focus.ts'
import { signedIn } from './office.ts'
import { ordered } from './ordered.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { newPiece, ownPiece, ownPieces, shopDatabase } from './shop-database.ts'

/*
 * What `every-page` does not see: states that a page is brought into, and how the shop looks to people who set their
 * browser to large text, to forced colours or to no motion. The accessibility statement says that this is tested.
 */

const submariner = '/de/produkte/rolex-submariner-date-116610ln/10482'
const calculator = `${pathTo('de', 'gold-purchase-calculator')}?item=gold-585&amount=12,4&item=gold-750&amount=5`
let order: string

test.beforeAll(async () => {
  const { db, close } = await shopDatabase()
  const collection = { kind: 'collection', branchId: 'koeln' } as const
  const { token } = await ordered(db, 'de', [newPiece()], collection, 'anna@beispiel.example')
  order = pathTo('de', 'order', { token })
  await close()
})

/** One page of each kind, the checkout with a piece held. */
async function visitEachKind(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  const { origin } = new URL((await page.request.get('/de')).url())
  await page.context().addCookies([{ name: 'cart', value: await ownPiece(), url: origin }])
  for (const path of [
    pathTo('de', 'index'),
    '/de/uhren/rolex',
    submariner,
    '/de/wissensdatenbank/punzen-lesen',
    calculator,
    pathTo('de', 'cart'),
    pathTo('de', 'checkout'),
    pathTo('de', 'sell'),
    order,
  ]) {
    await page.goto(path)
    await look(path)
  }
}

/** The part of the window, from 0 to 1, that is covered by what keeps its place while a page is scrolled. */
const covered = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ top: 500, behavior: 'instant' })
    let [points, hits] = [0, 0]
    for (let x = 8; x < innerWidth; x += 16) {
      for (let y = 8; y < innerHeight; y += 16) {
        points += 1
        for (let each = document.elementFromPoint(x, y); each; each = each.parentElement) {
          const { position } = getComputedStyle(each)
          if (position !== 'fixed' && position !== 'sticky') continue
          hits += 1
          break
        }
      }
    }
    return hits / points
  })

// Duty: accessible-site
test('zoomed to 400 %, everything fits, and little stands in front of it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await visitEachKind(page, async (path) => {
    await expectNoOverflow(page)
    // The header stays at the top and the pill in its corner in every window.
    expect(await covered(page), `covered at ${path}`).toBeLessThan(0.25)
  })
  // The popover, too, can be read to its end.
  const pill = page.getByRole('button', { name: /^Fragen\?/ })
  await pill.click()
  const last = page.getByRole('region', { name: 'So erreichen Sie uns' }).getByRole('link').last()
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 1 })
})

// Duty: accessible-site
test('with text of twice the size, everything fits', async ({ baseURL }) => {
  const options = launchOptions()
  // What somebody sets in the browser: unlike zoom, it leaves the window as wide as it is.
  const args = [...options.args, '--blink-settings=defaultFontSize=32']
  const browser = await chromium.launch({ ...options, args })
  const page = await browser.newPage(baseURL ? { baseURL } : {})
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await page.setViewportSize({ width: 360, height: 740 })
  await visitEachKind(page, async (path) => {
    await expectNoOverflow(page)
    expect(await covered(page), `covered at ${path}`).toBeLessThan(0.25)
  })
  // The wide layout gives way to the compact one.
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of [pathTo('de', 'index'), '/de/uhren/rolex', calculator]) {
    await page.goto(path)
    await expectNoOverflow(page)
    await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeVisible()
  }
  await browser.close()
})

test('every stop of the keyboard can be seen, also under the compact header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  // The skip link slides in otherwise.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  for (const path of ['/de/schmuck/broschen', pathTo('de', 'sell'), pathTo('de', 'withdrawal')]) {
    await page.goto(path)
    expect((await walkByTab(page)).length, path).toBeGreaterThan(30)
  }
  await walkByTab(page, 'Shift+Tab')
})

test('without motion, nothing moves', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => animation.effect?.getComputedTiming().endTime)
        .filter((end) => Number(end) > 1),
    )
  await page.goto('/de/schmuck')
  const drawer = page.getByRole('dialog')
  for (const name of ['Menü öffnen', /^Filter/]) {
    await page.getByRole('button', { name }).click()
    await expect(drawer).toBeVisible()
    expect(await moving()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    expect(await moving()).toEqual([])
  }
  await page.getByRole('button', { name: /^Fragen\?/ }).click()
  await expect(page.getByRole('region', { name: 'So erreichen Sie uns' })).toBeVisible()
  expect(await moving()).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('.cards button').first().click()
  await expect(page.getByRole('status').filter({ hasText: 'liegt im Warenkorb' })).toBeVisible()
  expect(await moving()).toEqual([])
  // A piece's photo grows from its card where motion is wanted.
  await page.locator('.card').first().click()
  await expect(page.getByRole('list', { name: 'Fotos' })).toBeVisible()
  expect(await moving()).toEqual([])
})

test('in forced colours every control has an edge, and every choice its mark', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visitEachKind(page, async (path) => {
    const edgeless = await page
      .locator('.button:visible, .field:visible, .chip:visible, .contact-pill > button')
      .evaluateAll((all) =>
        all
          .filter((each) => Number.parseFloat(getComputedStyle(each).borderTopWidth) < 1)
          .map((each) => each.outerHTML.slice(0, 120)),
      )
    expect(edgeless, path).toEqual([])
  })
  await page.goto('/de/uhren/rolex')
  const mark = page
    .getByRole('complementary', { name: 'Filter' })
    .getByRole('link', { name: /^Rolex\s*\d/ })
    .evaluate((link) => getComputedStyle(link, '::before').backgroundColor)
  const canvas = await page.locator('body').evaluate((body) => {
    body.style.backgroundColor = 'Canvas'
    return getComputedStyle(body).backgroundColor
  })
  expect(await mark).not.toBe(canvas)
  await page.goto('/de/suche?query=ring')
  const search = page.locator('main input[type="search"]')
  await search.focus()
  const { x = 0, y = 0, width = 0, height = 0 } = (await search.boundingBox()) ?? {}
  // A browser tells nobody how it draws the cross that empties the field.
  const end = { x: x + width - 44, y: y + 8, width: 36, height: height - 16 }
  const [red] = (await sharp(await page.screenshot({ clip: end })).stats()).channels
  expect((red?.max ?? 0) - (red?.min ?? 0)).toBeGreaterThan(100)
  await page.goto(calculator)
  const line = page
    .getByRole('img', { name: /Verlauf des Goldpreises/ })
    .locator('path, polyline')
    .first()
  expect(await line.evaluate((path) => getComputedStyle(path).stroke)).not.toBe(canvas)
})

test.describe('states in the dark, on a telephone', () => {
  test.use({
    colorScheme: 'dark',
    // What is still fading in has less contrast.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 360, height: 740 },
    // Pages that are no pages.
    allowedConsole: /status of 40\d/,
  })

  test('of the frame, the search and the gallery', async ({ page }) => {
    await page.goto(submariner)
    await page.getByRole('list', { name: 'Fotos' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Ganz nah' }).click()
    await expect(page.getByRole('button', { name: 'Ganz zeigen' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Menü öffnen' }).click()
    await expect(page.getByRole('dialog', { name: 'Menü' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Suche öffnen' }).click()
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('rolex')
    await expect(page.locator('[data-result]').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: /^Fragen\?/ }).click()
    await expect(page.getByRole('region', { name: 'So erreichen Sie uns' })).toBeVisible()
    await expectAccessible(page)
  })

  test('of what is not there', async ({ page }) => {
    for (const path of [
      '/fr/montres',
      '/en/watches/no-such-word',
      '/content/preview',
      '/de/uhren/rolex/gehaeuse-keramik/aufzug-quarz',
      '/en/search?query=qqqqxyzzy',
      pathTo('en', 'checkout-success'),
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })

  test('of cart, checkout and order', async ({ page, context, baseURL }) => {
    const [cheaper, dearer] = await ownPieces(2)
    const value = `${cheaper}_900000.${dearer}_100.99999_1`
    await context.addCookies([{ name: 'cart', value, url: baseURL ?? '' }])
    await page.goto(pathTo('de', 'cart'))
    await expect(page.getByText('Dieses Stück gibt es bei uns nicht mehr.')).toBeVisible()
    await expectAccessible(page)
    await page.goto(pathTo('de', 'checkout'))
    await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
    await expect(
      page.getByRole('region', { name: 'Ihre Bestellung ist noch nicht abgeschickt' }),
    ).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.goto(order)
    await expectAccessible(page)
  })
})

test('the page on which content is written, in both languages and sizes', async ({
  page,
  context,
  baseURL,
}) => {
  const listed = await page.request.get('/content/v2/cdn/stories/imprint?token=rheingold-public')
  const { id } = (await listed.json()).story
  const connected: Record<Locale, string> = { de: 'Verbunden mit der Seite.', en: 'Connected to the page.' }
  for (const locale of locales) {
    await page.setViewportSize(locale === 'de' ? { width: 1280, height: 900 } : { width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: locale === 'de' ? 'light' : 'dark' })
    await signedIn(context, baseURL, { role: 'editor', locale })
    await page.goto(`/office/preview/${id}?language=${locale}`)
    await expect(page.getByText(connected[locale])).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
})
