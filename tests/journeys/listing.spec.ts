import type { Page } from '@playwright/test'
import { locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { expect, expectAccessible, expectNoOverflow, hydrated, test } from './shop.ts'

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** The number a listing names first: „22 Uhren, davon 2 reserviert“. */
async function count(page: Page): Promise<number> {
  return Number.parseInt((await page.getByRole('main').getByRole('status').first().textContent()) ?? '', 10)
}

const filters = (page: Page) => page.getByRole('complementary', { name: /^Filters?$/ })
const chip = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('filters narrow without a page load, keep the place and the focus, and come off again', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/uhren')
  const all = await count(page)
  await page.evaluate(() => {
    document.documentElement.dataset.samePage = 'yes'
  })
  const steel = filters(page).getByRole('link', { name: /^Stahl\s*\d/ })
  const promised = Number((await steel.textContent())?.match(/\d+$/)?.[0])
  await steel.scrollIntoViewIfNeeded()
  // Where the eye and the pointer are: what is above may have become shorter.
  const place = async () => Math.round((await steel.boundingBox())?.y ?? 0)
  const before = await place()
  await steel.click()
  await expect(page).toHaveURL('/de/uhren/gehaeuse-stahl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uhren aus Stahl')
  await expect.poll(() => count(page)).toBe(promised)
  expect(promised).toBeLessThan(all)
  await expect(filters(page).getByRole('link', { name: /^Stahl\s*\d/ })).toBeFocused()
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(3)
  // Disjunctive: the other cases still say how many there are.
  const gold = filters(page).getByRole('link', { name: /^Gelbgold\s*\d/ })
  expect(Number((await gold.textContent())?.match(/\d+$/)?.[0])).toBeGreaterThan(0)

  await filters(page)
    .getByRole('link', { name: /^Rolex/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolex aus Stahl')
  await expect(page).toHaveURL('/de/uhren/rolex/gehaeuse-stahl')
  await chip(page, 'Stahl entfernen').click()
  await expect(page).toHaveURL('/de/uhren/rolex')
  await expect(page.locator('#results')).toBeFocused()
  await page.getByRole('link', { name: 'Alle entfernen' }).click()
  await expect(page).toHaveURL('/de/uhren')
  await expect.poll(() => count(page)).toBe(all)
  await expect(page.locator('html')).toHaveAttribute('data-same-page', 'yes')
})

test('a closed facet opens with its values and the focus', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/en/watches')
  const head = filters(page).getByRole('link', { name: 'Movement' })
  await expect(head).toHaveAttribute('aria-expanded', 'false')
  await head.click()
  await expect(filters(page).getByRole('link', { name: /^Automatic\s*\d/ })).toBeVisible()
  await expect(filters(page).locator('summary', { hasText: 'Movement' })).toBeFocused()
})

test('a range becomes part of the path, stays in its fields and goes with its chip', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/uhren')
  await filters(page).getByLabel('Preis von').fill('2000')
  await filters(page).getByLabel('Preis bis').fill('500')
  await filters(page).getByLabel('Preis bis').press('Enter')
  await expect(page).toHaveURL('/de/uhren/preis-500-2000')
  await expect(filters(page).getByLabel('Preis von')).toHaveValue('500')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Uhren 500\s€ bis 2\.000\s€/)
  await page.getByRole('link', { name: /^Preis: 500.*entfernen$/ }).click()
  await expect(page).toHaveURL('/de/uhren')
  await expect(filters(page).getByLabel('Preis von')).toHaveValue('')
})

test('sorting and pages: 24 a page, each piece once, cheapest first', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de/uhren')
  const total = await count(page)
  const sortings = page.getByRole('navigation', { name: 'Sortierung' })
  await sortings.getByRole('link', { name: 'Preis aufsteigend' }).click()
  await expect(page).toHaveURL('/de/uhren?sort=price-asc')
  // The address changes first; what it shows is there once the sorting says so.
  await expect(sortings.getByRole('link', { name: 'Preis aufsteigend' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  const seen: string[] = []
  const prices: number[] = []
  for (let number = 1; ; number += 1) {
    const cards = page.locator('#results .cards-three .card')
    const shown = await cards.evaluateAll((all) =>
      all.map((card) => ({
        href: card.getAttribute('href') ?? '',
        price: Number(card.querySelector('b')?.firstChild?.textContent?.replace(/\D/g, '')),
      })),
    )
    seen.push(...shown.map(({ href }) => href))
    prices.push(...shown.map(({ price }) => price))
    const next = page.getByRole('link', { name: 'Nächste Seite' })
    if ((await next.count()) === 0) break
    expect(await cards.count()).toBe(24)
    await expect(next).toHaveAttribute('rel', 'next')
    await next.click()
    await expect(page).toHaveURL(`/de/uhren?sort=price-asc&page=${number + 1}`)
    await expect(page.locator('[aria-current="page"]', { hasText: String(number + 1) })).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
  expect(new Set(seen).size).toBe(total)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('the sheet on a phone stays while filters are chosen, and gives the focus back', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/en/jewelry')
  await expect(filters(page)).toBeHidden()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('link', { name: /^Rings/ }).click()
  await expect(page).toHaveURL('/en/jewelry/rings')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('link', { name: /^Yellow gold/ }).click()
  await expect(page).toHaveURL('/en/jewelry/rings/metal-yellow-gold')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /^Show \d+ pieces$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yellow gold rings')
})

const choose = (page: Page, name: RegExp) => filters(page).getByRole('link', { name }).click()

/** Each answer of the shop takes 700 ms from here on: time to press the next thing while one is on its way. */
async function answerSlowly(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith('.data'),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      // Whoever goes elsewhere no longer waits for it.
      await route.continue().catch(() => undefined)
    },
  )
}

async function chooseTwoAtOnce(page: Page) {
  await page.goto('/en/jewelry')
  await answerSlowly(page)
  await choose(page, /^Rings/)
  await choose(page, /^Yellow gold/)
}

test('choices pressed faster than the shop answers are all made, whatever they are', async ({ page }) => {
  await chooseTwoAtOnce(page)
  await filters(page)
    .getByRole('textbox', { name: /^Price from/ })
    .fill('200')
  // Left by a press on the next choice: figures hold as soon as they are left.
  await choose(page, /^Diamond/)
  await expect(page).toHaveURL('/en/jewelry/rings/metal-yellow-gold/gemstone-diamond/price-from-200')
  await expect(page.getByRole('list', { name: 'Chosen filters' }).getByRole('listitem')).toHaveCount(5)
  // The same one twice is as good as never.
  const diamond = filters(page).getByRole('link', { name: /^Diamond/ })
  const without = page.waitForURL('/en/jewelry/rings/metal-yellow-gold/price-from-200')
  await diamond.dblclick()
  await without
  await expect(page).toHaveURL('/en/jewelry/rings/metal-yellow-gold/gemstone-diamond/price-from-200')
  await expect(diamond).toHaveAttribute('aria-current', 'true')
  await page.unroute(() => true)
})

test('a page of the list that a choice is about to replace leads nowhere', async ({ page }) => {
  await page.goto('/en/watches')
  await answerSlowly(page)
  await choose(page, /^Rolex/)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/en/watches/rolex')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rolex')
  // Of the list that is shown they do.
  await page.goto('/en/watches')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/en/watches?page=2')
  await page.unrouteAll({ behavior: 'wait' })
})

test('who goes elsewhere gives up the choices that wait, and the next one is made at once', async ({
  page,
}) => {
  await chooseTwoAtOnce(page)
  await page.getByRole('banner').getByRole('link', { name: 'Watches', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watches')
  await expect(page).toHaveURL('/en/watches')
  await choose(page, /^Rolex/)
  await expect(page).toHaveURL('/en/watches/rolex')
})

test('going back gives up the choices that wait', async ({ page }) => {
  await page.goto('/en/watches')
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Jewellery', exact: true }).first().click()
  await expect(page).toHaveURL('/en/jewelry')
  await chooseTwoAtOnce(page)
  await page.goBack()
  await expect(page).toHaveURL('/en/watches')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watches')
  await choose(page, /^Rolex/)
  await expect(page).toHaveURL('/en/watches/rolex')
})

test.describe('without a connection', () => {
  // A browser tells its console of what it could not fetch.
  test.use({ allowedConsole: /Failed to load resource/ })

  test('a choice that never arrived holds none back once there is one again', async ({ page }) => {
    await page.goto('/en/jewelry')
    await hydrated(page)
    const notice = page.locator('[data-connection-notice]')
    await expect(notice).toBeAttached()
    await page.route(
      (url) => url.pathname.endsWith('.data'),
      (route) => route.abort('connectionfailed'),
    )
    await choose(page, /^Rings/)
    await expect(notice).toContainText('No connection')
    await choose(page, /^Yellow gold/)
    await notice.getByRole('button', { name: 'Close this note' }).click()
    await page.unrouteAll()
    // Something else is answered: that there is a connection is known.
    await page.locator('#results form[data-cart] button').first().click()
    await expect(page.getByRole('status').filter({ hasText: 'cart' })).toBeVisible()
    await choose(page, /^Silver/)
    await expect(page).toHaveURL('/en/jewelry/metal-silver')
  })
})

test('the language switch keeps the filters', async ({ page }) => {
  await page.goto('/de/schmuck/ringe/material-gelbgold/edelstein-diamant')
  await page.getByRole('contentinfo').locator('summary').click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/jewelry/rings/metal-yellow-gold/gemstone-diamond')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yellow gold rings with diamond')
})

test('nothing in stock: near matches, ways out, an alert; and nothing for search engines', async ({
  page,
}) => {
  const response = await page.goto('/de/uhren/rolex/gehaeuse-keramik/aufzug-quarz')
  expect(response?.status()).toBe(200)
  await hydrated(page)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await expect(page.getByRole('heading', { name: 'Genau das haben wir gerade nicht' })).toBeVisible()
  await expect(page.getByRole('main').locator('.card').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-Mail-Adresse').fill('erika@localhost')
  await page.getByRole('button', { name: 'Benachrichtigung einrichten' }).click()
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveAccessibleDescription(/unvollständig/)
  await expect(page.getByLabel('E-Mail-Adresse')).toBeFocused()
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('erika@localhost')
  await page.getByLabel('E-Mail-Adresse').fill(`erika-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Benachrichtigung einrichten' }).click()
  await expect(page.getByText(/Fast fertig/)).toBeFocused()
})

test('sold pieces lie apart and say so', async ({ page }) => {
  await page.goto('/de/uhren/rolex')
  const sold = page.getByRole('region', { name: 'Schon verkauft' })
  await expect(sold.getByRole('link').first()).toContainText('Verkauft')
  await expect(page.locator('#results .cards-three')).not.toContainText('Verkauft')
})

test('twenty-four cards fit into 60 kB, and only pages of use are followed', async ({ request }) => {
  for (const locale of locales) {
    for (const path of [pathTo(locale, 'watches'), pathTo(locale, 'jewelry')]) {
      const answer = await request.get(path, { headers: { 'user-agent': 'Mozilla/5.0' } })
      const html = await answer.text()
      expect(html.match(/class="card"/g)?.length ?? 0).toBeGreaterThanOrEqual(24)
      expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(60_000)
      for (const [link, href = ''] of html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)) {
        if (/[?&](sort|open)=/.test(href)) expect(link).toContain('rel="nofollow"')
      }
    }
  }
})

for (const [width, scheme] of [
  [360, 'dark'],
  [768, 'light'],
  [1024, 'dark'],
  [1440, 'light'],
] as const) {
  test(`reads well and fits at ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const path of [
      '/de/uhren/rolex',
      '/en/jewelry/rings/metal-platinum',
      '/de/uhren/preis-bis-5000?open=complication',
    ]) {
      await page.goto(path)
      await expect(page.locator('h1')).toHaveCount(1)
      await expectNoOverflow(page)
      // The sizes between have the parts of one of these.
      if (width === 360 || width === 1440) await expectAccessible(page)
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('filters, ranges and sorting work on a phone', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/en/watches')
    await expect(filters(page)).toBeHidden()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(filters(page)).toBeVisible()
    await filters(page)
      .getByRole('link', { name: /^Rolex/ })
      .click()
    await expect(page).toHaveURL('/en/watches/rolex')
    await expect(filters(page)).toBeHidden()
    await page.getByRole('button', { name: 'Filter (1)' }).click()
    await filters(page).getByLabel('Price to').fill('9000')
    await filters(page).getByRole('button', { name: 'Price: Apply' }).click()
    await expect(page).toHaveURL('/en/watches/rolex/price-up-to-9000')
    await page.getByRole('link', { name: 'Price, low to high' }).click()
    await expect(page).toHaveURL('/en/watches/rolex/price-up-to-9000?sort=price-asc')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watches by Rolex up to €9,000')
  })

  test('an alert is set up', async ({ page }) => {
    await page.goto('/en/watches/rolex/case-ceramic/movement-quartz')
    await page.getByLabel('Email address').fill(`erika-${Date.now()}@example.com`)
    await page.getByRole('button', { name: 'Set up the alert' }).click()
    await expect(page.getByRole('main')).toContainText('Almost done')
  })
})
