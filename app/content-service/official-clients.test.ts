import Client7 from 'storyblok-js-client'
import Client6 from 'storyblok-js-client-6'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { type FakeContentService, startFakeContentService } from '#tests/fakes/content-service.ts'
import { aboutUs, cast, contact, hallmarks, numbered, unpublishedPage } from '#tests/stories.ts'
import { createContentService } from './content-service.ts'
import { publish, saveDraft } from './publishing.ts'

const database = testDatabase()
const now = new Date('2026-11-20T09:00:00Z')
let fake: FakeContentService

beforeAll(async () => {
  const service = createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })
  fake = await startFakeContentService((request) => service.fetch(request))
  for (const draft of cast)
    expect(await saveDraft(database.db, draft, { now, from: null })).toMatchObject({ ok: true })
  const published = cast.filter((draft) => draft !== unpublishedPage)
  await publish(
    database.db,
    published.map(({ uuid }) => uuid),
    { now },
  )
})
afterAll(() => fake.stop())

/** What both versions have in common; each types its parameters more narrowly than the service reads them. */
type Client = {
  get(slug: string, parameters?: object): Promise<{ data: Record<string, unknown>; total?: number }>
  getAll(slug: string, parameters: object, entity?: string): Promise<unknown[]>
  getStories(parameters: object): Promise<{ data: { stories: Found[] }; perPage: number; total: number }>
  getStory(
    slug: string,
    parameters: object,
  ): Promise<{ data: { story: Found; cv: number; assets?: unknown } }>
}
type Found = { full_slug: string; uuid: string; id: number; content: Record<string, unknown> }

const usual = { rateLimit: 1000, cache: { clear: 'auto', type: 'memory' } } as const
const versions: [string, (token: string) => Client][] = [
  ['6.11', (accessToken) => new Client6({ ...usual, endpoint: fake.endpoint, accessToken }) as Client],
  ['7.7', (accessToken) => new Client7({ ...usual, endpoint: fake.endpoint, accessToken }) as Client],
]

describe.each(versions)('storyblok-js-client %s', (_, connect) => {
  const client = () => connect('public')
  const slugs = async (parameters: object) =>
    (await client().getStories(parameters)).data.stories.map(({ full_slug }) => full_slug)

  test.each<[string, object]>([
    ['nothing else', {}],
    ['version', { version: 'published' }],
    ['cv', { cv: 1 }],
    ['token', { token: 'public' }],
    ['language', { language: 'default', fallback_lang: 'en' }],
    ['content_type', { content_type: 'page' }],
    ['excluding_fields', { excluding_fields: 'description,seo' }],
    ['from_release', { from_release: '1234' }],
    ['resolve_assets', { resolve_assets: 1 }],
    ['resolve_links', { resolve_links: 'story', resolve_links_level: 2 }],
    ['resolve_relations', { resolve_relations: 'global-reference.reference' }],
    ['a list of relations', { resolve_relations: ['global-reference.reference', 'article.related'] }],
  ])('one story with %s', async (_, parameters) => {
    const { data } = await client().getStory('about-us', parameters)
    expect(data.story).toMatchObject({ full_slug: 'about-us', content: { title: 'Über uns' } })
    expect(data.cv).toBeGreaterThan(1_700_000_000)
  })

  test('one story is had whatever type is asked; excluded fields are left out', async () => {
    const typed = await client().getStory('about-us', { content_type: 'article' })
    expect(typed.data.story.full_slug).toBe('about-us')
    const { story } = (await client().getStory('about-us', { excluding_fields: 'body,description' })).data
    expect(Object.keys(story.content).sort()).toEqual(['_uid', 'component', 'title'])
  })

  test('one story with its assets: a list that is empty, for the pictures’ facts lie in the story', async () => {
    expect((await client().getStory('about-us', { resolve_assets: 1 })).data.assets).toEqual([])
  })

  test('one story by uuid, by number, as a draft', async () => {
    const { story } = (await client().getStory(aboutUs.uuid, { find_by: 'uuid' })).data
    expect(story.full_slug).toBe('about-us')
    expect((await client().getStory(String(story.id), {})).data.story.uuid).toBe(aboutUs.uuid)
    const draft = await connect('preview').getStory('geheim', { version: 'draft' })
    expect(draft.data.story.full_slug).toBe('geheim')
  })

  test.each<[string, object, string[]]>([
    ['starts_with', { starts_with: 'knowledge/' }, ['knowledge/punzen', 'knowledge/vier-c']],
    ['by_uuids', { by_uuids: `${contact.uuid},${aboutUs.uuid}` }, ['about-us', 'contact']],
    ['by_uuids as a list', { by_uuids: [contact.uuid, aboutUs.uuid] }, ['about-us', 'contact']],
    ['by_uuids_ordered', { by_uuids_ordered: `${contact.uuid},${aboutUs.uuid}` }, ['contact', 'about-us']],
    ['by_slugs', { by_slugs: 'about-us,contact' }, ['about-us', 'contact']],
    ['excluding_slugs', { excluding_slugs: 'parts/*,every-*,global/*,know*' }, ['about-us', 'contact']],
    ['is_startpage', { is_startpage: true }, ['contact']],
    [
      'content_type',
      { content_type: 'article', is_startpage: false },
      ['knowledge/punzen', 'knowledge/vier-c'],
    ],
    ['with_tag', { with_tag: 'gold' }, ['knowledge/punzen']],
    ['level', { level: 2, content_type: 'article' }, ['knowledge/punzen', 'knowledge/vier-c']],
    ['search_term', { search_term: 'vier c' }, ['knowledge/vier-c']],
    ['from_release', { from_release: '7', by_slugs: 'contact' }, ['contact']],
    ['in_workflow_stages', { in_workflow_stages: '1,2' }, []],
    [
      'times',
      {
        by_slugs: 'contact',
        published_at_gt: '2026-11-19',
        published_at_lt: '2026-11-21',
        first_published_at_gt: '2026-11-19',
        first_published_at_lt: '2026-11-21',
        updated_at_gt: '2026-11-19',
        updated_at_lt: '2026-11-21',
      },
      ['contact'],
    ],
    ['updated_at_gt', { updated_at_gt: '2026-11-21' }, []],
    [
      'sort_by',
      { by_slugs: 'knowledge/*,contact', sort_by: 'content.date:desc:nulls_first' },
      ['contact', 'knowledge/vier-c', 'knowledge/punzen'],
    ],
    [
      'filter_query',
      { filter_query: { topic: { in: 'gold' }, stars: { gt_int: 3, lt_int: 5 } } },
      ['knowledge/punzen'],
    ],
    [
      'a list in filter_query',
      { filter_query: { tags: { in_array: ['steine', 'stempel'] } } },
      ['knowledge/punzen', 'knowledge/vier-c'],
    ],
    [
      'all of a list in filter_query',
      { filter_query: { tags: { all_in_array: ['gold', 'stempel'] } } },
      ['knowledge/punzen'],
    ],
    [
      '__or in filter_query',
      { filter_query: { __or: [{ topic: { in: 'gold' } }, { topic: { in: 'jewellery' } }] } },
      ['knowledge/punzen', 'knowledge/vier-c'],
    ],
    [
      '__or of items with several fields',
      {
        filter_query: {
          __or: [
            { topic: { in: 'gold' }, stars: { gt_int: 4 } },
            { topic: { in: 'jewellery' }, stars: { gt_int: 4 } },
          ],
        },
      },
      ['knowledge/vier-c'],
    ],
  ])('stories with %s', async (_, parameters, expected) => {
    expect(await slugs(parameters)).toEqual(expected)
  })

  test('stories by number and without some', async () => {
    const { stories } = (await client().getStories({ by_slugs: 'about-us,contact' })).data
    const [first, second] = stories.map(({ id }) => String(id))
    expect(await slugs({ by_ids: `${second},${first}` })).toEqual(['about-us', 'contact'])
    expect(await slugs({ by_ids: `${second},${first}`, excluding_ids: first })).toEqual(['contact'])
  })

  test('all pages of stories, links and what a space has none of', async () => {
    const all = (await client().getAll('cdn/stories', { starts_with: 'parts/' })) as Found[]
    expect(all.map(({ full_slug }) => full_slug)).toEqual(numbered(60, 'parts/'))
    for (const parameters of [{}, { per_page: 30 }, { per_page: 30, paginated: 1 }]) {
      const links = (await client().getAll('cdn/links', parameters)) as { uuid: string }[]
      expect(new Set(links.map(({ uuid }) => uuid)).size).toBe(cast.length - 1)
      expect(links).toHaveLength(cast.length - 1)
    }
    expect(await client().getAll('cdn/tags', {})).toEqual([{ name: 'gold', taggings_count: 1 }])
    expect(await client().getAll('cdn/datasources', {})).toEqual([])
    expect(await client().getAll('cdn/datasource_entries', { datasource: 'x', dimension: 'en' })).toEqual([])
  })

  test('links: whole, a page of them, some, one', async () => {
    const whole = await client().get('cdn/links', { version: 'published' })
    expect(Object.keys(whole.data.links as object)).toHaveLength(cast.length - 1)
    expect(whole.total).toBeUndefined()
    const page = await client().get('cdn/links', {
      paginated: 1,
      per_page: 10,
      page: 2,
      sort_by: 'full_slug:asc',
    })
    expect([page.total, Object.keys(page.data.links as object).length]).toEqual([cast.length - 1, 10])
    for (const name of ['by_uuid', 'by_uuids']) {
      const some = await client().get('cdn/links', { [name]: `${contact.uuid},${hallmarks.uuid}` })
      expect(Object.keys(some.data.links as object).sort()).toEqual([contact.uuid, hallmarks.uuid].sort())
    }
    const { link } = (await client().get(`cdn/links/${contact.uuid}`)).data as { link: Found }
    expect(link).toMatchObject({ uuid: contact.uuid, slug: 'contact', published: true })
    expect((await client().get(`cdn/links/${link.id}`)).data.link).toEqual(link)
    await expect(client().get(`cdn/links/${unpublishedPage.uuid}`)).rejects.toMatchObject({ status: 404 })
    await expect(client().get('cdn/links/nothing')).rejects.toMatchObject({ status: 404 })
  })

  test('the space, its tags, datasources and their entries', async () => {
    expect((await client().get('cdn/spaces/me')).data.space).toMatchObject({ id: 1, language_codes: ['en'] })
    expect((await client().get('cdn/tags', { starts_with: 'knowledge/' })).data.tags).toHaveLength(1)
    expect((await client().get('cdn/tags', { starts_with: 'parts/' })).data.tags).toEqual([])
    expect((await client().get('cdn/datasources')).data.datasources).toEqual([])
    const entries = await client().get('cdn/datasource_entries', {
      datasource: 'sizes',
      per_page: 1000,
      page: 1,
    })
    expect([entries.total, entries.data.datasource_entries]).toEqual([0, []])
  })

  test('what the protocol does not know is refused everywhere', async () => {
    for (const slug of [
      'cdn/stories',
      'cdn/stories/contact',
      'cdn/links',
      `cdn/links/${contact.uuid}`,
      'cdn/tags',
      'cdn/datasources',
      'cdn/datasource_entries',
      'cdn/spaces/me',
    ]) {
      const refusal = await client()
        .get(slug, { fool: 1 })
        .catch((error) => error)
      expect(refusal).toMatchObject({ status: 422 })
      expect(JSON.stringify(refusal)).toContain('Parameter(s) fool not allowed')
    }
  })
})
