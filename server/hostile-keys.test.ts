import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { textFieldsOf, withTexts } from '#app/blocks/text-fields.ts'
import { flattenContent } from '#app/content-service/deliver-story.ts'
import { storyUuid } from '#app/content-service/files/story-ids.ts'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import { ownValue } from '#app/platform/own-value.ts'
import { loadCastAndContent } from '#tests/cast-and-content.ts'
import { cast } from '#tests/catalogue.ts'
import { demoContent } from '#tests/demo-content.ts'
import { hostileKeys, pollution } from '#tests/hostile-keys.ts'
import { type Get, servedPages } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()
let get: Get

beforeAll(async () => {
  get = servedPages(content.app, await loadCastAndContent(content.app))
})

afterEach(() => expect(pollution()).toEqual([]))

/** Asks for all, and names what is answered as a failure of ours. */
async function failures(
  asked: readonly { at: string; sent?: Parameters<Get>[2]; headers?: Record<string, string> }[],
) {
  const faults: string[] = []
  const waiting = [...asked]
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const answer = await get(one.at, { 'user-agent': 'Googlebot/2.1', ...one.headers }, one.sent)
      await answer.text()
      if (answer.status >= 500) faults.push(`${one.at} ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return faults
}

/** A page is drawn for each: those that every object knows, and some that are read as paths. */
const fewer = hostileKeys.slice(0, 8).concat(hostileKeys.slice(13, 16))
const encoded = fewer.map((key) => encodeURIComponent(key.toWellFormed()))

test('as segments of paths', async () => {
  const paths = encoded.flatMap((key) => [
    `/de/${key}`,
    `/en/jewelry/rings/${key}`,
    `/de/uhren/${key}-${key}`,
    `/de/produkte/${key}/${key}`,
    `/en/knowledge-base/${key}`,
    `/de/de/kategorien/uhren/${key}`,
    `/en/order/${key}`,
    `/api/icons/${key}.json?icons=${key},watch`,
    `/api/photos/${key}/640.avif`,
    `/api/assets/${key}`,
    `/api/${key}`,
    `/content/v2/cdn/stories/${key}?token=rheingold-public&cv=1`,
    `/content/v2/cdn/${key}?token=rheingold-public&cv=1`,
  ])
  expect(await failures(paths.map((at) => ({ at })))).toEqual([])
})

test('as names and values of query parameters', async () => {
  const pages = ['/en/jewelry/rings', '/en/search', '/de/wissensdatenbank', '/en/contact']
  const paths = encoded.flatMap((key) => [
    ...pages.map((page) => `${page}?${key}=1&sort=${key}&page=${key}&topic=${key}&query=${key}&token=${key}`),
    `/api/search?query=${key}&locale=${key}&${key}=${key}`,
    `/content/v2/cdn/stories?token=rheingold-public&cv=1&sort_by=${key}:asc&excluding_fields=${key}`,
    `/content/v2/cdn/stories?token=rheingold-public&cv=1&filter_query[${key}][in]=x&by_uuids=${key}`,
    `/content/v2/cdn/stories?token=rheingold-public&cv=1&filter_query[title][${key}]=x&resolve_relations=${key}.${key}`,
    `/content/v2/cdn/stories?token=rheingold-public&cv=1&excluding_story_fields=${key}&language=${key}&${key}=x`,
  ])
  expect(await failures(paths.map((at) => ({ at })))).toEqual([])
})

test('as names of cookies, fields and parts of forms, as values, and in JSON', async () => {
  const forms = ['/de/kontakt', '/de/verkaufen', '/en/checkout', '/en/cart', '/en/withdraw-from-contract']
  const asked = fewer.flatMap((key) => {
    const name = key.toWellFormed()
    const fields = new URLSearchParams([
      [name, 'x'],
      [`${name}[a]`, 'x'],
      ['step', name],
      ['kind', name],
      ['payment', name],
    ])
    const parts = new FormData()
    parts.append(name, 'x')
    parts.append(`${name}[a]`, new File(['x'], name))
    const json = JSON.stringify([{ n: 'pageview', u: 'http://localhost:3000/de', p: { a: 1 } }]).replace(
      '"a":1',
      `${JSON.stringify(name)}:${JSON.stringify(name)}`,
    )
    const own = JSON.stringify({ x: { polluted: 1 } }).replace('"x"', JSON.stringify(name))
    return [
      {
        at: '/en/cart',
        headers: { cookie: `${encodeURIComponent(name)}=1; cart=${encodeURIComponent(name)}` },
      },
      { at: '/api/event', sent: { method: 'POST', body: json.slice(1, -1) } },
      { at: '/api/event', sent: { method: 'POST', body: own } },
      { at: '/api/cart', sent: { method: 'POST', body: own } },
      ...forms.flatMap((at) => [
        { at, sent: { method: 'POST', body: fields } },
        { at, sent: { method: 'POST', body: parts } },
      ]),
    ]
  })
  expect(await failures(asked)).toEqual([])
})

describe('in the edits of the preview', () => {
  const uuid = storyUuid('hostile')
  const stored = {
    component: 'page',
    _uid: 'p',
    title: 'Über uns',
    body: [{ component: 'page-title', _uid: 't', title: 'Wir' }],
  }
  const paths = hostileKeys.flatMap((key) => [
    [key],
    [key, 'title'],
    [key, key, 'title'],
    ['title', key],
    ['body', key, 'title'],
    ['body', 0, key],
    ['body', 0, key, 'title'],
    ['constructor', 'prototype', key],
  ])

  test.each(['de', 'en'] as const)('no path leads out of the content (%s)', (locale) => {
    const edits = paths.map((path) => ({ path, value: 'polluted' }))
    const edited = withTexts(stored, edits, locale)
    expect(edited).toEqual(stored)
    expect(Object.getPrototypeOf(edited)).toBe(Object.prototype)
    expect(textFieldsOf(edited, locale).map(({ value }) => value)).not.toContain('polluted')
  })

  test('saved, they change nothing, and every page goes on', async () => {
    const { db } = content.app
    const now = new Date()
    await saveDraft(db, { uuid, fullSlug: 'hostile', name: 'H', content: stored }, { now, from: null })
    await publish(db, [uuid], { now })
    const { id } = await db
      .selectFrom('story')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow()
    const headers = { 'content-type': 'application/json', cookie: await staffCookie(db, 'editor') }
    const written = (path: (string | number)[]) => ({ path, uid: '', from: '', value: 'polluted' })
    const save = async (version: number, some: readonly (string | number)[][]) => {
      const texts = some.map((path) => written([...path]))
      const body = JSON.stringify({ story: id, version, language: 'de', publish: true, texts })
      return (await get('/office/act/preview.save', headers, { method: 'POST', body })).json()
    }
    for (const some of [paths, [['__proto__', 'title']]]) {
      expect(await save(1, some)).toEqual({ ok: true, published: true, version: 1 })
      // From another version they are compared with what stands there: nowhere is any such place.
      expect(await save(7, some)).toMatchObject({
        reason: 'conflict',
        texts: some.map((path) => ({ path, theirs: null })),
      })
    }
    expect(({} as { title?: string }).title).toBeUndefined()
    const [saved] = await selectStories(db, { version: 'published', where: [sql`story.id = ${id}`] })
    expect(saved?.content).toEqual(stored)
    for (const page of ['/de', '/en/jewelry/rings', '/de/hostile', `/de/produkte/x/${cast.availableRing}`])
      expect((await get(page)).status, page).toBeLessThan(400)
  })
})

test('as fields of content', () => {
  for (const key of hostileKeys) {
    const given = JSON.parse(`{"component":"page",${JSON.stringify(key)}:{"polluted":1},"a":"b"}`)
    const flat = flattenContent(given, ['en']) as object
    expect(Object.getPrototypeOf(flat)).toBe(Object.prototype)
    expect(Object.hasOwn(flat, key), key).toBe(true)
    const translated = JSON.parse(`{"component":"page",${JSON.stringify(`${key}__i18n__en`)}:{"polluted":1}}`)
    expect(Object.getPrototypeOf(flattenContent(translated, ['en']))).toBe(Object.prototype)
  }
})

test('an own value is never an inherited one', () => {
  for (const key of hostileKeys) {
    if (key !== 'length') expect(ownValue([], key)).toBeUndefined()
    expect(ownValue({}, key)).toBeUndefined()
    expect(ownValue(null, key)).toBeUndefined()
    expect(ownValue(JSON.parse(`{${JSON.stringify(key)}:1}`), key)).toBe(1)
  }
})
