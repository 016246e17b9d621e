import { expect, test } from 'vitest'
import { readEuros, readFineGrams, readFineness, readWeight } from './read-amounts.ts'

test.each([
  ['1.234,50 €', 123_450],
  ['1,234.50', 123_450],
  ['1234', 123_400],
  ['1.234', 123_400],
  ['1.234.567', 123_456_700],
  ['0', 0],
  ['12,5', 1_250],
  ['', 'missing'],
  ['-5', 'not-an-amount'],
  ['12,345 x', 'not-an-amount'],
  ['12,3456', 'too-precise'],
  ['10.000.000,01', 'too-large'],
])('%s is %s cents', (typed, expected) => {
  const read = readEuros(typed)
  expect(read.ok ? read.value : read.reason).toBe(expected)
})

test.each([
  [readFineGrams('21,5281 g'), 21_528_100],
  [readFineGrams('1,234'), 1_234_000],
  [readFineGrams('0,0000001'), 'too-precise'],
  [readFineness('585'), 5_850],
  [readFineness('999,9 ‰'), 9_999],
  [readFineness('1000'), 'not-an-amount'],
  [readFineness('0'), 'not-an-amount'],
  [readWeight('12,40 g'), 1_240],
  [readWeight('0'), 'not-an-amount'],
])('grams and finenesses are counted whole', (read, expected) => {
  expect(read.ok ? read.value : read.reason).toBe(expected)
})
