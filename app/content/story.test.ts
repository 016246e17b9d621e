import { describe, expect, test } from 'vitest'
import { deleteStory, saveDraft } from '#app/content-service/publishing.ts'
import { askAgain, recorded } from '#app/platform/answer-record.ts'
import { draftVersion, story } from '#tests/stories.ts'
import { contact, storyFinders, titled, titleOf } from '#tests/story-finders.ts'

const { database, now, publishStory, overHttp, embedded } = storyFinders()

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
      await saveDraft(database.db, titled(contact, title), {
        now,
        from: await draftVersion(database.db, contact.uuid),
      })
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

test('of what is published, an answer asks what a path and a list are now; the rest of them it leaves', async () => {
  const stories = embedded()
  const list = { startsWith: 'knowledge/' }
  const { record } = await recorded(async () => {
    await stories.findStoryByPublicSlug('de', 'zertifikate')
    await stories.findStories('de', list)
  })
  expect([...record.uses]).toEqual([expect.stringContaining('zertifikate')])
  const [path, articles] = record.parts
  if (!path || !articles) throw new Error('no parts')
  expect(path.uses).toContain('story:index')
  await publishStory(titled(contact, 'Neu'))
  stories.invalidate({ uuids: [contact.uuid] })
  for (const part of record.parts) await expect.poll(() => askAgain(part)).not.toBeNull()
  const article = story('knowledge/platin', { component: 'article', title: 'Platin', date: '2026-03-02' })
  await publishStory(article)
  stories.invalidate({ uuids: [article.uuid] })
  await expect.poll(async () => (await stories.findStories('de', list)).total).toBe(3)
  await expect.poll(() => askAgain(path)).not.toBeNull()
  expect(await askAgain(articles)).toBeNull()
  await deleteStory(database.db, article.uuid)
})
