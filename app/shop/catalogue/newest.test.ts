import { afterAll, beforeAll, expect, test } from 'vitest'
import { atATime } from '#app/platform/slices.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { idsOffered } from './newest.ts'

const database = testDatabase()
const usual = { ...atATime }
beforeAll(async () => {
  Object.assign(atATime, { moved: 2 })
  await loadCast(database.db)
})
afterAll(() => {
  Object.assign(atATime, usual)
})

test('the pieces on sale and the reserved ones are gone through a few at a time', async () => {
  let pauses = 0
  const ids = [...(await idsOffered(database.db, async () => pauses++))]
  expect(ids.toSorted()).toEqual([10482, 10483, 20101, 20103, 30001])
  expect(ids).not.toContain(Number(cast.soldTank))
  // Seven pieces, the sold ones among them.
  expect(pauses).toBe(3)
})
