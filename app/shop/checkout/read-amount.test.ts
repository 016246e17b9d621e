import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test.each([
  ['1290', 129_000],
  ['1.290', 129_000],
  ['1,290', 129_000],
  ['1.290,00 €', 129_000],
  ['€1,290.50', 129_050],
  ['12,5', 1_250],
  ['EUR 0.99', 99],
  ['1.234.567,89', 123_456_789],
  ['', null],
  ['-5', null],
  ['12.34.56', null],
  ['1.290.50', null],
  ['1,29,0', null],
  ['1e3', null],
  ['abc', null],
])('%s is %s cents', (text, cents) => {
  expect(readAmount(text)).toBe(cents)
})

test('reads what both languages write', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999 }), fc.constantFrom('de-DE', 'en-GB'), (cents, tag) => {
      const text = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(cents / 100)
      expect(readAmount(text)).toBe(cents)
    }),
  )
})
