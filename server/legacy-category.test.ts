import { expect, test } from 'vitest'
import { legacyCategory } from './legacy-category.ts'

test.each([
  ['/de/de/kategorien/uhren', { locale: 'de', department: 'watches', rest: [] }],
  ['/en/de/kategorien/uhren/rolex/stahl/', { locale: 'en', department: 'watches', rest: ['rolex', 'stahl'] }],
  ['/DE/de/Kategorien/Schmuck/ringe', { locale: 'de', department: 'jewelry', rest: ['ringe'] }],
  [
    '//DE//de/%6bategorien/Schmuck/Wei%C3%9Fgold/%E0%A4%A',
    { locale: 'de', department: 'jewelry', rest: ['weißgold', ''] },
  ],
  ['/en/de/kategorien/schmuck', { locale: 'en', department: 'jewelry', rest: [] }],
])('%s is a legacy category', (path, wanted) => {
  expect(legacyCategory(path)).toEqual(wanted)
})

test.each(['/de/kategorien/uhren', '/de/en/kategorien/uhren', '/de/de/kategorien/uhrenarmband'])(
  '%s is none',
  (path) => {
    expect(legacyCategory(path)).toBeNull()
  },
)
