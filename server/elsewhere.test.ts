import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app/app-context.ts'
import { type Locale, locales, otherLocale } from '#app/language/locales.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { demoContent } from '#tests/demo-content.ts'
import { type Get, languageOf, servedPages } from '#tests/served-pages.ts'

const content = demoContent()
beforeAll(loadAllMessages)

const headings = { de: 'Diese Seite gibt es nicht', en: 'This page does not exist' }
const headingOf = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]

describe.each(locales)('with %s as the language of those who say none', (locale) => {
  const app = (): App => ({ ...content.app, env: { ...content.app.env, DEFAULT_LOCALE: locale } })
  let get: Get
  beforeAll(() => {
    get = servedPages(app())
  })
  const expectLanguage = async (address: string, headers: Record<string, string>, wanted: Locale) => {
    const answer = await get(address, headers)
    const html = await answer.text()
    expect(answer.status, address).toBe(404)
    expect(languageOf(html), address).toBe(wanted)
    expect(headingOf(html), address).toBe(headings[wanted])
  }

  test.each(['/gibt-es-nicht', '/fr/montres', '/de.html', '/deu/uhren'])(
    'the error page at %s speaks it, and its document says so',
    (address) => expectLanguage(address, {}, locale),
  )

  test('an address without a language follows the cookie, then the browser', async () => {
    const other = otherLocale(locale)
    await expectLanguage('/nirgends', { 'accept-language': `${other}-CH,${locale};q=0.3` }, other)
    await expectLanguage(
      '/nirgends',
      { cookie: `i18n_redirected=${locale}`, 'accept-language': other },
      locale,
    )
    await expectLanguage('/nirgends', { 'accept-language': 'fr, it;q=0.5' }, locale)
  })

  test('without the frame the error page speaks it, too', async () => {
    const away = openDatabase('postgresql://nobody@127.0.0.1:1/none')
    const broken = servedPages({ ...app(), db: away })
    const answer = await broken('/nirgends')
    const html = await answer.text()
    expect(answer.status).toBe(503)
    expect(languageOf(html)).toBe(locale)
    expect(headingOf(html)).toBe({ de: 'Da ist etwas schiefgegangen', en: 'Something went wrong' }[locale])
  })

  test('robots are told the status in it', async () => {
    const answer = await get('/nirgends', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    expect([answer.status, languageOf(await answer.text())]).toEqual([404, locale])
  })

  test('/ leads to it, and x-default is its page or the only one', async () => {
    expect((await get('/?a=1')).headers.get('location')).toBe(`/${locale}?a=1`)
    const origin = content.app.env.SITE_URL
    const fallback = { de: `${origin}/de/impressum`, en: `${origin}/en/imprint` }[locale]
    for (const address of ['/de/impressum', '/en/imprint'])
      expect(await (await get(address)).text(), address).toContain(`href="${fallback}" hrefLang="x-default"`)
    expect(await (await get('/de/sitemap.xml')).text()).toContain(`hreflang="x-default" href="${fallback}"`)
    expect(await (await get('/de/verkaufen')).text()).toContain(
      `href="${origin}/de/verkaufen" hrefLang="x-default"`,
    )
  })

  test('within a language the address alone decides', async () => {
    const other = otherLocale(locale)
    await expectLanguage(`/${other}/nirgends`, { cookie: `i18n_redirected=${locale}` }, other)
  })
})
