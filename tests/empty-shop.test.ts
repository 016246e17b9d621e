import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo, type RouteName, routeExists, routeNames, routePattern } from '#app/language/route-table.ts'
import { officePaths } from '#app/office/paths.ts'
import { navigation } from '#app/office/screens.ts'
import { bool, query, text } from '#app/platform/database/statement.ts'
import { startShop } from '#server/app.ts'
import { testDatabase } from './database.ts'
import { readPage } from './html-page.ts'
import { sourcesAsBuild } from './served-pages.ts'
import { staffCookie } from './staff-cookie.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The shop as it starts on an empty database of its operator's (`DATABASE_URL`): nothing of the demo, and every page. */
const database = testDatabase({ migrated: false })
const folder = temporaryFolder()
const said: string[] = []
const steps: string[] = []
let shop: Awaited<ReturnType<typeof startShop>>

const named = (name: string) => `${database.connectionString}&application_name=${name}`

const start = () =>
  startShop({
    env: {
      DATABASE_URL: named('pooled'),
      DATABASE_DIRECT_URL: named('direct'),
      ...{ DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' },
    },
    step: (text) => steps.push(text),
    pages: { build: sourcesAsBuild, clientFiles: null },
    log: pino(
      { level: 'warn' },
      new Writable({
        write(line, _, done) {
          said.push(String(line))
          done()
        },
      }),
    ),
  })

beforeAll(async () => {
  shop = await start()
})
afterAll(() => shop?.stop())

/** What was answered: several tests look at the same pages. */
const answers = new Map<string, { status: number; text: string }>()

async function open(path: string): Promise<{ status: number; text: string }> {
  const known = answers.get(path)
  if (known) return known
  // As after a message: the page that says so leads everybody else away.
  const init = { redirect: 'manual', headers: { cookie: 'message_sent=1' } } as const
  const response = await fetch(shop.url + path, init)
  const answer = { status: response.status, text: await response.text() }
  answers.set(path, answer)
  return answer
}

/** Every page of the table that needs nothing in its address. */
const pagesOf = (locale: Locale) =>
  routeNames.filter(
    (name) => routeExists(name, locale) && !/[:*]/.test((routePattern(name, locale) ?? '').replace('/*', '')),
  )

test('is not filled with the demo, nor at the next start', async () => {
  expect(steps.join('\n')).not.toMatch(/demo/i)
  const count = async (table: 'product' | 'branch') =>
    (await database.db.selectFrom(table).select('id').execute()).length
  expect([await count('product'), await count('branch')]).toEqual([0, 0])
  const again = await start()
  await again.stop()
  expect(steps.filter((step) => step.includes('empty shop'))).toHaveLength(1)
})

test('one connection goes past a pooler, to hear of changes, and all others through it', async () => {
  await fetch(`${shop.url}/health`)
  const connections = await query(database.db, { name: text, hears: bool })`
    select distinct application_name as name, query = '' or query like 'listen %' as hears
    from pg_stat_activity where application_name in ('pooled', 'direct') and datname = current_database()
    order by 1`
  expect(connections).toEqual([
    { name: 'direct', hears: true },
    { name: 'pooled', hears: false },
  ])
})

describe.each(locales)('in %s', (locale) => {
  test.each(pagesOf(locale))(
    '%s answers with words of its own, and nobody’s name',
    async (name: RouteName) => {
      const { status, text } = await open(pathTo(locale, name as 'index'))
      expect(status).toBe(200)
      // The reader's own token stands in front of the demo's delivery API.
      expect(text).not.toMatch(/Wessel|Harbeck|Goldschmiedgasse|555 01|rheingold\.example|HRB 000|DE1999/i)
      if (name === 'sitemap') return
      expect(text).not.toContain('Rheingold')
      const page = readPage(text)
      expect(page.h1).toBe(1)
      expect(page.title).toMatch(/ – \[Shop\]$/)
      expect((page.description ?? '').length).toBeGreaterThan(20)
    },
  )

  test('feeds, sitemap and a search for what is not there answer', async () => {
    const paths = ['merchant-feed.xml', 'arrivals.xml', 'sitemap.xml', 'manifest.webmanifest']
    for (const path of paths) expect(await open(`/${locale}/${path}`)).toMatchObject({ status: 200 })
    expect(await open(`${pathTo(locale, 'search')}?query=rolex`)).toMatchObject({ status: 200 })
    expect(await open(`${pathTo(locale, 'watches')}?open=dial`)).toMatchObject({ status: 200 })
  })

  test('a department says that it has nothing yet, and offers no filters', async () => {
    for (const name of ['watches', 'jewelry'] as const) {
      const { text } = await open(pathTo(locale, name))
      expect(text).toContain(
        locale === 'de' ? 'Zurzeit haben wir hier nichts im Angebot' : 'Nothing here at the moment',
      )
      expect(text).not.toContain('id="filters"')
    }
  })

  test('every link within the shop leads to a page', async () => {
    const links = new Set<string>()
    for (const name of pagesOf(locale)) {
      for (const { href } of readPage((await open(pathTo(locale, name as 'index'))).text).links)
        if (href.startsWith('/')) links.add(href.replace(/#.*/, ''))
    }
    const wrong: string[] = []
    for (const href of links) {
      const { status } = await open(href)
      if (status !== 200) wrong.push(`${href}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('the sitemap names no placeholder', async () => {
    const { text } = await open(`/${locale}/sitemap.xml`)
    const paths = [...text.matchAll(/<url><loc>https?:\/\/[^/]+([^<]+)/g)].map(([, path]) => path)
    expect(paths.toSorted()).toEqual([pathTo(locale, 'index'), pathTo(locale, 'withdrawal')].toSorted())
  })
})

test('every screen that the office names opens for its owner, who has entered nothing yet', async () => {
  const cookie = await staffCookie(database.db, 'owner')
  const answered = await Promise.all(
    navigation.map(async ({ screen }) => {
      const { status } = await fetch(`${shop.url}/office/data/${officePaths[screen]}`, {
        headers: { cookie },
      })
      return [screen, status]
    }),
  )
  expect(answered.filter(([, status]) => status !== 200)).toEqual([])
})

test('nothing is wrong in the log', () => {
  expect(said).toEqual([])
})
