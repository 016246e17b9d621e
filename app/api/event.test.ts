import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type App, addressContext, clientContext } from '#app/app-context.ts'
import { openAnalytics } from '#app/platform/analytics.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { bool, bytea, query } from '#app/platform/database/statement.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { parseEvent } from '#app/shop/insight/event.ts'
import { condenseEvents, recordEvent } from '#app/shop/insight/record.ts'
import { insightReport } from '#app/shop/insight/report.ts'
import { testDatabase } from '#tests/database.ts'
import { startFakePlausible } from '#tests/fakes/plausible.ts'
import { contextOf } from '#tests/requests.ts'
import { action } from './event.ts'

const database = testDatabase()
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const log = createLog('silent')
const shop = 'http://localhost:3000'

beforeEach(() => sql`truncate insight_event, insight_day, insight_month, insight_salt`.execute(database.db))

type Options = { headers?: Record<string, string>; address?: string; analytics?: App['analytics'] }

const post = async (body: unknown, options: Options = {}) => (await answerTo(body, options)).status

function answerTo(body: unknown, options: Options): Promise<Response> {
  const { analytics, address = '203.0.113.7' } = options
  const context = contextOf({ env: readEnv({}), log, db: database.db, analytics } as Partial<App>)
  context.set(addressContext, address)
  context.set(clientContext, `client ${address}`)
  const request = new Request('http://shop.test/api/event', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'text/plain', 'user-agent': chrome, ...options.headers },
  })
  return action({ request, context })
}

const pageview = (path: string, more: object = {}) => ({ n: 'pageview', u: shop + path, d: 'x', ...more })
/** Who asks not to be tracked, and who is nobody. */
const refusals: Record<string, string>[] = [
  { dnt: '1' },
  { 'sec-gpc': '1' },
  { 'user-agent': 'Googlebot/2.1' },
  { 'user-agent': '' },
]
const kept = () => database.db.selectFrom('insight_event').selectAll().orderBy('id').execute()

describe('in our own database', () => {
  // Duty: visits-without-consent
  test('an event is kept without address, browser, token or what looks like a person', async () => {
    expect(await post(pageview('/de/checkout/success?order=SecretTokenOf24Letters'))).toBe(202)
    const search = { name: 'Search', url: `${shop}/de`, domain: 'x', props: { query: 'erika@example.org' } }
    expect(await post(search)).toBe(202)
    const from = 'https://search.example/find?q=erika'
    expect(await post(pageview('/de', { r: from }))).toBe(202)
    const events = await kept()
    expect(events).toMatchObject([
      { name: 'pageview', path: '/de/checkout/success' },
      { name: 'Search', path: '/de', props: {} },
      { referrer: 'search.example' },
    ])
    expect(JSON.stringify(events)).not.toMatch(/203\.0\.113|Mozilla|SecretToken|erika/)
  })

  // Duty: visits-without-consent
  test('nothing is kept of robots and of who asks not to be tracked', async () => {
    for (const headers of refusals) expect(await post(pageview('/de'), { headers })).toBe(202)
    expect(await kept()).toEqual([])
  })

  // Duty: visits-without-consent
  test('the answer leaves nothing in the browser', async () => {
    const { headers } = await answerTo(pageview('/de'), {})
    expect([...headers.keys()]).toEqual(['cache-control'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['no JSON', '{'],
    ['no name', { u: `${shop}/de` }],
    ['too long a name', { n: 'x'.repeat(121), u: `${shop}/de` }],
    ['too long an address', pageview(`/${'x'.repeat(2000)}`)],
    [
      'too many props',
      pageview('/de', { p: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [i, 'x'])) }),
    ],
  ])('%s is refused', async (_, body) => {
    expect(await post(body)).toBe(400)
  })

  test.each([
    ['a name with a control character', { n: 'a\u0000b', u: `${shop}/de` }],
    ['a value with a control character', { n: 'x', u: `${shop}/de`, p: { 'a\u0000': 'b\u0000' } }],
    ['half of a character', { n: 'x\ud800', u: `${shop}/de`, p: { a: '\udc00' } }],
    ['a value that is cut within a character', { n: 'x', u: `${shop}/de`, p: { a: `${'a'.repeat(499)}😀` } }],
    [
      'a search that is cut within a character',
      { n: 'Search', u: `${shop}/de`, p: { query: `${'a '.repeat(49)}a😀` } },
    ],
    ['a host that is too long', pageview('/de', { r: `https://${'a'.repeat(300)}.example/` })],
  ])('%s is kept as far as it can be', async (_, body) => {
    expect(await post(body)).toBe(202)
    expect(await kept()).toHaveLength(1)
  })

  test.each([
    ['an address that is too long once escaped', pageview(`/${'ü/'.repeat(600)}`)],
    ['a name of nothing', { n: ' \u0000 ', u: `${shop}/de` }],
  ])('%s is refused', async (_, body) => {
    expect(await post(body)).toBe(400)
  })

  test.each<[string, object, Record<string, string>?]>([
    ['an address elsewhere', { n: 'pageview', u: 'https://other.example/de' }],
    [
      'an address elsewhere, written out',
      { name: 'pageview', url: 'http://other.example/de', domain: 'localhost' },
    ],
    ['an address at another port', { n: 'pageview', u: 'http://localhost:9999/de' }],
    ['an address elsewhere without a scheme', { n: 'pageview', u: '//other.example/de' }],
    ['an address that only looks like ours', { n: 'x', u: 'https://localhost:3000@other.example/de' }],
    ['a domain elsewhere', pageview('/de', { d: 'other.example' })],
    ['a domain elsewhere, written out', { name: 'x', url: `${shop}/de`, domain: 'Other.Example' }],
    ['several domains elsewhere', pageview('/de', { d: 'one.example, two.example' })],
    ['a page elsewhere that sends it', pageview('/de'), { origin: 'https://other.example' }],
    ['a page at another port that sends it', pageview('/de'), { origin: 'http://localhost:9999' }],
    ['a page that hides where it lies', pageview('/de'), { origin: 'null' }],
    [
      'a page of a neighbouring host',
      pageview('/de'),
      { origin: 'http://other.shop.test', 'sec-fetch-site': 'same-site' },
    ],
    ['another site, as the browser says', pageview('/de'), { 'sec-fetch-site': 'cross-site', origin: shop }],
  ])('nothing is kept of %s', async (_, body, headers) => {
    expect(await post(body, headers ? { headers } : {})).toBe(403)
    expect(await kept()).toEqual([])
  })

  test.each<[string, object, Record<string, string>?]>([
    ['an address of ours', pageview('/de'), { origin: shop, 'sec-fetch-site': 'same-origin' }],
    ['the host it was sent to', { n: 'x', u: 'https://shop.test/de' }, { origin: 'https://shop.test' }],
    ['an address without a host', { n: 'x', u: '/de' }],
    ['our domain', pageview('/de', { d: 'localhost' })],
    ['our domain among others', pageview('/de', { d: 'www.shop.test,all.example' })],
    ['no domain', { n: 'x', u: `${shop}/de`, d: null }],
  ])('what is sent of %s is kept', async (_, body, headers) => {
    expect(await post(body, headers ? { headers } : {})).toBe(202)
    expect(await kept()).toHaveLength(1)
  })

  test.each<[string, object, object]>([
    ['an object', { p: { a: 'b', n: 1, yes: true } }, { a: 'b', n: '1', yes: 'true' }],
    ['JSON', { p: '{"a":"b","n":1}' }, { a: 'b', n: '1' }],
    ['JSON, written out', { props: '{"a":"b"}' }, { a: 'b' }],
    ['JSON under its first name', { m: '{"a":"b"}' }, { a: 'b' }],
    ['nothing', { p: '' }, {}],
    ['nothing as JSON', { p: 'null' }, {}],
  ])('properties may be %s', async (_, more, props) => {
    expect(await post(pageview('/de', { ...more, h: 1, w: 1440, $: { amount: 1 } }))).toBe(202)
    expect(await kept()).toMatchObject([{ name: 'pageview', path: '/de', props }])
  })

  test.each<[string, unknown, string]>([
    ['no JSON', '{"n":', 'the body must be a JSON object'],
    ['no object', '["pageview"]', 'the body must be a JSON object'],
    ['nothing at all', '', 'the body must be a JSON object'],
    ['no name', { u: `${shop}/de` }, 'n: must be text'],
    ['a name that is no text', { n: 7, u: `${shop}/de` }, 'n: must be text'],
    ['no address', { n: 'pageview' }, 'u: must be text'],
    [
      'an address that leads nowhere',
      { n: 'x', u: 'javascript:alert(1)' },
      'its name or address cannot be kept',
    ],
    ['properties that are no JSON', pageview('/de', { p: '{a:1}' }), 'p: must be an object, or one as JSON'],
    ['properties that are a list', pageview('/de', { p: '[1]' }), 'p: must be an object'],
    ['properties that are a number', pageview('/de', { p: 7 }), 'p: must be an object'],
    ['properties within properties', pageview('/de', { p: { a: { b: 1 } } }), 'a value must be text'],
  ])('%s is refused with a reason', async (_, body, reason) => {
    const answer = await answerTo(body, {})
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(reason)
    expect(await kept()).toEqual([])
  })

  test('whatever is sent, the answer is no fault of ours', async () => {
    const value = fc.oneof(
      fc.constantFrom(
        'pageview',
        `${shop}/de`,
        '/',
        'https://[',
        'x\u0000',
        '\ud800',
        1e300,
        -1,
        '{"a":"\\u0000"}',
      ),
      fc.anything({ maxDepth: 2 }),
    )
    const key = fc.constantFrom(
      'n',
      'u',
      'd',
      'r',
      'p',
      'm',
      'name',
      'url',
      'sd',
      'e',
      'v',
      'i',
      'h',
      '__proto__',
    )
    const body = fc.array(fc.tuple(key, value), { maxLength: 8 }).map((pairs) => {
      const event = Object.fromEntries([['n', 'x'], ['u', `${shop}/de`], ...pairs])
      try {
        return JSON.stringify(event)
      } catch {
        // A number too large for JSON.
        return '{}'
      }
    })
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const status = await post(text, { address: String(Math.random()) })
        expect([202, 400, 403, 413]).toContain(status)
      }),
      { numRuns: 200 },
    )
  })

  test('other sites and endless bodies are refused', async () => {
    expect(await post(pageview('/de'), { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403)
    expect(await post('x'.repeat(20_000))).toBe(413)
  })

  // Duty: visits-without-consent
  test('who comes twice on a day is one visitor, and the sums stay the same when only they remain', async () => {
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) {
      await post(pageview('/de/uhren'), { address })
      await post({ n: 'Search', u: `${shop}/de`, p: { query: 'Tudor', results: '0' } }, { address })
    }
    await post({ n: 'View', u: `${shop}/de/produkte/x/1`, p: { piece: '1' } })
    const { db } = database
    // An hour more or less, as the clocks change in between, is no matter.
    await sql`update insight_event set at = at - interval '2 days'`.execute(db)
    await post(pageview('/en'))
    const before = await insightReport(db, { days: 60 })
    expect(before).toMatchObject({
      days: [
        { visits: 2, pages: 3 },
        { visits: 1, pages: 1 },
      ],
      pages: [
        { value: '/de/uhren', events: 3, visitors: 2 },
        { value: '/en', events: 1, visitors: 1 },
      ],
      searches: [{ value: 'tudor', events: 3, visitors: 2 }],
      searchesWithoutResult: [{ value: 'tudor', events: 3, visitors: 2 }],
    })
    expect(before.funnel.find(({ step }) => step === 'View')).toMatchObject({ events: 1 })
    expect(await condenseEvents(db)).toBe(7)
    expect(await kept()).toHaveLength(1)
    expect(await insightReport(db, { days: 60 })).toEqual(before)
    expect((await insightReport(db, { days: 1 })).pages).toEqual([{ value: '/en', events: 1, visitors: 1 }])
  })

  // Duty: visits-without-consent
  test('who comes back is the same visitor to every process, and another one tomorrow', async () => {
    const { db, connectionString } = database
    const visit = async () => {
      const process = openDatabase(connectionString, { maxConnections: 1 })
      const event = parseEvent(pageview('/de'), shop)
      if (event) await recordEvent(process, event, { address: '203.0.113.7', agent: chrome })
      await process.destroy()
    }
    await visit()
    await visit()
    await sql`update insight_salt set day = day - 1`.execute(db)
    await visit()
    const rows = await query(db, { visitor: bytea })`select visitor from insight_event order by id`
    const [first, second, tomorrow] = rows.map(({ visitor }) => visitor.toString('hex'))
    expect(second).toBe(first)
    expect(tomorrow).not.toBe(first)
  })

  test('an answer of the database that takes long does not carry a salt into the next day', async () => {
    const { db } = database
    const visit = async (on: typeof db) => {
      const event = parseEvent(pageview('/de'), shop)
      if (event) await recordEvent(on, event, { address: '203.0.113.8', agent: chrome })
    }
    const clock = vi.spyOn(Date, 'now')
    const begin = Date.parse('2026-11-20T12:00:00Z')
    clock.mockReturnValue(begin)
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        clock.mockReturnValue(begin + 59_000)
        return result
      },
    })
    await visit(slow)
    await sql`update insight_salt set day = day - 1`.execute(db)
    clock.mockReturnValue(begin + 61_000)
    await visit(slow)
    clock.mockRestore()
    const rows = await query(db, { visitor: bytea })`select visitor from insight_event order by id`
    expect(new Set(rows.map(({ visitor }) => visitor.toString('hex'))).size).toBe(2)
  })

  test('the salt of a day is forgotten with it', async () => {
    await post(pageview('/de'))
    const { db } = database
    const today = sql`(now() at time zone 'Europe/Berlin')::date`
    await sql`insert into insight_salt values (${today} - 1, decode(repeat('00', 32), 'hex'))`.execute(db)
    await condenseEvents(db)
    const rows = await query(db, { today: bool })`select day = ${today} as today from insight_salt`
    expect(rows.filter(({ today }) => !today)).toEqual([])
  })
})

describe('with a Plausible server', () => {
  let plausible: Awaited<ReturnType<typeof startFakePlausible>>
  beforeEach(async () => {
    plausible = await startFakePlausible()
  })
  afterEach(() => plausible.stop())
  const open = (pauses: number[]) =>
    openAnalytics({ url: plausible.url, domain: 'rheingold.example', log, pauses })

  test('events are passed on with address and browser, tried again, and not kept here', async () => {
    plausible.failNext(2, 503)
    const analytics = open([5, 5, 5])
    expect(await post(pageview('/de/uhren?utm_source=brief', { v: 36 }), { analytics })).toBe(202)
    await expect.poll(() => plausible.events).toHaveLength(1)
    expect(plausible.events[0]).toEqual({
      body: { n: 'pageview', u: `${shop}/de/uhren?utm_source=brief`, r: null, v: 36, d: 'rheingold.example' },
      agent: chrome,
      address: '203.0.113.7',
    })
    expect(plausible.requests).toBe(3)
    expect(await kept()).toEqual([])
    await analytics.stop()
  })

  // Duty: visits-without-consent
  test('nothing is passed on of who asks not to be tracked and of robots, nor anybody’s token', async () => {
    const analytics = open([])
    for (const headers of refusals) expect(await post(pageview('/en'), { headers, analytics })).toBe(202)
    const secret = '/de/checkout/success?order=SecretTokenOf24Letters&utm_source=brief'
    await post(pageview(secret, { r: 'https://search.example/find?q=erika' }), { analytics })
    await expect.poll(() => plausible.events).toHaveLength(1)
    expect(plausible.events[0]?.body).toMatchObject({
      u: `${shop}/de/checkout/success?utm_source=brief`,
      r: 'https://search.example/find',
    })
    expect(plausible.requests).toBe(1)
    await analytics.stop()
  })

  test('what the server refuses is not sent again, and stopping waits for nobody', async () => {
    plausible.failNext(1, 400)
    const analytics = open([60_000])
    await post(pageview('/de'), { analytics })
    await expect.poll(() => plausible.requests).toBe(1)
    plausible.failNext(1, 503)
    await post(pageview('/en'), { analytics })
    await expect.poll(() => plausible.requests).toBe(2)
    await analytics.stop()
    expect(plausible.events.map(({ body }) => body.u)).toEqual([`${shop}/en`])
  })
})
