import { expect, test } from 'vitest'
import { claraBeispiel } from '#tests/checkout.ts'
import { addressLines } from './address-lines.ts'

test('an address at home has no country, one abroad ends with it in capitals', () => {
  const { name, street, postalCode, city } = claraBeispiel
  const home = [name, street, `${postalCode} ${city}`]
  const at = { ...claraBeispiel, company: null, extra: null }
  expect(addressLines({ ...at, country: 'DE' }, { from: 'DE' })).toEqual(home)
  expect(addressLines({ ...at, country: 'AT' }, { from: 'DE' })).toEqual([...home, 'ÖSTERREICH'])
  expect(addressLines({ ...at, company: 'Beispiel GmbH', extra: 'Hinterhaus' }, { from: 'DE' })).toEqual([
    'Beispiel GmbH',
    name,
    street,
    'Hinterhaus',
    `${postalCode} ${city}`,
  ])
})
