import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createContentService } from '#app/content-service/content-service.ts'
import { storyUuid } from '#app/content-service/files/story-ids.ts'
import { deleteStory, publish, type StoryDraft, saveDraft } from '#app/content-service/publishing.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeContentService, startFakeContentService } from '#tests/fakes/content-service.ts'
import { until, within } from '#tests/within.ts'
import { ContentUnavailable, createStoryFinder, type StoryFinder } from './story.ts'

const database = testDatabase()
const now = new Date('2026-11-20T09:00:00Z')
const contentService = { fetch: (request: Request) => service().fetch(request) }
const service = () =>
  createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })

const story = (fullSlug: string, content: object, more: Partial<StoryDraft> = {}): StoryDraft => ({
  uuid: storyUuid(fullSlug),
  fullSlug,
  name: fullSlug,
  content: { component: 'page', _uid: `uid-${fullSlug}`, ...content },
  ...more,
})
const steps = story('global/steps', { component: 'global', title: 'Drei Schritte', body: [] })
const aboutUs = story('about-us', {
  title: 'Über uns',
  title__i18n__en: 'About us',
  body: [{ component: 'global-reference', _uid: 'ref', reference: steps.uuid }],
})
const contact = story('contact', { title: 'Kontakt' })
const sell = story('sell', { title: 'Verkaufen' })
const hallmarks = story(
  'knowledge/punzen',
  { component: 'article', title: 'Punzen', date: '2026-02-12', body: [] },
  { slugs: { en: { path: 'knowledge/hallmarks' } } },
)
const germanOnly = story('knowledge/feingehalt', {
  component: 'article',
  title: 'Feingehalt',
  date: '2026-03-01',
  languages: ['de'],
})
const certificates = story(
  'zertifikate',
  { title: 'Zertifikate' },
  { slugs: { en: { path: 'certificates' } } },
)
const cast = [steps, aboutUs, contact, sell, hallmarks, germanOnly, certificates]

async function publishStory(draft: StoryDraft) {
  expect(await saveDraft(database.db, draft, { now })).toMatchObject({ ok: true })
  return publish(database.db, [draft.uuid], { now })
}
const titled = (draft: StoryDraft, title: string): StoryDraft => ({
  ...draft,
  content: { ...draft.content, title },
})

let fake: FakeContentService
const finders: StoryFinder[] = []
beforeAll(async () => {
  // The client tells of every 429 there.
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  fake = await startFakeContentService((request) => contentService.fetch(request))
})
beforeEach(async () => {
  for (const draft of cast) await publishStory(draft)
  await database.db.deleteFrom('story_copy').execute()
  fake.failWith(null)
  fake.forget()
})
afterEach(async () => {
  await Promise.all(finders.splice(0).map((finder) => finder.close()))
})
afterAll(() => fake.stop())

const times = {
  attempt: 15_000,
  timeoutWithCopy: 300,
  timeoutWithoutCopy: 25_000,
  pause: 400,
  absentFor: 400,
}

/** A finder on a space that speaks HTTP, as after a start of the shop. */
function overHttp(options: Partial<Parameters<typeof createStoryFinder>[0]> = {}): StoryFinder {
  return started({
    env: {
      STORYBLOK_TOKEN: 'public',
      STORYBLOK_PREVIEW_TOKEN: 'preview',
      STORYBLOK_ENDPOINT: fake.endpoint,
      CONTENT_PUBLIC_TOKEN: '',
    },
    ...options,
  })
}
/** A finder on the embedded service. */
function embedded(options: Partial<Parameters<typeof createStoryFinder>[0]> = {}): StoryFinder {
  return started({
    env: { CONTENT_PUBLIC_TOKEN: 'public' },
    connectionString: database.connectionString,
    ...options,
  })
}
function started(
  options: Pick<Parameters<typeof createStoryFinder>[0], 'env'> &
    Partial<Parameters<typeof createStoryFinder>[0]>,
) {
  const finder = createStoryFinder({
    db: database.db,
    log: createLog('silent'),
    contentService,
    previewToken: 'preview',
    times,
    warm: false,
    ...options,
  })
  finders.push(finder)
  return finder
}

/** Requests for one story. */
const asked = (slug: string) => fake.requests.filter(({ path }) => path.startsWith(`cdn/stories/${slug}?`))
const titleOf = async (finder: StoryFinder, slug: string) =>
  (await finder.findStory('de', slug))?.story.content.title

describe.each([
  ['a space over HTTP', () => overHttp()],
  ['the embedded service', () => embedded()],
])('%s', (_, finder) => {
  test('finds a story in both languages with its public paths', async () => {
    const stories = finder()
    const german = await stories.findStory('de', 'about-us')
    expect(german).toMatchObject({
      slug: 'about-us',
      path: '/de/ueber-uns',
      paths: { de: '/de/ueber-uns', en: '/en/about-us' },
      story: { content: { title: 'Über uns' } },
    })
    const english = await stories.findStory('en', 'about-us')
    expect(english).toMatchObject({
      slug: 'about-us',
      path: '/en/about-us',
      story: { content: { title: 'About us' } },
    })
    expect(english?.story.content.body).toMatchObject([
      { reference: { content: { title: 'Drei Schritte' } } },
    ])
  })

  test('a story is null where it does not exist: by the route table, or by its own languages', async () => {
    const stories = finder()
    expect(await stories.findStory('en', 'sell')).toBeNull()
    expect(await stories.findStory('de', 'sell')).toMatchObject({ paths: { de: '/de/verkaufen', en: null } })
    expect(await stories.findStory('en', 'knowledge/feingehalt')).toBeNull()
    expect(await stories.findStory('de', 'knowledge/feingehalt')).toMatchObject({
      paths: { de: '/de/wissensdatenbank/feingehalt', en: null },
    })
    expect(await stories.findStory('de', 'nothing')).toBeNull()
    expect(await stories.findStory('de', 'global/steps')).toMatchObject({ path: null })
  })

  test('finds a story by its public slug, and says where it really stands', async () => {
    const stories = finder()
    const path = async (locale: 'de' | 'en', slug: string) =>
      (await stories.findStoryByPublicSlug(locale, slug))?.path
    expect(await path('en', 'knowledge/hallmarks')).toBe('/en/knowledge-base/hallmarks')
    expect(await path('de', 'knowledge/punzen')).toBe('/de/wissensdatenbank/punzen')
    expect(await path('en', 'knowledge/punzen')).toBe('/en/knowledge-base/hallmarks')
    expect(await path('de', 'knowledge/hallmarks')).toBe('/de/wissensdatenbank/punzen')
    expect(await path('en', 'certificates')).toBe('/en/certificates')
    expect(await path('de', 'about-us')).toBe('/de/ueber-uns')
    expect(await path('de', 'global/steps')).toBeUndefined()
    expect(await path('en', 'sell')).toBeUndefined()
  })

  test('lists the stories of a language by pages', async () => {
    const stories = finder()
    const options = {
      startsWith: 'knowledge/',
      sortBy: 'content.date:desc',
      excludingFields: ['body'],
      perPage: 1,
    }
    const first = await stories.findStories('de', options)
    expect([first.total, first.stories.map(({ slug }) => slug)]).toEqual([2, ['knowledge/feingehalt']])
    expect(
      (await stories.findStories('de', { ...options, page: 2 })).stories.map(({ slug }) => slug),
    ).toEqual(['knowledge/punzen'])
    expect((await stories.findStories('de', { ...options, page: 3 })).stories).toEqual([])
    expect(await stories.findStories('en', options)).toMatchObject({
      total: 1,
      stories: [{ path: '/en/knowledge-base/hallmarks' }],
    })
    const links = await stories.allLinks('en')
    expect(links.map(({ path }) => path).sort()).toEqual([
      '/en/about-us',
      '/en/certificates',
      '/en/contact',
      '/en/knowledge-base/hallmarks',
    ])
  })

  test('names a page without a title after the last segment of its address', async () => {
    for (const title of [undefined, null, '', ' ']) {
      await publishStory(
        story('rat/gold-im_netz', { title }, { slugs: { en: { path: 'advice/gold-online' } } }),
      )
      const stories = finder()
      const german = await stories.findStoryByPublicSlug('de', 'rat/gold-im_netz')
      expect(german?.story.content.title).toBe('Gold Im Netz')
      const english = await stories.findStoryByPublicSlug('en', 'advice/gold-online')
      expect(english?.story.content.title).toBe('Gold Online')
    }
    await deleteStory(database.db, story('rat/gold-im_netz', {}).uuid)
  })

  test('reads drafts anew each time and keeps nothing of them', async () => {
    const stories = finder()
    for (const title of ['Entwurf eins', 'Entwurf zwei']) {
      await saveDraft(database.db, titled(contact, title), { now })
      const draft = await stories.findStory('de', 'contact', { version: 'draft' })
      expect(draft?.story.content.title).toBe(title)
      expect(draft?.story.content._editable).toContain('#storyblok#')
    }
    expect(await titleOf(stories, 'contact')).toBe('Kontakt')
    await stories.close()
    const copies = await database.db.selectFrom('story_copy').select('body').execute()
    expect(JSON.stringify(copies)).not.toContain('Entwurf')
  })
})

describe('the cache', () => {
  test('a hundred readers of a story cause one request, later ones none', async () => {
    const stories = overHttp()
    const found = await Promise.all(Array.from({ length: 100 }, () => stories.findStory('de', 'about-us')))
    expect(found.every((one) => one?.slug === 'about-us')).toBe(true)
    await stories.findStory('de', 'about-us')
    expect(asked('about-us')).toHaveLength(1)
    await Promise.all([stories.findStory('de', 'contact'), stories.findStory('en', 'contact')])
    expect(fake.mostInFlight('cdn/stories/contact')).toBe(1)
    expect(fake.mostInFlight('cdn/stories/about-us')).toBe(1)
  })

  test('asks at most five times a second, drafts among them', async () => {
    const stories = overHttp()
    await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => stories.findStory('de', `page-${index}`)),
      ...Array.from({ length: 5 }, () => stories.findStory('de', 'contact', { version: 'draft' })),
    ])
    const arrivals = fake.requests.map(({ at }) => at)
    expect(arrivals).toHaveLength(12)
    // The sixth may not come before the first is a second old, the twelfth not before the seventh is.
    const gaps = arrivals.slice(5).map((at, index) => at - (arrivals[index] as number))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  })

  test('asks with the newest version that it heard of', async () => {
    const stories = overHttp()
    await stories.findStory('de', 'contact')
    const versionOf = (published: object) => (published as { cv: number }).cv
    const unknown = versionOf(await publishStory(titled(contact, 'Kontakt, neu')))
    stories.invalidate()
    expect(await titleOf(stories, 'contact')).toBe('Kontakt, neu')
    const told = versionOf(await publishStory(titled(contact, 'Kontakt, noch neuer')))
    stories.invalidate({ cv: told, uuids: [contact.uuid] })
    await until(async () => (await titleOf(stories, 'contact')) === 'Kontakt, noch neuer')
    const versions = asked('contact').map(({ path }) => new URLSearchParams(path).get('cv'))
    // None while the version is not known; the service then redirects to it.
    expect(versions.slice(1)).toEqual([null, String(unknown), String(told)])
  })

  test('refuses slugs that cannot be, without a request', async () => {
    const stories = overHttp()
    await wait(100)
    fake.forget()
    for (const slug of [
      '',
      '.',
      '..',
      'a/../b',
      'a//b',
      '/a',
      'a/',
      'a\u0000',
      'a\ud800',
      'x'.repeat(400),
      `${'a/'.repeat(20)}a`,
    ]) {
      expect(await stories.findStory('de', slug)).toBeNull()
      expect(await stories.findStoryByPublicSlug('en', slug)).toBeNull()
    }
    expect(fake.requests).toEqual([])
    await stories.findStory('de', 'a?b=c&d#e/%2e%2e')
    expect(fake.requests.at(0)?.path).toMatch(/^cdn\/stories\/a\?b=c&d#e\/%2e%2e\?/)
  })

  test('shows what was published at once, also when another process published it', async () => {
    const stories = embedded()
    expect(await titleOf(stories, 'contact')).toBe('Kontakt')
    await publishStory(titled(contact, 'Kontakt, neu'))
    await until(async () => (await titleOf(stories, 'contact')) === 'Kontakt, neu')
    await publishStory(titled(steps, 'Vier Schritte'))
    await until(async () => {
      const reference = (await stories.findStory('de', 'about-us'))?.story.content.body as {
        reference: { content: object }
      }[]
      return JSON.stringify(reference).includes('Vier Schritte')
    })
    await deleteStory(database.db, contact.uuid)
    await until(async () => (await stories.findStory('de', 'contact')) === null)
    await until(async () => !(await stories.allLinks('de')).some(({ slug }) => slug === 'contact'))
  })

  test('a story that was not changed is shown from memory and refreshed behind the readers', async () => {
    const stories = overHttp()
    await stories.findStory('de', 'contact')
    const published = await publishStory(titled(certificates, 'Nachweise'))
    stories.invalidate({ cv: (published as { cv: number }).cv, uuids: [certificates.uuid] })
    fake.failWith('slow')
    expect(await within(times.timeoutWithCopy / 2, titleOf(stories, 'contact'))).toBe('Kontakt')
  })

  test('an unknown address costs the pages that exist nothing', async () => {
    const stories = overHttp()
    await stories.allLinks('de')
    fake.forget()
    const flood = Promise.all(
      Array.from({ length: 200 }, (_, index) => stories.findStoryByPublicSlug('de', `random-${index}`)),
    )
    const found = await within(1500, stories.findStoryByPublicSlug('de', 'zertifikate'))
    expect(found?.path).toBe('/de/zertifikate')
    expect((await flood).every((found) => found === null)).toBe(true)
    expect(fake.requests.filter(({ path }) => path.includes('random-'))).toHaveLength(2)
    // A new story is found although the index did not know it.
    await publishStory(story('brandneu', { title: 'Brandneu' }))
    expect((await stories.findStoryByPublicSlug('de', 'brandneu'))?.path).toBe('/de/brandneu')
    await deleteStory(database.db, storyUuid('brandneu'))
  })

  test('what it hands out cannot be changed for others', async () => {
    const stories = embedded()
    const found = await stories.findStory('de', 'about-us')
    expect(() => {
      if (found) found.story.content.title = 'verändert'
    }).toThrow(TypeError)
  })
})

test('a story that was taken away loses its copy; a proxy’s 404 does not take it', async () => {
  let proxy = false
  const flaky = await startFakeContentService((request) =>
    proxy ? Response.json({ message: 'no Route matched' }, { status: 404 }) : contentService.fetch(request),
  )
  const env = { STORYBLOK_TOKEN: 'public', STORYBLOK_ENDPOINT: flaky.endpoint, CONTENT_PUBLIC_TOKEN: '' }
  const stories = started({ env })
  await stories.findStory('de', 'contact')
  proxy = true
  stories.invalidate()
  expect(await titleOf(stories, 'contact')).toBe('Kontakt')
  proxy = false
  await deleteStory(database.db, contact.uuid)
  await wait(times.pause)
  stories.invalidate()
  expect(await stories.findStory('de', 'contact')).toBeNull()
  await stories.close()
  await flaky.stop()
  const kept = await database.db
    .selectFrom('story_copy')
    .select('key')
    .where('key', '=', 'de:contact')
    .execute()
  expect(kept).toEqual([])
})

test('after a restart a copy of the current version is shown without asking for the story', async () => {
  const before = overHttp()
  await before.findStory('de', 'contact')
  await before.close()
  fake.forget()
  const stories = overHttp()
  expect(await titleOf(stories, 'contact')).toBe('Kontakt')
  expect(asked('contact')).toEqual([])
})

test('reads all stories beforehand, so that also unvisited pages have a copy', async () => {
  const first = embedded({ warm: true })
  await until(async () => {
    const copies = await database.db.selectFrom('story_copy').select('key').execute()
    const keys = copies.map(({ key }) => key)
    return keys.includes('warm') && keys.includes('en:about-us') && keys.includes('de:knowledge/punzen')
  })
  await first.close()
  const dead = { fetch: () => Promise.reject(new Error('the service is gone')) }
  const stories = embedded({ contentService: dead, warm: true })
  expect((await stories.findStory('en', 'about-us'))?.story.content.title).toBe('About us')
  expect((await stories.findStoryByPublicSlug('en', 'knowledge/hallmarks'))?.path).toBe(
    '/en/knowledge-base/hallmarks',
  )
})

test('copies of one space are not shown for another', async () => {
  const before = overHttp()
  await before.findStory('de', 'contact')
  await before.close()
  fake.failWith('closed')
  const other = started({
    env: { STORYBLOK_TOKEN: 'another', STORYBLOK_ENDPOINT: fake.endpoint, CONTENT_PUBLIC_TOKEN: '' },
  })
  await expect(other.findStory('de', 'contact')).rejects.toThrow(ContentUnavailable)
})
