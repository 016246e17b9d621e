import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { loader as api, type SearchAnswer } from '#app/api/search.ts'
import type { App } from '#app/app-context.ts'
import { query, text } from '#app/platform/database/statement.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { loadCatalogue } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { contextOf } from '#tests/requests.ts'
import { loader as page } from './search-page.tsx'

const database = testDatabase()

beforeAll(() => loadCatalogue(database.db))

async function both(typed: string, locale: 'de' | 'en') {
  const app: Partial<App> = { db: database.db, env: readEnv({}), log: createLog('silent') }
  const context = contextOf(app)
  const asked = new URLSearchParams({ query: typed, locale })
  const request = new Request(`http://shop.test/api/search?${asked}`)
  const answer: SearchAnswer = await (await api({ request, context, params: {} })).json()
  const url = new URL(`http://shop.test/${{ de: 'de/suche', en: 'en/search' }[locale]}?${asked}`)
  const args = { request: new Request(url), url, params: {}, context, pattern: '' }
  const shown = await page(args as unknown as Parameters<typeof page>[0])
  return {
    drawer: { total: answer.total, ids: answer.items.map(({ id }) => id) },
    page: { total: shown.total, ids: shown.pieces.map(({ href }) => href.split('/').at(-1)) },
  }
}

async function expectAgreement(typed: string, locale: 'de' | 'en') {
  const { drawer, page } = await both(typed, locale)
  const agreed = { total: page.total, ids: page.ids.slice(0, 20) }
  expect({ typed, ...drawer }).toEqual({ typed, ...agreed })
  expect([typed, page.ids.length]).toEqual([typed, Math.min(page.total, 48)])
  return page.total
}

test.each([
  'gmt master 2',
  'Chronographen',
  'Labordiamanten',
  'Uhr unter 3000 Euro',
  'over 5k',
  'dat',
  'ring 5',
  'rolex 1',
  'gold ',
  ' perl',
  'h',
  `${'😀'.repeat(150)} rolex`,
  'verkauft',
  'Uhr',
])('%s: the drawer shows the beginning of what the page lists', async (typed) => {
  expect(await expectAgreement(typed, 'de')).toBeGreaterThan(0)
  expect(await expectAgreement(typed, 'en')).toBeGreaterThan(0)
})

test.each([
  '',
  ' ',
  'der die das und mit',
  '🙂💍',
  '\u200b\u200d',
  '\u202eRolex\u202c',
  "'; drop table product; --",
  "' OR 1=1 --",
  '.*|(a+)+$',
  '%_\\',
  '<script>',
  'x'.repeat(500),
  `${'ring '.repeat(99)}`,
  'Patek',
  'Ring Größe 51',
  'Uhr 60er Jahre',
  'bis zweieinhalbtausend Euro',
  '2k',
  '0 Euro',
  'über 999999999 Euro',
])('%j: drawer and page agree, and nothing fails', async (typed) => {
  for (const locale of ['de', 'en'] as const) await expectAgreement(typed, locale)
})

test('whatever is typed, drawer and page agree', async () => {
  const rows = await query(database.db, { word: text })`
    select word from search_word union select id from product order by word`
  const said = [
    'Damenuhr',
    'Weißgoldring',
    'men’s',
    'unter 2.000 €',
    'over 5k',
    'verkauft',
    'für',
    '2',
    '116-610LN',
    'Größe',
    '54',
    '36mm',
    'sechziger Jahre',
    'zweitausend Euro',
    '2k',
    'für ihn',
  ]
  const word = fc.tuple(
    fc.oneof(fc.constantFrom(...rows.map((row) => row.word)), fc.constantFrom(...said)),
    fc.constantFrom('whole', 'whole', 'begun', 'dropped', 'doubled', 'capital'),
    fc.nat(),
  )
  const typed = word.map(([whole, change, place]) => {
    const at = 1 + (place % whole.length)
    if (change === 'begun') return whole.slice(0, at)
    if (change === 'dropped') return whole.slice(0, at - 1) + whole.slice(at)
    if (change === 'doubled') return whole.slice(0, at) + whole.slice(at - 1)
    return change === 'capital' ? whole.toUpperCase() : whole
  })
  const asked = fc
    .tuple(
      fc.array(typed, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(' ', ' ', ' ', '-', ', ', ''),
      fc.constantFrom('', '', ' ', '!', '?', '.', ' –'),
    )
    .map(([words, between, end]) => words.join(between) + end)
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom('de', 'en'), async (typed, locale) => {
      await expectAgreement(typed, locale)
    }),
    { numRuns: 250 },
  )
})
