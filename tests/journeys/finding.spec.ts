import type { Locator, Page } from '@playwright/test'
import { locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, expectAccessible, expectNoOverflow, hydrated, test } from './shop.ts'

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

const filters = (page: Page) => page.getByRole('complementary', { name: /^Filters?$/ })

/** What the listing says it shows. */
async function count(page: Page): Promise<number> {
  return Number.parseInt((await page.getByRole('main').getByRole('status').first().textContent()) ?? '', 10)
}

const wanted = {
  de: { steel: /^Stahl(?:\s*\d+)?$/, price: /^5\.000\s€ bis 10\.000\s€/, set: /^Full Set/, has: /Full Set/ },
  en: { steel: /^Steel(?:\s*\d+)?$/, price: /^€5,000 to €10,000/, set: /^Full set/, has: /full set/ },
} as const

for (const locale of locales) {
  for (const [device, viewport] of Object.entries({ desktop, phone })) {
    test(`${device}, ${locale}: a steel sports watch below 10,000 with papers, in four presses from home`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.goto(pathTo(locale, 'index'))
      let presses = 0
      const press = async (link: Locator) => {
        presses += 1
        await link.click()
      }
      // The address changes first; the links are those of the new choice once it is marked.
      const choose = async (link: Locator) => {
        await press(link)
        await expect(link).toHaveAttribute('aria-current', 'true')
      }
      const words = wanted[locale]
      // What lies behind another press does not count: the panel stands open on a desk, on a phone the quick choices.
      const choices = viewport === desktop ? filters(page) : page.locator('.quick')
      const watches = pathTo(locale, 'watches')
      await press(page.getByRole('main').locator(`a[href="${watches}"]:visible`).first())
      await expect(page).toHaveURL(watches)
      await choose(choices.getByRole('link', { name: words.steel }))
      await expect(page).toHaveURL(/(?:gehaeuse-stahl|case-steel)$/)
      await choose(choices.getByRole('link', { name: words.set }))
      await expect(page).toHaveURL(/-full-set\//)
      await choose(choices.getByRole('link', { name: words.price }))
      await expect(page).toHaveURL(/(?:preis|price)-5000-10000$/)
      expect(presses).toBeLessThanOrEqual(4)

      const cards = page.locator('#results .cards-three .card')
      const submariner = cards.filter({ hasText: 'Submariner' }).filter({ hasText: '116610LN' })
      await expect(submariner).toContainText(words.has)
      const prices = await cards.evaluateAll((all) =>
        all.map((card) => Number(card.querySelector('b')?.firstChild?.textContent?.replace(/\D/g, ''))),
      )
      expect(prices.length).toBe(await count(page))
      expect(Math.max(...prices)).toBeLessThanOrEqual(10_000)
      expect(Math.min(...prices)).toBeGreaterThanOrEqual(5000)
      await expectAccessible(page)
    })
  }
}

test('ring sizes are a scale in order, and a size that nobody has cannot be chosen', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/schmuck/ringe')
  const steps = filters(page).locator('.facet-grid > li')
  const sizes = await steps.evaluateAll((all) =>
    all.map((step) => ({
      size: Number.parseInt(step.textContent ?? '', 10) || 0,
      text: step.textContent ?? '',
      isLink: step.querySelector('a') !== null,
    })),
  )
  const figures = sizes.map(({ text }) => Number(text.slice(0, 2)))
  expect(figures.length).toBeGreaterThan(5)
  expect(figures).toEqual(figures.map((_, place) => (figures[0] ?? 0) + place))
  for (const { text, isLink } of sizes) expect([text, isLink]).toEqual([text, text.slice(2) !== '0'])
  await steps.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/ringgroesse-${figures[0]}$`))
  await expect(filters(page).locator('.facet-grid [aria-current]')).toBeFocused()
})

test('grades and sets stand open, from the best to the last', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/en/watches')
  const grades = filters(page).locator('details', { hasText: 'Condition' }).locator('li')
  await expect(grades).toHaveText([/^New & unworn/, /^Very good/, /^Good/, /^Fair/, /^Incomplete/])
  await expect(
    filters(page).locator('details', { hasText: 'Included' }).getByRole('link').first(),
  ).toBeVisible()
})

test('a price that was typed holds once its field is left, and carries separators', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/uhren')
  await hydrated(page)
  await filters(page).getByLabel('Preis von').fill('2500')
  await filters(page).getByLabel('Preis bis').fill('12.500')
  await expect(page).toHaveURL('/de/uhren')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page).toHaveURL('/de/uhren/preis-2500-12500')
  await expect(filters(page).getByLabel('Preis von')).toHaveValue('2.500')
  await expect(filters(page).getByLabel('Preis bis')).toHaveValue('12.500')
  // Left as it is, it sends nothing: the way back leads to where it was typed.
  await filters(page).getByLabel('Preis bis').focus()
  await page.getByRole('heading', { level: 1 }).click()
  await page.goBack()
  await expect(page).toHaveURL('/de/uhren')
})

test('the sheet says the new count at once', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/de/uhren')
  await page.getByRole('button', { name: 'Filtern', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  const before = await sheet.getByRole('status').textContent()
  const full = sheet.getByRole('link', { name: /^Full Set/ })
  await full.click()
  await expect(page).toHaveURL('/de/uhren/lieferumfang-full-set')
  await expect(sheet.getByRole('status')).not.toHaveText(before ?? '')
  const said = await sheet.getByRole('status').textContent()
  await expect(sheet.getByRole('button', { name: said ?? '', exact: true })).toBeVisible()
  await expect(full).toBeFocused()
})

for (const locale of locales) {
  test(`${locale}: from the list of makers to a maker, a model and what was sold`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(desktop)
    await page.goto(pathTo(locale, 'index'))
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: locale === 'de' ? 'Marken' : 'Brands' })
      .click()
    await expect(page).toHaveURL(pathTo(locale, 'makers'))
    await expect(page.locator('meta[name="robots"][content*="noindex"]')).toHaveCount(0)
    const makers = page.locator('.makers').first().getByRole('link')
    await expect(makers.nth(1)).toBeVisible()
    const names = await makers.allTextContents()
    const plain = names.map((name) => name.replace(/\d+$/, ''))
    expect(plain).toEqual(plain.toSorted((a, b) => a.localeCompare(b, 'de')))
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Rolex/ }).click()
    await expect(page).toHaveURL(`${pathTo(locale, 'watches')}/rolex`)
    await expect(page.getByRole('main')).toContainText('Hans Wilsdorf')

    // The span is that of what the pieces cost.
    const said = (await page.getByText(/^(?:Zurzeit von|At the moment from) /).textContent()) ?? ''
    const [lowest, highest] = [...said.matchAll(/\d[\d.,]*\d/g)].map(([figure]) => figure.replace(/\D/g, ''))
    const first = async (sort: string) => {
      const html = await (await request.get(`${pathTo(locale, 'watches')}/rolex?sort=${sort}`)).text()
      return /<b(?:\s[^>]*)?>([^<]*)/.exec(html.slice(html.indexOf('class="card"')))?.[1]?.replace(/\D/g, '')
    }
    expect(await first('price-asc')).toBe(lowest)
    expect(await first('price-desc')).toBe(highest)
    await expect(
      page.getByRole('heading', { name: /Preise verkaufter Stücke|Prices of pieces sold/ }),
    ).toBeVisible()
    await expect(page.getByLabel(locale === 'de' ? 'E-Mail-Adresse' : 'Email address')).toBeVisible()
    // Search engines open the page itself: what the first page said stays while the router goes on.
    const sent = await (await request.get(`${pathTo(locale, 'watches')}/rolex`)).text()
    expect(sent).toContain('"about":{"@type":"Brand","name":"Rolex"}')
    await expectAccessible(page)

    await page
      .getByRole('navigation', { name: locale === 'de' ? 'Modelle' : 'Models' })
      .getByRole('link', { name: /^Submariner/ })
      .click()
    await expect(page).toHaveURL(`${pathTo(locale, 'watches')}/rolex/submariner`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolex Submariner')
    await expect(
      page.getByRole('navigation', { name: locale === 'de' ? 'Referenzen' : 'References' }),
    ).toBeVisible()
  })
}

test('a maker of whom there is nothing says so, and an unknown one is not there', async ({
  page,
  request,
}) => {
  await page.goto('/de/uhren/junghans')
  await expect(page.getByRole('main')).toContainText('Zurzeit ist nichts davon da.')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByRole('button', { name: 'Benachrichtigung einrichten' })).toBeVisible()
  // One sale alone stands with its month.
  await expect(
    page.getByRole('main').getByRole('link', { name: /: \d[\d.]*\s€, \p{L}+ 20\d\d$/u }),
  ).toBeVisible()
  expect((await request.get('/de/uhren/nobody-at-all')).status()).toBe(404)
})

test('the sitemap names the list of makers', async ({ request }) => {
  const index = await (await request.get('/de/sitemap.xml')).text()
  const parts = [...index.matchAll(/<loc>[^<]*?(\/de\/sitemap\/[^<]+)<\/loc>/g)].map(([, part]) => part ?? '')
  const all = [index, ...(await Promise.all(parts.map(async (part) => (await request.get(part)).text())))]
  expect(all.join('')).toMatch(/\/de\/marken</)
})

for (const [width, scheme] of [
  [360, 'dark'],
  [768, 'light'],
  [1024, 'dark'],
  [1920, 'light'],
] as const) {
  test(`makers read well and fit at ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of ['/de/marken', '/en/watches/rolex', '/de/uhren/junghans', '/en/jewelry/rings']) {
      await page.goto(path)
      await expect(page.locator('h1')).toHaveCount(1)
      await expectNoOverflow(page)
      if (width === 360 || width === 1920) await expectAccessible(page)
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a band, a size and a maker are links', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/en/makers')
    await page.getByRole('link', { name: /^Omega/ }).click()
    await page.locator('.quick').getByRole('link', { name: '€2,500 to €5,000' }).click()
    await expect(page).toHaveURL('/en/watches/omega/price-2500-5000')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Omega')
  })
})
