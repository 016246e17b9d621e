import type { Page } from '@playwright/test'
import { languageSwitches } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { tabTo } from './focus.ts'
import { expect, expectAccessible, expectNoOverflow, hydrated, test } from './shop.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const words = {
  de: {
    nav: 'Hauptnavigation',
    watches: 'Uhren',
    jewelry: 'Schmuck',
    show: 'Auswahl zeigen',
    brands: 'Marken',
  },
  en: {
    nav: 'Main navigation',
    watches: 'Watches',
    jewelry: 'Jewellery',
    show: 'show what there is',
    brands: 'Brands',
  },
} as const

async function openPage(page: Page, locale: 'de' | 'en' = 'de', path = pathTo(locale, 'imprint')) {
  await page.goto(path)
  await hydrated(page)
  const nav = page.getByRole('navigation', { name: words[locale].nav })
  return {
    nav,
    button: (department: 'watches' | 'jewelry') =>
      nav.getByRole('button', { name: `${words[locale][department]}: ${words[locale].show}` }),
    panel: (department: 'watches' | 'jewelry') =>
      nav.getByRole('region', { name: words[locale][department], exact: true }),
  }
}

test.describe('the wide header', () => {
  test.use({ viewport: desktop })

  test('stays in sight, and nothing moves for it', async ({ page }) => {
    await page.goto('/de/uhren')
    await hydrated(page)
    await page.evaluate(async () => {
      // Where machines are slow, fonts come after the first paint: that moves text, whatever the header does.
      await document.fonts.ready
      const shifts: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift' })
      Object.assign(window, { shifts })
    })
    await page.mouse.wheel(0, 1500)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    const header = page.getByRole('banner')
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(0)
    await expect(header.getByRole('link', { name: 'Uhren', exact: true })).toBeInViewport()
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  })

  test('leaves a low window to the page', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto('/de/uhren')
    await page.evaluate(() => scrollTo(0, 900))
    await expect(page.getByRole('link', { name: 'Rheingold, Startseite' })).not.toBeInViewport()
  })

  test('covers neither a place that is linked to nor what has the focus', async ({ page }) => {
    const bottomOfHeader = () =>
      page
        .getByRole('banner')
        .evaluate((header) => Math.max(0, Math.round(header.getBoundingClientRect().bottom)))
    await page.goto(`${pathTo('de', 'privacy')}#content`)
    const heading = page.getByRole('main').getByRole('heading', { level: 2 }).nth(3)
    await heading.evaluate((element) => {
      element.id = 'linked'
      location.hash = '#linked'
    })
    await expect(heading).toBeInViewport()
    await expect
      .poll(async () => Math.round((await heading.boundingBox())?.y ?? 0))
      .toBeGreaterThanOrEqual(await bottomOfHeader())
    // Backwards, what comes next lies under the header.
    await page.goto(pathTo('de', 'contact'))
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const field = page.getByRole('main').getByRole('textbox').first()
    await tabTo(page, field, 'Shift+Tab')
    expect((await field.boundingBox())?.y).toBeGreaterThanOrEqual(await bottomOfHeader())
  })

  for (const locale of ['de', 'en'] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      test(`a press opens a department's panel, another closes it (${locale}, ${scheme})`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        for (const width of [1024, 1920]) {
          await page.setViewportSize({ width, height: 800 })
          const { button, panel } = await openPage(page, locale)
          await expect(button('watches')).toHaveAttribute('aria-expanded', 'false')
          await button('watches').click()
          await expect(button('watches')).toHaveAttribute('aria-expanded', 'true')
          await expect(panel('watches').getByRole('list', { name: words[locale].brands })).toContainText(
            'Rolex',
          )
          await expect(panel('watches').locator('img').first()).toBeVisible()
          await expectAccessible(page)
          await expectNoOverflow(page)
          // The other one takes its place.
          await button('jewelry').click()
          await expect(panel('jewelry')).toBeVisible()
          await expect(panel('watches')).toHaveCount(0)
          await expectAccessible(page)
          await button('jewelry').click()
          await expect(panel('jewelry')).toHaveCount(0)
          await expect(button('jewelry')).toHaveAttribute('aria-expanded', 'false')
        }
      })
    }
  }

  test('each count is that of the listing it leads to', async ({ page }) => {
    const { button, panel } = await openPage(page)
    for (const department of ['watches', 'jewelry'] as const) {
      await button(department).click()
      const links = panel(department).locator('.menu-choices a')
      await expect(links.first()).toBeVisible()
      const told = await links.evaluateAll((all) =>
        all.map((link) => ({
          path: link.getAttribute('href') ?? '',
          count: link.querySelector('span')?.textContent ?? '',
        })),
      )
      expect(told.length).toBeGreaterThan(10)
      for (const { path, count } of told) {
        const html = await (await page.request.get(path)).text()
        const said = html.match(/<p[^>]*role="status"[^>]*>(.*?)<\/p>/)?.[1]?.replace(/<[^>]+>/g, '') ?? ''
        expect(said, path).toMatch(new RegExp(`^(?:${count}|${count === '1' ? 'Eine?' : count})\\b`))
      }
    }
  })

  test('by the keyboard: the button by Enter and the space bar, arrow down leads into it, Escape back', async ({
    page,
  }) => {
    const { nav, button, panel } = await openPage(page)
    await tabTo(page, button('watches'))
    await page.keyboard.press('Enter')
    await expect(panel('watches').getByRole('link').first()).toBeVisible()
    await expect(button('watches')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(panel('watches')).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    const first = panel('watches').getByRole('link').first()
    await expect(first).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel('watches')).toHaveCount(0)
    await expect(button('watches')).toBeFocused()
    // The link itself leads to the listing; from it, arrow down opens the panel as well.
    await page.keyboard.press('Shift+Tab')
    await expect(nav.getByRole('link', { name: 'Uhren', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(first).toBeFocused()
    // Whoever goes on leaves it behind.
    await tabTo(page, nav.getByRole('link', { name: 'Schmuck', exact: true }))
    await expect(panel('watches')).toHaveCount(0)
    await tabTo(page, button('watches'), 'Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect(first).toBeFocused()
    const path = await first.getAttribute('href')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path ?? '')
    await expect(panel('watches')).toHaveCount(0)
  })

  test('a mouse that rests on a department opens its panel, and one that leaves closes it', async ({
    page,
  }) => {
    const { nav, panel } = await openPage(page)
    const link = nav.getByRole('link', { name: 'Uhren', exact: true })
    await link.hover()
    await expect(panel('watches').getByRole('link').first()).toBeVisible()
    // It stays while the mouse is in it.
    await panel('watches').getByRole('link').first().hover()
    await expect(panel('watches')).toBeVisible()
    await page.mouse.move(640, 790)
    await expect(panel('watches')).toHaveCount(0)
    await link.hover()
    await expect(panel('watches')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel('watches')).toHaveCount(0)
    // Pressed, the link is a link.
    await link.click()
    await expect(page).toHaveURL('/de/uhren')
  })

  test('what is asked for comes at the first sign, and not with the page', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/DepartmentPanel|\/api\/menu/.test(pathname)) asked.push(pathname)
    })
    const { button, nav } = await openPage(page)
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    const menu = page.waitForRequest(/\/api\/menu\?locale=de/)
    await nav.getByRole('link', { name: 'Uhren', exact: true }).focus()
    await menu
    await expect(button('watches')).toHaveAttribute('aria-expanded', 'false')
  })

  test.describe('where the answer fails', () => {
    test.use({ allowedConsole: /status of 500/ })

    test('says so, and can be tried again', async ({ page }) => {
      let broken = true
      await page.route('**/api/menu?*', (route) =>
        broken ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
      )
      const { button, panel } = await openPage(page)
      await button('watches').click()
      await expect(panel('watches').getByRole('alert')).toContainText('gerade nicht erreichbar')
      broken = false
      await panel('watches').getByRole('button', { name: 'Noch einmal versuchen' }).click()
      await expect(panel('watches').getByRole('link').first()).toBeVisible()
    })
  })

  test('leads to the same page in the other language, with what was typed, and keeps the focus', async ({
    page,
  }) => {
    await page.goto(pathTo('de', 'contact'))
    await hydrated(page)
    const header = page.getByRole('banner')
    const name = page.getByRole('main').getByRole('textbox').first()
    await name.fill('Clara Beispiel')
    const english = header.getByRole('link', { name: languageSwitches.en.label, exact: true })
    await expect(english).toHaveText('EN')
    await english.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(pathTo('en', 'contact'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(name).toHaveValue('Clara Beispiel')
    const german = header.getByRole('link', { name: languageSwitches.de.label, exact: true })
    await expect(german).toHaveText('DE')
    await expect(german).toBeFocused()
    // Where there is no such page, it is the home page.
    await page.goto(pathTo('de', 'sell'))
    await expect(english).toHaveAttribute('href', '/en')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: desktop })

  test('departments are links, and so is the other language', async ({ page }) => {
    await page.goto('/de/agb')
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: /Auswahl zeigen/ })).toHaveCount(0)
    await header.getByRole('link', { name: languageSwitches.en.label }).click()
    await expect(page).toHaveURL('/en/gtc')
    await page.getByRole('banner').getByRole('link', { name: 'Watches' }).click()
    await expect(page).toHaveURL('/en/watches')
    // The footer's buttons take along what is typed here, which a link would lose.
    await page.goto(pathTo('de', 'contact'))
    await expect(header.getByRole('link', { name: languageSwitches.en.label })).toBeHidden()
  })
})

test('the mobile menu leads to what is for sale first, and to the makers with their counts', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  for (const [locale, open, brands] of [
    ['de', 'Menü öffnen', 'Uhrenmarken'],
    ['en', 'Open menu', 'Watch brands'],
  ] as const) {
    await page.goto(pathTo(locale, 'imprint'))
    await page.getByRole('button', { name: open }).click()
    const menu = page.getByRole('dialog')
    await expect(
      menu.getByRole('list', { name: brands }).getByRole('link', { name: /^Rolex \d+$/ }),
    ).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await expect(
      menu.getByRole('link', { name: languageSwitches[locale === 'de' ? 'en' : 'de'].label }),
    ).toBeVisible()
    await expect(
      menu.getByRole('link', { name: locale === 'de' ? 'Marken' : 'Brands', exact: true }),
    ).toHaveAttribute('href', pathTo(locale, 'makers'))
    await menu.getByRole('link', { name: locale === 'de' ? 'Ringe' : 'Rings', exact: true }).click()
    await expect(page).toHaveURL(pathTo(locale, 'jewelry', { rest: [locale === 'de' ? 'ringe' : 'rings'] }))
    await expect(menu).toBeHidden()
  }
})
