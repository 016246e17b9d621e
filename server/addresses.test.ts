import { beforeAll, describe, expect, test } from 'vitest'
import { storyUuid } from '#app/content-service/files/story-ids.ts'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { addRings } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { type Get, servedPages } from '#tests/served-pages.ts'

const content = demoContent()
let get: Get
const origin = () => content.app.env.SITE_URL

beforeAll(async () => {
  await loadAllMessages()
  const { db } = content.app
  await loadCast(db)
  // More rings than a page of a listing holds.
  await addRings(
    db,
    Array.from({ length: 30 }, (_, index) => String(81_000 + index)),
  )
  const now = new Date()
  const uuid = storyUuid('öffnungszeiten/Köln')
  const page = { component: 'page', _uid: 'x', title: 'Öffnungszeiten', body: [] }
  const slugs = { en: { path: 'Hours/Cölogne' } }
  await saveDraft(
    db,
    { uuid, fullSlug: 'öffnungszeiten/Köln', name: 'Ö', content: page, slugs },
    { now, from: null },
  )
  await publish(db, [uuid], { now })
  get = servedPages(content.app)
})

/** What is asked twice is drawn once; robots are spared the error page. */
const answers = new Map<string, Promise<Response>>()
function answerOf(address: string): Promise<Response> {
  const known = answers.get(address) ?? get(address, { 'user-agent': 'Googlebot/2.1' })
  answers.set(address, known)
  return known
}

/** Where a request ends: the statuses on the way, and the address that answered. */
async function follow(address: string) {
  const statuses: number[] = []
  let at = address
  for (let hop = 0; hop < 5; hop++) {
    const answer = await answerOf(at)
    statuses.push(answer.status)
    const next = answer.headers.get('location')
    if (next === null) break
    at = next
  }
  return { statuses, at }
}

/** What is wrong with a way: it is answered at once, or after one redirect to a page that is there. */
async function faultsOf(address: string): Promise<string[]> {
  const { statuses, at } = await follow(address)
  const said = statuses.join(' ')
  return /^(200|404|30[128] 200)$/.test(said) ? [] : [`${address}: ${said} at ${at}`]
}

const submariner = 'rolex-submariner-date-116610ln'

describe('a redirect leads to the page in one step', () => {
  test.each([
    ['/de/About-Us/', '/de/ueber-uns'],
    ['/de/imprint/', '/de/impressum'],
    ['/de//jewelry', '/de/schmuck'],
    ['/de/index/', '/de'],
    ['/DE/Uhren/Rolex/?page=99', '/de/uhren/rolex'],
    ['/de/schmuck/Ringe?page=99&sort=price-asc', '/de/schmuck/ringe?page=2&sort=price-asc'],
    ['/de/uhren/gehaeuse-stahl/rolex?page=7', '/de/uhren/rolex/gehaeuse-stahl'],
    ['/DE/Uhren/?price-from=500&price-to=2000', '/de/uhren/preis-500-2000'],
    ['/en/de/kategorien/uhren/rolex?page=99', '/en/watches/rolex'],
    ['/de/de/kategorien/schmuck/damenringe/gelbgold', '/de/schmuck/ringe/fuer-damen/material-gelbgold'],
    ['/en/impressum', '/en/imprint'],
    ['/en/ueber-uns', '/en/about-us'],
    ['/en/Schmuck/Ringe', '/en/jewelry/rings'],
    ['/de/watches/rolex/case-steel', '/de/uhren/rolex/gehaeuse-stahl'],
    ['/de/contact?piece=1', '/de/kontakt?piece=1'],
    [`/en/produkte/x/${cast.availableSubmariner}`, `/en/products/${submariner}/${cast.availableSubmariner}`],
    [
      `/DE/Produkte/Rolex/${cast.availableSubmariner}/`,
      `/de/produkte/${submariner}/${cast.availableSubmariner}`,
    ],
    ['/en/wissensdatenbank/punzen-lesen', '/en/knowledge-base/reading-hallmarks'],
    ['/de/Knowledge-Base/Reading-Hallmarks', '/de/wissensdatenbank/punzen-lesen'],
    ['/de/%C3%96ffnungszeiten/k%c3%b6ln/', '/de/%C3%B6ffnungszeiten/k%C3%B6ln'],
    ['/de/hours/c%C3%B6logne', '/de/%C3%B6ffnungszeiten/k%C3%B6ln'],
    ['/%64e/uhren', '/de/uhren'],
    ['/en/vertrag-widerrufen?order=x', '/en/withdraw-from-contract?order=x'],
    ['/de/Arrivals.xml', '/de/arrivals.xml'],
    ['/robots.txt/', '/robots.txt'],
    ['/de/schmuck/caratgewicht-0,3-0,7', '/de/schmuck/caratgewicht-0.3-0.7'],
    ['/de/Schmuck/caratgewicht-0%2C30-0%2c7/', '/de/schmuck/caratgewicht-0.3-0.7'],
  ])('%s leads to %s', async (address, wanted) => {
    const { statuses, at } = await follow(address)
    expect([...statuses, at]).toEqual([301, 200, wanted])
    // A piece may be named back, and then leads here.
    expect((await answerOf(address)).headers.get('cache-control')).toMatch(/^(?:no-cache|private, no-store)$/)
  })

  test('of the page that says that a message has arrived, only for whoever has sent one', async () => {
    const to = async (headers: Record<string, string>) => {
      const answer = await get('/en/kontakt/erfolg', headers)
      return [answer.status, answer.headers.get('location')]
    }
    expect(await to({ cookie: 'message_sent=1' })).toEqual([301, '/en/contact/success'])
    expect(await to({})).toEqual([302, '/en/contact'])
    expect((await get('/en/contact')).status).toBe(200)
  })

  test('a token keeps its case, under the other language’s word too', async () => {
    const answer = await get('/en/Bestellung/aB-c_9/?x=1')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/en/order/aB-c_9?x=1'])
  })

  test('// is the home page in the visitor’s language', async () => {
    const answer = await get('//?a=1', { 'accept-language': 'de' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/de?a=1'])
  })

  test.each([
    '/de/Quatsch/',
    '/DE/Uhren/Quatsch/?page=4',
    '/en//products/x/99999999/',
    '/de/Wissensdatenbank/gibt-es-nicht/',
    '/nirgends/',
    '/en/verkaufen',
    '/en/Goldankaufsrechner/',
    '/en/schmuck/quatsch',
    '/de/uhren/preis-ab-5000/preis-bis-1000',
    '/DE/uhren/preis-5000-500/',
    '/en/ankauf/token',
    '//%/en/imprint',
    '///%c3//warenkorb',
    '//evil.example/%',
    '//%FC////de',
  ])('%s names nothing and says so at once', async (address) => {
    expect((await follow(address)).statuses).toEqual([404])
  })

  test('the router’s own requests are led the same way', async () => {
    const answer = await get('/en/impressum.data')
    expect(await answer.text()).toContain('/en/imprint')
  })
})

/** Everything that may be wrong with an address, each with each. */
function* oddAddresses(): Generator<string> {
  const spellings: ((path: string) => string)[] = [
    (path) => path,
    (path) => path.toUpperCase(),
    (path) => `${path}/`,
    (path) => path.replaceAll('/', '//'),
    (path) => path.replace(/e/, '%65').replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ]
  const paths = [
    '',
    'impressum',
    'imprint',
    'about-us',
    'verkaufen',
    'sell',
    'kontakt/erfolg',
    'uhren/rolex/submariner',
    'watches/case-steel/rolex',
    'schmuck/ringe',
    'jewelry/material-gelbgold/rings',
    'uhren/preis-ab-5000/preis-bis-1000',
    'uhren/quatsch',
    'de/kategorien/uhren/rolex/stahl/seite-3',
    'de/kategorien/schmuck/damenringe/weissgold',
    `produkte/old-name/${cast.availableRing}`,
    `products/${submariner}/${cast.availableSubmariner}`,
    `products/x/${cast.soldTank}`,
    'produkte/x/999999',
    'wissensdatenbank/punzen-lesen',
    'knowledge-base/reading-hallmarks',
    'knowledge/punzen-lesen',
    'wissensdatenbank/gibt-es-nicht',
    '%C3%96ffnungszeiten/K%C3%B6ln',
    'gibt-es-nicht',
    'warenkorb',
    'search',
    'sitemap.xml',
    'manifest.webmanifest',
  ]
  const queries = ['', '?page=99', '?page=2&utm_source=x&sort=price-asc']
  let turn = 0
  for (const locale of ['de', 'en'])
    for (const path of paths)
      for (const spelled of spellings)
        yield spelled(`/${locale}${path && `/${path}`}`) + queries[turn++ % queries.length]
}

test('however odd an address is, it is answered at once or after one redirect to a page that is there', async () => {
  const addresses = [...oddAddresses()]
  const faults: string[] = []
  const work = async () => {
    for (let address = addresses.pop(); address !== undefined; address = addresses.pop())
      faults.push(...(await faultsOf(address)))
  }
  await Promise.all(Array.from({ length: 4 }, work))
  expect(faults).toEqual([])
})

/** What may stand at the beginning of an address, or between two of its segments. */
const strange = [
  ...[
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/https:%2f%2fevil.example',
  ],
  ...[
    '/%09/evil.example',
    '/%0d%0aLocation:%20http://evil.example',
    '/@evil.example',
    '/..',
    '/%2e%2e',
    '/%00',
  ],
  ...['/%', '//%', '/%FC', '/ü', '/%20', '/%252f', '/__proto__', '/%E2%84%AA', '//', '/de', '/EN', '/index'],
]

test('no address leads to another host, or to a redirect that leads on', async () => {
  const paths = [
    '',
    '/de',
    '/en/impressum',
    '/DE/Uhren/rolex?page=99',
    '/en/de/kategorien/schmuck/damenringe',
  ]
  const addresses = strange.flatMap((each) =>
    paths.flatMap((path) => [each + path, `/en${each}${path}`, `/de/schmuck${each}/ringe`]),
  )
  const faults: string[] = []
  for (const address of new Set(addresses)) {
    const { status } = await answerOf(address)
    const location = (await answerOf(address)).headers.get('location')
    if (location !== null && !/^\/(?![/\\])/.test(location)) faults.push(`${address} leads to ${location}`)
    else if (status >= 500) faults.push(`${address}: ${status}`)
    else faults.push(...(await faultsOf(address)))
  }
  expect(faults).toEqual([])
})

/** Every address that a page prints of itself and of its other languages. */
const printed = (html: string) =>
  [
    ...html.matchAll(/<link(?=[^>]* rel="(?:canonical|alternate)")(?![^>]*rss)[^>]* href="([^"]+)"/g),
    ...html.matchAll(/<meta property="og:url" content="([^"]+)"/g),
    ...html.matchAll(/<a href="([^"]+)"[^>]* hrefLang="/g),
  ].map(([, address = '']) => address.replace(origin(), '').replaceAll('&amp;', '&'))

test('what a page calls its address, in either language, answers at once', async () => {
  const pages = [
    ...[
      '/de',
      '/de/impressum',
      '/de/verkaufen',
      '/de/%C3%B6ffnungszeiten/k%C3%B6ln',
      '/en/hours/c%C3%B6logne',
    ],
    ...['/de/schmuck/ringe?page=2&utm_source=x', '/en/watches/rolex/case-steel', '/de/suche?query=ring'],
    ...['/en/knowledge-base/reading-hallmarks', '/de/wissensdatenbank', '/en/withdraw-from-contract'],
    `/de/produkte/${submariner}/${cast.availableSubmariner}?utm_source=x`,
  ]
  const named = new Set<string>()
  for (const page of pages) {
    const answer = await get(page)
    expect(answer.status, page).toBe(200)
    const addresses = printed(await answer.text())
    expect(addresses.length, page).toBeGreaterThan(2)
    for (const address of addresses) named.add(address)
  }
  for (const locale of ['de', 'en']) {
    const xml = await (await get(`/${locale}/sitemap.xml`)).text()
    for (const [, address = ''] of xml.matchAll(/(?:<loc>|href=")([^<"]+)/g))
      if (!/ring-810(?!00)/.test(address)) named.add(address.replace(origin(), ''))
  }
  expect([...named].filter((each) => each.includes('%C3%B6')).length).toBe(2)
  const wrong: string[] = []
  for (const address of named) {
    const { status } = await answerOf(address)
    if (status !== 200) wrong.push(`${address}: ${status}`)
  }
  expect(wrong).toEqual([])
})
