import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { contextOf } from '#tests/requests.ts'
import { action, loader } from './sell-watch.ts'

const database = testDatabase()
beforeAll(() => loadCast(database.db))

function ask(words: string, init: RequestInit = {}, db = database.db) {
  const context = contextOf({ db, env: readEnv({}), log: createLog('silent'), now: () => castNow })
  const address = `http://shop.test/api/sell-watch?${new URLSearchParams({ words })}`
  return (init.method ? action : loader)({ request: new Request(address, init), context, params: {} })
}

describe('GET /sell-watch', () => {
  test('says what was recognised, and the same to everybody for some minutes', async () => {
    const response = await ask('rolex 116610LN')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.json()).toEqual({
      watches: [{ brand: 'Rolex', model: 'Submariner', reference: '116610LN', left: '' }],
      prices: { enough: false },
    })
  })

  test.each(['', ' ', '%', "'; drop table product; --", '🕰'])('answers %j with nothing', async (words) => {
    expect(await (await ask(words)).json()).toEqual({ watches: [], prices: { enough: false } })
  })

  test('reads no more than a line, and takes nothing in', async () => {
    expect((await ask('rolex '.repeat(60))).status).toBe(400)
    const refused = await ask('rolex', { method: 'POST' })
    expect(refused.status).toBe(405)
    expect(refused.headers.get('allow')).toBe('GET, HEAD')
  })

  test('without a database it says that it is worth another try', async () => {
    const gone = openDatabase('postgres://nobody@127.0.0.1:1/none')
    const response = await ask('rolex', {}, gone)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    await gone.destroy()
  })
})
