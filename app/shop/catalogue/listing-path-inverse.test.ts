import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Locale, locales, otherLocale } from '#app/language/locales.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { listingVocabulary as vocabulary } from '#tests/listing-vocabulary.ts'
import { facetIds, facets, facetValueIds, range, rangeIds } from './facets.ts'
import { type ListingChoice, type ListingFilters, normaliseFilters, withinBounds } from './listing-filters.ts'
import { listingPath, listingSegments, parseListingPath } from './listing-path.ts'
import { departments } from './types.ts'

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
