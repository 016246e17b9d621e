import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { isPrivate, pathTo, routeNames } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, query, text } from '#app/platform/database/statement.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages } from '#tests/served-pages.ts'
import { pageAddress } from './page-address.ts'

/** Every table that a kept page is made of says when it changes, whoever writes it, and in whatever way. */
const content = demoContent()
// Before any connection is made: the pool takes the method with it.
const asked = vi.spyOn(pg.Client.prototype, 'query')

/** Tables that kept pages read and nobody is told of. */
const untold: Record<string, string> = {
  catalogue_change: 'it is what tells',
  search_document: 'triggers write it from pieces and stones, which are told',
  content_space: 'no page shows any of it, and its version moves with the stories',
  story_copy: 'what the content service said, kept by the process that asks',
}

const products = { name: 'rolex-submariner-date-116610ln', id: cast.availableSubmariner }
/** One address of every kind of answer that may be kept. */
const addresses = [
  ...routeNames.flatMap((name) =>
    name === 'product' || name === 'viewing' || isPrivate(name) ? [] : [pathTo('de', name)],
  ),
  pathTo('de', 'product', products),
  pathTo('de', 'product', { name: 'x', id: cast.soldTank }),
  ...['uhren/rolex', 'schmuck/ringe', 'wissensdatenbank/punzen-lesen', 'nirgends'].map(
    (path) => `/de/${path}`,
  ),
  ...['sitemap/products-1.xml', 'sitemap/pages.xml', 'arrivals.xml', 'manifest.webmanifest'].map(
    (path) => `/de/${path}`,
  ),
  '/de/suche?query=rolex',
  '/api/search?locale=de&query=gold+ring',
  '/api/menu?locale=de',
  '/robots.txt',
  '/.well-known/security.txt',
].filter((address) => pageAddress(address) !== null)

beforeAll(async () => {
  await loadAllMessages()
  await loadCast(content.app.db)
})

test('every table that kept answers read is told of', async () => {
  const { db } = content.app
  const get = servedPages(content.app)
  asked.mockClear()
  for (const address of addresses) await (await get(address)).arrayBuffer()
  const statements = asked.mock.calls.map(([asked]: unknown[]) =>
    typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text),
  )
  const tables = new Set(
    (
      await query(db, { name: text })`
        select table_name::text as name from information_schema.tables where table_schema = 'public'`
    ).map(({ name }) => name),
  )
  const read = new Set(
    statements.flatMap((statement) =>
      [...statement.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi)].flatMap(([, name = '']) =>
        tables.has(name) ? [name] : [],
      ),
    ),
  )
  const told = await toldTables(db)
  for (const table of ['product', 'search_document', 'search_word', 'story', 'setting', 'metal_price'])
    expect([...read]).toContain(table)
  expect([...read].filter((name) => !told.has(name)).toSorted()).toEqual(Object.keys(untold).toSorted())
})

/** Tables whose triggers tell of each way of writing them, or refuse it. */
async function toldTables(db: Database): Promise<Set<string>> {
  const [insert, remove, update, truncate] = [4, 8, 16, 32]
  const all = insert | remove | update | truncate
  const rows = await query(db, { name: text, told: bool })`
    select c.relname::text as name, bit_or(t.tgtype::int) & ${all} = ${all} as told
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname ~ '^(tell_|note_.*(change|moved|emptied)|refuse$)' group by 1`
  return new Set(rows.flatMap(({ name, told }) => (told ? [name] : [])))
}
