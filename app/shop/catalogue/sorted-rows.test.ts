import { expect, test } from 'vitest'
import { atATime, atOnce } from '#app/platform/slices.ts'
import { SortingRoom, sorted } from './sorted-rows.ts'

test.each([0, 1, 16_384, 16_385, 50_000])(
  '%s rows are sorted as one comparison would, a slice at a time',
  (size) => {
    const figure = (row: number) => (row * 104_729) % 9973
    const naive = Array.from({ length: size }, (_, row) => row).sort((a, b) => figure(a) - figure(b) || a - b)
    expect(Array.from(atOnce(sorted(size, figure)))).toEqual(naive)
    for (const slice of sorted(size, figure)) expect(slice).toBeLessThanOrEqual(atATime.moved)
  },
)

test('sorts that share their room disturb each other by nothing', () => {
  const room = new SortingRoom()
  const byFirst = atOnce(sorted(20_000, (row) => (row * 104_729) % 9973, undefined, room))
  const bySecond = atOnce(sorted(20_000, (row) => row % 7, byFirst, room))
  const few = atOnce(sorted(5, (row) => -row + 5, undefined, room))
  expect(bySecond).toEqual(atOnce(sorted(20_000, (row) => row % 7, byFirst)))
  expect([...few]).toEqual([4, 3, 2, 1, 0])
  expect(room.of(20_000)[0].buffer).toBe(room.of(5)[0].buffer)
})
