import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadContentFiles } from '#db/load-content.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { createLog } from '../log.ts'
import { type Changes, followChanges } from './changes.ts'
import { channels } from './channels.ts'
import { query, text } from './statement.ts'

/** Whoever writes what a kept page is made of, and however, tells it: kept pages live until something is told. */
const database = testDatabase()
const heard: string[] = []
let changes: Changes

beforeAll(async () => {
  const { db, connectionString } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadContentFiles(db, 'db/demo/stories', { now: new Date('2026-11-20T09:00:00Z') })
  await loadCast(db)
  changes = followChanges({ connectionString, log: createLog('silent') })
  for (const channel of channels) changes.follow(channel, (said) => heard.push(`${channel} ${said}`))
})
afterAll(() => changes.stop())

const [watch, other] = [cast.availableSubmariner, cast.reservedSpeedmaster]
const piece = `catalogue_changed ${watch}:watch`
const both = [watch, other]
const anyPiece = 'catalogue_changed '
const anyStory = /^content_published \{"cv" : \d+, "uuids" : \[\]\}$/

/** What is told of a write, committed. */
async function toldOf(statement: string): Promise<string[]> {
  await expect.poll(() => changes.confirm()).toBe(true)
  heard.length = 0
  await sql.raw(statement).execute(database.db)
  await expect.poll(() => changes.confirm()).toBe(true)
  return [...heard]
}
const numbersIn = (told: string[]) => told.join(' ').match(/\d{5}/g)?.toSorted()

test.each([
  [
    'a former price that is added',
    `insert into price_history (product_id, since, price_cents)
    values ('${watch}', '2026-10-01T08:00:00Z', 1000000)`,
  ],
  [
    'a state that it was once in',
    `insert into product_status_change (product_id, event, from_status, to_status)
    select '${watch}', event, from_status, to_status from product_step limit 1`,
  ],
  [
    'a flaw that is pinned',
    `insert into photo_flaw (product_id, photo_id, number, x, y, text)
    select product_id, id, 1, 10, 10, '{"de":"x","en":"x"}' from photo where product_id = '${watch}' limit 1`,
  ],
  [
    'a test sheet that is signed',
    `insert into test_sheet (product_id, number, examined_on, examined_by, content)
    values ('${watch}', 9, '2026-11-20', 'x', '{"role":null,"timing":null,"water":null,"alloy":[],"stones":null,
      "weight":1,"theft":null,"notes":null}')`,
  ],
  ['where it lies', `update photo_flaw set x = 20 where product_id = '${watch}'`],
  ['that it is none', `delete from photo_flaw where product_id = '${watch}'`],
])('of a piece: %s', async (_, statement) => {
  expect(new Set(await toldOf(statement))).toEqual(new Set([piece]))
})

describe('a row that goes over to another piece is told of both', () => {
  test.each([
    [
      'a photo',
      `update photo set product_id = '${other}', position = 99 where id =
      (select id from photo where product_id = '${watch}' order by position limit 1)`,
    ],
    [
      'a stone',
      `insert into stone (product_id, position, stone) values ('${watch}', 1, 'diamond');
      update stone set product_id = '${other}' where product_id = '${watch}'`,
    ],
    [
      'a defect',
      `insert into product_defect (product_id, text) values ('${watch}', '{"de":"x","en":"x"}');
      update product_defect set product_id = '${other}' where product_id = '${watch}'`,
    ],
    [
      'a document',
      `insert into product_document (product_id, kind, title, public)
        values ('${watch}', 'report', '{"de":"x","en":"x"}', true);
      update product_document set product_id = '${other}' where product_id = '${watch}'`,
    ],
    [
      'a former price',
      `update price_history set product_id = '${other}' where product_id = '${watch}'
      and since = '2026-10-01T08:00:00Z'`,
    ],
  ])('%s', async (_, statements) => {
    const [last = '', ...before] = statements.split(';').toReversed()
    for (const one of before.toReversed()) await toldOf(one)
    expect(new Set(numbersIn(await toldOf(last)))).toEqual(new Set(both))
  })

  test('also in what searches know of its stones', async () => {
    const asked = query(database.db, { product_id: text, body: text })`
      select product_id, search_document::text as body from search_document where product_id = any(${both})`
    const before = await asked
    await toldOf(`update stone set product_id = '${watch}' where product_id = '${other}'`)
    const after = await query(database.db, { product_id: text, body: text })`
      select product_id, search_document::text as body from search_document where product_id = any(${both})`
    for (const { product_id, body } of after)
      expect(body, product_id).not.toBe(before.find((row) => row.product_id === product_id)?.body)
  })
})

test('a setting under another key is told under both', async () => {
  await toldOf(`delete from setting where key in ('sell', 'vacation')`)
  await toldOf(`insert into setting (key, value) values ('sell', '{"active":true}')`)
  const told = await toldOf(`update setting set key = 'vacation' where key = 'sell'`)
  expect(told).toEqual(['settings_changed sell', 'settings_changed vacation'])
})

test.each([
  [
    'what it says',
    `update story set published_content = published_content || '{"title":"Neu"}'
    where full_slug = 'contact'`,
  ],
  [
    'that it is not published',
    `update story set published_content = null, published_at = null
    where full_slug = 'contact'`,
  ],
  ['its address', `update story set full_slug = 'contact-us' where full_slug = 'contact'`],
  [
    'its address in a language',
    `insert into story_slug (story_id, lang, path)
    select id, 'fr', 'contactez' from story where full_slug = 'contact-us'`,
  ],
  ['that it is gone', `delete from story where full_slug = 'contact-us'`],
])('of a story, past the shop: %s', async (_, statement) => {
  const told = await toldOf(statement)
  expect(told.length).toBeGreaterThan(0)
  for (const each of told) expect(each).toMatch(anyStory)
})

test.each([
  ...[
    'stone',
    'photo cascade',
    'product_defect',
    'product_document',
    'photo_flaw',
    'price_history',
    'product_status_change',
  ].map((table) => [table, table, anyPiece] as const),
  ['all settings', 'setting', 'settings_changed '] as const,
  ['all prices of metal', 'metal_price', 'prices_changed metal_price'] as const,
  ['all payout rates', 'payout_rate', 'prices_changed payout_rate'] as const,
  ['all addresses of stories', 'story_slug', anyStory] as const,
  ['all stories', 'story cascade', anyStory] as const,
])('emptied: %s', async (_, what, told) => {
  expect(await toldOf(`truncate ${what}`)).toContainEqual(
    typeof told === 'string' ? told : expect.stringMatching(told),
  )
})
