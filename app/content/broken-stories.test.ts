import { afterAll, expect, test, vi } from 'vitest'
import { createLog, type Log } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeContentService, startFakeContentService } from '#tests/fakes/content-service.ts'
import { createStoryFinder, type StoryFinder } from './story.ts'

const database = testDatabase()
const opened: (FakeContentService | StoryFinder)[] = []
afterAll(async () => {
  for (const one of opened) await ('stop' in one ? one.stop() : one.close())
})

type Delivered = Record<string, unknown> & { full_slug: string }

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
let numbers = 0
const storyOf = (slug: string, more: Record<string, unknown> = {}): Delivered => {
  numbers += 1
  const content = { component: 'page', _uid: `uid-${slug}`, title: slug, body: [] }
  return { id: numbers, uuid: uuidOf(numbers), name: slug, full_slug: slug, content, ...more }
}
/** Every way in which a space may deliver a story that no page can be made of. */
const broken: Record<string, Record<string, unknown>> = {
  'no-component': { content: { _uid: 'x', title: 'x' } },
  'empty-component': { content: { component: '', _uid: 'x' } },
  'numeric-component': { content: { component: 7, _uid: 'x' } },
  'no-content': { content: undefined },
  'null-content': { content: null },
  'text-content': { content: 'page' },
  'list-content': { content: [] },
  'no-uuid': { uuid: null },
  'no-number': { id: 'seven' },
}
const names = Object.keys(broken)
/** More than a page of a list, the broken ones among the first. */
const good = Array.from({ length: 30 }, (_, index) => `page-${String(index).padStart(2, '0')}`)

async function aSpace(stories: Delivered[], rels: unknown[] = []) {
  const fake = await startFakeContentService((request) => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice('/v2/cdn/'.length)
    if (path === 'spaces/me') return Response.json({ space: { id: 7, version: 100 } })
    if (path !== 'stories') {
      const story = stories.find(
        ({ full_slug, id }) => path === `stories/${full_slug}` || path === `stories/${id}`,
      )
      return story
        ? Response.json({ story, cv: 100, rels, links: [] })
        : Response.json(['This record could not be found'], { status: 404 })
    }
    const [perPage, page] = ['per_page', 'page'].map((name) => Number(searchParams.get(name) ?? 1)) as [
      number,
      number,
    ]
    const part = stories.slice((page - 1) * perPage, page * perPage)
    const headers = { 'per-page': String(perPage), total: String(stories.length) }
    return Response.json({ stories: part, cv: 100, rels: [], links: [] }, { headers })
  })
  const log = { ...createLog('silent'), warn: vi.fn() } as unknown as Log & { warn: ReturnType<typeof vi.fn> }
  const finder = createStoryFinder({
    env: { STORYBLOK_TOKEN: 'public', STORYBLOK_ENDPOINT: fake.endpoint, CONTENT_PUBLIC_TOKEN: '' },
    db: database.db,
    log,
    contentService: { fetch: () => Promise.reject(new Error('not asked')) },
    previewToken: 'preview',
    times: { pause: 20, freshFor: 0, absentFor: 0 },
    warm: false,
  })
  opened.push(finder, fake)
  return { finder, log, fake }
}

test('a story that cannot be read costs a list nothing but itself', async () => {
  const stories = [...names.map((name) => storyOf(name, broken[name])), ...good.map((slug) => storyOf(slug))]
  const { finder, log } = await aSpace(stories)
  const links = await finder.allLinks('de')
  // Pages end where the space ends, not where readable stories become few.
  expect(links.map(({ slug }) => slug)).toEqual(good)
  const listed = await finder.findStories('en', { startsWith: 'x' })
  expect([listed.total, listed.stories[0]?.slug]).toEqual([30, 'page-00'])
  expect((await finder.findStoryByPublicSlug('de', 'page-29'))?.path).toBe('/de/page-29')
  for (const name of names)
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ slug: name, reason: expect.stringMatching(/content|uuid|id/) }),
      'a story cannot be read',
    )
})

test('a list of one story that cannot be read is empty; one of nonsense is no list', async () => {
  const { finder } = await aSpace([storyOf('alone', broken['no-component'])])
  expect(await finder.allLinks('de')).toEqual([])
  const nonsense = await aSpace([{ hello: 'world' } as never, 7 as never])
  await expect(nonsense.finder.allLinks('de')).rejects.toThrow('no copy')
})

test.each(names)('asked for alone, it is no page and troubles no other (%s)', async (name) => {
  const { finder, log } = await aSpace([storyOf(name, broken[name]), storyOf('contact')])
  expect(await finder.findStory('de', name)).toBeNull()
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ slug: name }), 'a story cannot be read')
  expect((await finder.findStory('de', 'contact'))?.story.content.title).toBe('contact')
})

test('what was shown of it before is shown still', async () => {
  const stories = [storyOf('about-us')]
  const { finder } = await aSpace(stories)
  expect((await finder.findStory('de', 'about-us'))?.path).toBe('/de/ueber-uns')
  stories[0] = { ...stories[0], full_slug: 'about-us', ...broken['no-component'] }
  finder.invalidate()
  expect((await finder.findStory('de', 'about-us'))?.story.content.title).toBe('about-us')
})

test('a block’s number in place of its name is no reason to leave out the story', async () => {
  const { finder } = await aSpace([
    storyOf('contact', { content: { component: 'page', _uid: 7, title: 'Kontakt' } }),
  ])
  expect((await finder.findStory('de', 'contact'))?.story.content.title).toBe('Kontakt')
})

test('shared content that cannot be read is missing on its page alone', async () => {
  const shared = storyOf('global/steps', broken['null-content'])
  const body = [{ component: 'global-reference', _uid: 'r', reference: shared.uuid }]
  const page = storyOf('about-us', { content: { component: 'page', _uid: 'p', title: 'Über uns', body } })
  const { finder } = await aSpace([page], [shared])
  expect((await finder.findStory('de', 'about-us'))?.story.content.title).toBe('Über uns')
})
