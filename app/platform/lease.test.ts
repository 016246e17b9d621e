import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { type Lease, withLease } from './lease.ts'

const database = testDatabase()
const held = { seconds: 60 }
beforeEach(() => database.db.deleteFrom('job').execute())

/** A job that runs until it is told to end. */
function longJob() {
  const begun = Promise.withResolvers<Lease>()
  const end = Promise.withResolvers<void>()
  const run = withLease(database.db, 'work', held, async (lease) => {
    begun.resolve(lease)
    await end.promise
    return 'done'
  })
  return { lease: begun.promise, end: end.resolve, run }
}
/** The database's clock moves on. */
const pass = (seconds: number) =>
  database.db
    .updateTable('job')
    .set(({ val }) => ({ leased_until: val(new Date(Date.now() - seconds * 1000)) }))
    .execute()

test('of many processes that ask at once, one does the job', async () => {
  let most = 0
  let running = 0
  const results = await Promise.all(
    Array.from({ length: 5 }, () =>
      withLease(database.db, 'work', held, async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 50))
        running -= 1
        return 'done'
      }),
    ),
  )
  expect(most).toBe(1)
  expect(results).toContain('done')
  expect(await withLease(database.db, 'work', held, async () => 'again')).toBe('again')
})

test('one job does not keep others from theirs', async () => {
  const first = longJob()
  await first.lease
  expect(await withLease(database.db, 'other', held, async () => 'done')).toBe('done')
  first.end()
  await first.run
})

test('who dies loses it after its time; who only took long notices and notes nothing', async () => {
  const slow = longJob()
  const lease = await slow.lease
  expect(await withLease(database.db, 'work', held, async () => 'mine')).toBeNull()
  expect(await lease.renew()).toBe(true)
  await pass(1)
  const taken = await withLease(database.db, 'work', held, async (other) => {
    expect(await lease.renew()).toBe(false)
    other.note('10:10:')
    return 'mine'
  })
  expect(taken).toBe('mine')
  lease.note('9:9:')
  slow.end()
  await slow.run
  await withLease(database.db, 'work', held, async ({ seen }) => expect(seen?.snapshot).toBe('10:10:'))
})

test('a run that fails gives it back and notes nothing', async () => {
  const failing = withLease(database.db, 'work', held, () => Promise.reject(new Error('down')))
  await expect(failing).rejects.toThrow('down')
  expect(await withLease(database.db, 'work', held, async ({ seen }) => seen === null)).toBe(true)
})
