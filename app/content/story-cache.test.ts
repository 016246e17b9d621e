import { describe, expect, test } from 'vitest'
import { recorded } from '#app/platform/answer-record.ts'
import { createLog } from '#app/platform/log.ts'
import { createStoryCache, type Loaded, usualTimes } from './story-cache.ts'
import type { StoryCopies, StoryCopy } from './story-copies.ts'

const noCopies: StoryCopies = {
  get: async () => null,
  keep() {},
  drop() {},
  async settled() {},
}
const cacheWith = (copies = noCopies) =>
  createStoryCache({
    copies,
    log: createLog('silent'),
    now: () => new Date('2026-11-20T12:00:00Z'),
    times: usualTimes,
    versionKnown: Promise.resolve(),
  })
const story = (title: string, cv: number | null): Loaded => ({
  body: { story: { uuid: 'contact', title } },
  cv,
})
const titleIn = (body: object | null) => (body as { story: { title: string } } | null)?.story.title
const absent: Loaded = { body: null, certain: true }

/** A content service that answers when it is told to. */
function service() {
  const asked: PromiseWithResolvers<Loaded>[] = []
  return {
    asked,
    load: () => {
      const question = Promise.withResolvers<Loaded>()
      asked.push(question)
      return question.promise
    },
    answer: (number: number, loaded: Loaded) => asked[number]?.resolve(loaded),
  }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('a publication that is heard of while a story is being read', () => {
  const told = { uuids: ['contact'] }
  test.each<[string, Loaded, Parameters<ReturnType<typeof cacheWith>['invalidate']>[0]]>([
    ['the service’s webhook names no version', story('old', 6), told],
    ['the service never names one', story('old', null), { ...told, cv: 7 }],
    ['nobody knows what was published', story('old', 6), undefined],
    ['there was no such story before', absent, { ...told, cv: 7 }],
    ['there was no such story, and no version is named', absent, told],
  ])('makes its answer outdated: %s', async (_, before, publication) => {
    const cache = cacheWith()
    cache.learnVersion(6)
    const { load, asked, answer } = service()
    const first = cache.read('de:contact', load)
    await soon()
    cache.invalidate(publication)
    const afterwards = cache.read('de:contact', load)
    await soon()
    answer(0, before)
    await first
    await soon()
    expect(asked).toHaveLength(2)
    answer(1, story('new', before.body && before.cv === null ? null : 7))
    expect(titleIn(await afterwards)).toBe('new')
    expect(titleIn(await cache.read('de:contact', load))).toBe('new')
    expect(asked).toHaveLength(2)
  })

  test('lets an answer stand that is of after it already', async () => {
    const cache = cacheWith()
    cache.learnVersion(6)
    const { load, asked, answer } = service()
    const reading = cache.read('de:contact', load)
    await soon()
    cache.invalidate({ uuids: ['contact'], cv: 7 })
    const afterwards = cache.read('de:contact', load)
    await soon()
    answer(0, story('new', 7))
    expect([titleIn(await reading), titleIn(await afterwards)]).toEqual(['new', 'new'])
    expect(asked).toHaveLength(1)
  })

  test('makes a copy outdated that was being looked up', async () => {
    const looking = Promise.withResolvers<StoryCopy>()
    const cache = cacheWith({ ...noCopies, get: () => looking.promise })
    cache.learnVersion(6)
    const { load, answer } = service()
    const reading = cache.read('de:contact', load)
    await soon()
    cache.invalidate({ uuids: ['contact'] })
    looking.resolve({ body: { story: { uuid: 'contact', title: 'old' } }, cv: 6, keptAt: new Date() })
    await soon()
    answer(0, story('new', 7))
    expect(titleIn(await reading)).toBe('new')
  })

  test('a copy does not replace what came while the version was waited for', async () => {
    const versionKnown = Promise.withResolvers<void>()
    const copy = { body: { story: { uuid: 'contact', title: 'old' } }, cv: null, keptAt: new Date() }
    const cache = createStoryCache({
      copies: { ...noCopies, get: async () => copy },
      log: createLog('silent'),
      now: () => new Date('2026-11-20T12:00:00Z'),
      times: usualTimes,
      versionKnown: versionKnown.promise,
    })
    const { load, asked } = service()
    const reading = cache.read('de:contact', load)
    await soon()
    const list = cache.begin()
    cache.put('de:contact', { body: { story: { uuid: 'contact', title: 'new' } }, cv: 7 }, list)
    list.end()
    versionKnown.resolve()
    expect(titleIn(await reading)).toBe('new')
    expect(asked).toHaveLength(0)
  })

  test('is not undone by what was read beforehand for all pages', async () => {
    const cache = cacheWith()
    cache.learnVersion(6)
    const { load, asked, answer } = service()
    const list = cache.begin()
    cache.invalidate({ uuids: ['contact'], cv: 7 })
    const reading = cache.read('de:contact', load)
    await soon()
    answer(0, story('new', 7))
    expect(titleIn(await reading)).toBe('new')
    cache.put('de:contact', { body: { story: { uuid: 'contact', title: 'old' } }, cv: 6 }, list)
    expect(titleIn(await cache.read('de:contact', load))).toBe('new')
    expect(asked).toHaveLength(1)
  })
})

test('nobody keeps an answer that goes on without a story that could not be had', async () => {
  const cache = cacheWith()
  const away = () => Promise.reject(new Error('away'))
  const { answer, record } = await recorded(() => cache.read('index', away).catch(() => 'without it'))
  expect(answer).toBe('without it')
  expect(record.refusal).toBe('index could not be had')
})
