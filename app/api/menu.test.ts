import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import type { CatalogueMenu, MenuChoice } from '#app/shop/catalogue/menu.ts'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { contextOf } from '#tests/requests.ts'
import { action, loader } from './menu.ts'

const database = testDatabase()
beforeAll(() => loadCast(database.db))

function ask(address: string, init: RequestInit = {}, db = database.db) {
  const context = contextOf({ db, env: readEnv({}), log: createLog('silent'), now: () => castNow })
  const request = new Request(`http://shop.test/api/menu${address}`, init)
  return (request.method === 'GET' ? loader : action)({ request, context, params: {} })
}

const menuOf = async (locale: string) => (await (await ask(`?locale=${locale}`)).json()) as CatalogueMenu
const told = (choices: readonly MenuChoice[]) => choices.map(({ label, count }) => `${label} ${count}`)

describe('GET /menu', () => {
  test('tells makers, kinds, prices and what is new of each department, with what the listings count', async () => {
    const { watches, jewelry } = await menuOf('de')
    expect(watches).toMatchObject({ href: '/de/uhren', total: 2 })
    expect(watches.makers).toEqual([
      { label: 'Omega', href: '/de/uhren/omega', count: 1 },
      { label: 'Rolex', href: '/de/uhren/rolex', count: 1 },
    ])
    expect(watches.prices.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(watches.prices).toContainEqual({
      label: '5.000\u00a0€ bis 10.000\u00a0€',
      href: '/de/uhren/preis-5000-10000',
      count: expect.any(Number),
    })
    // What is reserved is counted, as in the listing, but is nothing new to buy.
    expect(watches.newest.map(({ href }) => href)).toEqual([
      `/de/produkte/rolex-submariner-date-116610ln/${cast.availableSubmariner}`,
    ])
    expect(jewelry.groups.map(({ label }) => label)).toEqual(['Schmuckart', 'Material'])
    expect(told(jewelry.groups[0]?.choices ?? [])).toEqual(['Ringe 1', 'Broschen 1', 'Münzen und Barren 1'])
  })

  test('says that a watch has a date to nobody: half of them have one', async () => {
    const { watches } = await menuOf('en')
    const [gender, complication] = watches.groups
    expect([gender?.label, complication?.label]).toEqual(['For', 'Complication'])
    expect(complication?.choices.map(({ label }) => label)).toContain('Chronograph')
    expect(complication?.choices.map(({ label }) => label)).not.toContain('Date')
  })

  test('begins prices with a capital in both languages', async () => {
    for (const locale of ['de', 'en'])
      for (const { prices } of Object.values(await menuOf(locale)))
        expect(prices.filter(({ label }) => /^\p{Ll}/u.test(label))).toEqual([])
  })

  test('changes with the catalogue', async () => {
    const of = async () => (await menuOf('de')).watches
    await database.db
      .updateTable('product')
      .set({ status: 'sold' })
      .where('id', '=', cast.reservedSpeedmaster)
      .execute()
    expect(told((await of()).makers)).toEqual(['Rolex 1'])
    await database.db
      .updateTable('product')
      .set({ status: 'reserved' })
      .where('id', '=', cast.reservedSpeedmaster)
      .execute()
    expect(told((await of()).makers)).toEqual(['Omega 1', 'Rolex 1'])
  })

  test('is everybody’s where a language is named, else the visitor’s', async () => {
    const german = await ask('?locale=de')
    expect(german.headers.get('cache-control')).toBe('public, no-cache')
    expect(german.headers.get('access-control-allow-origin')).toBe('*')
    const own = await ask('?locale=fr', { headers: { cookie: 'i18n_redirected=de' } })
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    expect(await own.json()).toEqual(await german.json())
  })

  test('only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await ask('?locale=de', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('a failure is JSON, and no empty menu', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:9/none')
    const response = await ask('?locale=de', {}, away)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await response.json()).toEqual({ error: 'the menu is not available' })
    await away.destroy()
  })
})
