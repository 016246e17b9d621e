import { beforeAll, expect, test } from 'vitest'
import { recordEvent } from '#app/shop/insight/record.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { insight } from './insight.ts'

const database = testDatabase()
const type = (words: string[], env: Record<string, string> = {}) =>
  typed(insight, words, { DATABASE_URL: database.connectionString, ...env })

beforeAll(async () => {
  const event = { referrer: null, props: {}, measured: {} }
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    await recordEvent(
      database.db,
      { ...event, name: 'pageview', path: '/de/uhren' },
      { address, agent: 'a browser' },
    )
  }
})

test('prints what visitors did as tables', async () => {
  const { code, out } = await type([])
  expect(code).toBe(0)
  expect(out).toMatch(/^Pages +times +visitors\n-+\n\/de\/uhren +2 +2$/m)
  expect(out).toMatch(/^\d{4}-\d\d-\d\d +2 +2$/m)
  expect(out).toMatch(/^Searches +times +visitors\n-+\nnothing yet$/m)
  expect(out).toMatch(/^From look to order +times +visitors$/m)
})

test('says when visits are counted elsewhere', async () => {
  const env = { ANALYTICS_URL: 'https://plausible.example', ANALYTICS_DOMAIN: 'shop.example' }
  expect((await type(['--days', '7'], env)).out).toMatch(/^Visits go to https:\/\/plausible\.example; /)
})

test.each(['0', '3661', '1.5', 'week'])('%s is no number of days', async (days) => {
  expect(await type(['--days', days])).toEqual({
    code: 1,
    out: '',
    err: `✗ --days must be a whole number from 1 to 3660.\n\n${insight.usage}\n`,
  })
})
