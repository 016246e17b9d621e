import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { createStoryFinder, type StoryFinder } from '#app/content/story.ts'
import { createContentService } from '#app/content-service/content-service.ts'
import { publish, type StoryDraft, saveDraft } from '#app/content-service/publishing.ts'
import { type Changes, followChanges } from '#app/platform/database/changes.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from './database.ts'
import { type FakeContentService, startFakeContentService } from './fakes/content-service.ts'
import { draftVersion, story } from './stories.ts'

export const steps = story('global/steps', { component: 'global', title: 'Drei Schritte', body: [] })
export const aboutUs = story('about-us', {
  title: 'Über uns',
  title__i18n__en: 'About us',
  body: [{ component: 'global-reference', _uid: 'ref', reference: steps.uuid }],
})
export const contact = story('contact', { title: 'Kontakt' })
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
export const certificates = story(
  'zertifikate',
  { title: 'Zertifikate' },
  { slugs: { en: { path: 'certificates' } } },
)
const cast = [steps, aboutUs, contact, sell, hallmarks, germanOnly, certificates]

export const titled = (draft: StoryDraft, title: string): StoryDraft => ({
  ...draft,
  content: { ...draft.content, title },
})

export const titleOf = async (finder: StoryFinder, slug: string) =>
  (await finder.findStory('de', slug))?.story.content.title

export const times = {
  attempt: 15_000,
  timeoutWithCopy: 300,
  timeoutWithoutCopy: 25_000,
  pause: 400,
  absentFor: 400,
}

/**
 * A content service with these stories, and finders on it: over HTTP, as a space speaks it, or embedded. Call it once at
 * the top level of a file; before each test the stories are as above, and no finder has a copy of them.
 */
export function storyFinders() {
  const database = testDatabase()
  const now = new Date('2026-11-20T09:00:00Z')
  const contentService = { fetch: (request: Request) => service().fetch(request) }
  const service = () =>
    createContentService({ db: database.db, publicToken: 'public', previewToken: 'preview' })

  async function publishStory(draft: StoryDraft) {
    expect(
      await saveDraft(database.db, draft, { now, from: await draftVersion(database.db, draft.uuid) }),
    ).toMatchObject({ ok: true })
    return publish(database.db, [draft.uuid], { now })
  }

  let fake: FakeContentService | undefined
  const finders: StoryFinder[] = []
  const listening: Changes[] = []
  const changes = () => {
    const each = followChanges({ connectionString: database.connectionString, log: createLog('silent') })
    listening.push(each)
    return each
  }
  const running = () => {
    if (!fake) throw new Error('The content service exists only inside tests and hooks')
    return fake
  }
  beforeAll(async () => {
    // The client tells of every 429 there.
    vi.spyOn(console, 'log').mockReturnValue(undefined)
    fake = await startFakeContentService((request) => contentService.fetch(request))
  })
  beforeEach(async () => {
    for (const draft of cast) await publishStory(draft)
    await database.db.deleteFrom('story_copy').execute()
    // Each test is the only shop on the space, and the first.
    await database.db.deleteFrom('rate_use').execute()
    running().failWith(null)
    running().forget()
  })
  afterEach(async () => {
    await Promise.all(finders.splice(0).map((finder) => finder.close()))
    await Promise.all(listening.splice(0).map((each) => each.stop()))
  })
  afterAll(() => fake?.stop())

  /** A finder on a space that speaks HTTP, as after a start of the shop. */
  function overHttp(options: Partial<Parameters<typeof createStoryFinder>[0]> = {}): StoryFinder {
    return started({
      env: {
        STORYBLOK_TOKEN: 'public',
        STORYBLOK_PREVIEW_TOKEN: 'preview',
        STORYBLOK_ENDPOINT: running().endpoint,
        CONTENT_PUBLIC_TOKEN: '',
      },
      ...options,
    })
  }
  /** A finder on the embedded service. */
  function embedded(options: Partial<Parameters<typeof createStoryFinder>[0]> = {}): StoryFinder {
    return started({
      env: { CONTENT_PUBLIC_TOKEN: 'public' },
      changes: changes(),
      requestsPerSecond: 1000,
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
  const asked = (slug: string) =>
    running().requests.filter(({ path }) => path.startsWith(`cdn/stories/${slug}?`))
  return {
    database,
    now,
    contentService,
    fake: running,
    publishStory,
    overHttp,
    embedded,
    started,
    asked,
  }
}
