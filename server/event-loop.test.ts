import { createHistogram } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventLoopWindow, eventLoopDelay } from './event-loop.ts'

/** As the runtime fills it: every figure holds the 5 ms between two looks. */
function delays() {
  const histogram = createHistogram()
  const late = (ms: number, times = 1) => {
    for (let time = 0; time < times; time++) histogram.record(Math.round((ms + 5) * 1e6))
  }
  return { histogram, late, window: new EventLoopWindow(histogram) }
}

test('nothing was late where nothing was looked at', () => {
  expect(delays().window.delay()).toEqual({ p50: 0, p99: 0, max: 0 })
})

test('tells the middle, the worst hundredth and the longest, the slice that runs among them', () => {
  const { late, window } = delays()
  late(1, 980)
  late(20, 19)
  late(212)
  const { p50, p99, max } = window.delay()
  expect(p50).toBeCloseTo(1, 0)
  expect(p99).toBeCloseTo(20, 0)
  expect(max).toBeCloseTo(212, 0)
})

test('weighs slices by how often was looked in them', () => {
  const { late, window } = delays()
  late(40, 5)
  window.turn(0)
  late(2, 995)
  const { p50, p99 } = window.delay()
  expect(p50).toBeCloseTo(2, 0)
  expect(p99).toBeCloseTo(2, 0)
})

test('a pause leaves the window after a minute', () => {
  const { late, window } = delays()
  late(300)
  for (let second = 5; second <= 60; second += 5) {
    window.turn(second * 1000)
    late(1)
    expect(window.delay().max).toBeCloseTo(300, 0)
  }
  window.turn(65_000)
  expect(window.delay().max).toBeCloseTo(1, 0)
})

test('warns of a pause above 50 ms, of the longest in a minute, and once a minute', () => {
  const { late, window } = delays()
  const warnings: (number | null)[] = []
  const lates: Record<number, number> = { 10: 49, 15: 51, 20: 80, 25: 378, 90: 60, 160: 12 }
  for (let second = 5; second <= 200; second += 5) {
    late(lates[second] ?? 0.5)
    const pause = window.turn(second * 1000)
    warnings.push(pause === null ? null : Math.round(pause))
  }
  const told = warnings.flatMap((pause, at) => (pause === null ? [] : [[(at + 1) * 5, pause]]))
  // What came within the minute is told when it is over, and forgotten then.
  expect(told).toEqual([
    [15, 51],
    [75, 378],
    [135, 60],
  ])
})

test('a busy loop in this process is seen', async () => {
  eventLoopDelay()
  await wait(20)
  const end = performance.now() + 120
  while (performance.now() < end);
  await expect.poll(() => eventLoopDelay().max).toBeGreaterThan(100)
})
