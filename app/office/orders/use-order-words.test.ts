import { expect, test } from 'vitest'
import { referenceOf } from './use-order-words.ts'

test('money that went out is named by what staff wrote down of it, never by our own number of the refund', () => {
  const refunds = [
    { id: 2, sentReference: 'SEPA 13' },
    { id: 3, sentReference: null },
  ]
  const of = (direction: 'in' | 'out', reference: string) => referenceOf({ direction, reference }, refunds)
  expect(of('in', 'Auszug 7')).toBe('Auszug 7')
  expect(of('out', 'refund:2')).toBe('SEPA 13')
  expect(of('out', 'refund:3')).toBeNull()
  expect(of('out', 're_123')).toBe('re_123')
})
