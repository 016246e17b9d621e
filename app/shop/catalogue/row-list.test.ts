import { serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RowList } from './row-list.ts'
import { emptySet, listRows } from './row-sets.ts'

type Entry = { row: number; named: 0 | 1 }

function listOf(entries: readonly Entry[]): RowList {
  const list = new RowList()
  for (const { row, named } of entries) list.add(row, named)
  return list
}

function rowsOf(list: RowList, size: number, named: boolean): number[] {
  const set = emptySet(size)
  list.addTo(set, named)
  const rows = new Int32Array(size)
  return [...rows.subarray(0, listRows(set, rows))]
}

/** Runs of rows, each at its own distance from one to the next: a word that comes into fashion, and goes. */
const runs = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 6_000 }),
    step: fc.constantFrom(1, 2, 7, 8, 9, 31, 63, 64, 65, 300),
    before: fc.constantFrom(1, 31, 32, 8_191, 8_192, 300_000),
    named: fc.constantFrom('all', 'none', 'some'),
  }),
  { minLength: 1, maxLength: 4 },
)

test('a list holds the rows it was given, and which of them are named, however far they lie apart', () => {
  fc.assert(
    fc.property(runs, fc.nat(1), (some, first) => {
      const entries: Entry[] = []
      let row = first - 1
      for (const { count, step, before, named } of some)
        for (let at = 0; at < count; at++) {
          row += at === 0 ? before : step
          entries.push({ row, named: named === 'all' || (named === 'some' && row % 3 === 0) ? 1 : 0 })
        }
      const list = listOf(entries)
      const size = row + 1
      expect(rowsOf(list, size, false)).toEqual(entries.map((each) => each.row))
      expect(rowsOf(list, size, true)).toEqual(
        entries.filter(({ named }) => named === 1).map((each) => each.row),
      )
    }),
    { numRuns: 60 },
  )
})

test('rows are added to those that are in the set already', () => {
  const set = emptySet(100)
  listOf([{ row: 3, named: 0 }]).addTo(set, false)
  listOf([
    { row: 0, named: 1 },
    { row: 99, named: 0 },
  ]).addTo(set, true)
  expect([...set]).toEqual([0b1001, 0, 0, 0])
})

describe('of 300,000 rows', () => {
  const every = (step: number, named: (row: number) => boolean) =>
    serialize(
      listOf(
        Array.from({ length: 300_000 / step }, (_, at) => ({
          row: at * step,
          named: named(at) ? (1 as const) : (0 as const),
        })),
      ),
    ).byteLength

  test.each<[string, number, (row: number) => boolean, number]>([
    ['every one, all named', 1, () => true, 300_000 / 8],
    ['every one, none named', 1, () => false, 300_000 / 8],
    ['every one, some named', 1, (row) => row % 2 === 0, 300_000 / 4],
    ['every tenth', 10, (row) => row % 2 === 0, 30_000],
    ['every hundredth', 100, () => false, 2 * 3_000],
  ])('%s takes no more room than it must', (_, step, named, bytes) => {
    // Beside the rows: what names the pages, and room for some rows more.
    expect(every(step, named)).toBeLessThan(bytes * 1.15 + 2_500)
  })
})
