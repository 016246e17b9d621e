import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { contextOf } from '#tests/requests.ts'
import { action, loader } from './search.ts'

const database = testDatabase()
beforeAll(() => loadCast(database.db))

function ask(address: string, init: RequestInit = {}, db = database.db) {
  const context = contextOf({ db, env: readEnv({}), log: createLog('silent') })
  const request = new Request(`http://shop.test/api/search${address}`, init)
  return (request.method === 'GET' ? loader : action)({ request, context, params: {} })
}

describe('GET /search', () => {
  test('answers with items that nobody keeps without asking', async () => {
    const response = await ask('?query=Submariner&locale=en')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const { items, total } = await response.json()
    expect(total).toBe(1)
    expect(items).toEqual([
      {
        id: cast.availableSubmariner,
        brand: 'Rolex',
        name: 'Submariner Date',
        price: 985_000,
        ringSize: null,
        status: 'available',
        thumbnailImageId: expect.stringMatching(/^[0-9a-f]{32}$/),
        type: 'watch',
        slug: { de: 'rolex-submariner-date-116610ln', en: 'rolex-submariner-date-116610ln' },
        facts: { reference: '116610LN', years: '2016', state: 'Very good, full set' },
      },
    ])
  })

  test.each([
    '?query=20101',
    '?query=20101&locale=fr',
    '?query=20101&locale=',
    '?locale=fr&locale=de&query=20101',
  ])('is the visitor’s own where no language is named: %s', async (address) => {
    for (const cookie of ['i18n_redirected=de', '']) {
      const { headers } = await ask(address, { headers: { cookie } })
      expect(headers.get('cache-control')).toBe('private, no-cache')
    }
  })

  test('nothing asked, nothing answered', async () => {
    for (const address of ['', '?query=', '?query=%20', '?other=1']) {
      expect(await (await ask(address)).json()).toEqual({ items: [], total: 0 })
    }
  })

  test.each([
    ['?query=20101&locale=de', {}, 'Solitärring'],
    ['?query=20101&locale=en', { cookie: 'i18n_redirected=de' }, 'Solitaire ring'],
    ['?query=20101', { cookie: 'viewport=lg; i18n_redirected=de' }, 'Solitärring'],
    ['?query=20101', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, 'Solitärring'],
    ['?query=20101', { 'accept-language': 'fr-FR, en;q=0.2, de-CH;q=0.7' }, 'Solitärring'],
    ['?query=20101', {}, 'Solitaire ring'],
    ['?query=20101&locale=fr', { cookie: 'i18n_redirected=zz' }, 'Solitaire ring'],
  ])('names are in the language of %s %j', async (address, headers, name) => {
    const { items } = await (await ask(address, { headers })).json()
    expect(items[0].name).toBe(name)
  })

  test('broken escapes, repeated and long queries are answered', async () => {
    for (const address of [
      '?query=%',
      '?query=%ff%fe',
      '?query=%00',
      `?query=${'a'.repeat(10_000)}`,
      '?query=rolex&query=omega',
      '?query[]=rolex',
    ]) {
      const response = await ask(address)
      expect([address, response.status]).toEqual([address, 200])
      expect(Array.isArray((await response.json()).items)).toBe(true)
    }
  })

  test('only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await ask('?query=rolex', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('a failure is JSON, and no empty result', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:9/none')
    const response = await ask('?query=rolex', {}, away)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.json()).toEqual({ error: 'the search is not available' })
    await away.destroy()
  })
})
