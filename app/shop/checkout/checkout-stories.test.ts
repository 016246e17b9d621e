import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { openStripe } from '#app/platform/payments.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { endStory, playStory, type Stage } from '#tests/checkout-play.ts'
import { testDatabase } from '#tests/database.ts'
import { startFakeStripe } from '#tests/fakes/stripe.ts'

const database = testDatabase()
let stage: Stage

/** One story alone: `STORY=1234 vitest run checkout-stories`. */
const only = process.env.STORY
const stories = only ? [Number(only)] : Array.from({ length: 300 }, (_, index) => index + 1)
const steps = 12

beforeAll(async () => {
  await addBranches(database.db)
  const stripe = await startFakeStripe()
  const shop = {
    db: database.db,
    payments: await openStripe(stripe),
    siteUrl: 'http://shop.test',
    log: createLog('silent'),
  }
  stage = { shop, stripe, settings: await readSettings(database.db) }
})
afterAll(() => stage.stripe.stop())

test(`whatever ${stories.length} times buyers, clocks, provider and staff do, the shop stays sound`, {
  timeout: 180_000,
}, async () => {
  let orders = 0
  for (const seed of stories) {
    const story = await playStory(stage, seed, steps)
    const wrong = await endStory(stage, story)
    const isDue = only || seed % 50 === 0
    if (wrong.length > 0 || isDue) {
      const broken = [...wrong, ...(await brokenRules(database.db))]
      // The seed tells the story again; broken rules may be of any story since the last look.
      expect(broken, `story ${seed}:\n${story.told.join('\n')}`).toEqual([])
    }
    orders += story.orders.length
  }
  if (!only) expect(orders).toBeGreaterThan(300)
})
