import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/stories.ts'
import { createContentService } from './content-service.ts'
import { publish, saveDraft } from './publishing.ts'

const database = testDatabase()
const at = (hour: number) => new Date(`2026-11-20T${String(hour).padStart(2, '0')}:30:00Z`)
const zone = process.env.TZ
afterAll(() => {
  process.env.TZ = zone ?? ''
})

const link = (uuid: string) => ({
  fieldtype: 'multilink',
  linktype: 'story',
  id: uuid,
  url: '',
  cached_url: '',
})
const chain = (slug: string, next?: string) =>
  story(slug, { title: slug, link: next === undefined ? '' : link(story(next, {}).uuid) })

const cast = [
  chain('ring', 'kette'),
  chain('kette', 'uhr'),
  chain('uhr', 'brosche'),
  chain('brosche'),
  story('magazin', { title: 'Magazin', sizes: [52, 54], years: ['1950', '1960'] }, { isStartpage: true }),
  story('magazin/perlen', { title: 'Perlen', sizes: [54], component: 'article' }),
  story('magazin/start', { title: 'Start', sizes: ['52'] }, { isStartpage: true }),
]
const secret = story('geheim', { title: 'Geheim' })

beforeAll(async () => {
  for (const [index, draft] of cast.entries()) {
    expect(await saveDraft(database.db, draft, { now: at(8 + index), from: null })).toMatchObject({
      ok: true,
    })
    await publish(database.db, [draft.uuid], { now: at(8 + index) })
  }
  await saveDraft(database.db, secret, { now: at(20), from: null })
})

type Answer = {
  story?: { full_slug: string }
  stories?: { full_slug: string }[]
  links?: { uuid: string; full_slug: string }[]
}

async function ask(path: string, token = 'public'): Promise<{ status: number; body: Answer }> {
  const service = createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })
  const join = path.includes('?') ? '&' : '?'
  const address = `http://shop.example/content/v2/cdn/${path}${join}${token === '' ? '' : `token=${token}&`}cv=1`
  const response = await service.fetch(new Request(address))
  return { status: response.status, body: (await response.json()) as Answer }
}
const slugs = async (query: string) => {
  const { body } = await ask(`stories?${query}`)
  return body.stories?.map(({ full_slug }) => full_slug) ?? body
}

describe('what is asked twice', () => {
  test.each([
    'stories?version=published&version=draft',
    'stories?version=draft&version=published&version=draft',
    'stories/geheim?version=published&version=draft',
    'links?version=published&version=draft',
    'tags?version=published&version=draft',
  ])('shows no draft to who may not read drafts: %s', async (path) => {
    expect((await ask(path)).status).toBe(401)
    expect((await ask(path, 'preview')).status).toBe(200)
  })

  test('counts as it was asked last', async () => {
    expect((await ask('stories/geheim?version=draft&version=published', 'preview')).status).toBe(404)
    expect((await ask('stories?token=public&token=nobody', '')).status).toBe(401)
    expect((await ask('stories?token=nobody&token=public', '')).status).toBe(200)
  })
})

test('what is given without a value asks nothing', async () => {
  const all = await slugs('')
  for (const name of [
    ...[
      'version',
      'language',
      'fallback_lang',
      'resolve_links',
      'resolve_level',
      'resolve_links_level',
      'level',
    ],
    ...['is_startpage', 'published_at_gt', 'updated_at_lte', 'per_page', 'page', 'sort_by', 'content_type'],
    ...[
      'search_term',
      'starts_with',
      'from_release',
      'resolve_assets',
      'resolve_relations',
      'excluding_fields',
    ],
  ])
    expect(await slugs(`${name}=`)).toEqual(all)
  expect((await ask('stories/ring?find_by=&language=')).status).toBe(200)
  expect((await ask('links?paginated=&with_parent=&include_dates=&sort_by=')).status).toBe(200)
})

test.each(['page', 'article', 'nothing', ''])('the type asks nothing of one story (%s)', async (type) => {
  const { status, body } = await ask(`stories/ring?content_type=${type}`)
  expect([status, body.story?.full_slug]).toEqual([200, 'ring'])
})

describe('level', () => {
  test.each([
    ['level=1', ['ring', 'kette', 'uhr', 'brosche']],
    ['level=2', ['magazin/perlen']],
    ['level=2&starts_with=magazin/', ['magazin/perlen']],
    ['level=2&is_startpage=1', []],
    ['level=3', []],
  ])('holds what lies there, without the roots of folders: %s', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })
})

test.each(['America/New_York', 'Asia/Tokyo', 'UTC'])(
  'times without a zone are UTC, in %s as well',
  async (zone) => {
    process.env.TZ = zone
    const from = (time: string) =>
      slugs(`published_at_gt=${encodeURIComponent(time)}&published_at_lt=2026-11-20T10:45Z`)
    for (const time of [
      '2026-11-20 09:00',
      '2026-11-20T09:00',
      '2026-11-20 09:00:00',
      '2026-11-20T09:00:00Z',
    ])
      expect(await from(time)).toEqual(['kette', 'uhr'])
    expect(await from('2026-11-20 10:00:00+01:00')).toEqual(['kette', 'uhr'])
    expect(await from('2026-11-20')).toEqual(['ring', 'kette', 'uhr'])
  },
)

test.each([
  ['resolve_links=url', ['kette']],
  ['resolve_links=story&resolve_links_level=1', ['kette']],
  ['resolve_links=story&resolve_links_level=2', ['kette', 'uhr']],
  ['resolve_links=url&resolve_links_level=2', ['kette', 'uhr']],
  ['resolve_links_level=2', []],
])('links are followed as deep as is asked: %s', async (query, expected) => {
  const { body } = await ask(`stories/ring?${query}`)
  expect(body.links?.map(({ full_slug }) => full_slug)).toEqual(expected)
})

describe('lists in content may hold numbers', () => {
  test.each([
    ['filter_query[sizes][in_array]=52', ['magazin', 'magazin/start']],
    ['filter_query[sizes][any_in_array]=52,60', ['magazin', 'magazin/start']],
    [
      'filter_query[sizes][any_in_array][]=60&filter_query[sizes][any_in_array][]=54',
      ['magazin', 'magazin/perlen'],
    ],
    ['filter_query[sizes][all_in_array]=54,52', ['magazin']],
    ['filter_query[years][all_in_array]=1950', ['magazin']],
    ['filter_query[title][in_array]=Magazin', []],
  ])('%s', async (query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })
})

test.each([
  ['sort_by=slug:asc&level=1', ['brosche', 'kette', 'ring', 'uhr']],
  [
    'sort_by=slug:desc&excluding_slugs=magazin',
    ['uhr', 'magazin/start', 'ring', 'magazin/perlen', 'kette', 'brosche'],
  ],
  ['sort_by=is_startpage:desc,slug:asc&starts_with=m', ['magazin', 'magazin/start', 'magazin/perlen']],
  ['sort_by=parent_id:asc,slug:desc&level=1', ['uhr', 'ring', 'kette', 'brosche']],
  ['sort_by=created_at:desc&level=1', ['brosche', 'uhr', 'kette', 'ring']],
])('every property of a story gives an order: %s', async (query, expected) => {
  expect(await slugs(query)).toEqual(expected)
})
