import { expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { createRequestRate } from './request-rate.ts'
import { shareRate } from './shared-rate.ts'

const database = testDatabase()
const log = createLog('silent')

/** A process of the shop, as far as its requests go. */
const aProcess = (source: string, perSecond = 5, db = database.db) =>
  shareRate(createRequestRate(perSecond), { db, log, source, perSecond })

/** When each of so many requests of a process left, each answered at once. */
async function send(rate: ReturnType<typeof aProcess>, requests: number, times: number[]) {
  await Promise.all(
    Array.from({ length: requests }, async () => {
      const answered = await rate.turn()
      times.push(performance.now())
      answered()
    }),
  )
}
const fullestSecond = (times: readonly number[]) =>
  Math.max(...times.map((since) => times.filter((at) => at >= since && at < since + 1000).length))

test.concurrent('three processes and one that was started again send five in any second together', async () => {
  const times: number[] = []
  await Promise.all([
    ...['a', 'b', 'c'].map(() => send(aProcess('together'), 2, times)),
    send(aProcess('together'), 5, times).then(() => send(aProcess('together'), 1, times)),
  ])
  expect(times).toHaveLength(12)
  expect(fullestSecond(times)).toBeLessThanOrEqual(5)
})

test.concurrent('a process that died leaves what it sent counted', async () => {
  const times: number[] = []
  const before = aProcess('died', 3)
  for (let sent = 0; sent < 3; sent++) {
    // Sent, and nobody is there any more to take the answer.
    await before.turn()
    times.push(performance.now())
  }
  await send(aProcess('died', 3), 2, times)
  expect(fullestSecond(times)).toBe(3)
})

test.concurrent('shops on different spaces do not wait for each other', async () => {
  await aProcess('one', 1).turn()
  const first = await Promise.race([
    aProcess('one', 1)
      .turn()
      .then(() => 'the same space'),
    aProcess('another', 1)
      .turn()
      .then(() => 'another space'),
  ])
  expect(first).toBe('another space')
})

test.concurrent('without the database each process counts for itself', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  const times: number[] = []
  await send(aProcess('away', 5, db), 7, times)
  expect(fullestSecond(times)).toBe(5)
  await db.destroy()
})
