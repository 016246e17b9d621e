import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packValues, unpackValues, type ValueView } from './listing-view.ts'

const label = fc.string().map((text) => text.replaceAll('|', ''))
const path = fc.webPath().map((text) => `/de/uhren${text}`.replaceAll('|', ''))
const value: fc.Arbitrary<ValueView> = fc.oneof(
  fc.tuple(label, fc.nat(), path, fc.nat(3), fc.constantFrom(undefined, 'black')),
  fc.tuple(label, fc.constant(0), fc.constant(''), fc.constant(0), fc.constant(undefined)),
) as fc.Arbitrary<ValueView>

test('values are the same once they have travelled', () => {
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(unpackValues(packValues(values))).toEqual(values)
    }),
  )
})

test('a name that holds what parts them stays one name', () => {
  const [only] = unpackValues(packValues([['A|B', 3, '/de/uhren/a-b', 0]]))
  expect(only).toEqual(['A¦B', 3, '/de/uhren/a-b', 0, undefined])
})
