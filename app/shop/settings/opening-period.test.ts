import fc from 'fast-check'
import { expect, test } from 'vitest'
import { germanDay } from '../buying/german-day.ts'
import { openingState } from './opening-hours.ts'
import { openingPeriod } from './opening-period.ts'
import { weekdays } from './settings.ts'

const period = (now: string, times: [string, string][] = [['10:00', '18:30']]) => {
  const hours = times.map(([opens, closes]) => ({ days: [...weekdays], opens, closes }))
  const { since, until } = openingPeriod(hours, [], new Date(now))
  return [since.toJSON(), until.toJSON()].map((moment) => moment.replace(':00.000Z', 'Z'))
}

test('lasts from door to door, and from midnight to midnight', () => {
  expect(period('2026-11-23T12:00:00Z')).toEqual(['2026-11-23T09:00Z', '2026-11-23T17:30Z'])
  expect(period('2026-11-23T17:30:00Z')).toEqual(['2026-11-23T17:30Z', '2026-11-23T23:00Z'])
  expect(period('2026-07-01T00:00:00Z', [])).toEqual(['2026-06-30T22:00Z', '2026-07-01T22:00Z'])
})

test('days of 23 and of 25 hours have their own midnights, and times that come twice or never', () => {
  expect(period('2027-03-28T12:00:00Z', [])).toEqual(['2027-03-28T01:00Z', '2027-03-28T22:00Z'])
  expect(period('2026-10-25T12:00:00Z', [])).toEqual(['2026-10-25T01:00Z', '2026-10-25T23:00Z'])
  const night: [string, string][] = [['02:30', '05:00']]
  expect(period('2026-10-25T00:45:00Z', night)).toEqual(['2026-10-25T00:30Z', '2026-10-25T01:00Z'])
  expect(period('2026-10-25T01:45:00Z', night)).toEqual(['2026-10-25T01:30Z', '2026-10-25T04:00Z'])
})

test('within it the same is said of opening, whatever the hours', () => {
  const time = fc
    .tuple(fc.constantFrom(0, 1, 2, 3, 9, 12, 18, 23), fc.constantFrom(0, 15, 30, 59))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const dates = ['2026-10-24', '2026-10-25', '2026-10-26', '2027-03-27', '2027-03-28', '2027-03-29']
  const span = fc.tuple(time, time).filter(([opens, closes]) => opens < closes)
  const hours = fc.array(
    fc.tuple(fc.subarray([...weekdays]), span).map(([days, [opens, closes]]) => ({ days, opens, closes })),
    { maxLength: 3 },
  )
  const holiday = fc
    .tuple(fc.constantFrom(...dates), fc.boolean(), span)
    .map(([date, closed, [opens, closes]]) => ({ date, closed, opens, closes }))
  const moment = fc
    .tuple(fc.constantFrom(...dates), fc.integer({ min: -120, max: 30 * 60 }))
    .map(([date, minutes]) => new Date(Date.parse(date) + minutes * 60_000))
  fc.assert(
    fc.property(hours, fc.array(holiday, { maxLength: 2 }), moment, (hours, holidays, now) => {
      const { since, until } = openingPeriod(hours, holidays, now)
      const said = (at: Date | number) => [
        germanDay(new Date(at)),
        openingState(hours, holidays, new Date(at)),
      ]
      expect(since <= now && now < until).toBe(true)
      expect([said(since), said(until.getTime() - 1)]).toEqual([said(now), said(now)])
      expect(openingPeriod(hours, holidays, since)).toEqual({ since, until })
    }),
  )
})
