import { describe, expect, test } from 'vitest'
import { listingVocabulary as vocabulary } from '#tests/listing-vocabulary.ts'
import { facets } from './facets.ts'
import { filtersFromLegacy } from './legacy-filters.ts'
import { countValues, withinBounds } from './listing-filters.ts'
import { listingPath } from './listing-path.ts'

describe('old category paths', () => {
  test('known words of either language become filters, the others are dropped', () => {
    const filters = filtersFromLegacy(
      'watches',
      ['herrenuhren', 'rolex', 'Submariner', 'case-steel', 'seite-3', 'preis-bis-9000'],
      vocabulary,
    )
    expect(listingPath('de', filters)).toBe(
      '/de/uhren/rolex/submariner/fuer-herren/gehaeuse-stahl/preis-bis-9000',
    )
  })

  test.each([
    ['watches', ['gelbgold'], '/de/uhren/gehaeuse-gelbgold'],
    ['watches', ['rolex', 'herren'], '/de/uhren/rolex/fuer-herren'],
    ['watches', ['Herrenuhren', 'seite', '2'], '/de/uhren/fuer-herren'],
    [
      'watches',
      ['damen-uhren', 'automatik', 'rolex-submariner'],
      '/de/uhren/rolex/submariner/fuer-damen/aufzug-automatik',
    ],
    ['watches', ['neu', 'uhren', 'edelstahl'], '/de/uhren/zustand-neu/gehaeuse-stahl'],
    ['jewelry', ['gelbgold'], '/de/schmuck/material-gelbgold'],
    [
      'jewelry',
      ['Damenringe', 'Weißgold', 'gibt-es-nicht'],
      '/de/schmuck/ringe/fuer-damen/material-weissgold',
    ],
    ['jewelry', ['ringe', 'damen', 'sehr-gut'], '/de/schmuck/ringe/zustand-sehr-gut/fuer-damen'],
    ['jewelry', ['herrenschmuck', 'silber'], '/de/schmuck/fuer-herren/material-silber'],
    ['jewelry', ['kettenschmuck', 'smaragd', '3'], '/de/schmuck/edelstein-smaragd'],
    ['jewelry', ['ketten'], '/de/schmuck/halsketten'],
  ] as const)('of %s, the plain words %j are %s', (department, words, path) => {
    expect(listingPath('de', filtersFromLegacy(department, words, vocabulary))).toBe(path)
  })

  test('never more than the bounds', () => {
    const filters = filtersFromLegacy(
      'jewelry',
      facets.flatMap((facet) => facet.values.map((value) => `${facet.slug?.de ?? ''}-${value.slug.de}`)),
      vocabulary,
    )
    expect(withinBounds(filters)).toBe(true)
    expect(countValues(filters)).toBeGreaterThan(3)
  })
})
