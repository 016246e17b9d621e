import { setTimeout as wait } from 'node:timers/promises'
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
    expect(await saveDraft(database.db, draft, { now })).toMatchObject({ ok: true })
    await publish(database.db, [draft.uuid], { now })
  }
})
afterAll(async () => {
  await Promise.all(finders.map((finder) => finder.close()))
  await Promise.all(fakes.map((fake) => fake.stop()))
})

const times = { attempt: 1500, timeoutWithCopy: 300, timeoutWithoutCopy: 4000, pause: 400, absentFor: 400 }

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

async function timed<T>(work: Promise<T>): Promise<{ result: T; took: number }> {
  const started = performance.now()
  return { result: await work, took: performance.now() - started }
}
async function until(condition: () => Promise<boolean>) {
  const deadline = Date.now() + 5000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('did not happen in time')
    await wait(20)
  }
}

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
    const stories = overHttp()
    await stories.findStory('de', 'contact')
    fake.failWith(fault)
    fake.forget()
    stories.invalidate()
    const readers = await Promise.all(Array.from({ length: 20 }, () => timed(titleOf(stories, 'contact'))))
    for (const { result, took } of readers) {
      expect(result).toBe('Kontakt')
      expect(took).toBeLessThan(times.timeoutWithCopy + 300)
    }
    expect(fake.mostInFlight('cdn/stories/contact')).toBe(1)
    // Nobody waits while it is known to be in trouble.
    expect((await timed(titleOf(stories, 'contact'))).took).toBeLessThan(150)
  })

  test('leaves the last good copy right after a restart', async () => {
    const { fake, overHttp } = await aSpace()
    const before = overHttp()
    await before.findStory('de', 'contact')
    await before.allLinks('de')
    await before.close()
    fake.failWith(fault)
    const stories = overHttp()
    const { result, took } = await timed(titleOf(stories, 'contact'))
    expect(result).toBe('Kontakt')
    expect(took).toBeLessThan(times.timeoutWithCopy + 600)
    expect(
      (await stories.findStoryByPublicSlug('de', 'zertifikate').catch((error) => error)) ?? null,
    ).toSatisfy((answer) => answer === null || answer instanceof ContentUnavailable)
  })

  test('is told apart from a story that does not exist, and recovers', { timeout: 30_000 }, async () => {
    const { fake, overHttp } = await aSpace()
    fake.failWith(fault)
    const stories = overHttp({ ...times, timeoutWithoutCopy: 600 })
    await expect(stories.findStory('de', 'contact')).rejects.toThrow(ContentUnavailable)
    await expect(stories.findStory('de', 'contact', { version: 'draft' })).rejects.toThrow(ContentUnavailable)
    fake.failWith(null)
    await until(async () => (await titleOf(stories, 'contact').catch(() => null)) === 'Kontakt')
  })
})
