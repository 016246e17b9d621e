import { languageTags, locales, otherLocale } from '#app/language/locales.ts'
import { pathTo, routeExists, routeNames, routePattern } from '#app/language/route-table.ts'
import {
  addressOf,
  afterMessage,
  expect,
  expectAccessible,
  expectNoOverflow,
  type KnownPage,
  knownPages,
  test,
} from './shop.ts'

/** The entry to the withdrawal function, in the words of the law (§ 356a BGB). */
const withdraw = { de: 'Vertrag widerrufen', en: 'Withdraw from contract here' } as const

/** A page is looked at light on a desktop in German, and dark on a telephone in English, or where there is no other. */
const isDark = ({ name, locale }: KnownPage) => locale === 'en' || !routeExists(name, otherLocale(locale))

test.use({ storageState: afterMessage })

for (const known of knownPages) {
  // Duty: withdrawal-entry, accessible-site
  test(`${known.name} in ${known.locale}: answers, reads well, is accessible`, async ({ page, request }) => {
    const address = await addressOf(request, known)
    const response = await page.goto(address)
    expect(response?.status()).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', known.locale)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: withdraw[known.locale], exact: true })).toBeVisible()
    expect(await page.title()).toMatch(/^.+ – Rheingold$/)
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(1)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{20,}/)
    if (known.locale === 'de') await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    if (isDark(known)) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)
    }
  })
}

for (const name of routeNames) {
  for (const locale of locales) {
    if (routeExists(name, locale)) continue
    test(`${name} does not exist in ${locale}`, async ({ request }) => {
      const german = routePattern(name, otherLocale(locale)) ?? ''
      const answer = await request.get(`/${locale}/${german}`)
      expect(answer.status()).toBe(404)
    })
  }
}

// Duty: demo-texts
test('alternates name every language in which a page exists, and lead back', async ({ request }) => {
  for (const known of knownPages) {
    const address = await addressOf(request, known)
    const html = await (
      await request.get(address, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' } })
    ).text()
    const alternates = [
      ...html.matchAll(/<link hid="([^"]+)" rel="alternate" href="([^"]+)" hrefLang="([^"]+)"/gi),
    ].map(([, hid, href = '', hreflang]) => ({ hid, path: new URL(href).pathname, hreflang }))
    const languages = locales.filter((locale) => routeExists(known.name, locale))
    expect(alternates.map(({ hid }) => hid)).toEqual([
      ...languages.map((locale) => `i18n-alt-${locale}`),
      'i18n-xd',
    ])
    const own = alternates.find(({ hreflang }) => hreflang === known.locale)
    expect(own?.path).toBe(address)
    const fallback = routeExists(known.name, 'en') ? 'en' : 'de'
    expect(alternates.at(-1)).toEqual({
      hid: 'i18n-xd',
      hreflang: 'x-default',
      path: alternates.find(({ hreflang }) => hreflang === fallback)?.path,
    })
  }
})

test('a browser is sent to its language, then to the one it chose', async ({ browser }) => {
  for (const locale of locales) {
    const context = await browser.newContext({ locale: languageTags[locale] })
    const page = await context.newPage()
    await page.goto('/?utm_source=newsletter')
    expect(new URL(page.url()).pathname).toBe(pathTo(locale, 'index'))
    expect(new URL(page.url()).search).toBe('?utm_source=newsletter')
    await page.goto(pathTo(otherLocale(locale), 'index'))
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe(pathTo(otherLocale(locale), 'index'))
    const cookie = (await context.cookies()).find(({ name }) => name === 'i18n_redirected')
    expect(cookie).toMatchObject({ value: otherLocale(locale), path: '/', sameSite: 'Lax' })
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400)
    await context.close()
  }
})
