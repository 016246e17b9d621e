import { expect, test } from 'vitest'
import type { Settings } from '../settings/settings.ts'
import { paymentMarks, waysToPay } from './ways-to-pay-words.ts'

const branches = [{ id: 'koeln' }] as Settings['branches']
const nobody = { branches: [] }

test('what a provider takes is offered only where one is set up, and each way by itself', () => {
  expect(waysToPay({ branches }, { locale: 'de', online: true })).toBe(
    'Zahlung: Überweisung, Karte, PayPal, Klarna, Apple Pay, Google Pay, bei Abholung in der Filiale',
  )
  expect(paymentMarks({ branches }, { locale: 'en', online: true })).toEqual({
    label: 'Ways to pay',
    marks: [
      'bank transfer',
      'card',
      'PayPal',
      'Klarna',
      'Apple Pay',
      'Google Pay',
      'in the branch on collection',
    ],
  })
  expect(paymentMarks({ branches }, { locale: 'de', online: false }).marks).toEqual([
    'Überweisung',
    'bei Abholung in der Filiale',
  ])
})

test('nobody pays in a branch where there is none', () => {
  expect(paymentMarks(nobody, { locale: 'de', online: false }).marks).toEqual(['Überweisung'])
  expect(waysToPay(nobody, { locale: 'en', online: false })).toBe('Payment: bank transfer')
})
