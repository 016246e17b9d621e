import { expect, test } from 'vitest'
import { forgetSearch, readSearches, rememberSearch } from './recent-searches.ts'

function storageWith(content?: string) {
  const kept = new Map<string, string>(content === undefined ? [] : [['recent-searches', content]])
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('the last five searches are kept, the last first, each once', () => {
  const storage = storageWith()
  for (const query of ['rolex', 'ring 54', ' Omega ', 'perlen', 'tank', 'ROLEX', '', '   '])
    rememberSearch(storage, query)
  expect(readSearches(storage)).toEqual(['ROLEX', 'tank', 'perlen', 'Omega', 'ring 54'])
})

test('one can be taken away, or all, and then nothing is kept at all', () => {
  const storage = storageWith('["rolex","omega"]')
  expect(forgetSearch(storage, 'rolex')).toEqual(['omega'])
  expect(readSearches(storage)).toEqual(['omega'])
  expect(forgetSearch(storage, 'omega')).toEqual([])
  expect(storage.kept.size).toBe(0)
  rememberSearch(storage, 'tank')
  expect(forgetSearch(storage, null)).toEqual([])
  expect(storage.kept.size).toBe(0)
})

test.each(['', '{', 'null', '"rolex"', '{"0":"rolex"}', '[1,null,{}]', `["${'a'.repeat(201)}"]`])(
  'what somebody else wrote there is no search: %s',
  (content) => {
    expect(readSearches(storageWith(content))).toEqual([])
  },
)

test('a storage that is full or switched off is no fault', () => {
  const off = {
    getItem: () => {
      throw new Error('off')
    },
    setItem: () => {
      throw new Error('off')
    },
  }
  expect(readSearches(off)).toEqual([])
  expect(() => rememberSearch(off, 'rolex')).not.toThrow()
})
