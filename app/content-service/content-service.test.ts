import StoryblokClient from 'storyblok-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { type FakeContentService, startFakeContentService } from '#tests/fakes/content-service.ts'
import { aboutUs, cast, contact, hallmarks, numbered, unpublishedPage } from '#tests/stories.ts'
import { createContentService } from './content-service.ts'
import { publish, saveDraft } from './publishing.ts'

const database = testDatabase()
const now = new Date('2026-11-20T09:00:00Z')
const publicToken = 'public-token'
const previewToken = 'preview-token'
const service = () => createContentService({ db: database.db, publicToken, previewToken })

let fake: FakeContentService
beforeAll(async () => {
  fake = await startFakeContentService((request) => service().fetch(request))
  for (const draft of cast)
    expect(await saveDraft(database.db, draft, { now, from: null })).toMatchObject({ ok: true })
  await publish(
    database.db,
    cast.filter((draft) => draft !== unpublishedPage).map(({ uuid }) => uuid),
    { now },
  )
  await saveDraft(
    database.db,
    { ...aboutUs, content: { ...aboutUs.content, title: 'Über uns, neu' } },
    { now, from: 1 },
  )
})
afterAll(() => fake.stop())

/** The same client twice: over a socket, and calling the service in this process. */
const clients = {
  'over HTTP': (token = publicToken) => client({ endpoint: fake.endpoint, accessToken: token }),
  'in this process': (token = publicToken) =>
    client({
      endpoint: 'http://content.internal/content/v2',
      accessToken: token,
      fetch: async (input, init) => {
        const first = await service().fetch(new Request(input, init))
        const location = first.headers.get('location')
        return location
          ? service().fetch(new Request(new URL(location, 'http://content.internal'), init))
          : first
      },
    }),
}
const client = (config: ConstructorParameters<typeof StoryblokClient>[0]) =>
  new StoryblokClient({ rateLimit: 1000, cache: { type: 'none', cv: 'manual' }, ...config })

/** What the service answers to a plain request. */
async function raw(
  path: string,
  query: Record<string, string> | string = {},
  token: string | null = publicToken,
) {
  const url = new URL(`http://content.internal/content/v2/cdn/${path}`)
  url.search = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  if (token !== null) url.searchParams.set('token', token)
  if (!url.searchParams.has('cv') && !(typeof query === 'object' && 'noCv' in query))
    url.searchParams.set('cv', '1')
  url.searchParams.delete('noCv')
  const response = await service().fetch(new Request(url))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
const slugs = async (query: Record<string, string> | string) =>
  (await raw('stories', query)).body.stories.map((found: { full_slug: string }) => found.full_slug)

describe.each(Object.entries(clients))('the client %s', (_, connect) => {
  test('finds a published story with every field of the protocol', async () => {
    const { data } = await connect().getStory('about-us', {})
    expect(data.story).toMatchObject({
      name: 'Über uns',
      uuid: aboutUs.uuid,
      slug: 'about-us',
      full_slug: 'about-us',
      default_full_slug: 'about-us',
      lang: 'default',
      parent_id: 0,
      is_startpage: false,
      position: 0,
      tag_list: [],
      published_at: now.toISOString(),
      first_published_at: now.toISOString(),
      created_at: now.toISOString(),
      path: null,
      release_id: null,
      meta_data: null,
      sort_by_date: null,
      alternates: [],
      translated_slugs: [{ path: 'about-us', name: null, lang: 'en', published: true }],
      content: { component: 'page', title: 'Über uns', description: 'Wer wir sind' },
    })
    expect(data.story.id).toBeGreaterThan(0)
    expect(data.story.group_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(data.cv).toBeGreaterThan(1_700_000_000)
    expect(JSON.stringify(data.story)).not.toContain('__i18n__')
    expect(JSON.stringify(data.story)).not.toContain('_editable')
  })

  test('reads a translation and falls back to the default text where it is missing or empty', async () => {
    const { data } = await connect().getStory('about-us', { language: 'en' })
    expect(data.story.content).toMatchObject({ title: 'About us', description: 'Wer wir sind' })
    expect(data.story.content.body[0].label).toBe('Contact')
    expect(data.story).toMatchObject({ lang: 'en', full_slug: 'en/about-us', default_full_slug: 'about-us' })
  })

  test('finds a story by its translated slug in that language only', async () => {
    const { data } = await connect().getStory('knowledge/hallmarks', { language: 'en' })
    expect(data.story).toMatchObject({
      uuid: hallmarks.uuid,
      full_slug: 'en/knowledge/hallmarks',
      slug: 'hallmarks',
    })
    await expect(connect().getStory('knowledge/hallmarks', {})).rejects.toMatchObject({ status: 404 })
    expect((await connect().getStory('knowledge/punzen', { language: 'en' })).data.story.uuid).toBe(
      hallmarks.uuid,
    )
  })

  test('finds a story by uuid with find_by, and by number', async () => {
    const { data } = await connect().getStory(aboutUs.uuid, { find_by: 'uuid' })
    expect(data.story.full_slug).toBe('about-us')
    expect((await connect().getStory(String(data.story.id), {})).data.story.full_slug).toBe('about-us')
    await expect(connect().getStory(aboutUs.uuid, {})).rejects.toMatchObject({ status: 404 })
  })

  test('reads a draft with the preview token, each block marked for the editor', async () => {
    const { data } = await connect(previewToken).getStory('about-us', { version: 'draft' })
    expect(data.story.content.title).toBe('Über uns, neu')
    const comment = JSON.parse(
      data.story.content.body[0]._editable.slice('<!--#storyblok#'.length, -'-->'.length),
    )
    expect(comment).toEqual({ name: 'button', space: '1', uid: 'button-1', id: String(data.story.id) })
    const { data: unpublished } = await connect(previewToken).getStory('geheim', { version: 'draft' })
    expect(unpublished.story).toMatchObject({ full_slug: 'geheim', published_at: null })
  })

  test('inlines relations two levels deep and links in fields and in rich text', async () => {
    const { data } = await connect().getStory('about-us', {
      resolve_relations: 'global-reference.reference',
      resolve_links: 'url',
    })
    const [button, text, reference] = data.story.content.body
    expect(reference.reference).toMatchObject({ full_slug: 'global/steps' })
    expect(reference.reference.content.body[0].reference).toMatchObject({ full_slug: 'global/inner' })
    expect(button.link.story).toMatchObject({
      uuid: contact.uuid,
      full_slug: 'contact',
      url: 'contact',
      name: 'contact',
      slug: 'contact',
    })
    expect(text.text.content[0].content[0].marks[0].attrs.story).toMatchObject({
      full_slug: 'knowledge/punzen',
    })
  })

  test('inlines more than 50 relations, fetched in batches', async () => {
    const { data } = await connect().getStory('every-part', {
      resolve_relations: 'global-reference.reference',
    })
    const references = data.story.content.body.map(
      (block: { reference: { full_slug?: string } }) => block.reference.full_slug,
    )
    expect(references).toEqual(numbered(60, 'parts/'))
  })

  test('inlines more links than are delivered at once', async () => {
    const { data } = await connect().getStory('every-link', { resolve_links: 'story' })
    const linked = data.story.content.body.map(
      (block: { link: { story?: { full_slug: string } } }) => block.link.story?.full_slug,
    )
    expect(linked).toEqual(numbered(60, 'parts/'))
  })

  test('pages through a list by its headers', async () => {
    const page = await connect().getStories({ starts_with: 'parts/', per_page: 25, page: 3 })
    expect(page).toMatchObject({ perPage: 25, total: 60 })
    expect(page.data.stories).toHaveLength(10)
    const all = await connect().getAll('cdn/stories', { starts_with: 'parts/' })
    expect(all.map((found: { full_slug: string }) => found.full_slug)).toEqual(numbered(60, 'parts/'))
    expect((await connect().getStories({ starts_with: 'parts/', page: 9 })).data.stories).toEqual([])
  })

  test('lists links and describes the space', async () => {
    const links = await connect().getAll('cdn/links', { per_page: 30 })
    expect(links).toHaveLength(cast.length - 1)
    expect(links.find((link) => link.slug === 'knowledge/punzen')).toMatchObject({
      uuid: hallmarks.uuid,
      name: 'knowledge/punzen',
      published: true,
      is_folder: false,
      real_path: '/knowledge/punzen',
    })
    const { data } = await connect().get('cdn/spaces/me', {})
    expect(data.space).toMatchObject({ id: 1, name: 'Rheingold', language_codes: ['en'] })
    expect(data.space.version).toBeGreaterThan(1_700_000_000)
  })

  test('is refused as the protocol says, always with a status', async () => {
    await expect(connect('wrong').getStory('about-us', {})).rejects.toMatchObject({ status: 401 })
    await expect(connect().getStory('about-us', { version: 'draft' })).rejects.toMatchObject({ status: 401 })
    await expect(connect().getStory('geheim', {})).rejects.toMatchObject({ status: 404 })
    await expect(connect().getStory('nothing', {})).rejects.toMatchObject({
      status: 404,
      message: 'This record could not be found',
    })
    await expect(connect().getStories({ fool: 1 } as object)).rejects.toMatchObject({
      status: 422,
      message: 'Parameter(s) fool not allowed',
    })
  })
})

test('a busy service is asked eleven times, at least 300 ms apart', async () => {
  const before = fake.requests.length
  await expect(
    client({ endpoint: fake.endpoint, accessToken: publicToken }).getStory('busy', {}),
  ).rejects.toMatchObject({
    status: 429,
  })
  const tries = fake.requests.slice(before)
  expect(tries).toHaveLength(11)
  const gaps = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(295)
})

test('callers from outside are limited, each on their own; the site itself is not', async () => {
  let time = 1_000
  const clock = { now: () => time }
  const limited = createContentService({ db: database.db, publicToken, previewToken, rateLimit: 3, clock })
  const ask = (caller?: string) =>
    limited.fetch(
      new Request(`http://shop.example/content/v2/cdn/spaces/me?token=${publicToken}`),
      caller === undefined ? {} : { caller },
    )
  const statuses = await Promise.all(
    ['a', 'a', 'a', 'a', 'b'].map(async (caller) => (await ask(caller)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 429, 200])
  const refused = await ask('a')
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toHaveProperty('error')
  for (let count = 0; count < 10; count++) expect((await ask()).status).toBe(200)
  // In the next second they are answered again.
  time = 2_001
  expect((await ask('a')).status).toBe(200)
})

test('without a cache version it redirects to the current one; only that answer may be kept', async () => {
  const redirect = await raw('stories/about-us', { noCv: '', language: 'en' })
  expect(redirect.status).toBe(301)
  expect(redirect.headers.get('cache-control')).toBe('no-store')
  const location = redirect.headers.get('location') ?? ''
  expect(location).toMatch(/^\/content\/v2\/cdn\/stories\/about-us\?/)
  expect(new URLSearchParams(location.split('?')[1]).get('language')).toBe('en')
  const current = await service().fetch(new Request(new URL(location, 'http://content.internal')))
  expect(current.headers.get('cache-control')).toContain('public')
  expect((await raw('stories/about-us', { cv: '1' })).headers.get('cache-control')).toBe('no-store')
  expect((await raw('stories/about-us', { version: 'draft', noCv: '' }, previewToken)).status).toBe(200)
})

test('errors have the protocol’s shapes', async () => {
  expect(await raw('stories/about-us', {}, null)).toMatchObject({
    status: 401,
    body: { error: 'Unauthorized' },
  })
  expect(await raw('stories/nothing')).toMatchObject({
    status: 404,
    body: ['This record could not be found'],
  })
  expect(await raw('nowhere')).toMatchObject({ status: 404, body: ['This record could not be found'] })
  expect(await raw('stories', { foo: '1', bar: '2' })).toMatchObject({
    status: 422,
    body: { error: 'Parameter(s) foo, bar not allowed' },
  })
  expect(await raw('stories', { by_slugs: 'nothing' })).toMatchObject({ status: 200, body: { stories: [] } })
})

test('over the limits uuids stand instead of stories', async () => {
  const parts = await raw('stories/every-part', { resolve_relations: 'global-reference.reference' })
  expect(parts.body.rel_uuids).toHaveLength(60)
  expect(parts.body).not.toHaveProperty('rels')
  const links = await raw('stories/every-link', { resolve_links: 'story' })
  expect(links.body.link_uuids).toHaveLength(60)
  expect(links.body).not.toHaveProperty('links')
  const addresses = await raw('stories/every-link', { resolve_links: 'url' })
  expect(addresses.body.links).toHaveLength(60)
  expect(Object.keys(addresses.body.links[0])).toEqual(['id', 'uuid', 'name', 'slug', 'full_slug', 'url'])
  const shapes = await raw('stories/about-us', { resolve_links: 'link' })
  expect(shapes.body.links[0]).toMatchObject({ uuid: contact.uuid, slug: 'contact', real_path: '/contact' })
})

describe('lists', () => {
  test.each<[string, string | Record<string, string>, string[]]>([
    ['starts_with', { starts_with: 'knowledge/' }, ['knowledge/punzen', 'knowledge/vier-c']],
    ['starts_with is no pattern', { starts_with: 'kn%' }, []],
    ['by_uuids', { by_uuids: `${contact.uuid},${aboutUs.uuid},nonsense` }, ['about-us', 'contact']],
    ['by_uuids_ordered', { by_uuids_ordered: `${contact.uuid},${aboutUs.uuid}` }, ['contact', 'about-us']],
    ['by_slugs', { by_slugs: 'about-us,knowledge/*' }, ['about-us', 'knowledge/punzen', 'knowledge/vier-c']],
    [
      'excluding_slugs',
      { by_slugs: 'a*,know*', excluding_slugs: 'knowledge/p*' },
      ['about-us', 'knowledge/vier-c'],
    ],
    ['is_startpage', { is_startpage: '1' }, ['contact']],
    ['content_type', { content_type: 'article' }, ['knowledge/punzen', 'knowledge/vier-c']],
    ['with_tag', { with_tag: 'gold,silver' }, ['knowledge/punzen']],
    ['search_term', { search_term: 'Karat' }, ['knowledge/vier-c']],
    [
      'sort by a field of the story',
      { by_slugs: 'a*,c*', sort_by: 'full_slug:desc' },
      ['contact', 'about-us'],
    ],
    [
      'sort by content',
      { content_type: 'article', sort_by: 'content.date:desc' },
      ['knowledge/vier-c', 'knowledge/punzen'],
    ],
    [
      'sort by number, then name',
      { content_type: 'article', sort_by: 'content.stars:desc:int,name:asc' },
      ['knowledge/vier-c', 'knowledge/punzen'],
    ],
    ['in', 'filter_query[topic][in]=gold,silver', ['knowledge/punzen']],
    ['not_in', 'content_type=article&filter_query[topic][not_in]=gold', ['knowledge/vier-c']],
    ['like', 'filter_query[title][like]=*VIER*', ['knowledge/vier-c']],
    ['not_like', 'content_type=article&filter_query[title][not_like]=Die*', ['knowledge/punzen']],
    ['is', 'content_type=article&filter_query[seo.description][is]=not_empty', ['knowledge/vier-c']],
    [
      'is empty_array',
      'content_type=article&filter_query[body][is]=empty_array',
      ['knowledge/punzen', 'knowledge/vier-c'],
    ],
    ['in_array', 'filter_query[tags][in_array]=steine,stempel', ['knowledge/punzen', 'knowledge/vier-c']],
    ['all_in_array', 'filter_query[tags][all_in_array]=gold,stempel', ['knowledge/punzen']],
    ['gt_date', 'filter_query[date][gt_date]=2026-02-12', ['knowledge/vier-c']],
    ['lt_date', 'filter_query[date][lt_date]=2026-02-12T00:01', ['knowledge/punzen']],
    ['gt_int', 'filter_query[stars][gt_int]=4', ['knowledge/vier-c']],
    ['lt_float', 'filter_query[stars][lt_float]=4.5', ['knowledge/punzen']],
    ['exists', 'filter_query[seo][exists]=true', ['knowledge/vier-c']],
    ['two filters together', 'filter_query[topic][in]=gold&filter_query[stars][gt_int]=4', []],
    [
      'either of two',
      'filter_query[__or][][topic][in]=gold&filter_query[__or][][stars][gt_int]=4',
      ['knowledge/punzen', 'knowledge/vier-c'],
    ],
    ['nested in blocks', 'filter_query[body.0.label][in]=Kontakt', ['about-us']],
    ['in a translation', 'language=en&filter_query[title][in]=Hallmarks', ['en/knowledge/hallmarks']],
  ])('%s', async (_, query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })

  test('leave out the fields and the story fields that are excluded', async () => {
    const { body } = await raw('stories', {
      by_slugs: 'about-us',
      excluding_fields: 'body,description',
      excluding_story_fields: 'alternates,id',
    })
    expect(Object.keys(body.stories[0].content).sort()).toEqual(['_uid', 'component', 'title'])
    expect(body.stories[0]).not.toHaveProperty('alternates')
    expect(body.stories[0]).toHaveProperty('id')
  })

  test('hold 100 stories at most', async () => {
    const { headers } = await raw('stories', { per_page: '1000' })
    expect(headers.get('per-page')).toBe('100')
    expect(headers.get('total')).toBe(String(cast.length - 1))
  })
})
