import { expect, test } from 'vitest'
import { dateBeside } from './calendar-address.ts'
import { hoursShown, inLanes } from './lanes.ts'

const at = (from: string, until: string) => ({ from, until })

test('what overlaps lies beside each other, and only that', () => {
  const things = [at('10:00', '10:30'), at('10:15', '11:00'), at('10:30', '10:45'), at('11:00', '11:30')]
  expect(inLanes(things).map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ])
  expect(inLanes([])).toEqual([])
})

test('the grid shows what is open and what lies on it', () => {
  expect(hoursShown([at('10:00', '18:30'), at('07:45', '08:00')])).toEqual({ first: 7, last: 19 })
  expect(hoursShown([])).toEqual({ first: 9, last: 18 })
  expect(hoursShown([at('00:00', '24:00')])).toEqual({ first: 0, last: 24 })
})

test('a month later is the same day, or the last that it has', () => {
  expect(dateBeside({ view: 'month', date: '2027-01-31' }, 1)).toBe('2027-02-28')
  expect(dateBeside({ view: 'month', date: '2027-01-15' }, -1)).toBe('2026-12-15')
  expect(dateBeside({ view: 'week', date: '2027-03-28' }, 1)).toBe('2027-04-04')
  expect(dateBeside({ view: 'day', date: '2026-10-25' }, -1)).toBe('2026-10-24')
})
