import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeLedger } from '#app/shop/buying/ledger.ts'
import { checkLedger, faultsOf } from '#app/shop/buying/ledger-check.ts'
import type { Stage } from '#tests/checkout-play.ts'
import { testDatabase } from '#tests/database.ts'
import { openStage, tellStory } from '#tests/faults/stories.ts'

const database = testDatabase()
const elsewhere = testDatabase()
let stage: Stage & { close(): Promise<void> }
const told = new Map<number, string[]>()

/** `npm run faults -- stories --seed 1234 --runs 1` plays one alone, `npm run faults -- stories` very many. */
const stories = Array.from({ length: 60 }, (_, index) => index + 1)

beforeAll(async () => {
  stage = await openStage(database.db, database.connectionString)
})
afterAll(() => stage.close())

test(`in ${stories.length} stories of buyers, clocks, provider and staff the shop stays sound`, {
  timeout: 480_000,
}, async () => {
  let orders = 0
  let meetings = 0
  for (const seed of stories) {
    const { wrong, played } = await tellStory(stage, seed, { look: seed % 50 === 0 })
    expect(wrong).toEqual([])
    told.set(seed, played.told)
    orders += played.orders.length
    meetings += played.meetings
  }
  // A test of stories in which nothing happens would prove nothing.
  expect(orders).toBeGreaterThan(60)
  expect(meetings).toBeGreaterThan(400)
})

test('after all of them the ledger comes to the documents of each order', async () => {
  await completeLedger(database.db)
  const check = await checkLedger(database.db)
  expect(faultsOf(check)).toEqual([])
  expect(check.ledgerCents).toBeGreaterThan(0)
})

test('the same seed is the same story, down to who waits for whom', async () => {
  const again = await openStage(elsewhere.db, elsewhere.connectionString)
  const seeds = [8, 26, 59]
  for (const seed of seeds) {
    const { played } = await tellStory(again, seed, { look: false })
    expect(played.told).toEqual(told.get(seed))
  }
  await again.close()
  expect(new Set(seeds.map((seed) => told.get(seed)?.join())).size).toBe(seeds.length)
  expect([...told.values()].flat().some((line) => line.includes('~'))).toBe(true)
})
