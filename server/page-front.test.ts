import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerUses, keepNoAnswer } from '#app/platform/answer-record.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { createListener } from './listener.ts'
import { PageCache } from './page-cache.ts'
import { pageFront } from './page-front.ts'

/** What was made to be kept, and what was answered behind it. */
let made: string[] = []
let passed: string[] = []
let words = 'old'
const ends: (() => void)[] = []

beforeEach(() => {
  made = []
  passed = []
  words = 'old'
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function openFront(
  settings: Record<string, string> = {},
  heads: Record<string, string> = {},
  { status = 200, refusal }: { status?: number; refusal?: string } = {},
) {
  const env = readEnv({ DEFAULT_LOCALE: 'en', ...settings })
  const held: ((making: { signal: AbortSignal }) => void)[] = []
  let isHeld = false
  /** The next page is not made until nobody waits for it. */
  const hold = () => {
    isHeld = true
    return new Promise<{ signal: AbortSignal }>((done) => held.push(done))
  }
  const cache = new PageCache({
    make: async ({ key }, _by, signal) => {
      made.push(key)
      answerUses('piece:1')
      held.shift()?.({ signal })
      if (isHeld) await once(signal, 'abort')
      isHeld = false
      if (refusal) keepNoAnswer(refusal)
      return new Response(`${key}: ${words}`, {
        status,
        headers: { 'cache-control': 'public, no-cache', ...heads },
      })
    },
    now: () => 0,
    log: createLog('silent'),
  })
  const changes = { isCurrent: true, heardUntil: 0, confirm: async () => true }
  const server = createListener((request) => {
    const { pathname, search } = new URL(request.url)
    passed.push(pathname + search)
    return new Response('passed on')
  }, pageFront({ cache, changes, env }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const get = async (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ headers, redirect: 'manual' },
      ...(signal && { signal }),
    })
    return { text: await answer.text(), policy: answer.headers.get('cache-control'), headers: answer.headers }
  }
  return { cache, get, hold }
}

describe('a search', () => {
  test.each([
    ['?query=omega&locale=de', 'de'],
    ['?locale=de&query=omega', 'de'],
    ['?query=omega&utm_source=x&locale=en', 'en'],
    ['?locale=de&query=omega&locale=en', 'de'],
  ])('whose address names its language is everybody’s: %s', async (query, locale) => {
    const { get } = await openFront()
    for (const language of ['de', 'en', 'fr']) {
      const { text, policy } = await get(`/api/search${query}`, { 'accept-language': language })
      expect([text, policy]).toEqual([`/api/search?locale=${locale}&query=omega: old`, 'public, no-cache'])
    }
  })

  test.each([
    '?query=omega',
    '?query=omega&locale=de-AT',
    '?locale=fr&query=omega',
    '?locale=fr&query=omega&locale=de',
  ])('whose address names none of ours is answered in the visitor’s, for himself: %s', async (query) => {
    const { get } = await openFront()
    for (const locale of ['de', 'en', 'de']) {
      const { text, policy } = await get(`/api/search${query}`, { 'accept-language': locale })
      expect([text, policy]).toEqual([`/api/search?locale=${locale}&query=omega: old`, 'private, no-cache'])
    }
  })
})

describe('an address that is not written as its answer is kept', () => {
  test.each([
    ['/de?utm_source=news&gclid=1', '/de'],
    ['/de/uhren?sort=price-asc&page=2&x=y', '/de/uhren?page=2&sort=price-asc'],
    ['/api/search?query=omega&locale=de', '/api/search?locale=de&query=omega'],
  ])('%s is given that, and what it is after a change', async (address, key) => {
    const { cache, get } = await openFront()
    for (let times = 0; times < 4; times += 1) expect((await get(address)).text).toBe(`${key}: old`)
    // A listing is kept when it is asked for again.
    expect(made.length).toBeLessThanOrEqual(2)
    words = 'new'
    cache.changed(['piece:1'])
    expect((await get(address)).text).toBe(`${key}: new`)
    expect((await get(key)).text).toBe(`${key}: new`)
    expect(passed).toEqual([])
  })

  test('is somebody’s own where the page reads what is said', async () => {
    const { get } = await openFront()
    expect((await get('/de/uhren')).text).toBe('/de/uhren: old')
    for (const address of ['/de/uhren?alert=abc&utm_source=x', '/de/uhren?_storyblok=1'])
      for (let times = 0; times < 3; times += 1) expect((await get(address)).text).toBe('passed on')
  })
})

describe('the language that a visitor had chosen', () => {
  const said = async (cookie: string) => {
    const { get } = await openFront()
    const { policy, headers } = await get('/de', { cookie })
    return [policy, headers.getSetCookie().map((line) => line.split(';')[0])]
  }

  test.each([
    'i18n_redirected=en',
    'theme=dark; i18n_redirected=en',
    // Another cookie whose name ends so, or whose value holds it.
    'x_i18n_redirected=de; i18n_redirected=en',
    'i18n_redirected=en; x-i18n_redirected=de',
    'last="i18n_redirected=de"; i18n_redirected=en',
    'i18n_redirected = en',
    'i18n_redirected=%65n',
  ])('is the page’s from now on, and for himself: %s', async (cookie) => {
    expect(await said(cookie)).toEqual(['private, no-cache', ['i18n_redirected=de']])
  })

  test.each([
    'i18n_redirected=de',
    'x_i18n_redirected=en',
    'x_i18n_redirected=en; i18n_redirected=de',
    'i18n_redirected=english',
    'i18n_redirected=dex',
    'i18n_redirected',
  ])('is none, or the page’s: %s', async (cookie) => {
    expect(await said(cookie)).toEqual(['public, no-cache', []])
  })
})

describe('an answer that is no page', () => {
  // Robots are shown no error page.
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }

  test.each([202, 301, 404])('with a cookie of its own is for nobody else: %i', async (status) => {
    const { get } = await openFront({}, { location: '/de/x' }, { status })
    const said = async (cookie: string) => {
      const { policy, headers } = await get('/de/uhren', { cookie, ...browser })
      return [policy, headers.getSetCookie().length]
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await said('i18n_redirected=en')).toEqual(['private, no-cache', 1])
      expect(await said('i18n_redirected=de')).toEqual(['public, no-cache', 0])
    }
  })

  test('and is stored by nobody stays so', async () => {
    const { get } = await openFront({}, { 'cache-control': 'no-store' }, { status: 404 })
    expect((await get('/de/uhren', { cookie: 'i18n_redirected=en', ...browser })).policy).toBe('no-store')
  })

  test('but leads elsewhere by a cookie is made anew for whoever sends one', async () => {
    const refusal = 'it goes by a visitor’s cookie'
    const { get } = await openFront({}, { location: '/de/x' }, { status: 302, refusal })
    expect((await get('/de/uhren', { cookie: 'message_sent=1' })).text).toBe('passed on')
    const { text, policy } = await get('/de/uhren')
    expect([text, policy]).toEqual(['/de/uhren: old', 'private, no-cache'])
  })
})

test('what nobody waits for any more is not made on', async () => {
  const { cache, get, hold } = await openFront()
  const making = hold()
  const leaving = new AbortController()
  const gone = expect(get('/de', {}, leaving.signal)).rejects.toThrow()
  const { signal } = await making
  leaving.abort()
  await gone
  await expect.poll(() => signal.aborted).toBe(true)
  expect((await get('/de')).text).toBe('/de: old')
  expect(cache.size.answers).toBe(1)
})

describe('that the connection is to stay encrypted', () => {
  const strict = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
  const said = async (front: Awaited<ReturnType<typeof openFront>>, headers: Record<string, string> = {}) => {
    await front.get('/de')
    return (await front.get('/de', headers)).headers.get('strict-transport-security')
  }

  test('is said once where the shop’s address is an encrypted one: the page says so', async () => {
    const front = await openFront({ SITE_URL: 'https://shop.test' }, strict)
    expect(await said(front)).toBe(strict['strict-transport-security'])
    expect((await front.get('/de', { cookie: 'i18n_redirected=en' })).headers.get('set-cookie')).toMatch(
      /; Secure$/,
    )
  })

  test('is said to whom a trusted proxy names', async () => {
    const proxied = await openFront({ SITE_URL: 'http://shop.test', TRUST_PROXY: 'true' })
    expect(await said(proxied, { 'x-forwarded-proto': 'http, https' })).toBe(
      strict['strict-transport-security'],
    )
    expect(await said(proxied, { 'x-forwarded-proto': 'https, http' })).toBeNull()
    const alone = await openFront({ SITE_URL: 'http://shop.test' })
    expect(await said(alone, { 'x-forwarded-proto': 'https' })).toBeNull()
  })
})
