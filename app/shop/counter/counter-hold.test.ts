import { expect, test } from 'vitest'
import { nextVisit } from '#app/shop/checkout/holder.ts'
import { counterHolder, heldAtBy, reservationHolder } from './counter-hold.ts'

test('what a piece is held as tells where whoever holds it stands', () => {
  expect(heldAtBy(counterHolder(crypto.randomUUID()))).toBe('counter')
  expect(heldAtBy(reservationHolder(17))).toBe('reservation')
  expect(heldAtBy(nextVisit(null).token)).toBe('checkout')
})
