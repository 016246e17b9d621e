import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { query, text } from '#app/platform/database/statement.ts'
import { testDatabase } from '#tests/database.ts'
import { errorsBetween, errorsToBeginning, restsOf } from './search-spelling.ts'

const database = testDatabase()

describe('typing errors', () => {
  test.each([
    ['rolex', 'rolex', 0],
    ['rolx', 'rolex', 1],
    ['rollex', 'rolex', 1],
    ['rolax', 'rolex', 1],
    ['orlex', 'rolex', 1],
    ['sumbariner', 'submariner', 1],
    ['roleks', 'rolex', 2],
    ['omega', 'rolex', Number.POSITIVE_INFINITY],
  ])('between %s and %s', (typed, word, errors) => {
    expect(errorsBetween(typed, word, 2)).toBe(errors)
    expect(errorsBetween(word, typed, 2)).toBe(errors)
  })

  test('of a word that is still being typed', () => {
    expect(errorsToBeginning('subam', 'submariner', 2)).toBe(1)
    expect(errorsToBeginning('subm', 'submariner', 2)).toBe(0)
  })

  test('a word with one or two errors shares a rest with the word that was meant', async () => {
    const words = [
      'rolex',
      'submariner',
      'speedmaster',
      'chronograph',
      'saphir',
      'perlenkette',
      'lecoultre',
      'tank',
      '116610ln',
    ]
    const rows = await query(database.db, { word: text, rest: text })`
      select word, rest from unnest(${words}::text[]) as word, search_rests(word) as rest
    `
    const restsByWord = new Map(
      words.map((word) => [word, new Set(rows.filter((row) => row.word === word).map((row) => row.rest))]),
    )
    const slip = fc.record({
      kind: fc.constantFrom('drop', 'add', 'change', 'swap'),
      at: fc.nat(),
      letter: fc.constantFrom(...'aeinrst'),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.array(slip, { minLength: 1, maxLength: 2 }),
        (word, slips) => {
          let typed = word
          for (const { kind, at, letter } of slips) {
            const i = at % typed.length
            if (kind === 'drop') typed = typed.slice(0, i) + typed.slice(i + 1)
            if (kind === 'add') typed = typed.slice(0, i) + letter + typed.slice(i)
            if (kind === 'change') typed = typed.slice(0, i) + letter + typed.slice(i + 1)
            if (kind === 'swap')
              typed =
                typed.slice(0, i) +
                typed
                  .slice(i, i + 2)
                  .split('')
                  .reverse()
                  .join('') +
                typed.slice(i + 2)
          }
          const most = /[0-9]/.test(typed)
            ? typed.length >= 5
              ? 1
              : 0
            : typed.length <= 3
              ? 0
              : typed.length <= 5
                ? 1
                : 2
          // A figure is no guess for a word, nor the other way round.
          fc.pre(/[0-9]/.test(typed) === /[0-9]/.test(word) && errorsBetween(typed, word, most) <= most)
          // Words of up to five letters hold one error at most, from either side.
          fc.pre(errorsBetween(typed, word, 2) <= (word.length <= 5 ? 1 : 2))
          const rests = restsByWord.get(word) as Set<string>
          expect([typed, word, restsOf(typed).some((rest) => rests.has(rest))]).toEqual([typed, word, true])
        },
      ),
      { numRuns: 3_000 },
    )
  })
})
