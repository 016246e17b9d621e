import { describe, expect, test } from 'vitest'
import { openingState } from './opening-hours.ts'
import type { OpeningHours } from './settings.ts'

const hours: OpeningHours[] = [
  { days: ['mo', 'tu', 'we', 'th', 'fr'], opens: '10:00', closes: '18:30' },
  { days: ['sa'], opens: '10:00', closes: '16:00' },
]
const holidays = [
  { date: '2026-12-24', closed: false, opens: '10:00', closes: '13:00' },
  { date: '2026-12-25', closed: true },
  { date: '2026-12-26', closed: true },
]

/** Times with their offset: in winter Germany is an hour ahead of UTC, in summer two. */
const at = (time: string) => openingState(hours, holidays, new Date(time))

describe('whether a branch is open', () => {
  test.each([
    ['2026-11-20T14:30:00+01:00', { kind: 'open', until: '18:30' }],
    ['2026-11-20T10:00:00+01:00', { kind: 'open', until: '18:30' }],
    ['2026-11-20T09:59:00+01:00', { kind: 'closed', date: '2026-11-20', inDays: 0, at: '10:00' }],
    ['2026-11-20T18:30:00+01:00', { kind: 'closed', date: '2026-11-21', inDays: 1, at: '10:00' }],
    ['2026-11-21T15:59:00+01:00', { kind: 'open', until: '16:00' }],
    ['2026-11-22T12:00:00+01:00', { kind: 'closed', date: '2026-11-23', inDays: 1, at: '10:00' }],
    // Summer time, seen from elsewhere.
    ['2026-07-01T08:00:00Z', { kind: 'open', until: '18:30' }],
    ['2026-07-01T07:59:00Z', { kind: 'closed', date: '2026-07-01', inDays: 0, at: '10:00' }],
    // A half day, and the holidays after it.
    ['2026-12-24T12:59:00+01:00', { kind: 'open', until: '13:00' }],
    ['2026-12-24T13:00:00+01:00', { kind: 'closed', date: '2026-12-28', inDays: 4, at: '10:00' }],
  ])('%s', (time, state) => {
    expect(at(time)).toEqual(state)
  })

  test('without hours nothing is promised', () => {
    expect(openingState([], [], new Date('2026-11-20T12:00:00Z'))).toEqual({ kind: 'unknown' })
  })
})
