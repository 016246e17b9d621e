import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#app/platform/env.ts'
import { type FakeMetalFeed, startFakeMetalFeed } from '#tests/fakes/metal-feed.ts'
import { type FakeS3, startFakeS3 } from '#tests/fakes/s3.ts'
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/smtp.ts'
import { type FakeStripe, startFakeStripe } from '#tests/fakes/stripe.ts'
import { examineServices } from './doctor-services.ts'

let smtp: FakeSmtp
let stripe: FakeStripe
let feed: FakeMetalFeed
let s3: FakeS3
const gold = (time: Date) => ({
  metals: { gold: { price: 3500, currency: 'EUR', time: time.toISOString() } },
})

beforeAll(async () => {
  smtp = await startFakeSmtp()
  stripe = await startFakeStripe()
  feed = await startFakeMetalFeed({ answer: gold(new Date()) })
  s3 = await startFakeS3()
})
afterAll(() => Promise.all([smtp, stripe, feed, s3].map((fake) => fake.stop())))

const settings = () => ({
  SMTP_URL: smtp.url,
  STRIPE_API_BASE: stripe.apiBase,
  STRIPE_SECRET_KEY: stripe.secretKey,
  METAL_FEED_URL: feed.url,
  ...s3.settings,
  S3_PATH_STYLE: 'true',
})
const examined = async (env: Record<string, string>) => {
  const found = await examineServices(readEnv(env))
  return { found, levels: found.map(({ about, level }) => `${about}: ${level}`) }
}

test('services that answer are told as such, and nothing is changed there', async () => {
  const { levels } = await examined(settings())
  expect(levels).toEqual(['mail server: ok', 'payment provider: ok', 'metal feed: ok', 'file store: ok'])
  expect([smtp.mails.length, stripe.sessions.size, s3.objects.size]).toEqual([0, 0, 0])
  expect(s3.requests.every((request) => request.startsWith('GET'))).toBe(true)
  expect(await examineServices(readEnv({}))).toEqual([])
})

test('services that are silent, or say what is of no use, are broken; no secret is told', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const place = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  feed.behave('not-json')
  s3.failAll(503)
  const env = {
    ...settings(),
    SMTP_URL: `smtp://somebody:open-sesame@${place}`,
    STRIPE_API_BASE: `http://${place}`,
  }
  const { levels, found } = await examined(env)
  expect(levels.every((each) => each.endsWith('broken'))).toBe(true)
  expect(levels).toHaveLength(4)
  expect(JSON.stringify(found)).not.toMatch(/open-sesame|sk_test|wJalr/)
  s3.failAll(null)
  silent.close()
  feed.behave({ answer: gold(new Date(Date.now() - 30 * 3_600_000)) })
  const wrongKey = await examined({ ...settings(), STRIPE_SECRET_KEY: 'sk_test_of_nobody' })
  expect(wrongKey.levels.slice(1, 3)).toEqual(['payment provider: broken', 'metal feed: warning'])
  expect(wrongKey.found[1]?.text).toContain('refuses')
})
