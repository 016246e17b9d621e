import { expect, test } from 'vitest'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { testDatabase } from '#tests/database.ts'
import { story } from '#tests/stories.ts'
import { createContentService } from './content-service.ts'
import { storyUuid } from './files/story-ids.ts'
import { deleteStory, publish, type StoryDraft, saveDraft } from './publishing.ts'

const database = testDatabase()
const now = new Date('2026-11-20T09:00:00Z')
const tokens = { publicToken: 'public-token', previewToken: 'preview-token' }

/** What the service answers, now, to who may see what is published, or with `version: 'draft'` the drafts. */
async function read(path: string, query: Record<string, string> = {}) {
  const url = new URL(`http://content.internal/content/v2/cdn/${path}`)
  const token = query.version === 'draft' ? tokens.previewToken : tokens.publicToken
  url.search = new URLSearchParams({ cv: '1', token, ...query }).toString()
  const response = await createContentService({ db: database.db, ...tokens }).fetch(new Request(url))
  return { status: response.status, body: await response.json() }
}
/** The cache version of the space. */
const cv = async () => (await read('spaces/me')).body.space.version as number

test('a publish moves the cache version and is kept; a draft does neither', async () => {
  const page = story('moving', { title: 'Eins' })
  const before = await cv()
  await saveDraft(database.db, page, { now, from: null })
  expect(await cv()).toBe(before)
  expect((await read('stories/moving')).status).toBe(404)

  const published = await publish(database.db, [page.uuid], { now, by: 'Clara' })
  expect(published).toEqual({ ok: true, cv: await cv() })
  expect(await cv()).toBeGreaterThan(before)
  await saveDraft(database.db, { ...page, content: { ...page.content, title: 'Zwei' } }, { now, from: 1 })
  expect((await read('stories/moving')).body.story.content.title).toBe('Eins')
  const later = new Date('2026-11-21T09:00:00Z')
  await publish(database.db, [page.uuid], { now: later, by: 'Jonas' })
  const { story: second } = (await read('stories/moving')).body
  expect(second).toMatchObject({ published_at: later.toISOString(), first_published_at: now.toISOString() })
  const versions = await database.db
    .selectFrom('story_version')
    .select(['content', 'published_by'])
    .where('story_uuid', '=', page.uuid)
    .orderBy('id')
    .execute()
  expect(versions).toMatchObject([
    { content: { title: 'Eins' }, published_by: 'Clara' },
    { content: { title: 'Zwei' }, published_by: 'Jonas' },
  ])
})

test('a deleted story is gone, its versions stay', async () => {
  const page = story('leaving', { title: 'Fort' })
  await saveDraft(database.db, page, { now, from: null })
  await publish(database.db, [page.uuid], { now })
  expect((await read('stories/leaving', { version: 'draft' })).status).toBe(200)
  const before = await cv()
  expect(await deleteStory(database.db, page.uuid)).toMatchObject({ ok: true })
  expect(await cv()).toBeGreaterThan(before)
  expect((await read('stories/leaving', { version: 'draft' })).status).toBe(404)
  const kept = await database.db
    .selectFrom('story_version')
    .select('story_id')
    .where('story_uuid', '=', page.uuid)
    .execute()
  expect(kept).toEqual([{ story_id: null }])
  expect(await deleteStory(database.db, page.uuid)).toMatchObject({ ok: false, reason: 'not-found' })
})

test('nothing is published when one of the stories does not exist', async () => {
  const page = story('alone', { title: 'Allein' })
  await saveDraft(database.db, page, { now, from: null })
  expect(await publish(database.db, [page.uuid, storyUuid('nobody')], { now })).toMatchObject({
    ok: false,
    reason: 'not-found',
  })
  expect((await read('stories/alone')).status).toBe(404)
})

test('an address belongs to one story, and what cannot be stored is refused', async () => {
  const save = (draft: StoryDraft) => saveDraft(database.db, draft, { now, from: null })
  await save(story('about-us', {}))
  await save(story('knowledge/punzen', {}, { slugs: { en: { path: 'knowledge/hallmarks' } } }))
  const thief = { ...story('thief', {}), fullSlug: 'about-us' }
  expect(await save(thief)).toMatchObject({ ok: false, reason: 'slug-taken', detail: 'about-us' })
  const translated = story('thief', {}, { slugs: { en: { path: 'knowledge/hallmarks' } } })
  expect(await save(translated)).toMatchObject({
    ok: false,
    reason: 'slug-taken',
    detail: 'knowledge/hallmarks',
  })
  for (const slug of ['', '/', 'a//b', 'a/', '../x', 'a/./b', 'a\u0000b']) {
    expect(await save({ ...story('x', {}), fullSlug: slug })).toMatchObject({
      ok: false,
      reason: 'slug-refused',
    })
  }
  let deep: unknown = 'x'
  for (let depth = 0; depth < 100; depth++) deep = [deep]
  for (const title of ['a\u0000b', '\ud800', deep, 'x'.repeat(1_000_001)]) {
    expect(await save(story('x', { title }))).toMatchObject({ ok: false, reason: 'content-refused' })
  }
  expect(await save(story('signs', { title: 'Das Zeichen \\ud800 als Text, und 💍' }))).toMatchObject({
    ok: true,
  })
  expect(await save({ ...story('x', {}), content: { component: 'page' } })).toMatchObject({
    ok: false,
    reason: 'content-refused',
  })
})

test('a story below another one is its child, whichever came first', async () => {
  const child = story('folder/child', {})
  const parent = story('folder', {})
  for (const draft of [child, parent]) await saveDraft(database.db, draft, { now, from: null })
  await publish(database.db, [child.uuid, parent.uuid], { now })
  const { id } = (await read('stories/folder')).body.story
  expect((await read('stories/folder/child')).body.story.parent_id).toBe(id)
  const { links } = (await read('links', { with_parent: String(id) })).body
  expect(Object.keys(links)).toEqual([child.uuid])
})

test('a save names the version it began from, and overwrites no other one', async () => {
  const { db } = database
  const page = story('both', { title: 'Eins' })
  const titled = (title: string) => ({ ...page, content: { ...page.content, title } })
  expect(await saveDraft(db, page, { now, from: null })).toMatchObject({ ok: true, version: 1 })
  const [anna, bert] = await Promise.all(
    ['Zwei', 'Drei'].map((title) => saveDraft(db, titled(title), { now, from: 1 })),
  )
  expect([anna?.ok, bert?.ok].toSorted()).toEqual([false, true])
  expect([anna, bert].find((saved) => !saved?.ok)).toMatchObject({ reason: 'changed-meanwhile', version: 2 })
  // What says the same is no other version, whatever it began from.
  const same = titled(anna?.ok ? 'Zwei' : 'Drei')
  expect(await saveDraft(db, same, { now, from: 1 })).toMatchObject({ ok: true, changed: false, version: 2 })
  expect(await saveDraft(db, titled('Vier'), { now, from: null })).toMatchObject({
    reason: 'changed-meanwhile',
    version: 2,
    by: null,
  })
  // Whoever writes in the office is named.
  const { id } = await db
    .insertInto('staff_member')
    .values({ name: 'Clara', email: 'clara@shop.example', role: 'editor' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await asStaff(db, { id, name: 'Clara' }, (trx) => saveDraft(trx, titled('Fünf'), { now, from: 2 }))
  expect(await saveDraft(db, titled('Sechs'), { now, from: 2 })).toMatchObject({ version: 3, by: 'Clara' })
})

test('of two that give a new story of theirs the same address at once, the second is told that it is taken', async () => {
  for (let round = 0; round < 10; round += 1) {
    const saved = await Promise.all(
      [1, 2].map(() => {
        const page = { ...story(`both-${round}`, { title: 'Eins' }), uuid: crypto.randomUUID() }
        return saveDraft(database.db, page, { now, from: null })
      }),
    )
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(saved.find(({ ok }) => !ok)).toMatchObject({ reason: 'slug-taken' })
  }
})

test('of two that make the same new story at once, the second is told of the first', async () => {
  const page = story('twice', { title: 'Eins' })
  const other = { ...page, content: { ...page.content, title: 'Zwei' } }
  const saved = await Promise.all(
    [page, other].map((draft) => saveDraft(database.db, draft, { now, from: null })),
  )
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  expect(saved.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed-meanwhile', version: 1 })
})
