import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo, type RouteName, routeExists } from '#app/language/route-table.ts'
import { fillCart } from './checkout-steps.ts'
import { addressOf, expect, hydrated, test } from './shop.ts'
import { ownPiece } from './shop-database.ts'
import { misplacedTexts } from './text-boxes.ts'

/* No text lies over another one, leaves the window, or is covered where a page ends, at any usual width. */

const widths = [360, 390, 768, 1024, 1440, 1920]
const names = [
  'index',
  'watches',
  'product',
  'cart',
  'checkout',
  'sell',
  'contact',
] as const satisfies readonly RouteName[]

for (const locale of locales) {
  for (const name of names.filter((each) => routeExists(each, locale))) {
    test(`${name} keeps its texts apart at ${widths.join(', ')} px (${locale})`, async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      if (name === 'cart' || name === 'checkout') await fillCart(context, baseURL, await ownPiece())
      await page.goto(await addressOf(request, { name, locale: locale satisfies Locale }))
      await hydrated(page)
      const found: Record<number, string[]> = {}
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 768 ? 780 : 900 })
        found[width] = await misplacedTexts(page)
      }
      expect(found).toEqual(Object.fromEntries(widths.map((width) => [width, []])))
    })
  }
}

for (const width of [360, 1440]) {
  test(`the way to a map has its place before it can be pressed, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(pathTo('de', 'contact'))
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const show = page.getByRole('button', { name: 'Karte anzeigen' }).first()
    await expect(show).toBeHidden()
    const before = await height()
    await page.getByText('Auf OpenStreetMap öffnen').first().scrollIntoViewIfNeeded()
    await expect(show).toBeVisible()
    expect(await height()).toBe(before)
  })
}

test('two texts over each other, and one beside the window, are found', async ({ page }) => {
  await page.goto(pathTo('de', 'contact'))
  await page.evaluate(() => {
    const [first] = document.querySelectorAll('h1')
    const over = first?.cloneNode() as HTMLElement
    over.textContent = 'Darüber geschrieben'
    over.classList.add('absolute')
    first?.before(over)
    const beside = document.createElement('div')
    beside.textContent = 'Daneben geschrieben'
    beside.setAttribute('class', 'absolute left-full')
    document.querySelector('main')?.append(beside)
  })
  const wrong = await misplacedTexts(page)
  expect(wrong).toContainEqual(expect.stringMatching(/Darüber geschrieben/))
  expect(wrong).toContain('“Daneben geschrieben” leaves the window')
})
