import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { closedThing, openedThing, openThing } from './open-things.ts'

const database = testDatabase()

test('those who have one thing open know of each other, until they close it or are gone', async () => {
  const { db } = database
  const [anna, bert] = await db
    .insertInto('staff_member')
    .values([
      { name: 'Anna', email: 'anna@shop.example', role: 'owner' },
      { name: 'Bert', email: 'bert@shop.example', role: 'sales' },
    ])
    .returning(['id', 'name'])
    .execute()
  if (!anna || !bert) throw new Error('nobody')
  expect(await openedThing(db, anna, 'setting/vacation')).toEqual([])
  expect(await openedThing(db, bert, 'setting/vacation')).toEqual(['Anna'])
  expect(await openedThing(db, bert, 'setting/site')).toEqual([])
  expect(await openedThing(db, anna, 'setting/vacation')).toEqual(['Bert'])
  await closedThing(db, bert, 'setting/vacation')
  expect(await openedThing(db, anna, 'setting/vacation')).toEqual([])
  await openedThing(db, bert, 'setting/vacation')
  await db
    .updateTable('open_thing')
    .set({ last_seen_at: new Date(Date.now() - 41_000) })
    .where('staff_id', '=', bert.id)
    .execute()
  expect(await openedThing(db, anna, 'setting/vacation')).toEqual([])
})

test.each(['piece/10482', 'branch/koeln-mitte'])('%s is a thing', (thing) => {
  expect(openThing.safeParse(thing).success).toBe(true)
})

test.each(['', 'piece', 'piece/', 'piece/1/2', 'Piece/1', `piece/${'1'.repeat(100)}`])(
  '“%s” is none',
  (thing) => {
    expect(openThing.safeParse(thing).success).toBe(false)
  },
)
