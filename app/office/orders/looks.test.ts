import { expect, test } from 'vitest'
import { orderStatuses } from '#app/shop/checkout/order-status.ts'
import { stateLooks, stateName } from './looks.ts'

test('an order is called refunded once its money has left, and any other state what it is', () => {
  expect(stateName('refunded', true)).toBe('refund-open')
  expect(stateName('refunded', false)).toBe('refunded')
  for (const status of orderStatuses.filter((each) => each !== 'refunded'))
    expect([stateName(status, true), stateName(status, false)]).toEqual([status, status])
  expect(stateLooks['refund-open']).toBe('state-warn')
})
