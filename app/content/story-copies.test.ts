import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { storyUuid } from '#app/content-service/files/story-ids.ts'
import { deleteStory } from '#app/content-service/publishing.ts'
import { startFakeContentService } from '#tests/fakes/content-service.ts'
import { story } from '#tests/stories.ts'
import { certificates, contact, steps, storyFinders, times, titled, titleOf } from '#tests/story-finders.ts'
import { until, within } from '#tests/within.ts'
import { ContentUnavailable } from './story.ts'

const { database, contentService, fake, publishStory, overHttp, embedded, started, asked } = storyFinders()

describe('the cache', () => {
  test('a hundred readers of a story cause one request, later ones none', async () => {
    const stories = overHttp()
    const found = await Promise.all(Array.from({ length: 100 }, () => stories.findStory('de', 'about-us')))
    expect(found.every((one) => one?.slug === 'about-us')).toBe(true)
    await stories.findStory('de', 'about-us')
    expect(asked('about-us')).toHaveLength(1)
    await Promise.all([stories.findStory('de', 'contact'), stories.findStory('en', 'contact')])
    expect(fake().mostInFlight('cdn/stories/contact')).toBe(1)
    expect(fake().mostInFlight('cdn/stories/about-us')).toBe(1)
  })

  test('asks at most five times a second, drafts among them', async () => {
    const stories = overHttp()
    await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => stories.findStory('de', `page-${index}`)),
      ...Array.from({ length: 5 }, () => stories.findStory('de', 'contact', { version: 'draft' })),
    ])
    const arrivals = fake().requests.map(({ at }) => at)
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
    fake().forget()
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
    expect(fake().requests).toEqual([])
    await stories.findStory('de', 'a?b=c&d#e/%2e%2e')
    expect(fake().requests.at(0)?.path).toMatch(/^cdn\/stories\/a\?b=c&d#e\/%2e%2e\?/)
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
    fake().failWith('slow')
    expect(await within(times.timeoutWithCopy / 2, titleOf(stories, 'contact'))).toBe('Kontakt')
  })

  test('an unknown address costs the pages that exist nothing', async () => {
    const stories = overHttp()
    await stories.allLinks('de')
    fake().forget()
    const flood = Promise.all(
      Array.from({ length: 200 }, (_, index) => stories.findStoryByPublicSlug('de', `random-${index}`)),
    )
    const found = await within(1500, stories.findStoryByPublicSlug('de', 'zertifikate'))
    expect(found?.path).toBe('/de/zertifikate')
    expect((await flood).every((found) => found === null)).toBe(true)
    expect(fake().requests.filter(({ path }) => path.includes('random-'))).toHaveLength(2)
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
  fake().forget()
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
  fake().failWith('closed')
  const other = started({
    env: { STORYBLOK_TOKEN: 'another', STORYBLOK_ENDPOINT: fake().endpoint, CONTENT_PUBLIC_TOKEN: '' },
  })
  await expect(other.findStory('de', 'contact')).rejects.toThrow(ContentUnavailable)
})
