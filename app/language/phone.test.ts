import { expect, test } from 'vitest'
import { phoneLink, shownPhone } from './phone.ts'

test('a German number is shown with its country code in English, and as it is in German', () => {
  expect(shownPhone('0221 555 01 10', 'en')).toBe('+49 221 555 01 10')
  expect(shownPhone('0221 555 01 10', 'de')).toBe('0221 555 01 10')
})

test.each([
  ['+49 (0)221 555-01 10', 'tel:+492215550110'],
  ['0049 (0) 221 5550110', 'tel:+492215550110'],
  ['+49 221 5550110', 'tel:+492215550110'],
  ['(0221) 555 01 10', 'tel:+492215550110'],
  ['+43 1 (0) 5', 'tel:+4315'],
])('%s is dialled as %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})

test.each([
  '+49 221 5550110',
  '0049 221 5550110',
  '0800 123 45 67',
  '0221/555 01 10',
  '(0221) 555',
  '555 01 10',
  '',
])('%s is no plain German number and stays', (phone) => {
  expect(shownPhone(phone, 'en')).toBe(phone)
})
