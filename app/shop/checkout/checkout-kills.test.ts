import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { type KillingField, openKillingField } from '#tests/faults/kill.ts'

const database = testDatabase()
let field: KillingField

beforeAll(async () => {
  field = await openKillingField(database.db, database.connectionString)
})
afterAll(() => field.close())

/** Spread over all stories, statements and moments; `npm run faults` takes each of them. */
const kills = 12

test(`a process killed at any of ${kills} moments leaves a shop that goes on`, {
  timeout: 480_000,
}, async () => {
  const blows = await field.blows()
  expect(blows.length).toBeGreaterThan(200)
  const died = new Set<string>()
  for (let index = 0; index < kills; index++) {
    const blow = blows[Math.floor((index * blows.length) / kills)]
    if (!blow) throw new Error('there are fewer moments than kills')
    const end = await field.strike(blow)
    expect(end.wrong).toEqual([])
    died.add(end.died)
  }
  expect(died.size).toBeGreaterThan(6)
})
