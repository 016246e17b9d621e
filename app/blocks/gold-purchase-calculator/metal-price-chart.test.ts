import { expect, test } from 'vitest'
import { axisOf } from './MetalPriceChart.tsx'

test.each([
  [
    [7_350, 11_420],
    [6_000, 8_000, 10_000, 12_000],
  ],
  [
    [10_010, 10_090],
    [10_000, 10_050, 10_100],
  ],
  [
    [10_000, 10_000],
    [10_000, 10_010],
  ],
  [
    [3, 9_990],
    [0, 5_000, 10_000],
  ],
])('around %j stand %j', (values, ticks) => {
  const axis = axisOf(values)
  expect(axis.ticks.length).toBeLessThanOrEqual(5)
  expect(axis.ticks[0]).toBeLessThanOrEqual(Math.min(...values))
  expect(axis.ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values))
  expect(axis.share(axis.ticks[0] ?? 0)).toBe(0)
  expect(axis.share(axis.ticks.at(-1) ?? 0)).toBe(1)
  expect(axis.ticks).toEqual(ticks)
})
