import { expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { createStoryCache, usualTimes } from './story-cache.ts'
import { createStoryCopies } from './story-copies.ts'
import type { Story } from './story-shape.ts'
import { warmUp } from './story-warm-up.ts'

const database = testDatabase()
const log = createLog('silent')
const now = () => new Date('2026-11-20T12:00:00Z')
const copiesOf = (source: string) => createStoryCopies(database.db, source, log, now)
const body = (title: string) => ({ story: { title } })

test('an older answer never replaces the copy of a newer one, whichever process kept it', async () => {
  const [one, other] = [copiesOf('newest'), copiesOf('newest')]
  one.keep('de:contact', body('new'), 7)
  await one.settled()
  other.keep('de:contact', body('old'), 6)
  await other.settled()
  expect(await one.get('de:contact')).toMatchObject({ body: body('new'), cv: 7 })
  other.keep('de:contact', body('of the same version'), 7)
  other.keep('de:contact', body('newest'), 8)
  await other.settled()
  expect(await one.get('de:contact')).toMatchObject({ body: body('newest'), cv: 8 })
})

test('a copy that is dropped while it is being kept is gone', async () => {
  const copies = copiesOf('dropped')
  const other = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  // Somebody else writes the same copy: keeping waits for them, dropping alone would not.
  const writing = database.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('story_copy')
      .values({ source: 'dropped', key: 'de:gone', body: '{}', cv: 1, kept_at: now() })
      .execute()
    begun.resolve()
    await other.promise
  })
  await begun.promise
  copies.keep('de:gone', body('gone'), 2)
  copies.drop('de:gone')
  // Whoever may run already has: a statement elsewhere takes its turn behind them.
  await database.db.selectFrom('story_copy').select('key').where('source', '=', 'nobody').execute()
  other.resolve()
  await writing
  await copies.settled()
  expect(await copies.get('de:gone')).toBeNull()
})

test('what is published while all stories are read is read again the next time', async () => {
  const copies = copiesOf('warm')
  const cache = createStoryCache({ copies, log, now, times: usualTimes, versionKnown: Promise.resolve() })
  cache.learnVersion(6)
  let lists = 0
  const client = {
    stories: async () => {
      lists += 1
      // Of before it, heard of only now.
      if (lists === 2) cache.invalidate({ uuids: ['contact'], cv: 7 })
      const story = {
        uuid: 'contact',
        full_slug: 'contact',
        content: { component: 'page' },
      } as unknown as Story
      return { stories: [story], cv: lists <= 2 ? 6 : 7 }
    },
  } as unknown as Parameters<typeof warmUp>[0]['client']
  const warm = async () => {
    await warmUp({ client, cache, copies, log, storyCount: async () => 1, goOn: () => true })
    await copies.settled()
  }
  await warm()
  expect(lists).toBe(2)
  await warm()
  expect(lists).toBe(4)
  await warm()
  expect(lists).toBe(4)
})
