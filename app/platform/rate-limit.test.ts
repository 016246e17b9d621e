import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { clientKey, countUse, forgetUses } from './rate-limit.ts'

const database = testDatabase()

test('uses are counted together, each key on its own', async () => {
  const limit = { most: 3, minutes: 60 * 24 }
  const results = await Promise.all(
    Array.from({ length: 5 }, () => countUse(database.db, [{ key: 'one', limit }])),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(3)
  expect(results.find(({ ok }) => !ok)).toMatchObject({ retryAfter: expect.any(Number) })
  expect(await countUse(database.db, [{ key: 'other', limit }])).toEqual({ ok: true })
  expect(
    await countUse(database.db, [
      { key: 'other', limit },
      { key: 'one', limit },
    ]),
  ).toMatchObject({ ok: false })
})

test('old counts are forgotten', async () => {
  await database.db
    .insertInto('rate_use')
    .values({ key: 'old', since: new Date('2026-01-01') })
    .execute()
  expect(await forgetUses(database.db)).toBe(1)
})

test('a household is one client, and nobody can read who', () => {
  const key = (address: string) => clientKey(address, 'a secret')
  expect(key('::ffff:192.0.2.7')).toBe(key('192.0.2.7'))
  expect(key('192.0.2.7')).not.toBe(key('192.0.2.8'))
  expect(key('2001:db8:1:2:a:b:c:d')).toBe(key('2001:db8:1:2::1'))
  expect(key('2001:db8:1:2::1')).not.toBe(key('2001:db8:1:3::1'))
  expect(key('fe80::1%eth0')).toBe(key('fe80:0:0:0::9'))
  expect(key('192.0.2.7')).not.toContain('192')
  const network = (address: string) => key(address).split('.')[0]
  expect(network('192.0.2.7')).toBe(network('::ffff:192.0.2.200'))
  expect(network('192.0.2.7')).not.toBe(network('192.0.3.7'))
  expect(network('2001:db8:1:2::1')).toBe(network('2001:db8:1:ffff::1'))
  expect(network('2001:db8:1::1')).not.toBe(network('2001:db8:2::1'))
  expect(clientKey('192.0.2.7', 'another')).not.toBe(key('192.0.2.7'))
})
