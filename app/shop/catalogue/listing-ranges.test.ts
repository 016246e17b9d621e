import { describe, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { rangeWords } from './attributes/values.ts'
import { ranges } from './facets.ts'
import { parseListingPath } from './listing-path.ts'
import { makeVocabulary } from './vocabulary.ts'

const vocabulary = makeVocabulary({ brands: [], models: [], references: [] })
const asked = locales.flatMap((locale) =>
  (['watches', 'jewelry'] as const).map((department) => ({ locale, department })),
)

describe.each(ranges.map((facet) => [facet.id, facet] as const))('%s', (_, { slug, range }) => {
  const low = range.min + 2
  const high = Math.min(low + 20, range.max - 1)
  test.each(asked)('in $locale, $department', ({ locale, department }) => {
    const word = slug?.[locale]
    const { upTo, from } = rangeWords[locale]
    const parse = (...segments: string[]) => parseListingPath({ locale, department, segments }, vocabulary)

    const contradictory = [
      [`${word}-${high}-${low}`],
      [`${word}-${upTo}-${low}`, `${word}-${from}-${high}`],
      [`${word}-${from}-${high}`, `${word}-${upTo}-${low}`],
      [`${word}-${low}-${low + 1}`, `${word}-${high - 1}-${high}`],
      [`${word}-${low}-${low + 1}_${high - 1}-${high}`],
      [`${word}-${range.max + 1}`],
      [`${word}-${low}-`],
      [`${word}--${low}`],
      [`${word}-${upTo}-`],
    ]
    for (const segments of contradictory)
      expect([segments, parse(...segments).kind]).toEqual([segments, 'unknown'])

    const settled = [`${word}-${low}-${high}`]
    expect(parse(...settled).kind).toBe('ok')
    const otherwise = [
      [`${word}-${upTo}-${high}`, `${word}-${from}-${low}`],
      [...settled, ...settled],
      [`${word}-0${low}-${high}`.toUpperCase()],
      [`${word}-${range.min}-${high}`, `${word}-${from}-${low}`],
    ]
    for (const segments of otherwise)
      expect([segments, parse(...segments)]).toMatchObject([
        segments,
        { kind: 'redirect', segments: settled },
      ])
    if (range.decimals > 0)
      expect(parse(`${word}-${low},50-${high},0`)).toMatchObject({
        kind: 'redirect',
        segments: [`${word}-${low}.5-${high}`],
      })
  })
})
