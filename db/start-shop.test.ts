import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeholdersLeft } from '#app/shop/settings/placeholders.ts'
import { readSettings, saveBranch, saveSetting } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { settingsIn } from './load-settings.ts'
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

test('settings that somebody has loaded before the first start stay, and get their pages', async () => {
  const { db } = database
  await db.deleteFrom('story').execute()
  await db.deleteFrom('setting').where('key', '<>', 'site').execute()
  await saveBranch(db, 0, {
    id: 'bonn',
    name: 'Goldmine Bonn',
    street: 'Markt 1',
    postalCode: '53111',
    city: 'Bonn',
    phone: '0228 1',
    email: 'bonn@goldmine.example',
    hours: [],
  })
  expect(await start()).toBe(false)
  const { site, company, sell, branches } = await readSettings(db)
  expect(site.name).toBe('Goldmine')
  expect(branches.map(({ id }) => id)).toEqual(['bonn'])
  expect(company.name).toBe('[Firma]')
  // What nobody has set is as in a new shop, for the pages are.
  expect(sell.active).toBe(false)
  expect((await db.selectFrom('story').select('id').execute()).length).toBeGreaterThan(20)
})

test('who the shop is while nobody has said so is nobody', async () => {
  const { db } = database
  await db.deleteFrom('setting').execute()
  const unset = await readSettings(db)
  const placeholders = settingsIn(join(directory, 'settings.yaml'))
  for (const key of ['contact', 'company', 'bank'] as const) expect(unset[key]).toEqual(placeholders[key])
  expect({ ...unset.site, twitter: undefined }).toEqual(placeholders.site)
  expect(await placeholdersLeft(db)).toEqual(['site', 'contact', 'company', 'bank'])
  const demo = settingsIn('db/demo/settings.yaml')
  const said = JSON.stringify(unset)
  for (const { name, street, email } of [demo.company, demo.contact, ...(demo.branches ?? [])] as Record<
    string,
    string
  >[])
    for (const word of [name, street, email]) if (word !== undefined) expect(said).not.toContain(word)
  // Half of it: the other half is nobody's either.
  await saveSetting(db, 'company', { name: 'Goldmine GmbH', city: 'Bonn' })
  await saveSetting(db, 'site', { name: 'Goldmine' })
  expect((await readSettings(db)).company).toMatchObject({
    name: 'Goldmine GmbH',
    street: '[Straße und Hausnummer]',
  })
  expect(await placeholdersLeft(db)).toEqual(['contact', 'company', 'bank'])
})
