import { expect, test } from 'vitest'
import { addressParts } from './address-parts.ts'

test.each([
  ['clara.beispiel@mail.beispiel.example', ['clara', '.beispiel', '@mail', '.beispiel', '.example']],
  ['erna@beispiel.example', ['erna', '@beispiel', '.example']],
  ['.@', ['.', '@']],
  ['keine Adresse', ['keine Adresse']],
  ['', ['']],
])('%s may be broken before its @ and its dots', (address, parts) => {
  expect(addressParts(address)).toEqual(parts)
  expect(addressParts(address).join('')).toBe(address)
})
