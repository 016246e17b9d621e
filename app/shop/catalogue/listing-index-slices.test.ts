import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atATime } from '#app/platform/slices.ts'
import { mostTouched, watched } from '#tests/touched.ts'
import { normaliseFilters } from './listing-filters.ts'
import { ListingIndex } from './listing-index.ts'
import type { ListedPiece } from './piece-columns.ts'

// Slices so short that a few hundred pieces take many.
const usual = { ...atATime }
const moved = 64
beforeAll(() => {
  Object.assign(atATime, { moved, copied: 50 })
})
afterAll(() => {
  Object.assign(atATime, usual)
})

/** What is changed of a piece is chosen by its number. */
function piece(id: number, choice: number): ListedPiece {
  return {
    id,
    kind: choice % 3 === 0 ? 'jewellery' : 'watch',
    status: (['listed', 'listed', 'reserved', 'sold'] as const)[choice % 4] as 'listed',
    listedAt: ((choice * 7919) % 23) * 1000,
    priceCents: ((choice * 104_729) % 31) * 100 + 100,
    brandId: choice % 5,
    modelId: 0,
    referenceId: 0,
    stones: [],
    row: { year_from: null, year_to: null, condition: choice % 2 === 0 ? 'new' : null },
  }
}

type Changes = ReadonlyMap<number, ListedPiece | null>

function* changing(index: ListingIndex, changes: Changes) {
  const change = index.change()
  for (const [id, to] of changes) change.write(id, to)
  yield 0
  return yield* index.finishing(change)
}

function answersOf(index: ListingIndex) {
  const asked = (['watches', 'jewelry'] as const).flatMap((department) =>
    (['newest', 'price-asc', 'price-desc'] as const).map((sort) =>
      index.ask(
        { filters: normaliseFilters({ department }), brandIds: [], modelIds: [], referenceIds: [] },
        { sort, offset: 1, limit: 500, sold: 5 },
      ),
    ),
  )
  const orders = (['newest', 'price-asc'] as const).map((sort) => index.select(sort, 10_000, () => true))
  const listings = [...index.tally.indexable()].toSorted(([a], [b]) => a - b)
  return { asked, orders, listings }
}

const arbitraryChanges = fc
  .dictionary(fc.nat(160).map(String), fc.option(fc.nat(500), { freq: 4 }), { maxKeys: 120 })
  .map(
    (changes): Changes =>
      new Map(
        Object.entries(changes).map(([offset, choice]) => {
          const id = 10_000 + Number(offset)
          return [id, choice === null ? null : piece(id, choice)]
        }),
      ),
  )

test('readers see all of several changes or nothing, and what follows is as if it were built anew', () => {
  fc.assert(
    fc.property(
      fc.nat(120),
      fc.array(fc.tuple(arbitraryChanges, fc.boolean()), { maxLength: 4 }),
      (count, many) => {
        const now = new Map(
          Array.from({ length: count }, (_, at) => [10_000 + at, piece(10_000 + at, at)] as const),
        )
        const index = ListingIndex.of(now.values())
        for (const [changes, givenUp] of many) {
          const before = answersOf(index)
          const rows = Array.from({ length: 170 }, (_, at) => index.row(10_000 + at))
          const work = changing(index, changes)
          let step = work.next()
          for (; !step.done; step = work.next()) {
            expect(answersOf(index)).toEqual(before)
            expect(rows.map((_, at) => index.row(10_000 + at))).toEqual(rows)
          }
          // A change that is worked out and never taken in leaves nothing behind.
          if (givenUp) continue
          step.value()
          for (const [id, to] of changes) {
            if (to) now.set(id, to)
            else now.delete(id)
          }
          expect(answersOf(index)).toEqual(answersOf(ListingIndex.of(now.values())))
          for (let id = 10_000; id < 10_170; id++) {
            const row = index.row(id)
            expect(row === null ? null : index.columns.price[row]).toBe(now.get(id)?.priceCents ?? null)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

/** Counts what is read or written in some columns. */
function counted(index: ListingIndex): { touched: number } {
  const count = { touched: 0 }
  const { columns } = index
  for (const name of ['id', 'listedAt', 'department', 'brand'] as const)
    Object.assign(columns, { [name]: watched(columns[name], count) })
  const price = columns.figures('price')
  price.first = watched(price.first, count)
  return count
}

describe.each([300, 3_000])('of %s pieces no slice touches more rows than of a few', (count) => {
  const pieces = Array.from({ length: count }, (_, at) => piece(10_000 + at, at))
  // Two columns are read at most for each row that is compared, and for both of a pair.
  const bound = moved * 4

  test('when they are sorted at first', () => {
    const index = new ListingIndex()
    for (const each of pieces) index.append(each)
    const { most, slices } = mostTouched(counted(index), index.sorting())
    expect(most).toBeLessThanOrEqual(bound)
    expect(slices).toBeGreaterThan((3 * count) / moved)
  })

  test('when a third of them changes, some are added and some removed', () => {
    const index = ListingIndex.of(pieces)
    const changes = new Map<number, ListedPiece | null>()
    for (let at = 0; at < count; at += 3) changes.set(10_000 + at, piece(10_000 + at, at + 7))
    for (let at = 1; at < count; at += 10) changes.set(10_000 + at, null)
    for (let at = 0; at < count / 4; at++) changes.set(20_000 + at, piece(20_000 + at, at))
    const change = index.change()
    for (const [id, to] of changes) change.write(id, to)
    const { most, slices } = mostTouched(counted(index), index.finishing(change))
    expect(most).toBeLessThanOrEqual(bound)
    expect(slices).toBeGreaterThan(changes.size / moved)
  })

  test('when a single one changes', () => {
    const index = ListingIndex.of(pieces)
    const change = index.change()
    change.write(10_000, piece(10_000, 5))
    expect(mostTouched(counted(index), index.finishing(change)).most).toBeLessThanOrEqual(bound)
  })
})

test('a question is answered a column at a time, as if it were at once', () => {
  // More than are sorted by themselves.
  const count = 4_000
  const index = ListingIndex.of(Array.from({ length: count }, (_, at) => piece(10_000 + at, at)))
  const query = {
    filters: normaliseFilters({ department: 'watches', facets: { condition: ['new'] } }),
    brandIds: [],
    modelIds: [],
    referenceIds: [],
  }
  const order = { sort: 'price-asc', offset: 3, limit: 20, sold: 4 } as const
  const atOnce = index.ask(query, order)
  index.forgetSets()
  const { columns } = index
  const touched = counted(index)
  const code = columns.facet('condition')
  code.codes = watched(code.codes, touched)
  const work = index.asking(query, order)
  let most = 0
  for (let step = work.next(); ; step = work.next()) {
    most = Math.max(most, touched.touched)
    touched.touched = 0
    if (step.done) {
      expect(step.value).toEqual(atOnce)
      break
    }
    // Whatever else is asked meanwhile does not disturb it.
    index.count({ ...query, filters: normaliseFilters({ department: 'jewelry' }) })
    index.arrivals(query, 0, 5)
    touched.touched = 0
  }
  expect(most).toBeLessThanOrEqual(2 * count)
})
