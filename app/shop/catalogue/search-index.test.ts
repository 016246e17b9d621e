import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from '#app/platform/slices.ts'
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
