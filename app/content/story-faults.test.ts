import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createContentService } from '#app/content-service/content-service.ts'
import { storyUuid } from '#app/content-service/files/story-ids.ts'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import {
  type ContentFault,
  type FakeContentService,
  startFakeContentService,
} from '#tests/fakes/content-service.ts'
import { until, within } from '#tests/within.ts'
import { ContentUnavailable, createStoryFinder, type StoryFinder } from './story.ts'

const database = testDatabase()
const service = () =>
  createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })
const fakes: FakeContentService[] = []
const finders: StoryFinder[] = []

beforeAll(async () => {
  // The client tells of every 429 there.
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  const now = new Date('2026-11-20T09:00:00Z')
  for (const [slug, title] of [
    ['contact', 'Kontakt'],
    ['zertifikate', 'Zertifikate'],
  ] as const) {
    const draft = {
      uuid: storyUuid(slug),
      fullSlug: slug,
      name: slug,
      content: { component: 'page', _uid: slug, title },
    }
    expect(await saveDraft(database.db, draft, { now, from: null })).toMatchObject({ ok: true })
    await publish(database.db, [draft.uuid], { now })
  }
})
afterAll(async () => {
  await Promise.all(finders.map((finder) => finder.close()))
  await Promise.all(fakes.map((fake) => fake.stop()))
})

const times = { attempt: 1500, timeoutWithCopy: 300, timeoutWithoutCopy: 4000, pause: 400, absentFor: 400 }
/** For whoever is to be answered, on a busy machine too. */
const answered = { ...times, attempt: 15_000, timeoutWithoutCopy: 25_000 }

/** A space of its own for each test, for most of their time is waiting and they wait side by side. */
async function aSpace() {
  const fake = await startFakeContentService((request) => service().fetch(request))
  fakes.push(fake)
  const overHttp = (given = times) => {
    const finder = createStoryFinder({
      env: {
        STORYBLOK_TOKEN: 'public',
        STORYBLOK_PREVIEW_TOKEN: 'preview',
        STORYBLOK_ENDPOINT: fake.endpoint,
        CONTENT_PUBLIC_TOKEN: '',
      },
      db: database.db,
      log: createLog('silent'),
      contentService: { fetch: (request) => service().fetch(request) },
      previewToken: 'preview',
      times: given,
      warm: false,
    })
    finders.push(finder)
    return finder
  }
  return { fake, overHttp }
}

const titleOf = async (finder: StoryFinder, slug: string) =>
  (await finder.findStory('de', slug))?.story.content.title

const everyFault: ContentFault[] = [
  'slow',
  'trickle',
  'busy',
  'truncated',
  'wrong-shape',
  'html',
  'broken',
  'closed',
]

describe.concurrent.each(everyFault)('a content service that is %s', (fault) => {
  test('leaves the last good copy, within its time limit, with one request in flight', async () => {
    const { fake, overHttp } = await aSpace()
    const stories = overHttp(answered)
    await stories.findStory('de', 'contact')
    fake.failWith(fault)
    fake.forget()
    stories.invalidate()
    const readers = Array.from({ length: 20 }, () =>
      within(times.timeoutWithCopy + 300, titleOf(stories, 'contact')),
    )
    expect(new Set(await Promise.all(readers))).toEqual(new Set(['Kontakt']))
    expect(fake.mostInFlight('cdn/stories/contact')).toBe(1)
    // Nobody waits while it is known to be in trouble.
    await within(times.timeoutWithCopy / 2, titleOf(stories, 'contact'))
  })

  test('leaves the last good copy right after a restart', async () => {
    const { fake, overHttp } = await aSpace()
    const before = overHttp(answered)
    await before.findStory('de', 'contact')
    await before.allLinks('de')
    await before.close()
    fake.failWith(fault)
    const stories = overHttp()
    // The copy is read from the database, which has its own pace; without one it would be the longer limit.
    expect(await within(times.timeoutWithoutCopy - 500, titleOf(stories, 'contact'))).toBe('Kontakt')
    expect(
      (await stories.findStoryByPublicSlug('de', 'zertifikate').catch((error) => error)) ?? null,
    ).toSatisfy((answer) => answer === null || answer instanceof ContentUnavailable)
  })

  test('leaves every story in every language its copy after a restart, asked for once each', async () => {
    const { fake, overHttp } = await aSpace()
    const all = (finder: StoryFinder) =>
      Promise.all(
        ['contact', 'zertifikate'].flatMap((slug) =>
          (['de', 'en', 'de'] as const).map(
            async (locale) => (await finder.findStory(locale, slug))?.story.content.title,
          ),
        ),
      )
    const before = overHttp(answered)
    const shown = await all(before)
    await before.close()
    fake.failWith(fault)
    fake.forget()
    const stories = overHttp()
    for (let visit = 0; visit < 3; visit++) expect(await all(stories)).toEqual(shown)
    stories.invalidate()
    expect(await all(stories)).toEqual(shown)
    for (const slug of ['contact', 'zertifikate'])
      expect(fake.mostInFlight(`cdn/stories/${slug}`)).toBeLessThanOrEqual(1)
  })

  test('is told apart from a story that does not exist, and recovers', async () => {
    const { fake, overHttp } = await aSpace()
    fake.failWith(fault)
    const stories = overHttp({ ...times, timeoutWithoutCopy: 600 })
    await expect(stories.findStory('de', 'contact')).rejects.toThrow(ContentUnavailable)
    await expect(stories.findStory('de', 'contact', { version: 'draft' })).rejects.toThrow(ContentUnavailable)
    await expect(stories.previews.draft('de', 1)).rejects.toThrow(ContentUnavailable)
    fake.failWith(null)
    await until(async () => (await titleOf(stories, 'contact').catch(() => null)) === 'Kontakt')
  })
})
