import { beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { languageCookie } from '#app/language/negotiate.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages } from '#tests/served-pages.ts'
import { withLanguage } from './page-language.ts'

const content = demoContent()
const visitor = { cookies: null, isShared: true, elsewhere: () => 'en' as const }
beforeAll(loadAllMessages)

test.each([
  ['/en/cart', 'en'],
  ['/de/checkout', 'de'],
  ['/de/gibt-es-nicht', 'de'],
  ['/nirgends', 'de'],
] as const)('%s renews the cookie for a year, also when it says so already', async (address, locale) => {
  const get = servedPages(content.app)
  for (const cookie of ['', `i18n_redirected=${locale}`, 'i18n_redirected=de']) {
    const answer = await get(address, { cookie, 'accept-language': 'de' })
    expect(answer.headers.getSetCookie()).toContain(languageCookie(locale))
    expect(answer.headers.get('cache-control')).toMatch(/no-store|private/)
  }
})

test.each([
  ['/de/agb', 'de', 'en'],
  ['/en/gtc', 'en', 'de'],
  ['/de/agb.data', 'de', 'en'],
  ['/en.data', 'en', 'de'],
] as const)(
  '%s is the same for everybody but who had chosen another language',
  async (address, own, other) => {
    const get = servedPages(content.app)
    for (const cookie of ['', `i18n_redirected=${own}`, 'i18n_redirected=xx', 'theme=dark']) {
      const answer = await get(address, { cookie, 'accept-language': other })
      expect(answer.headers.getSetCookie(), cookie).toEqual([])
      expect(answer.headers.get('cache-control'), cookie).toBe('public, no-cache')
    }
    const changed = await get(address, { cookie: `theme=dark; i18n_redirected=${other}` })
    expect(changed.headers.getSetCookie()).toEqual([languageCookie(own)])
    expect(changed.headers.get('cache-control')).toBe('private, no-cache')
  },
)

test.each([
  ['public, no-cache', false],
  ['public, max-age=60', false],
  ['max-age=60', false],
  ['s-maxage=60, stale-while-revalidate=600', false],
  ['no-cache', false],
  ['private, no-cache', true],
  ['private, max-age=60', true],
  ['no-store', true],
])('an answer with “%s” carries it: %s', (cacheControl, carries) => {
  for (const [path, type] of [
    ['/de/agb', 'text/html'],
    ['/de/agb.data', 'text/x-script'],
  ] as const) {
    const given = new Response('', { headers: { 'content-type': type, 'cache-control': cacheControl } })
    const answer = withLanguage(new URL(path, 'http://shop.test'), given, visitor)
    expect(answer.headers.getSetCookie()).toEqual(carries ? [languageCookie('de')] : [])
    expect(answer.headers.get('cache-control')).toBe(cacheControl)
  }
})

test('what is no page carries none', async () => {
  const get = servedPages(content.app)
  for (const address of ['/de/sitemap.xml', '/robots.txt', '/api/search?query=', '/de/manifest.webmanifest'])
    expect((await get(address)).headers.getSetCookie(), address).toEqual([])
})
