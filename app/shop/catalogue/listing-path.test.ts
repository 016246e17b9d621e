import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#app/language/locales.ts'
import { listingVocabulary as vocabulary } from '#tests/listing-vocabulary.ts'
import { facets, facetValueIds, isListingWord, range } from './facets.ts'
import { normaliseFilters } from './listing-filters.ts'
import { listingHref, parseListingPath, parseListingQuery } from './listing-path.ts'

function parse(locale: Locale, segments: readonly string[], department: 'watches' | 'jewelry' = 'watches') {
  return parseListingPath({ locale, department, segments }, vocabulary)
}

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
