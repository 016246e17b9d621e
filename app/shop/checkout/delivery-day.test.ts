import { expect, test } from 'vitest'
import type { Branch } from '../settings/settings.ts'
import { deliveryDay } from './delivery-day.ts'

const label = { de: 'Feiertag', en: 'Holiday' }
const closedOn = (...dates: string[]) =>
  ({ holidays: dates.map((date) => ({ date, closed: true, label })) }) as unknown as Branch
const none = { active: false, closed: false, from: null, to: null } as never
const at = (text: string) => new Date(`${text}+01:00`)

test.each([
  ['a Monday', 2, '2026-11-30T10:00', '2026-12-02'],
  ['a Thursday: the weekend does not count', 2, '2026-12-03T23:59', '2026-12-07'],
  ['a Sunday', 1, '2026-11-29T08:00', '2026-11-30'],
])('paid on %s', (_, days, now, wanted) => {
  expect(deliveryDay(days, { branch: closedOn(), vacation: none }, at(now))).toBe(wanted)
  expect(deliveryDay(days, { branch: undefined, vacation: none }, at(now))).toBe(wanted)
})

test('a closed day of the branch does not count, one with shorter hours does', () => {
  const branch = closedOn('2026-12-25')
  branch.holidays.push({ date: '2026-12-24', closed: false, opens: '10:00', closes: '13:00', label } as never)
  expect(deliveryDay(2, { branch, vacation: none }, at('2026-12-23T12:00'))).toBe('2026-12-28')
})

test('the shop’s vacation moves it behind its last day; one of months names no day', () => {
  const vacation = (to: string) => ({ active: true, closed: true, from: '2026-12-01', to }) as never
  const now = at('2026-11-30T12:00')
  expect(deliveryDay(1, { branch: closedOn(), vacation: vacation('2026-12-11') }, now)).toBe('2026-12-14')
  expect(deliveryDay(1, { branch: closedOn(), vacation: vacation('2027-03-01') }, now)).toBeNull()
})
