import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#app/app-context.ts'
import { createStoryFinder, type StoryFinder } from '#app/content/story.ts'
import { createContentService } from '#app/content-service/content-service.ts'
import { publish, saveDraft } from '#app/content-service/publishing.ts'
import { type Changes, followChanges } from '#app/platform/database/changes.ts'
import { readEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeContentService, startFakeContentService } from '#tests/fakes/content-service.ts'
import { contextOf } from '#tests/requests.ts'
import { action } from './storyblok.ts'

const database = testDatabase()
const secret = 'webhook secret'
const uuid = '4f1f7a52-7b0e-4a52-8f65-0d8c3c9f1a01'
const uuidOf = (number: number) => `4f1f7a52-7b0e-4a52-8f65-0d8c3c9f1b0${number}`
let space: FakeContentService
/** Two processes of the site on one database. */
let processes: StoryFinder[] = []
let listening: Changes
let app: App

beforeAll(async () => {
  const { db, connectionString } = database
  const content = { component: 'page', _uid: 'p', title: 'Alt', body: [] }
  await saveDraft(
    db,
    { uuid, fullSlug: 'imprint', name: 'Imprint', content },
    { now: new Date(), from: null },
  )
  for (const [number, fullSlug] of ['dismissed', 'moving', 'doomed', 'coming'].entries()) {
    await saveDraft(
      db,
      { uuid: uuidOf(number), fullSlug, name: fullSlug, content },
      { now: new Date(), from: null },
    )
  }
  await publish(db, [uuid, ...[0, 1, 2].map(uuidOf)], { now: new Date() })
  // The space is somewhere else: what is written there is not told here.
  await sql`alter table story disable trigger story_told`.execute(db)
  const service = createContentService({ db, publicToken: 'public', previewToken: 'preview' })
  space = await startFakeContentService((request) => service.fetch(request))
  const env = readEnv({
    STORYBLOK_TOKEN: 'public',
    STORYBLOK_ENDPOINT: space.endpoint,
    STORYBLOK_WEBHOOK_SECRET: secret,
  })
  const log = createLog('silent')
  listening = followChanges({ connectionString, log })
  processes = [1, 2].map(() =>
    createStoryFinder({
      db,
      log,
      env,
      contentService: service,
      previewToken: 'preview',
      changes: listening,
      warm: false,
    }),
  )
  app = { env, log, db, stories: processes[0] } as unknown as App
})
afterAll(async () => {
  await Promise.all(processes.map((each) => each.close()))
  await listening.stop()
  await space?.stop()
})

function post(body: string, signature: string): Promise<Response> {
  const context = contextOf(app)
  const headers = { 'content-type': 'application/json', 'webhook-signature': signature }
  return action({ request: new Request('http://shop.test/', { method: 'POST', body, headers }), context })
}

const notice = (storyId?: number, action = 'published') =>
  JSON.stringify({
    text: `The user ${action} the Story Imprint (imprint)`,
    action,
    space_id: 606,
    story_id: storyId,
    full_slug: 'imprint',
  })
const sign = (body: string, key = secret) => createHmac('sha1', key).update(body).digest('hex')
const titles = () =>
  Promise.all(
    processes.map(async (each) => (await each.findStory('de', 'imprint'))?.story.content.title as string),
  )

/** Far sooner than a process looks by itself (every 30 seconds), and late enough for a busy machine. */

test('a publication in the space reaches every process by the notice', async () => {
  const { db } = database
  // The listening connections are up once both have heard this.
  await expect.poll(titles).toEqual(['Alt', 'Alt'])
  // Published elsewhere: nothing but the webhook tells of it.
  await sql`update story set published_content = jsonb_set(published_content, '{title}', '"Neu"')`.execute(db)
  await sql`update content_space set cv = cv + 10`.execute(db)
  expect(await titles()).toEqual(['Alt', 'Alt'])

  const { id } = await db.selectFrom('story').select('id').executeTakeFirstOrThrow()
  const body = notice(id)
  expect((await post(body, sign(body))).status).toBe(200)
  await expect.poll(titles).toEqual(['Neu', 'Neu'])
})

test.each([
  ['unpublished', 'dismissed', null, sql`update story set published_content = null, published_at = null`],
  ['moved', 'moving', 'moved/away', sql`update story set full_slug = 'moved/away'`],
  ['deleted', 'doomed', null, sql`delete from story`],
  [
    'published',
    null,
    'coming',
    sql`update story set published_content = draft_content, published_at = now()`,
  ],
])('a story that is %s is gone from “%s” and found at “%s”', async (action, before, after, change) => {
  const { db } = database
  const slug = before ?? after ?? ''
  const { id } = await db
    .selectFrom('story')
    .select('id')
    .where('full_slug', '=', slug)
    .executeTakeFirstOrThrow()
  const lies = async (path: string | null) =>
    path === null
      ? []
      : Promise.all(processes.map(async (each) => (await each.findStoryByPublicSlug('de', path)) !== null))
  expect([await lies(before), await lies(after)].flat().filter(Boolean)).toHaveLength(before ? 2 : 0)
  await sql`${change} where id = ${id}`.execute(db)
  await sql`update content_space set cv = cv + 10`.execute(db)

  const body = notice(id, action)
  expect((await post(body, sign(body))).status).toBe(200)
  await expect.poll(async () => (await lies(before)).filter(Boolean)).toEqual([])
  await expect.poll(async () => (await lies(after)).filter((found) => !found)).toEqual([])
})

test('what Storyblok did not sign is refused', async () => {
  const announced = vi.spyOn(processes[0] as StoryFinder, 'announce')
  const body = notice()
  for (const signature of ['', sign(body, 'another secret'), sign(`${body} `)])
    expect((await post(body, signature)).status).toBe(401)
  // A good signature of something else.
  for (const other of [`${body} `, notice(1)]) expect((await post(other, sign(body))).status).toBe(401)
  expect((await post(body, sign(body).slice(0, 8))).status).toBe(401)
  expect((await post('no json', sign('no json'))).status).toBe(400)
  const set = app
  app = { ...app, env: { ...app.env, STORYBLOK_WEBHOOK_SECRET: undefined } } as unknown as App
  expect((await post(body, sign(body, ''))).status).toBe(404)
  app = set
  expect(announced).not.toHaveBeenCalled()
})
