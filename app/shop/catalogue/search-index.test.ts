import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atATime, atOnce } from '#app/platform/slices.ts'
import { mostTouched, watched } from '#tests/touched.ts'
import { countBits } from './row-sets.ts'
import { type SearchDocument, SearchIndex } from './search-index.ts'

const words = [
  "'rolex':1A,3C",
  "'rolex':4",
  "'ring':1A",
  "'_7':4",
  "'roségold':4",
  "'=116610':2B",
  "'=10':2B",
]
const document = fc.record({
  id: fc.constantFrom(1, 9, 10, 11, 99, 100, 101, 116, 116610, 2_000_000_000),
  availability: fc.constantFrom(0, 1, 2),
  // Within a second, and years apart.
  listedAt: fc.constantFrom(1_600_000_000_000_000, 1_600_000_000_000_001, 1_700_000_000_999_999),
  cents: fc.constantFrom(100, 200, 300),
  words: fc.subarray(words).map((some) => some.join(' ')),
})
const documents = fc
  .uniqueArray(document, { selector: ({ id }) => id })
  .map((all) => all.map((each) => ({ ...each, words: `'=${each.id}':2B ${each.words}` })))

function indexOf(all: readonly SearchDocument[]): SearchIndex {
  const index = new SearchIndex()
  for (const each of all) index.append(each)
  atOnce(index.sorting())
  return index
}

/** What PostgreSQL would answer: `word` whole, or with a * as a beginning. */
function bySortingAll(all: readonly SearchDocument[], word: string, named: boolean): number[] {
  const holds = (each: SearchDocument) =>
    each.words.split(' ').some((written) => {
      const [, said = '', places = ''] = /^'(.*)':(.*)$/.exec(written) ?? []
      return (
        (word.endsWith('*') ? said.startsWith(word.slice(0, -1)) : said === word) &&
        (!named || /[ABC]/.test(places))
      )
    })
  return all
    .filter(holds)
    .toSorted(
      (a, b) =>
        a.availability - b.availability || b.listedAt - a.listedAt || (String(a.id) < String(b.id) ? -1 : 1),
    )
    .map(({ id }) => id)
}

function found(index: SearchIndex, word: string, named: boolean): number[] {
  const begun = word.endsWith('*')
  const set = index.rowsWith(
    { words: begun ? [] : [word], beginnings: begun ? [word.slice(0, -1)] : [] },
    named,
  )
  const shown = index.shown(null, null)
  return index.first(
    set.map((bits, at) => bits & (shown[at] as number)),
    100,
  )
}

test('however pieces came and changed, the index finds what they are now, in order', () => {
  const change = fc.record({ now: documents, gone: fc.subarray([1, 9, 10, 100, 116610]) })
  fc.assert(
    fc.property(documents, fc.array(change, { maxLength: 4 }), (first, changes) => {
      const index = indexOf(first)
      const now = new Map<number, SearchDocument>(first.map((each) => [each.id, each]))
      for (const { now: some, gone } of changes) {
        const ids = [...new Set<number>([...some.map(({ id }) => id), ...gone])]
        // A search begun before has its words looked up before, too.
        index.rowsWith({ words: [], beginnings: ['r'] })
        const work = index.changing(ids, some)
        atOnce(work)()
        for (const id of gone) now.delete(id)
        for (const each of some) now.set(each.id, each)
      }
      const all = [...now.values()]
      for (const word of ['rolex', 'r*', 'ros*', '_7', '=116610', '=10', '=1*', '=11*', '=20000*', 'none'])
        for (const named of [false, true])
          expect([word, named, found(index, word, named)]).toEqual([
            word,
            named,
            bySortingAll(all, word, named),
          ])
    }),
    { numRuns: 200 },
  )
})

test('the beginning of a stock number is looked up, not compared with every piece', () => {
  const piece = { availability: 0, listedAt: 1, cents: 100, words: "'ring':1A" }
  const index = indexOf(Array.from({ length: 3_000 }, (_, at) => ({ ...piece, id: 10_000 + at })))
  const count = { touched: 0 }
  const column = index as unknown as { id: Int32Array }
  column.id = watched(column.id, count)
  expect(countBits(index.rowsWith({ words: [], beginnings: ['=1066'] }))).toBe(10)
  expect(count.touched).toBeLessThan(100)
  expect(countBits(index.rowsWith({ words: [], beginnings: ['=1'] }))).toBe(3_000)
  expect(count.touched).toBeLessThan(2 * 3_000)
})

test('nobody sees some pieces of a change before all are worked out', () => {
  const piece = { id: 1, availability: 0, listedAt: 1, cents: 100, words: "'ring':1A" }
  const index = indexOf([piece])
  const many = Array.from({ length: 300 }, (_, at) => ({ ...piece, id: 1 + at, words: "'kette':1A" }))
  const work = index.changing(
    many.map(({ id }) => id),
    many,
  )
  while (!work.next().done) {
    expect(found(index, 'ring', true)).toEqual([1])
    expect(found(index, 'kette', true)).toEqual([])
  }
})

test('pieces that changed often are one day written anew', () => {
  const piece = { id: 1, availability: 0, listedAt: 1, cents: 100, words: "'ring':1A" }
  const index = indexOf([piece])
  for (let time = 0; time < 19_000; time += 1_000)
    atOnce(
      index.changing(
        [1],
        Array.from({ length: 1_000 }, () => piece),
      ),
    )()
  expect(index.isWorn).toBe(false)
  for (let time = 0; time < 2; time += 1)
    atOnce(
      index.changing(
        [1],
        Array.from({ length: 1_000 }, () => piece),
      ),
    )()
  expect(index.isWorn).toBe(true)
})

describe('in slices so short that a few hundred pieces take many', () => {
  const usual = { ...atATime }
  const moved = 64
  beforeAll(() => {
    Object.assign(atATime, { written: 3, moved, copied: 50 })
  })
  afterAll(() => {
    Object.assign(atATime, usual)
  })

  const sought = ['rolex', 'r*', 'neu*', '_7', '=116610', '=10', '=1*']
  const answersOf = (index: SearchIndex) => sought.map((word) => found(index, word, false))

  test('readers see all of a change or nothing, and of one that is given up nothing ever', () => {
    const change = fc.record({
      now: documents,
      gone: fc.subarray([1, 9, 10, 100, 116610]),
      givenUpAfter: fc.option(fc.nat(12), { freq: 2 }),
    })
    fc.assert(
      fc.property(documents, fc.array(change, { maxLength: 5 }), (first, changes) => {
        const index = indexOf(first)
        const now = new Map<number, SearchDocument>(first.map((each) => [each.id, each]))
        for (const [number, { now: some, gone, givenUpAfter }] of changes.entries()) {
          const before = answersOf(index)
          // Each change brings words that nobody has written yet.
          const written = some.map((each) => ({ ...each, words: `${each.words} 'neu${number}${each.id}':4` }))
          const work = index.changing([...new Set([...some.map(({ id }) => id), ...gone])], written)
          let step = work.next()
          for (let steps = 0; !step.done && steps !== givenUpAfter; steps++) {
            expect(answersOf(index)).toEqual(before)
            step = work.next()
          }
          expect(answersOf(index)).toEqual(before)
          if (!step.done) continue
          step.value()
          for (const id of gone) now.delete(id)
          for (const each of written) now.set(each.id, each)
          expect(answersOf(index)).toEqual(sought.map((word) => bySortingAll([...now.values()], word, false)))
        }
      }),
      { numRuns: 100 },
    )
  })

  test('more pieces with a word than lie side by side are found, and more words than are inserted', () => {
    const many = Array.from({ length: 9_000 }, (_, at) => ({
      id: 1 + at,
      availability: 0,
      listedAt: at,
      cents: 100,
      words: `'ring':${at % 2 === 0 ? '1A' : '4'} 'neu${at}':4`,
    }))
    const index = indexOf(many.slice(0, 5_000))
    const rest = many.slice(5_000)
    atOnce(
      index.changing(
        rest.map(({ id }) => id),
        rest,
      ),
    )()
    const count = (word: string, named: boolean) =>
      countBits(index.rowsWith({ words: [], beginnings: [word] }, named))
    expect(count('ring', false)).toBe(9_000)
    expect(count('ring', true)).toBe(4_500)
    expect(count('neu', false)).toBe(9_000)
    expect(count('neu89', false)).toBe(111)
    expect(index.first(index.shown(null, null), 2)).toEqual([9_000, 8_999])
  })

  describe.each([300, 3_000])('of %s pieces no slice touches more rows than of a few', (count) => {
    const pieces = Array.from({ length: count }, (_, at): SearchDocument => {
      const listedAt = 1_600_000_000_000_000 + ((at * 7919) % 23) * 1_000_500
      return { id: 10_000 + at, availability: at % 3, listedAt, cents: 100, words: "'ring':1A" }
    })
    // Availability, time and number are read of both rows that are compared.
    const bound = moved * 6
    const counted = (index: SearchIndex) => {
      const touched = { touched: 0 }
      const columns = index as unknown as Record<string, object>
      for (const name of ['id', 'availability', 'listedAt', 'current'])
        columns[name] = watched(columns[name] as object, touched)
      return touched
    }

    test('when they are sorted at first', () => {
      const index = new SearchIndex()
      for (const each of pieces) index.append(each)
      const { most, slices } = mostTouched(counted(index), index.sorting())
      expect(most).toBeLessThanOrEqual(bound)
      expect(slices).toBeGreaterThan((6 * count) / moved)
    })

    test('when a tenth of them changes, some are added and some removed', () => {
      const index = indexOf(pieces)
      const written = [
        ...pieces.filter((_, at) => at % 10 === 0).map((each) => ({ ...each, listedAt: each.listedAt + 1 })),
        ...pieces.slice(0, count / 20).map((each) => ({ ...each, id: each.id + 10_000 })),
      ]
      const removed = pieces.filter((_, at) => at % 10 === 1)
      const ids = [...written, ...removed].map(({ id }) => id)
      const { most, slices } = mostTouched(counted(index), index.changing(ids, written))
      expect(most).toBeLessThanOrEqual(bound)
      expect(slices).toBeGreaterThan(written.length / moved)
    })

    test('when a single one changes', () => {
      const index = indexOf(pieces)
      const work = index.changing([10_000], [{ ...(pieces[0] as SearchDocument), availability: 2 }])
      expect(mostTouched(counted(index), work).most).toBeLessThanOrEqual(bound)
    })
  })
})
