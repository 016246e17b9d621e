import { expect, test } from 'vitest'
import { atATime, atOnce } from '#app/platform/slices.ts'
import { sorted } from './sorted-rows.ts'

test.each([0, 1, 16_384, 16_385, 50_000])(
  '%s rows are sorted as one comparison would, a slice at a time',
  (size) => {
    const figure = (row: number) => (row * 104_729) % 9973
    const naive = Array.from({ length: size }, (_, row) => row).sort((a, b) => figure(a) - figure(b) || a - b)
    expect(Array.from(atOnce(sorted(size, figure)))).toEqual(naive)
    for (const slice of sorted(size, figure)) expect(slice).toBeLessThanOrEqual(atATime.moved)
  },
)
