import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { testDatabase } from '#tests/database.ts'
import { createContentService } from './content-service.ts'
import { storyUuid } from './files/story-ids.ts'
import { publish, saveDraft } from './publishing.ts'

const database = testDatabase()
const now = new Date('2026-11-20T09:00:00Z')
const uuid = storyUuid('page')

beforeAll(async () => {
  const content = {
    component: 'page',
    _uid: 'uid',
    title: `${'a'.repeat(5000)}b`,
    number: '12',
    date: '2026-11-20 10:00',
    tags: ['x'],
    body: [{ component: 'global-reference', _uid: 'ref', reference: uuid }],
  }
  for (let count = 0; count < 30; count++) {
    const slug = count === 0 ? 'page' : `page-${count}`
    await saveDraft(
      database.db,
      { uuid: storyUuid(slug), fullSlug: slug, name: slug, content },
      { now, from: null },
    )
    await publish(database.db, [storyUuid(slug)], { now })
  }
})

/** One for all, as the shop has: making one takes longer than asking it. */
let service: ReturnType<typeof createContentService>
beforeAll(() => {
  service = createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })
})

async function ask(path: string, pairs: readonly (readonly [string, string])[]) {
  const query = new URLSearchParams([
    ...pairs.map(([key, value]) => [key, value]),
    ['token', 'public'],
    ['cv', '1'],
  ])
  const started = performance.now()
  const response = await service.fetch(new Request(`http://shop.example/content/v2/cdn/${path}?${query}`))
  const body = await response.text()
  return { status: response.status, body, took: performance.now() - started }
}

function expectJsonRefusal({ status, body, took }: Awaited<ReturnType<typeof ask>>) {
  expect(status).toBeLessThan(500)
  expect(() => JSON.parse(body)).not.toThrow()
  expect(took).toBeLessThan(20_000)
}

const names = [
  'version',
  'language',
  'fallback_lang',
  'starts_with',
  'by_uuids',
  'by_uuids_ordered',
  'by_slugs',
  'excluding_slugs',
  'excluding_ids',
  'excluding_fields',
  'excluding_story_fields',
  'content_type',
  'with_tag',
  'search_term',
  'is_startpage',
  'published_at_gt',
  'first_published_at_lt',
  'sort_by',
  'per_page',
  'page',
  'resolve_relations',
  'resolve_level',
  'resolve_links',
  'find_by',
  'cv',
  '__proto__',
  'constructor',
  'filter_query',
  ...[
    'in',
    'not_in',
    'like',
    'not_like',
    'is',
    'in_array',
    'all_in_array',
    'gt_date',
    'lt_int',
    'gt_float',
    'exists',
    'drop',
  ].flatMap((operation) => [
    `filter_query[title][${operation}]`,
    `filter_query[body.0.x][${operation}]`,
    `filter_query[__or][][number][${operation}]`,
  ]),
]
const values = [
  '',
  '%',
  '*',
  '\\',
  "'; drop table story; --",
  '"',
  '\u0000',
  '\ud800',
  '💍',
  '-1',
  '0',
  '1e309',
  'NaN',
  '9'.repeat(40),
  '2026-11-20',
  '0000-99-99',
  '275760-09-13',
  '{}',
  '{a,b}',
  '[[[[',
  '../../etc/passwd',
  'content.title:desc:int',
  'global-reference.reference',
  'a.b.c',
  uuid,
  '*a'.repeat(60),
  'x'.repeat(3000),
  ','.repeat(600),
  'a,'.repeat(400),
]

test('any query is answered with JSON below 500, soon', async () => {
  const value = fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 40 }))
  const key = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
  )
  const path = fc.constantFrom('stories', 'stories/page', `stories/${uuid}`, 'links', 'spaces/me')
  await fc.assert(
    fc.asyncProperty(path, fc.array(fc.tuple(key, value), { maxLength: 4 }), async (path, pairs) => {
      expectJsonRefusal(await ask(path, pairs))
    }),
    { numRuns: 1500 },
  )
})

test('any path is answered with JSON below 500', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      '.',
      '..',
      '%2e%2e',
      '%00',
      '%',
      '%ff',
      '%ed%a0%80',
      '',
      'stories',
      '1',
      '9'.repeat(15),
      '9'.repeat(30),
      'x'.repeat(600),
    ),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 6 }), async (segments) => {
      expectJsonRefusal(await ask(`stories/${segments.join('/')}`, []))
    }),
    { numRuns: 500 },
  )
})

test('a pattern made to be slow ends in time', async () => {
  const slow = await ask('stories', [
    ['filter_query[title][like]', `*${'a*'.repeat(7)}c`],
    ['sort_by', 'content.title:asc,content.date:desc'],
    ['per_page', '100'],
  ])
  expectJsonRefusal(slow)
})

test('an endless address and other methods are refused', async () => {
  const service = createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })
  const base = 'http://shop.example/content/v2/cdn/stories?token=public&cv=1'
  const long = await service.fetch(new Request(`${base}&by_slugs=${'a'.repeat(20_000)}`))
  expect([long.status, await long.json()]).toEqual([414, { error: 'The address is too long' }])
  const post = await service.fetch(new Request(base, { method: 'POST', body: '{}' }))
  expect([post.status, await post.json()]).toEqual([405, { error: 'Method not allowed' }])
  const head = await service.fetch(new Request(base, { method: 'HEAD' }))
  expect([head.status, head.headers.get('total'), await head.text()]).toEqual([200, '30', ''])
})

test('a database that is away is the only reason for a 5xx', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  const service = createContentService({ db, publicToken: 'public', previewToken: 'preview' })
  const response = await service.fetch(
    new Request('http://shop.example/content/v2/cdn/stories?token=public&cv=1'),
  )
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '5',
    { error: 'The content service is not available' },
  ])
  await db.destroy()
})
