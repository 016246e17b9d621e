import type { KyselyPlugin } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { atATime, atOnce } from '#app/platform/slices.ts'
import { testDatabase } from '#tests/database.ts'
import { KnownWords, readKnownWords } from './known-words.ts'

function known(rows: Parameters<typeof KnownWords.of>[0]): KnownWords {
  return atOnce(KnownWords.of(rows))
}
const row = (word: string, kind: number) => ({ word, kind, terms: [] })
const words = known([
  row('ring', 3),
  row('ringuhr', 2),
  row('rolex', 1),
  row('rolesor', 3),
  row('116610', 4),
  row('116610ln', 4),
  row('siegelring', 2),
  row('ohrring', 2),
  row('herring', 3),
])
const usual = { ...atATime }
afterEach(() => void Object.assign(atATime, usual))
const database = testDatabase()
const said = (rows: { word: string }[]) => rows.map(({ word }) => word)

test('words that begin alike: makers first, the word itself among them, or only what it may become', () => {
  expect(said(words.beginningWith('ro'))).toEqual(['rolex', 'rolesor'])
  expect(said(words.beginningWith('ring'))).toEqual(['ringuhr', 'ring'])
  expect(said(words.continuationsOf('ring'))).toEqual(['ringuhr'])
  expect(words.beginningWith('x')).toEqual([])
  const many = known(Array.from({ length: 300 }, (_, at) => row(`a${1000 + at}`, at === 299 ? 1 : 2)))
  expect(said(many.beginningWith('a')).length).toBe(200)
  expect(said(many.beginningWith('a'))[0]).toBe('a1299')
})

test('a reference that goes on, and names that end in a word', () => {
  expect(words.beginsReference('11661')).toBe(true)
  expect(words.beginsReference('116610ln')).toBe(false)
  expect(words.beginsReference('rin')).toBe(false)
  expect(words.endingIn('ring').toSorted()).toEqual(['ohrring', 'siegelring'])
  expect(words.endingIn('ohrring')).toEqual([])
})

test('however many words there are, no more than some are read and taken in before others have their turn', async () => {
  const { db } = database
  const all = Array.from({ length: 100 }, (_, at) => ({ word: `wort${100 + at}`, kind: 2, terms: [] }))
  await db.deleteFrom('search_word').execute()
  await db.insertInto('search_word').values(all).execute()
  Object.assign(atATime, { moved: 64 })
  const answered: number[] = []
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answered.push(result.rows.length)
      return result
    },
  }
  let turns = 0
  const read = await readKnownWords(db.withPlugin(counting), async () => void turns++)
  expect(Math.max(...answered)).toBeLessThanOrEqual(8)
  expect(turns).toBeGreaterThan(100 / 8)
  expect(said(read.beginningWith('wort1'))).toHaveLength(100)
  expect(read.endingIn('99')).toEqual(['wort199'])
})
