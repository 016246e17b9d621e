import { expect, test } from 'vitest'
import { endOfWithdrawal } from './withdrawal-period.ts'

// Duty: withdrawal-period
test.each([
  // received, the last second in which to withdraw
  ['2026-11-19T10:00:00Z', '2026-12-03T22:59:59.000Z', 'Thursday to Thursday'],
  ['2026-11-19T23:30:00Z', '2026-12-04T22:59:59.000Z', 'after midnight in Germany it is the next day'],
  ['2026-11-21T10:00:00Z', '2026-12-07T22:59:59.000Z', 'a Saturday becomes Monday'],
  ['2026-12-11T10:00:00Z', '2026-12-28T22:59:59.000Z', 'Christmas and the weekend after it do not count'],
  [
    '2027-03-12T10:00:00Z',
    '2027-03-30T21:59:59.000Z',
    'Good Friday to the Tuesday after Easter, in summer time',
  ],
  ['2027-04-22T10:00:00Z', '2027-05-07T21:59:59.000Z', 'Ascension becomes Friday'],
])('received at %s one may withdraw until %s: %s', (received, until) => {
  expect(endOfWithdrawal(new Date(received)).toISOString()).toBe(until)
})

test.each([
  [2025, '04-20'],
  [2038, '04-25'],
  [2049, '04-18'],
  [2076, '04-19'],
  [2024, '03-31'],
])('Easter of %i is on %s: the Monday after it is a holiday', (year, easter) => {
  const monday = new Date(`${year}-${easter}T12:00:00Z`)
  monday.setUTCDate(monday.getUTCDate() + 1)
  const received = new Date(monday.getTime() - 14 * 86_400_000)
  const tuesday = new Date(monday.getTime() + 86_400_000).toISOString().slice(0, 10)
  expect(endOfWithdrawal(received).toISOString()).toBe(`${tuesday}T21:59:59.000Z`)
})
