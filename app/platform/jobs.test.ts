import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '#tests/within.ts'
import { startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

test('a job runs again and again, one run after the other, and at once while there is more than it takes', async () => {
  let running = 0
  let most = 0
  let left = 35
  const runs: number[] = []
  const jobs = startJobs(
    [
      {
        name: 'work',
        every: 20,
        batch: 10,
        async run() {
          running += 1
          most = Math.max(most, running)
          await wait(2)
          running -= 1
          const done = Math.min(10, left)
          left -= done
          runs.push(done)
          return done
        },
      },
    ],
    { log },
  )
  await until(() => runs.length >= 6)
  await jobs.stop()
  expect(runs.slice(0, 5)).toEqual([10, 10, 10, 5, 0])
  expect(most).toBe(1)
  const after = runs.length
  await wait(60)
  expect(runs.length).toBe(after)
})

test('a job that fails is tried again and does not stop the others; stop waits for a run under way', async () => {
  let fails = 3
  let others = 0
  let finished = false
  const jobs = startJobs(
    [
      { name: 'failing', every: 5, run: async () => (fails-- > 0 ? Promise.reject(new Error('down')) : 0) },
      { name: 'other', every: 5, run: async () => ++others },
      {
        name: 'slow',
        every: 1,
        async run() {
          finished = false
          await wait(50)
          finished = true
          return 0
        },
      },
    ],
    { log },
  )
  await until(() => fails < 0)
  expect(others).toBeGreaterThan(0)
  await jobs.stop()
  expect(finished).toBe(true)
})
