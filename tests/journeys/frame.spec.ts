import { localeNames, otherLocale } from '#app/language/locales.ts'
import { pathTo, routeExists } from '#app/language/route-table.ts'
import { addressOf, afterMessage, expect, expectAccessible, knownPages, test } from './shop.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

test.use({ storageState: afterMessage })

test('the language switch stays on the page, or goes home where it does not exist', async ({ request }) => {
  for (const known of knownPages) {
    const other = otherLocale(known.locale)
    const html = await (await request.get(await addressOf(request, known))).text()
    const footer = html.slice(html.lastIndexOf('<footer'))
    const link = footer.match(new RegExp(`<a[^>]*hreflang="${other}"[^>]*>`, 'i'))?.[0]
    const target = link?.match(/ href="([^"]*)"/)?.[1]
    const wanted = routeExists(known.name, other)
      ? await addressOf(request, { name: known.name, locale: other })
      : pathTo(other, 'index')
    expect(target, `${known.name} from ${known.locale}`).toBe(wanted)
  }
})

test('switching the language changes the words without a page load and remembers it', async ({
  page,
  context,
}) => {
  await page.setViewportSize(desktop)
  await page.goto(pathTo('de', 'about-us'))
  await page.evaluate(() => {
    document.documentElement.dataset.samePage = 'yes'
  })
  await page.getByRole('contentinfo').locator('summary').click()
  await page.getByRole('link', { name: localeNames.en }).click()
  await expect(page).toHaveURL(pathTo('en', 'about-us'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-same-page', 'yes')
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'i18n_redirected')?.value)
    .toBe('en')
})

test('selling is offered in German only', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Verkaufen' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('navigation', { name: 'Verkaufen' })).toBeVisible()
  await page.goto('/en')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sell' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('navigation', { name: 'Sell' })).toHaveCount(0)
})

test('the menu drawer opens from the left, keeps the focus, closes on Escape and gives the focus back', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/de')
  const opener = page.getByRole('button', { name: 'Menü öffnen' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menü' })
  await expect(menu).toBeVisible()
  await expect.poll(async () => (await menu.locator('.drawer-panel').boundingBox())?.x).toBe(0)
  await expectAccessible(page)
  for (let press = 0; press < 40; press++) await page.keyboard.press('Tab')
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
    ),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'Schmuck', exact: true }).click()
  await expect(page).toHaveURL('/de/schmuck')
  await expect(menu).toBeHidden()
})

test('the header changes at 1024 px', async ({ page }) => {
  await page.goto('/de')
  await page.setViewportSize({ width: 1023, height: 700 })
  await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeHidden()
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible()
})

test('the navigation marks the page and the section it belongs to', async ({ page }) => {
  await page.setViewportSize(desktop)
  const current = page.getByRole('navigation', { name: 'Hauptnavigation' }).locator('[aria-current]')
  for (const [path, value] of [
    ['/de/uhren', 'page'],
    ['/de/uhren/rolex', 'true'],
  ] as const) {
    await page.goto(path)
    await expect(current).toHaveText(['Uhren'])
    await expect(current).toHaveAttribute('aria-current', value)
    await expect(current).toHaveCSS('text-decoration-line', 'underline')
  }
  await page.goto('/de')
  await expect(current).toHaveCount(0)
  await page.setViewportSize(phone)
  await page.goto('/de/uhren/rolex')
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  const menu = page.getByRole('dialog', { name: 'Menü' })
  await expect(menu.locator('[aria-current]')).toHaveText(['Uhren'])
  const names = await menu.getByRole('link').allTextContents()
  expect(names).toEqual([...new Set(names)])
})

test('the contact pill and what is said of it tell times and numbers as its language does', async ({
  page,
}) => {
  // A Monday at eleven in Germany.
  await page.clock.setFixedTime(new Date('2026-11-23T10:00:00Z'))
  await page.setViewportSize(desktop)
  await page.goto('/en')
  const pill = page.locator('.contact-pill > button')
  await expect(pill).toContainText(/Open today until \d+(:\d+)?\u00a0pm/)
  await pill.click()
  await expect(page.locator('#contact-popover a[href^="tel:"]')).toHaveText(/^\+49 [1-9]/)
  await page.goto('/de')
  await expect(pill).toContainText(/Heute bis \d+(:\d+)? Uhr/)
})

test('the compact header stays at the top', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/de')
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  await expect(page.getByRole('button', { name: 'Menü öffnen' })).toBeInViewport()
})

test('the contact popover opens 5 px above its pill and closes by its button, Escape and a press elsewhere', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/de')
  const pill = page.getByRole('button', { name: /Fragen\?/ })
  const popover = page.getByRole('region', { name: 'So erreichen Sie uns' })
  await pill.click()
  await expect(popover).toBeVisible()
  await expect(popover.getByRole('link', { name: /0221/ })).toHaveAttribute('href', /^tel:\+49/)
  await expect(popover.getByText(/Erreichbar/)).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(async () => {
      const [above, below] = [await popover.boundingBox(), await pill.boundingBox()]
      return above && below ? Math.round(below.y - (above.y + above.height)) : null
    })
    .toBe(5)
  await popover.getByRole('button', { name: 'Kontaktmöglichkeiten schließen' }).click()
  await expect(popover).toBeHidden()
  await pill.click()
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await pill.click()
  await page.mouse.click(300, 300)
  await expect(popover).toBeHidden()
})

test('the language dropdown opens 10 px from its button', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/de')
  const button = page.getByRole('contentinfo').locator('summary')
  await button.click()
  const list = page.getByRole('contentinfo').locator('details ul')
  const [above, below] = [await list.boundingBox(), await button.boundingBox()]
  expect(Math.round((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0)))).toBe(10)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
})

test('the viewport cookie names the breakpoint', async ({ page, context }) => {
  const viewport = async () => (await context.cookies()).find(({ name }) => name === 'viewport')
  await page.setViewportSize({ width: 1300, height: 800 })
  await page.goto('/de')
  await expect.poll(async () => (await viewport())?.value).toBe('xl')
  expect(await viewport()).toMatchObject({ sameSite: 'Strict', secure: true })
  await page.setViewportSize({ width: 700, height: 800 })
  await expect.poll(async () => (await viewport())?.value).toBe('sm')
})

test('the page an address gives is the same for every visitor', async ({ request }) => {
  const html = async (cookie: string) =>
    (
      await request.get('/de', {
        headers: { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
      })
    ).text()
  // Between the two requests a branch may open its doors.
  await expect(async () => {
    const plain = await html('')
    expect(await html('cart=10482; i18n_redirected=en; viewport=2xl')).toBe(plain)
  }).toPass()
})

test('the skip link leads to the content', async ({ page }) => {
  await page.goto('/de/agb')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
