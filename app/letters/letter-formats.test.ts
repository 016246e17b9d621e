import { expect, test } from 'vitest'
import { formatAmount } from './letter-formats.ts'

test('an amount on paper shows its cents, and below zero a minus instead of a hyphen', () => {
  expect(formatAmount(-129_000, 'de')).toBe('\u22121.290,00\u00a0€')
  expect(formatAmount(-129_000, 'en')).toBe('\u2212€1,290.00')
  expect(formatAmount(5, 'de')).toBe('0,05\u00a0€')
})
