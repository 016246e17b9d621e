import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { query, text } from '#app/platform/database/statement.ts'
import { testDatabase } from '#tests/database.ts'
import { fold, splitQuery } from './search-words.ts'

const database = testDatabase()

describe('one spelling for all', () => {
  test.each([
    ['Jaeger-LeCoultre', 'Jäger-LeCoultre'],
    ['Glashuette', 'Glashütte'],
    ['Weissgold', 'WEIẞGOLD'],
    ['Meisterstu\u0308ck', 'Meisterstuck'],
    ['Söhne', 'Soehne'],
    ['ﬁne', 'fine'],
    ['Ａ１', 'a1'],
  ])('%s and %s are the same', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  test('folds letters as the database does', async () => {
    const letters = Array.from({ length: 0x17f - 0xa0 }, (_, index) =>
      String.fromCodePoint(0xa0 + index),
    ).filter((letter) => /\p{L}/u.test(letter))
    const rows = await query(database.db, { letter: text, folded: text })`
      select letter, search_fold(letter) as folded from unnest(${letters}::text[]) as letter
    `
    const differing = rows.filter(({ letter, folded }) => fold(letter) !== folded)
    // Letters of no language that a piece's name is written in; both sides drop them from words.
    expect(
      differing.filter(({ letter, folded }) => /^[a-z]+$/.test(fold(letter)) || /^[a-z]+$/.test(folded)),
    ).toEqual([])
  })

  test('splits texts as the database does', async () => {
    const texts = [
      'GMT-Master II',
      '311.30.42.30.01.005',
      '5711/1A-010',
      'Solitär 1,02 ct',
      'H. Moser & Cie.',
      '„Herbst“ (neu)',
    ]
    for (const typed of texts) {
      const rows = await query(database.db, { word: text })`select word from search_split(${typed}) as word`
      const words = new Set(rows.map((row) => row.word))
      for (const chunk of splitQuery(typed))
        for (const part of chunk.parts)
          expect([typed, [...words]]).toEqual([typed, expect.arrayContaining([part])])
    }
  })
})

describe('splitting a query', () => {
  test('knows chunks and their parts', () => {
    expect(splitQuery('  Rolex, 5711/1A-010 1,02ct ')).toEqual([
      { parts: ['rolex'], whole: 'rolex' },
      { parts: ['5711', '1a', '010'], whole: '57111a010' },
      { parts: ['1', '02ct'], whole: '102ct' },
    ])
  })

  test('leaves letters and digits only, a bounded number of them, of anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (query) => {
        const chunks = splitQuery(query)
        expect(chunks.length).toBeLessThanOrEqual(10)
        // Folding may make two letters of one.
        expect(chunks.reduce((sum, chunk) => sum + chunk.whole.length, 0)).toBeLessThanOrEqual(800)
        for (const chunk of chunks)
          for (const word of [chunk.whole, ...chunk.parts]) expect(word).toMatch(/^[a-z0-9]+$/)
      }),
      { numRuns: 1_000 },
    )
  })
})
