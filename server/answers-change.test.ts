import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { isPrivate, pathTo, routeNames } from '#app/language/route-table.ts'
import { holdsUntil, recorded } from '#app/platform/answer-record.ts'
import { timestamptz, value } from '#app/platform/database/statement.ts'
import { enterMetalPrice, enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import { loadMetalPrices } from '#db/load-metal-prices.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { type Get, servedPages } from '#tests/served-pages.ts'

/** What is answered depends on the shop's clock alone, and tells when that changes it: a kept page is never outdated. */
const content = demoContent()
const reduced = `/de/produkte/rolex-submariner-date-116610ln/${cast.availableSubmariner}`
const sold = `/en/products/cartier-tank-louis-cartier/${cast.soldTank}`
const priced = new Date('2026-11-20T09:00:00Z')
const [minute, day] = [60_000, 86_400_000]

let clock = priced
let get: Get

beforeAll(async () => {
  await loadAllMessages()
  const { app } = content
  const { db } = app
  await loadCast(db)
  const at = (text: string) => value(timestamptz)`${text}::timestamptz`
  await sql`update product set sold_at = ${at('2026-11-01T09:30:00Z')}, slug_en = 'cartier-tank-louis-cartier'
    where id = ${cast.soldTank}`.execute(db)
  await sql`update product set price_cents = 900000, price_since = ${at('2026-11-22T10:00:00.123Z')}
    where id = ${cast.availableSubmariner}`.execute(db)
  await loadMetalPrices(db, 'db/demo/metal-prices.yaml', priced)
  const entered = { enteredBy: 'Clara', confirmed: true }
  const [rateFrom, priceFrom] = [new Date('2026-11-25T07:15:00Z'), new Date('2026-11-26T07:20:00Z')]
  await enterPayoutRate(db, { ...entered, name: 'gold-scrap', perMille: 910, validFrom: rateFrom })
  await enterMetalPrice(db, {
    ...entered,
    metal: 'gold',
    centsPerOunce: 351_000,
    at: priceFrom,
    source: 'Kurs',
  })
  get = servedPages({ ...app, now: () => new Date(clock) })
})
afterEach(() => vi.useRealTimers())

/** The whole answer at a moment, and until when it says that it holds. */
async function ask(address: string, at: Date | number) {
  clock = new Date(at)
  const { answer, record } = await recorded(async () => {
    const { status, headers, ...answer } = await whole(await get(address))
    return JSON.stringify({ status, headers, ...answer })
  })
  return { said: answer, until: holdsUntil(record), refusal: record.refusal }
}

const whole = async (answer: Response) => ({
  status: answer.status,
  headers: [...answer.headers],
  body: await answer.text(),
})

const pages = [
  '/de',
  '/en/contact',
  '/de/impressum',
  '/de/verkaufen',
  '/de/goldankaufsrechner',
  '/en/watches',
  '/de/uhren/cartier',
  '/de/marken',
  reduced,
  sold,
  '/de/suche?query=rolex',
  '/en/knowledge-base',
  '/de/wissensdatenbank/punzen-lesen',
]
const dataOf = (address: string) => address.replace(/(?=\?|$)/, '.data')
const data = [
  ...pages,
  '/en',
  '/en/faq',
  '/de/gold-verkaufen-koeln',
  '/de/uhren',
  '/en/watches/rolex',
  '/en/makers',
  '/de/schmuck',
  '/en/search?query=nothing+like+this',
].map(dataOf)
const others = [
  '/de/sitemap.xml',
  '/en/sitemap.xml',
  '/de/merchant-feed.xml',
  '/en/arrivals.xml',
  '/de/manifest.webmanifest',
  '/robots.txt',
  '/.well-known/security.txt',
  '/api/search?query=rolex&locale=en',
  '/api/menu?locale=en',
]
const addresses = [...pages, ...data, ...others]

type Change = [what: string, address: string, at: string]
const changes: Change[] = [
  ['a door closes', '/de/kontakt', '2026-11-23T17:00:00Z'],
  ['the other door closes', '/en/contact.data', '2026-11-23T17:30:00Z'],
  ['the doors open on a Saturday', '/de', '2026-11-28T09:00:00Z'],
  ['a form’s branches open', '/de/verkaufen', '2026-11-24T09:00:00Z'],
  ['a page’s one branch closes', '/de/gold-verkaufen-koeln', '2026-11-24T17:30:00Z'],
  ['the day ends in Germany', '/de/kontakt', '2026-11-23T23:00:00Z'],
  ['a day of 23 hours ends', '/en/contact', '2027-03-28T22:00:00Z'],
  ['a day of 25 hours ends', '/de/kontakt.data', '2027-10-31T23:00:00Z'],
  ['a holiday closes the doors early', '/de/kontakt', '2026-12-24T12:00:00Z'],
  ['a holiday comes within three weeks', '/en/faq', '2026-12-03T00:00:00Z'],
  ['a holiday is long over', '/de/impressum.data', '2026-12-27T00:00:00Z'],
  ['a holiday is over for search engines', '/de/impressum', '2026-12-24T23:00:00Z'],
  ['next year’s holiday is told to search engines', '/de/impressum', '2026-12-23T23:00:00Z'],
  ['30 days after a price was cut', reduced, '2026-12-22T10:00:00.124Z'],
  ['30 days after it, in a listing', '/en/watches.data', '2026-12-22T10:00:00.124Z'],
  ['30 days after it, in a search', '/de/suche?query=rolex', '2026-12-22T10:00:00.124Z'],
  ['30 days after it, at home', '/en', '2026-12-22T10:00:00.124Z'],
  ['a sale of a maker is two years ago', '/de/uhren/cartier', '2028-10-31T09:30:00Z'],
  ['a sold piece leaves the index', sold, '2027-04-30T09:30:00Z'],
  ['a metal price is over an hour old', '/de/goldankaufsrechner', '2026-11-20T10:00:00.001Z'],
  ['a metal price is over a day old', '/de/goldankaufsrechner', '2026-11-21T09:00:00.001Z'],
  ['no amount is reckoned with it', '/de/verkaufen.data', '2026-11-21T09:00:00.001Z'],
  ['a rate holds from now on', '/de/goldankaufsrechner', '2026-11-25T07:15:00Z'],
  ['a price holds from now on', '/de/goldankaufsrechner.data', '2026-11-26T07:20:00Z'],
  ['a week of the price curve begins', '/de/goldankaufsrechner', '2026-11-29T23:00:00Z'],
  ['security.txt holds a day longer', '/.well-known/security.txt', '2026-11-24T00:00:00Z'],
]

test.each(changes)('%s: %s changes at %s, and says so', async (_, address, text) => {
  const at = Date.parse(text)
  const before = await ask(address, at - 1)
  expect([before.said.slice(0, 14), new Date(before.until).toJSON()]).toEqual([
    '{"status":200,',
    new Date(at).toJSON(),
  ])
  expect((await ask(address, at)).said).not.toBe(before.said)
})

const noted = changes.map(([, , at]) => Date.parse(at))
const moment = fc.oneof(
  fc.tuple(fc.constantFrom(...noted), fc.constantFrom(-minute, -1, 0, 1, minute)).map(([at, by]) => at + by),
  fc.integer({ min: priced.getTime(), max: priced.getTime() + 400 * day }),
)
/** Of the time for which an answer says that it holds; 1: its last millisecond. */
const share = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }))

/** Asks at a moment and once more while that answer holds, each time on a machine whose own clock says something else. */
async function holdsOn(address: string, at: number, part: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: at - 40 * day })
  const first = await ask(address, at)
  expect(first.refusal, address).toBeNull()
  expect(first.until, address).toBeGreaterThan(at)
  const again = at + Math.round((Math.min(first.until - at, 500 * day) - 1) * part)
  vi.setSystemTime(at + 5 * 3_600_000)
  const said = `${address} at ${new Date(at).toJSON()} and ${new Date(again).toJSON()}`
  expect((await ask(address, again)).said, said).toBe(first.said)
}

test('whatever is answered stays the same, byte for byte, until it says that it changes', async () => {
  for (const [index, [at, part]] of fc.sample(fc.tuple(moment, share), addresses.length).entries())
    await holdsOn(addresses[index] as string, at, part)
})

test('and so it does at any moment', async () => {
  const property = fc.asyncProperty(fc.constantFrom(...data), moment, share, holdsOn)
  await fc.assert(property, { numRuns: 30 })
})

describe('what is one visitor’s is kept for nobody', () => {
  const token = 'A1b2C3d4E5f6A1b2C3d4E5f6A1b2C3d4'
  const own = [
    '/de/warenkorb',
    '/en/cart',
    '/de/checkout',
    `/de/checkout/success?order=${token}`,
    `/en/order/${token}`,
    `/de/ankauf/${token}`,
    '/en/withdraw-from-contract',
    `/en/watches?alert=${token}`,
    '/de/kontakt/erfolg',
    '/en/kontakt/erfolg',
    '/de/kontakt?_storyblok=7',
    '/nowhere',
    '/de/nowhere',
  ]
  test.each([...own, ...own.slice(0, -2).map(dataOf)])('%s', async (address) => {
    expect((await ask(address, priced)).refusal).not.toBeNull()
  })

  test('every page behind a token is among them', () => {
    expect(routeNames.filter(isPrivate).toSorted()).toEqual(['appointment', 'order', 'sell-request'])
    expect(pathTo('en', 'order', { token })).toBe(`/en/order/${token}`)
  })

  test('nor what a form is answered', async () => {
    const sent = { method: 'POST', body: new URLSearchParams({ email: 'no address' }) }
    const { answer, record } = await recorded(() => get('/de/kontakt', {}, sent))
    expect([answer.status, record.refusal]).toEqual([422, expect.any(String)])
  })
})

test('a listing without its introduction is not kept', async () => {
  const { app } = content
  const away = { ...app.stories, findStory: () => Promise.reject(new Error('the content service is away')) }
  const { answer, record } = await recorded(() => servedPages({ ...app, stories: away })('/de/uhren'))
  expect([answer.status, record.refusal]).toEqual([200, 'its introduction could not be had'])
})
