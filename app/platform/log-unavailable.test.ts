import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from './database/database-unavailable.ts'
import type { Log } from './log.ts'
import { logFailure } from './log-unavailable.ts'
import { Unavailable } from './unavailable.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aLog() {
  const entries: { err?: unknown; more?: number; url?: string }[] = []
  const log = { error: (fields: object) => void entries.push(fields) } as unknown as Log
  return { log, entries }
}

test('what fails a thousand times in a second because the database is away is two entries, with their number', () => {
  const { log, entries } = aLog()
  for (let index = 0; index < 1000; index += 1)
    logFailure(log, { err: new DatabaseUnavailable(), url: `/${index}` }, 'a request failed')
  expect(entries).toMatchObject([{ url: '/0', err: expect.any(DatabaseUnavailable) }])
  vi.advanceTimersByTime(1000)
  expect(entries[1]).toEqual({ reason: 'The database does not answer', more: 999 })
  // It has ended: nothing more is said, and the next one is told whole.
  vi.advanceTimersByTime(5000)
  expect(entries).toHaveLength(2)
  logFailure(log, { err: new DatabaseUnavailable() }, 'a request failed')
  expect(entries[2]?.err).toBeInstanceOf(DatabaseUnavailable)
})

test('each kind has an entry of its own, and a fault of ours is told each time', () => {
  const { log, entries } = aLog()
  for (const err of [new DatabaseUnavailable(), new Unavailable('The store does not answer')])
    for (let index = 0; index < 3; index += 1) logFailure(log, { err }, 'a request failed')
  expect(entries).toHaveLength(2)
  for (let index = 0; index < 3; index += 1)
    logFailure(log, { err: new TypeError('x is no function') }, 'a request failed')
  expect(entries).toHaveLength(5)
})
