import { expect, test } from 'vitest'
import { growthOf, judge, median, type Sample, scatterOf, warmUp } from './verdict.ts'

/** An hour of a shop whose figures are what `at` makes of the minute. */
function hour(at: (minute: number) => Partial<Sample> & { heap?: number; pid?: number; files?: number }) {
  return Array.from({ length: 60 }, (_, index): Sample => {
    const minute = index + 1
    const { heap = 100, pid = 7, files = 40, ...rest } = at(minute)
    const processes = [{ name: 'worker 1', pid, resident: 300, heap, files }]
    return {
      ...{ minute, requests: 900, p50: 5, p99: 50, connections: 20, postgres: 60, disk: 100, cached: 500 },
      ...{ processes, ...rest },
    }
  })
}

test('the median of an even list lies between both in the middle', () => {
  expect(median([9, 1, 2, 4])).toBe(3)
  expect(median([3])).toBe(3)
  expect(median([])).toBeNaN()
})

test('what grows while it warms up counts for nothing, and a peak neither', () => {
  const samples = hour((minute) => ({ heap: minute <= warmUp ? minute * 10 : minute === 58 ? 500 : 100 }))
  expect(judge(samples).wrong).toEqual([])
  expect(judge(samples).told[0]).toBe('worker 1, heap 100 → 100 MB (+0.0 %)')
})

test('growth is the last fifth against the first, from the warm-up on', () => {
  const straight = Array.from({ length: 60 }, (_, index) => ({ minute: index + 1, value: 100 + index }))
  // Minutes 11 to 20 have 110 to 119, minutes 51 to 60 have 150 to 159.
  expect(growthOf(straight)).toBeCloseTo(154.5 / 114.5 - 1, 10)
  expect(growthOf(straight.slice(0, 14))).toBeNaN()
})

test('a slow leak is told, a little more or less is not', () => {
  const leak = (perMinute: number) => judge(hour((minute) => ({ heap: 100 + minute * perMinute }))).wrong
  expect(leak(0.1)).toEqual([])
  expect(leak(0.2)).toEqual([
    expect.stringMatching(/^more than 5 %: worker 1, heap 103\.1 → 111\.1 MB \(\+7/),
  ])
  expect(judge(hour((minute) => ({ postgres: 50 + minute }))).wrong).toHaveLength(1)
})

test('PostgreSQL, whose figures scatter, has to have grown by more than its scatter', () => {
  const scattered = [5.7, 6, 6.3, 5.1, 5.5, 6.1, 6.3, 6.6, 6.1, 5.6]
  const seen = (growth: number) =>
    judge(hour((minute) => ({ postgres: (scattered[minute % 10] ?? 0) * (minute > 50 ? growth : 1) })))
  expect(seen(1.1).wrong).toEqual([])
  expect(seen(1.1).told).toContainEqual(
    expect.stringMatching(/^each process of PostgreSQL 6\.1 → 6\.7 MB \(\+10\.0 ± \d\.\d %\)$/),
  )
  expect(seen(1.2).wrong).toEqual([
    expect.stringMatching(/^more than 5 %: each process of PostgreSQL 6\.1 → 7\.3 MB/),
  ])
  // Two samples of ten values each with a deviation of 1: 2 × 1.2533 × √(1/10 + 1/10).
  const values = Array.from({ length: 60 }, (_, index) => ({
    minute: index + 1,
    value: 10 + (index % 2 ? 1 : -1) * Math.sqrt(0.9),
  }))
  expect(scatterOf(values)).toBeCloseTo((2 * 1.2533 * Math.sqrt(0.2)) / 10, 5)
})

test('files and connections may be a few more, and not ever more', () => {
  expect(
    judge(hour((minute) => ({ files: 40 + (minute % 7), connections: 20 + (minute % 3) }))).wrong,
  ).toEqual([])
  expect(
    judge(hour((minute) => ({ files: 40 + minute, connections: 10 + Math.floor(minute / 5) }))).wrong,
  ).toEqual(['not steady: files of worker 1 55.5 → 95.5', 'not steady: connections 13 → 21'])
})

test('what could not be seen is no good figure', () => {
  expect(judge(hour(() => ({ heap: Number.NaN }))).wrong).toHaveLength(1)
})

test('a process that was replaced is told in a run of any length', () => {
  const samples = hour((minute) => ({ pid: minute < 3 ? 7 : 8 })).slice(0, 4)
  expect(judge(samples)).toEqual({
    wrong: ['worker 1 did not live through: 7, 8'],
    told: ['growth is judged in runs of 20 minutes or more'],
  })
})
