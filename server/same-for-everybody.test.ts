import { beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { pathTo, type RouteName, routeNames, routePattern } from '#app/language/route-table.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { type Get, servedPages } from '#tests/served-pages.ts'
import { pageAddress } from './page-address.ts'

/** What may be kept is the same for everybody, and all else says that it is not. */
const content = demoContent()
let get: Get

beforeAll(async () => {
  await loadAllMessages()
  await loadCast(content.app.db)
  get = servedPages({ ...content.app, now: () => castNow })
})

const token = 'A1b2C3d4E5f6A1b2C3d4E5f6A1b2C3d4'
/** A visitor of whom everything is known that browsers, proxies and our own cookies can say. */
const somebody = {
  cookie: [
    'i18n_redirected=en',
    'viewport=xl',
    `cart=${cast.availableRing}_100.${cast.krugerrand}_200`,
    `checkout=${token}.abcdef`,
    `order_again=${token}`,
    'message_sent=1',
    'theme=dark',
  ].join('; '),
  'accept-language': 'en-GB,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 Safari/604',
  accept: 'application/json',
  referer: 'https://elsewhere.example/path?secret=1',
  host: 'elsewhere.example',
  forwarded: 'for=9.9.9.9;host=elsewhere.example;proto=https',
  'x-forwarded-for': '9.9.9.9',
  'x-forwarded-host': 'elsewhere.example',
  'x-forwarded-proto': 'https',
  'x-http-method-override': 'POST',
  'x-original-url': '/de/warenkorb',
  'x-rewrite-url': '/de/warenkorb',
  'x-requested-with': 'XMLHttpRequest',
  'save-data': 'on',
  'sec-purpose': 'prefetch',
  'sec-gpc': '1',
  dnt: '1',
  authorization: 'Bearer x',
  range: 'bytes=0-9',
}
/** What `utm_…` and the like stand for: names that the pages do not read. */
const noise =
  'utm_source=elsewhere&gclid=elsewhere&lang=en&locale=en&preview=1&currency=USD&callback=elsewhere'

const params: Partial<Record<RouteName, Record<string, string>>> = {
  product: { name: 'rolex-submariner-date-116610ln', id: cast.availableSubmariner },
  order: { token },
  'sell-request': { token },
  appointment: { token },
  viewing: { id: cast.availableSubmariner },
  'piece-alert': { id: cast.availableSubmariner },
}
const pathOf = (name: RouteName) => pathTo('de', name as 'order', params[name] as { token: string })
/** Pages of content are all made alike: of those the data alone is asked. */
const drawn: readonly RouteName[] = ['index', 'contact', 'knowledge', 'sell', 'gold-purchase-calculator']
const withModule = (name: RouteName) =>
  params[name] || /^(?:cart|checkout|search|watches|jewelry|withdr|knowl|makers|sitemap)/.test(name)
const all = [
  ...routeNames.flatMap((name) => {
    const page = pathOf(name)
    if (name === 'sitemap') return [page]
    return drawn.includes(name) || withModule(name) ? [page, `${page}.data`] : [`${page}.data`]
  }),
  '/de/uhren/rolex',
  '/de/uhren/cartier',
  '/de/uhren?sort=price-asc&page=1',
  '/de/suche?query=rolex',
  '/de/suche.data?query=rolex',
  '/de/wissensdatenbank/punzen-lesen',
  '/de/goldankaufsrechner?item=gold-585&amount=10',
  '/de/kontakt?piece=10482',
  '/de/sitemap/pages.xml',
  '/de/arrivals.xml',
  '/de/manifest.webmanifest',
  '/robots.txt',
  '/.well-known/security.txt',
  '/api/search?locale=de&query=rolex',
  '/api/menu?locale=de',
]
const everybodys = all.filter((address) => pageAddress(address) !== null)
const somebodys = all.filter((address) => pageAddress(address) === null)

/** As a kept answer is made: its heads but for those that are said of each visitor. */
async function answerOf(address: string, headers: Record<string, string>) {
  const answer = await get(address, headers)
  const own = ['set-cookie', 'cache-control', 'vary']
  return {
    status: answer.status,
    heads: [...answer.headers].filter(([name]) => !own.includes(name)),
    body: await answer.text(),
  }
}

test.each(everybodys)('%s is the same for everybody', async (address) => {
  const nobody = await answerOf(address, { 'user-agent': '' })
  expect(nobody.status).toBe(200)
  expect(await answerOf(address, somebody)).toEqual(nobody)
  expect(nobody.body).not.toContain('elsewhere')
  if (address.startsWith('/api/')) return
  const meant = pageAddress(`${address}${address.includes('?') ? '&' : '?'}${noise}`)
  expect(meant?.key).toBe(pageAddress(address)?.key)
})

/** These two name nothing but the shop's environment and the day. */
const withoutSettings = ['/robots.txt', '/.well-known/security.txt']

test.each(everybodys.filter((address) => !withoutSettings.includes(address)))(
  '%s is asked after before anybody gives it again',
  async (address) => {
    const { headers, body } = await get(address)
    await body?.cancel()
    expect(headers.get('cache-control')).toBe('public, no-cache')
  },
)

test.each(somebodys)('%s is kept by nobody on the way', async (address) => {
  for (const headers of [{}, somebody] as Record<string, string>[]) {
    const answer = await get(address, headers)
    await answer.arrayBuffer()
    const policy = answer.headers.get('cache-control') ?? ''
    if (answer.status < 300 || answer.status >= 400) expect(policy).toMatch(/\b(?:private|no-store)\b/)
    else expect(policy).not.toMatch(/public|max-age/)
    expect(answer.headers.has('etag')).toBe(false)
  }
})

test('there are pages of both kinds', () => {
  expect(routeNames.every((name) => routePattern(name, 'de') !== null)).toBe(true)
  expect(somebodys.length).toBeGreaterThan(12)
  expect(everybodys.length).toBeGreaterThan(40)
})
