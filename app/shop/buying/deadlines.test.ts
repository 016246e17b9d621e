import { expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { daysLater, endsDay, germanDay, lastDayOf } from './german-day.ts'

const shop = buyingShop()

test('what sellers are told by its day holds to the end of that day, whenever it was sent', async () => {
  const today = germanDay(new Date())
  const { estimateDays, waitingDays } = shop.settings.buying
  const { id } = await shop.submitted()
  const estimate = await shop.offer({ id }, 'estimate')
  if (!estimate.ok) throw new Error(estimate.reason)
  expect(endsDay(estimate.validUntil)).toBe(true)
  expect(lastDayOf(estimate.validUntil)).toBe(daysLater(today, estimateDays))
  expect((await shop.see({ id })).lapsesAt).toEqual(estimate.validUntil)
  await shop.answer({ id }, estimate.offer, 'accepted')
  const { lapsesAt } = await shop.see({ id })
  if (lapsesAt === null) throw new Error('no deadline')
  expect([endsDay(lapsesAt), lastDayOf(lapsesAt)]).toEqual([true, daysLater(today, waitingDays)])
})

test.each([
  ['2026-11-27T22:59:59Z', true, '2026-11-27'],
  // As it was once kept: the first moment of the next day.
  ['2026-11-27T23:00:00Z', true, '2026-11-27'],
  ['2026-06-27T21:59:59Z', true, '2026-06-27'],
  ['2026-11-27T13:30:00Z', false, '2026-11-27'],
] as const)('a deadline at %s leaves a whole day: %s, the last one is %s', (at, whole, day) => {
  expect([endsDay(new Date(at)), lastDayOf(new Date(at))]).toEqual([whole, day])
})
