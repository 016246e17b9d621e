import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { type FakeContentService, startFakeContentService } from '#tests/fakes/content-service.ts'
import { createStoryClient } from './story-client.ts'

const version = 100
const fakes: FakeContentService[] = []

beforeAll(() => {
  // The client tells of every 429 there.
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})
afterAll(() => Promise.all(fakes.map((fake) => fake.stop())))

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const storyOf = (number: number, content: object = {}) => ({
  id: number,
  uuid: uuidOf(number),
  name: `story ${number}`,
  full_slug: `story-${number}`,
  content: { component: 'page', _uid: `uid-${number}`, ...content },
})
const related = Array.from({ length: 120 }, (_, index) => uuidOf(index + 1))

/** A space as it lies on the other side of the network: without `cv` it redirects to the address with the current one. */
async function aSpace({ busyUntil = 0, oauth = false }: { busyUntil?: number; oauth?: boolean } = {}) {
  let asked = 0
  const fake = await startFakeContentService((request) => {
    asked += 1
    if (asked <= busyUntil) return Response.json({ error: 'Rate limit exceeded' }, { status: 429 })
    const url = new URL(request.url)
    const path = url.pathname.slice('/v2/cdn/'.length)
    if (path === 'spaces/me') return Response.json({ space: { id: 7, version } })
    if (url.searchParams.get('version') === 'published' && !url.searchParams.has('cv')) {
      url.searchParams.set('cv', String(version))
      return new Response(null, { status: 301, headers: { location: `${url.pathname}${url.search}` } })
    }
    if (path === 'stories/all-parts') {
      const content = {
        body: related.map((reference, index) => ({
          component: 'global-reference',
          _uid: `${index}`,
          reference,
        })),
      }
      return Response.json({ story: storyOf(1000, content), cv: version, rel_uuids: related, links: [] })
    }
    if (path.startsWith('stories/'))
      return Response.json({ story: storyOf(2000), cv: version, rels: [], links: [] })
    const uuids = url.searchParams.get('by_uuids')?.split(',') ?? related
    const stories = uuids.map((uuid) => storyOf(related.indexOf(uuid) + 1))
    const headers = { 'per-page': '50', total: String(stories.length) }
    return Response.json({ stories, cv: version, rels: [], links: [] }, { headers })
  })
  fakes.push(fake)
  const known: { version: number | undefined } = { version: 100 }
  const named: number[] = []
  const client = createStoryClient(
    {
      endpoint: fake.endpoint,
      token: 'public',
      previewToken: 'preview',
      ...(oauth && { oauthToken: 'oauth' }),
    },
    {
      timeoutMs: 15_000,
      fetch: (request) => fetch(request),
      version: async () => known.version,
      redirected: (version) => named.push(version),
      log: createLog('silent'),
    },
  )
  return { fake, client, known, named }
}

const published = { locale: 'de', version: 'published' } as const

/** How many requests arrived in the fullest second, whenever it began. */
function fullestSecond({ requests }: FakeContentService): number {
  return Math.max(...requests.map(({ at }) => requests.filter((r) => r.at >= at && r.at < at + 1000).length))
}

describe.concurrent('what goes over the wire', () => {
  test('is one request a call, which names the version that is current', async () => {
    const { fake, client, known } = await aSpace()
    await client.story('about-us', published)
    await client.stories({ startsWith: 'knowledge/' }, 'en')
    expect(fake.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('cv'))).toEqual([
      '100',
      '100',
    ])
    known.version = 107
    await client.story('about-us', published)
    expect(fake.requests.at(-1)?.path).toContain('cv=107')
    expect(fake.requests).toHaveLength(3)
  })

  test('names the version with each batch of relations, too', async () => {
    const { fake, client } = await aSpace()
    const { story } = await client.story('all-parts', published)
    const body = story?.content.body as { reference: { name?: string } }[]
    expect(body.map(({ reference }) => reference.name)).toEqual(
      related.map((_, index) => `story ${index + 1}`),
    )
    expect(fake.requests).toHaveLength(4)
    expect(fake.requests.filter(({ path }) => !path.includes('cv=100'))).toEqual([])
  })

  test('leaves out a version that is not known, and follows to the current one', async () => {
    const { fake, client, known, named } = await aSpace()
    known.version = undefined
    expect((await client.story('about-us', published)).story?.name).toBe('story 2000')
    expect(fake.requests.map(({ path }) => path.includes('cv='))).toEqual([false, true])
    expect(named).toEqual([100])
  })

  test('names none for drafts and for the question which one is current', async () => {
    const { fake, client } = await aSpace()
    await client.story('about-us', { locale: 'de', version: 'draft' })
    await client.cacheVersion()
    expect(fake.requests.filter(({ path }) => path.includes('cv='))).toEqual([])
  })

  test.each([
    ['5 without an OAuth token', false, 5],
    ['3 with one', true, 3],
  ])('is at most %s in any second, of whatever kind', async (_, oauth, most) => {
    const { fake, client, known } = await aSpace({ oauth })
    // Redirects are requests as well.
    known.version = undefined
    await Promise.all([
      client.story('all-parts', published),
      client.story('about-us', { locale: 'en', version: 'draft' }),
      client.drafts([uuidOf(1)], { locale: 'de', bodies: true }),
      client.cacheVersion(),
      client.story('contact', published),
    ])
    expect(fake.requests).toHaveLength(13)
    expect(fullestSecond(fake)).toBeLessThanOrEqual(most)
  })

  test('is at most 5 in any second while a busy service is asked again', async () => {
    const { fake, client } = await aSpace({ busyUntil: 9 })
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((slug) => client.story(slug, published)))
    expect(fake.requests).toHaveLength(14)
    expect(fullestSecond(fake)).toBeLessThanOrEqual(5)
  })
})

test('a list is as old as its oldest page', async () => {
  let asked = 0
  const fake = await startFakeContentService(() => {
    asked += 1
    const stories = Array.from({ length: asked === 3 ? 1 : 25 }, (_, index) => storyOf(asked * 100 + index))
    const headers = { 'per-page': '25', total: '51' }
    return Response.json({ stories, cv: asked === 1 ? 6 : 7, rels: [], links: [] }, { headers })
  })
  fakes.push(fake)
  const client = createStoryClient(
    { endpoint: fake.endpoint, token: 'public', previewToken: 'preview' },
    {
      timeoutMs: 15_000,
      fetch: (request) => fetch(request),
      version: async () => 6,
      redirected: () => undefined,
      log: createLog('silent'),
    },
  )
  const { stories, cv } = await client.stories({}, 'de')
  expect(stories).toHaveLength(51)
  expect(cv).toBe(6)
})
