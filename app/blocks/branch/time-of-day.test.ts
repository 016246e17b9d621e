import { expect, test } from 'vitest'
import { timeOfDay } from './time-of-day.ts'

test.each([
  ['10:00', '10', '10\u00a0am'],
  ['18:30', '18:30', '6:30\u00a0pm'],
  ['12:05', '12:05', '12:05\u00a0pm'],
  ['00:00', '0', '12\u00a0am'],
])('%s is said as „%s“ and “%s”', (time, german, english) => {
  expect([timeOfDay(time, 'de'), timeOfDay(time, 'en')]).toEqual([german, english])
})
