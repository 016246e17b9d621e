import { expect, test } from 'vitest'
import { officeFormats } from './formats.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  ['de', ['27.11.2026', '27.11.2026, 14:30', '14:30', 'Freitag, 27. November 2026', 'Fr., 27. Nov.']],
  ['en', ['27 Nov 2026', '27 Nov 2026, 14:30', '14:30', 'Friday, 27 November 2026', 'Fri 27 Nov']],
] as const)('days and times are those of Germany, in the words of the reader (%s)', (locale, said) => {
  const { day, moment, clock, longDay, shortDay } = officeFormats(locale)
  const at = '2026-11-27T13:30:00Z'
  expect([day(at), moment(at), clock(at), longDay(at), shortDay(at)].map(plain)).toEqual(said)
  expect(day('2026-11-27')).toBe(said[0])
})

test('a deadline that leaves a whole day is its day, any other its minute', () => {
  const { deadline } = officeFormats('de')
  expect(deadline('2026-11-27T22:59:59Z')).toBe('27.11.2026')
  expect(deadline('2026-11-27T23:00:00Z')).toBe('27.11.2026')
  expect(deadline('2026-06-27T21:59:59Z')).toBe('27.06.2026')
  expect(deadline('2026-11-27T17:30:00Z')).toBe('27.11.2026, 18:30')
})

test('books are exact to the cent, prices show cents where there are any', () => {
  const { price, amount, percent, change } = officeFormats('de')
  expect([price(125_000), price(125_050), amount(125_000)].map(plain)).toEqual([
    '1.250 €',
    '1.250,50 €',
    '1.250,00 €',
  ])
  expect([percent(0.125), change(0.125), change(0)].map(plain)).toEqual(['12,5 %', '+12,5 %', '0 %'])
  expect(officeFormats('en').price(125_000)).toBe('€1,250')
})
