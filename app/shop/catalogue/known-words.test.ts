import { expect, test } from 'vitest'
import { KnownWords } from './known-words.ts'

const row = (word: string, kind: number) => ({ word, kind, terms: [] })
const words = new KnownWords([
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
const said = (rows: { word: string }[]) => rows.map(({ word }) => word)

test('words that begin alike: makers first, the word itself among them, or only what it may become', () => {
  expect(said(words.beginningWith('ro'))).toEqual(['rolex', 'rolesor'])
  expect(said(words.beginningWith('ring'))).toEqual(['ringuhr', 'ring'])
  expect(said(words.continuationsOf('ring'))).toEqual(['ringuhr'])
  expect(words.beginningWith('x')).toEqual([])
  const many = new KnownWords(
    Array.from({ length: 300 }, (_, at) => row(`a${1000 + at}`, at === 299 ? 1 : 2)),
  )
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
