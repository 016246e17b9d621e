import { expect, test } from 'vitest'
import { saveSetting } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { isUntouched, startEmptyShop } from './start-shop.ts'

const database = testDatabase()
const directory = 'db/start'
const start = () => startEmptyShop({ db: database.db, directory, now: new Date(), stories: true })

test('of processes that start at the same time one makes the empty shop, and nobody makes it again', async () => {
  expect((await Promise.all([start(), start()])).toSorted()).toEqual([false, true])
  const stories = await database.db.selectFrom('story').select('full_slug').execute()
  expect(stories.length).toBeGreaterThan(20)
  expect(await start()).toBe(false)
})

test('a shop is untouched until somebody has named it', async () => {
  expect(await isUntouched(database.db, directory)).toBe(true)
  await saveSetting(database.db, 'site', { name: 'Goldmine' })
  expect(await isUntouched(database.db, directory)).toBe(false)
})

test('settings that somebody has loaded before the first start stay', async () => {
  await database.db.deleteFrom('story').execute()
  expect(await start()).toBe(false)
})
