import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listDrafts } from '#app/content-service/drafts.ts'
import { selectStories } from '#app/content-service/story-row.ts'
import { loadAllMessages } from '#app/language/messages/load.ts'
import type { Secret } from '#app/platform/secrets.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()
const site = 'http://localhost:3000'
let story: number
let rootUid: string

beforeAll(async () => {
  await loadAllMessages()
  const imprint = (await listDrafts(content.app.db)).find(({ full_slug }) => full_slug === 'imprint')
  story = imprint?.id ?? 0
  const [row] = await selectStories(content.app.db, { version: 'draft', where: [sql`id = ${story}`] })
  rootUid = String(row?.content._uid)
})

const ask = async (path: string, role: StaffRole | null, body?: object) => {
  const cookie = role && (await staffCookie(content.app.db, role))
  const headers = { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) }
  const request = new Request(site + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const app = { ...content.app, secret: 'a secret of tests, which opens nothing at all' as Secret }
  return servedShop(app).fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
}

const screens = () => ['/office/data/preview', `/office/data/preview/${story}?language=en`]
/** A title written from version `version` of the draft, where `from` stood. */
const edit = (value: string, publish: boolean, { version = 1, from = '' } = {}) => ({
  ...{ story, version, language: 'en', publish },
  texts: [{ path: ['title'], uid: rootUid, from, value }],
})

test.each([
  [null, 401],
  ['sales', 403],
  ['buyer', 403],
  ['editor', 200],
  ['owner', 200],
] as const)('the preview asked for by %s is answered %i', async (role, status) => {
  for (const screen of screens()) {
    const answer = await ask(screen, role)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  }
  expect((await ask('/office/act/preview.save', role, edit('Imprint', false))).status).toBe(status)
})

test('a preview token in the address opens nothing, at the old address or the new one', async () => {
  for (const screen of screens())
    expect((await ask(`${screen}${screen.includes('?') ? '&' : '?'}token=preview`, null)).status).toBe(401)
  for (const role of [null, 'editor'] as const) {
    const old = `/content/preview?token=preview&story=${story}`
    expect((await ask(old, role)).status).toBe(404)
    expect((await ask(old, role, edit('Taken over', true))).status).toBe(405)
  }
})

test('what the browser is told has the signature of the frame’s address, and never the token', async () => {
  const told = await (await ask(screens()[1] as string, 'editor')).text()
  const { frame, fields, locales } = JSON.parse(told)
  expect(new URL(frame).pathname).toBe('/en/imprint')
  const { searchParams } = new URL(frame)
  expect(searchParams.get('_storyblok')).toBe(String(story))
  expect([...searchParams.values()]).not.toContain('preview')
  expect(told).not.toContain('token=preview')
  expect(fields.length).toBeGreaterThan(0)
  expect(locales).toEqual(['de', 'en'])
})

test('pages are called by their titles in the member’s language, and by their names where they have none', async () => {
  const { db } = content.app
  const called = async (language: string) =>
    new Map((await listDrafts(db, { language })).map(({ full_slug, name }) => [full_slug, name]))
  const [german, english] = [await called('de'), await called('en')]
  expect(english.size).toBe(german.size)
  expect([german.get('gtc'), english.get('gtc')]).toEqual(['AGB', 'Terms and conditions'])
  expect(english.get('sell')).toBe('Verkaufen')
})

test('what an editor saves makes the draft differ until it is published, by that editor', async () => {
  type List = { pages: { id: number; draft: { state: string } }[] }
  const stateOf = async () => {
    const { pages } = (await (await ask('/office/data/preview', 'editor')).json()) as List
    return pages.find(({ id }) => id === story)?.draft.state
  }
  const save = async (value: string, publish: boolean, begun: { version: number; from: string }) =>
    (await ask('/office/act/preview.save', 'editor', edit(value, publish, begun))).json()
  const begun = { version: 1, from: 'Imprint' }
  const saved = await save('Imprint, anew', false, begun)
  expect(saved).toEqual({ ok: true, published: false, version: expect.any(Number) })
  expect(await stateOf()).toBe('changed')
  // Whoever began before that is shown what stands there now, and overwrites nothing.
  expect(await save('Imprint, otherwise', false, begun)).toMatchObject({
    ...{ ok: false, reason: 'conflict', version: saved.version, by: 'editor' },
    texts: [{ path: ['title'], theirs: 'Imprint, anew' }],
  })
  expect(await save('Imprint, anew', true, begun)).toMatchObject({ ok: true, published: true })
  expect(await stateOf()).toBe('published')
  const { published_by } = await content.app.db
    .selectFrom('story_version')
    .select('published_by')
    .where('story_id', '=', story)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(published_by).toBe('editor')
})

test.each(['0', '-1', 'x', '999999999', '1e3'])('there is no preview of %s', async (id) => {
  expect((await ask(`/office/data/preview/${id}`, 'editor')).status).toBe(404)
})
