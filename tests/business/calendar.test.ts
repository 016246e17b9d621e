import { expect, test } from 'vitest'
import { lookAtCalendar, nextDay } from './calendar.ts'

const at = (time: string) => new Date(time)

test('business begins no day that would go on over midnight in Germany, winter and summer', () => {
  expect(lookAtCalendar('2026-11-27', at('2026-11-27T22:58:59Z'))).toEqual({
    ...{ today: '2026-11-27', passed: 0, waitMs: 0 },
  })
  expect(lookAtCalendar('2026-11-27', at('2026-11-27T22:59:30Z')).waitMs).toBe(30_000)
  expect(lookAtCalendar('2026-07-01', at('2026-07-01T21:59:45Z')).waitMs).toBe(15_000)
  // The day on which clocks are put back has an hour more.
  expect(lookAtCalendar('2026-10-25', at('2026-10-25T22:59:59Z')).waitMs).toBe(1_000)
})

test('what passed on the calendar is counted', async () => {
  expect(lookAtCalendar('2026-11-27', at('2026-11-27T23:00:00Z'))).toEqual({
    ...{ today: '2026-11-28', passed: 1, waitMs: 0 },
  })
  expect(lookAtCalendar('2026-02-28', at('2026-03-02T10:00:00Z')).passed).toBe(2)
  const times = ['2026-11-27T22:59:59.990Z', '2026-11-27T23:00:00.001Z']
  expect(await nextDay('2026-11-27', () => at(times.shift() as string))).toEqual({
    ...{ today: '2026-11-28', passed: 1 },
  })
})
