import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Locale, locales, otherLocale } from '#app/language/locales.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { facetIds, facets, facetValueIds, isListingWord, range, rangeIds } from './facets.ts'
import { filtersFromLegacy } from './legacy-filters.ts'
import {
  countValues,
  type ListingChoice,
  type ListingFilters,
  normaliseFilters,
  withinBounds,
} from './listing-filters.ts'
import {
  listingHref,
  listingPath,
  listingSegments,
  parseListingPath,
  parseListingQuery,
} from './listing-path.ts'
import { departments } from './types.ts'
import { makeVocabulary } from './vocabulary.ts'

const vocabulary = makeVocabulary({
  brands: [
    { id: 1, slug: 'rolex', name: 'Rolex' },
    { id: 2, slug: 'omega', name: 'Omega' },
    { id: 3, slug: 'a-lange-soehne', name: 'A. Lange & Söhne' },
    { id: 4, slug: 'cartier', name: 'Cartier' },
  ],
  models: [
    { id: 1, slug: 'submariner', name: 'Submariner', brandId: 1 },
    { id: 2, slug: 'gmt-master-ii', name: 'GMT-Master II', brandId: 1 },
    { id: 3, slug: 'speedmaster', name: 'Speedmaster', brandId: 2 },
    { id: 4, slug: '1815', name: '1815', brandId: 3 },
    { id: 5, slug: 'tank', name: 'Tank', brandId: 4 },
    { id: 6, slug: 'classic', name: 'Classic', brandId: 2 },
    { id: 7, slug: 'classic', name: 'Classic', brandId: 4 },
    // unreachable: a maker's word and a word of the grammar
    { id: 8, slug: 'omega', name: 'Omega', brandId: 4 },
    { id: 9, slug: 'ringe', name: 'Ringe', brandId: 4 },
  ],
  references: [
    { id: 1, slug: '116610ln', number: '116610LN', brandId: 1, modelId: 1 },
    { id: 2, slug: '311-30-42-30-01-005', number: '311.30.42.30.01.005', brandId: 2, modelId: 3 },
    { id: 3, slug: '5711-1a-010', number: '5711/1A-010', brandId: 2, modelId: null },
    // unreachable: the same word as a model of its maker
    { id: 4, slug: '1815', number: '1815', brandId: 3, modelId: 4 },
  ],
})

function parse(locale: Locale, segments: readonly string[], department: 'watches' | 'jewelry' = 'watches') {
  return parseListingPath({ locale, department, segments }, vocabulary)
}

const models: Record<string, string[]> = {
  rolex: ['submariner', 'gmt-master-ii'],
  omega: ['speedmaster', 'classic'],
  'a-lange-soehne': ['1815'],
  cartier: ['tank', 'classic'],
}
const references: Record<string, string[]> = {
  rolex: ['116610ln'],
  omega: ['311-30-42-30-01-005', '5711-1a-010'],
}

const arbitraryRange = (id: (typeof rangeIds)[number]) => {
  const { min, max, decimals } = range(id).range
  const scale = 10 ** decimals
  const figure = fc.integer({ min: min * scale, max: max * scale }).map((value) => value / scale)
  return fc.record({ from: fc.option(figure), to: fc.option(figure) })
}

const arbitraryFilters: fc.Arbitrary<ListingFilters> = fc
  .record({
    department: fc.constantFrom(...departments),
    brands: fc.subarray(['rolex', 'omega', 'a-lange-soehne', 'cartier'], { maxLength: 2 }),
    wordSeed: fc.tuple(fc.nat(3), fc.nat(3)),
    facets: fc.dictionary(
      fc.constantFrom(...facetIds),
      fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
      { maxKeys: 6 },
    ),
    ranges: fc.record(Object.fromEntries(rangeIds.map((id) => [id, arbitraryRange(id)])), {
      requiredKeys: [],
    }),
  })
  .map(({ department, brands, wordSeed, facets: chosen, ranges }) => {
    const maker = brands.length === 1 ? (brands[0] ?? '') : ''
    return normaliseFilters({
      department,
      brands,
      models: (models[maker] ?? []).slice(0, wordSeed[0]),
      references: (references[maker] ?? []).slice(0, wordSeed[1]),
      facets: Object.fromEntries(
        Object.entries(chosen).map(([id, picks]) => {
          const ids = facetValueIds(id as (typeof facetIds)[number])
          return [id, picks.map((pick) => ids[pick % ids.length] ?? '')]
        }),
      ),
      ranges: ranges as ListingChoice['ranges'],
    })
  })
  .filter(withinBounds)

describe('the parser and the builder are inverse', () => {
  for (const locale of locales) {
    test(`in ${locale}`, () => {
      fc.assert(
        fc.property(arbitraryFilters, (filters) => {
          const path = listingPath(locale, filters)
          const route = matchRoute(path)
          expect(route?.name).toBe(filters.department)
          expect(
            parseListingPath(
              { locale, department: filters.department, segments: route?.rest ?? [] },
              vocabulary,
            ),
          ).toEqual({ kind: 'ok', filters })
        }),
        { numRuns: 2000 },
      )
    })
  }

  test('the other language’s path redirects to this language’s, with the same filters', () => {
    fc.assert(
      fc.property(arbitraryFilters, fc.constantFrom(...locales), (filters, locale) => {
        const foreign = listingSegments(otherLocale(locale), filters)
        const own = listingSegments(locale, filters)
        const parsed = parseListingPath(
          { locale, department: filters.department, segments: foreign },
          vocabulary,
        )
        if (foreign.join('/') === own.join('/')) expect(parsed).toEqual({ kind: 'ok', filters })
        else expect(parsed).toEqual({ kind: 'redirect', filters, segments: own })
      }),
      { numRuns: 2000 },
    )
  })

  test('any order, case and repetition redirects to the one canonical path', () => {
    fc.assert(
      fc.property(arbitraryFilters, fc.constantFrom(...locales), fc.nat(), (filters, locale, seed) => {
        const own = listingSegments(locale, filters)
        const turned = own
          .map((_, index) => own[(index + seed) % own.length] ?? '')
          .map((s) => s.toUpperCase())
        const parsed = parseListingPath(
          { locale, department: filters.department, segments: turned },
          vocabulary,
        )
        expect(parsed.kind).not.toBe('unknown')
        if (parsed.kind === 'redirect') expect(parsed.segments).toEqual(own)
        if (parsed.kind !== 'unknown') expect(parsed.filters).toEqual(filters)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['omega', 'speedmaster', '311.30.42.30.01.005'],
    ['omega', 'speedmaster', '31130423001005'],
    ['omega', 'speedmaster', '311 30 42 30 01 005'],
    ['omega', 'speedmaster', '311-30.42-30.01.005'],
    ['311.30.42.30.01.005', 'speedmaster'],
  ])('a reference grouped otherwise redirects to its own word: %s/%s/%s', (...segments) => {
    const written = ['omega', 'speedmaster', '311-30-42-30-01-005']
    for (const locale of locales)
      expect(parse(locale, segments)).toMatchObject({ kind: 'redirect', segments: written })
    expect(parse('de', ['rolex', '116610-LN'])).toMatchObject({
      kind: 'redirect',
      segments: ['rolex', '116610ln'],
    })
    expect(parse('de', ['omega', '311.30'])).toEqual({ kind: 'unknown' })
  })

  test('a redirect never leads to another redirect, whatever was asked', () => {
    const words = [
      ...facets.flatMap((facet) =>
        facet.values
          .slice(0, 4)
          .map((value) => (facet.slug ? `${facet.slug.de}-${value.slug.en}` : value.slug.de)),
      ),
      'rolex',
      'omega_rolex',
      'submariner',
      '116610LN',
      'preis-9-3',
      'year-up-to-1970',
      'baujahr-1990-1999',
      'diameter-40',
      'caratgewicht-0.50-1',
      'ring-size-54-54',
      'price-0-100',
      'Zubehör',
      '',
      '--',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 12 })), { maxLength: 14 }),
        fc.constantFrom(...locales),
        (segments, locale) => {
          const parsed = parse(locale, segments)
          if (parsed.kind !== 'redirect') return
          expect(parse(locale, parsed.segments)).toEqual({ kind: 'ok', filters: parsed.filters })
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe('the words of a path', () => {
  test('the example of both languages is the same listing', () => {
    const german = parse('de', ['rolex', 'submariner', 'zustand-sehr-gut', 'gehaeuse-stahl'])
    const english = parse('en', ['rolex', 'submariner', 'condition-very-good', 'case-steel'])
    expect(german).toEqual(english)
    expect(german).toEqual({
      kind: 'ok',
      filters: normaliseFilters({
        department: 'watches',
        brands: ['rolex'],
        models: ['submariner'],
        facets: { condition: ['very-good'], case: ['steel'] },
      }),
    })
  })

  test.each([
    ['de', ['preis-500-2000'], { price: { from: 500, to: 2000 } }],
    ['de', ['preis-bis-1000'], { price: { from: null, to: 1000 } }],
    ['de', ['preis-ab-5000'], { price: { from: 5000, to: null } }],
    ['en', ['price-500-2000'], { price: { from: 500, to: 2000 } }],
    ['en', ['price-up-to-1000'], { price: { from: null, to: 1000 } }],
    ['en', ['price-from-5000'], { price: { from: 5000, to: null } }],
    ['en', ['year-1985-1995'], { year: { from: 1985, to: 1995 } }],
    ['de', ['baujahr-1985'], { year: { from: 1985, to: 1985 } }],
    ['en', ['carat-weight-0.3-0.7'], { 'carat-weight': { from: 0.3, to: 0.7 } }],
    ['de', ['ringgroesse-52-56'], { 'ring-size': { from: 52, to: 56 } }],
  ] as const)('%s %j is a range', (locale, segments, ranges) => {
    expect(parse(locale, segments)).toEqual({
      kind: 'ok',
      filters: normaliseFilters({ department: 'watches', ranges }),
    })
  })

  test.each([
    ['de', ['preis-ab-500', 'preis-bis-2000'], ['preis-500-2000']],
    ['de', ['preis-500-2000', 'price-1000-3000'], ['preis-1000-2000']],
    ['de', ['preis-bis-1000', 'preis-bis-500'], ['preis-bis-500']],
    ['de', ['preis-ab-1000', 'preis-bis-1000'], ['preis-1000-1000']],
    ['en', ['year-1985-1995', 'year-1990s'], ['year-1990-1995']],
    ['en', ['year-1990s', 'year-from-1985'], ['year-1990s']],
    ['en', ['year-1990s_1980s', 'year-1985-1999'], null, 'unknown'],
    ['de', ['durchmesser-36-42', 'durchmesser-38-40'], ['durchmesser-38-40']],
    ['de', ['ringgroesse-54', 'ringgroesse-50-56'], ['ringgroesse-54']],
    ['de', ['ringgroesse-54', 'ringgroesse-56'], ['ringgroesse-54_56']],
    ['de', ['caratgewicht-0,3-0,75'], ['caratgewicht-0.3-0.75']],
    ['de', ['caratgewicht-ab-0,30'], ['caratgewicht-ab-0.3']],
    ['en', ['caratgewicht-bis-0,25'], ['carat-weight-up-to-0.25']],
    ['de', ['preis-0-500'], ['preis-bis-500']],
    ['de', ['preis-0500-2000'], ['preis-500-2000']],
    ['de', ['price-500-2000'], ['preis-500-2000']],
    ['en', ['preis-bis-1000'], ['price-up-to-1000']],
    ['en', ['year-1990-1999'], ['year-1990s']],
    ['en', ['diameter-from-44'], null],
    ['de', ['durchmesser-35-37_38-40'], null],
    ['de', ['gehaeuse-stahl', 'rolex'], ['rolex', 'gehaeuse-stahl']],
    ['de', ['gehaeuse-stahl', 'gehaeuse-gelbgold'], ['gehaeuse-gelbgold_stahl']],
    ['de', ['Gehäuse-Weißgold'], ['gehaeuse-weissgold']],
    ['de', ['gehaeuse-steel'], ['gehaeuse-stahl']],
    ['de', ['submariner'], ['rolex', 'submariner']],
    ['de', ['116610LN'], ['rolex', '116610ln']],
    ['de', ['ROLEX'], ['rolex']],
    ['de', ['rolex', '', 'submariner'], ['rolex', 'submariner']],
    ['de', ['rolex_omega'], ['omega_rolex']],
    ['de', ['rings'], ['ringe']],
    ['de', ['a-lange-söhne'], ['a-lange-soehne']],
    ['en', ['ring-size-54-54'], ['ring-size-54']],
    ['en', ['carat-weight-0.50-1.00'], ['carat-weight-0.5-1']],
  ] as const)('%s %j leads to %j', (locale, segments, target, kind: string = 'ok') => {
    const parsed = parse(locale, segments)
    if (target === null) expect(parsed.kind).toBe(kind)
    else expect(parsed).toMatchObject({ kind: 'redirect', segments: target })
  })

  test.each([
    [['quatsch']],
    [['rolex', 'speedmaster']],
    [['classic']],
    [['omega_rolex', 'submariner']],
    [['preis-']],
    [['preis-abc']],
    [['preis-500']],
    [['preis-1e3-2e3']],
    [['preis--5-10']],
    [['preis-500-2000-3000']],
    [['gehaeuse-holz']],
    [['gehaeuse-stahl_holz']],
    [['diameter-1.5']],
    [['carat-weight-1-1']],
    [['ring-size-4-900']],
    [['preis-5000-500']],
    [['preis-ab-5000', 'preis-bis-1000']],
    [['preis-bis-1000', 'rolex', 'price-from-5000']],
    [['preis-100-200', 'preis-300-400']],
    [['baujahr-ab-2000', 'baujahr-bis-1990']],
    [['baujahr-1990er', 'baujahr-1950-1960']],
    [['baujahr-1985', 'baujahr-1990']],
    [['year-1990-1980']],
    [['durchmesser-ab-44', 'durchmesser-bis-34']],
    [['diameter-38-40', 'durchmesser-41-43']],
    [['bandanstoss-bis-17', 'bandanstoss-ab-22']],
    [['lug-width-21-19']],
    [['caratgewicht-ab-2', 'caratgewicht-bis-1']],
    [['carat-weight-0.25-0.5', 'carat-weight-0.5-1']],
    [['caratgewicht-0,5-0,25']],
    [['ringgroesse-50-52', 'ringgroesse-60-62']],
    [['ringgroesse-54', 'ringgroesse-60-62']],
    [['caratgewicht-0,3,4']],
    [["rolex'; drop table product; --"]],
    [['%']],
    [['..']],
    [['_']],
    [['\u0000']],
    [['x'.repeat(201)]],
    [Array.from({ length: 13 }, () => 'rolex')],
    [[Array.from({ length: 21 }, () => 'stahl').join('_')]],
    [[`armband-${facetValueIds('bracelet').join('_')}`, `zifferblatt-${facetValueIds('dial').join('_')}`]],
  ])('%j is unknown', (segments) => {
    expect(parse('de', segments)).toEqual({ kind: 'unknown' })
  })

  test('hostile segments are answered in bounded time', () => {
    const started = performance.now()
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 40 }),
        fc.constantFrom(...locales),
        (segments, locale) => {
          expect(['ok', 'redirect', 'unknown']).toContain(parse(locale, segments).kind)
        },
      ),
      { numRuns: 3000 },
    )
    const longest = 'a_'.repeat(100)
    for (let round = 0; round < 1000; round++) parse('de', Array(12).fill(longest))
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('no word of the vocabulary means two things', () => {
    for (const locale of locales) {
      const prefixes = facets.flatMap((facet) => (facet.slug ? [facet.slug[locale]] : []))
      expect(new Set(prefixes).size).toBe(prefixes.length)
      for (const facet of facets) {
        const slugs = facet.values.map((value) => value.slug[locale])
        expect(new Set(slugs).size, facet.id).toBe(slugs.length)
        for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+([.-][a-z0-9]+)*$/)
      }
    }
    // across languages: the same word must mean the same value
    for (const facet of facets) {
      for (const value of facet.values) {
        const twin = facet.values.find((other) => other.slug.en === value.slug.de)
        if (twin) expect(twin.id).toBe(value.id)
      }
      const foreign = facets.find(
        (other) => other !== facet && facet.slug && other.slug?.en === facet.slug.de,
      )
      expect(foreign).toBeUndefined()
    }
    expect(isListingWord('ringe')).toBe(true)
    expect(isListingWord('case-study')).toBe(true)
    expect(isListingWord(`${range('price').slug?.de}-leistung`)).toBe(true)
    expect(isListingWord('rolex')).toBe(false)
  })
})

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

describe('sort and page', () => {
  test.each([
    ['', 'newest', 1],
    ['sort=price-asc&page=2', 'price-asc', 2],
    ['sort=drop&page=-1', 'newest', 1],
    ['page=1e9', 'newest', 1],
    ['page=00', 'newest', 1],
    ['page=999999999', 'newest', 1],
  ] as const)('%s', (query, sort, page) => {
    expect(parseListingQuery(new URLSearchParams(query))).toEqual({ sort, page })
  })

  test('the defaults are left out of an address', () => {
    const filters = normaliseFilters({ department: 'jewelry', facets: { type: ['rings'] } })
    expect(listingHref('de', filters)).toBe('/de/schmuck/ringe')
    expect(listingHref('en', filters, { sort: 'price-desc', page: 3 })).toBe(
      '/en/jewelry/rings?sort=price-desc&page=3',
    )
  })
})
