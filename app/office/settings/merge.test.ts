import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const base = {
  name: 'A',
  phone: '1',
  message: { de: 'x', en: 'x' },
  holidays: [{ date: '2026-12-24', closed: true }],
}

test('what only one side changed is taken, and what both changed alike', () => {
  const mine = { ...base, name: 'Mine', message: { de: 'neu', en: 'x' } }
  const theirs = { ...base, phone: '2', message: { de: 'x', en: 'new' } }
  expect(merge(base, mine, theirs)).toEqual({
    value: { ...base, name: 'Mine', phone: '2', message: { de: 'neu', en: 'new' } },
    conflicts: [],
  })
  expect(merge(base, mine, mine)).toEqual({ value: mine, conflicts: [] })
})

test('what both changed is shown with both, and mine stays unless theirs is chosen', () => {
  const mine = { ...base, name: 'Mine', phone: '3' }
  const theirs = { ...base, name: 'Theirs', phone: '4' }
  const conflicts = [
    { path: 'name', mine: 'Mine', theirs: 'Theirs' },
    { path: 'phone', mine: '3', theirs: '4' },
  ]
  expect(merge(base, mine, theirs)).toEqual({ value: mine, conflicts })
  expect(merge(base, mine, theirs, new Set(['phone'])).value).toEqual({ ...mine, phone: '4' })
})

test('days that two people add meet in one list, and one that was taken away stays away', () => {
  const mine = { ...base, holidays: [...base.holidays, { date: '2026-12-31', closed: true }] }
  const theirs = { ...base, holidays: [{ date: '2027-01-01', closed: true }] }
  expect(merge(base, mine, theirs)).toEqual({
    value: { ...base, holidays: [mine.holidays[1], theirs.holidays[0]] },
    conflicts: [],
  })
})

test('a list whose entries have no name is one field', () => {
  const hours = (opens: string) => ({ hours: [{ opens }] })
  expect(merge(hours('9'), hours('10'), hours('11')).conflicts).toEqual([
    { path: 'hours', mine: [{ opens: '10' }], theirs: [{ opens: '11' }] },
  ])
})
