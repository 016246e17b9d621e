import { expect, test } from 'vitest'
import { printedIban } from './iban.ts'

test.each([
  ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['GB29NWBK60161331926819', 'GB29 NWBK 6016 1331 9268 19'],
  ['DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ['0532013000', '0532013000'],
])('an account is written as banks print it: %s', (account, printed) => {
  expect(printedIban(account)).toBe(printed)
})
