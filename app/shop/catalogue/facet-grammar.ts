import type { Bilingual } from '#app/language/locales.ts'

/**
 * The words of the listing's path and of the database: every facet with its values.
 * A value's id is what the database stores and, as a rule, its English slug.
 * `slug` is the word in the path, `label` the word on the page.
 */
export type FacetValue = { id: string; slug: Bilingual; label: Bilingual }

export type Facet = {
  id: FacetId
  /** The word in front of the values in a path segment; `null` for bare words such as `rings`. */
  slug: Bilingual | null
  label: Bilingual
  values: readonly FacetValue[]
}

/** The facets whose values are a fixed vocabulary, in the order of the path's segments. */
export const facetIds = [
  'type',
  'condition',
  'availability',
  'year',
  'gender',
  'scope',
  'case',
  'diameter',
  'movement',
  'dial',
  'bracelet',
  'complication',
  'metal',
  'fineness',
  'gemstone',
  'cut',
  'carat-weight',
  'ring-size',
  'era',
] as const
export type FacetId = (typeof facetIds)[number]

/** What may also be filtered from–to, with the step of the figures in the path. */
export const rangeIds = ['price', 'year', 'diameter', 'carat-weight', 'ring-size'] as const
export type RangeId = (typeof rangeIds)[number]

/** Bounds and decimals of a range's figures: whole euros, years, millimetres, carats, millimetres. */
export const rangeLimits: Record<RangeId, { min: number; max: number; decimals: number }> = {
  price: { min: 0, max: 99_999_999, decimals: 0 },
  year: { min: 1500, max: 2100, decimals: 0 },
  diameter: { min: 5, max: 99, decimals: 0 },
  'carat-weight': { min: 0, max: 999, decimals: 2 },
  'ring-size': { min: 40, max: 76, decimals: 0 },
}

/** The price is no facet of fixed values; its segment is the path's last. */
export const priceWord = {
  slug: { de: 'preis', en: 'price' },
  label: { de: 'Preis', en: 'Price' },
} as const satisfies { slug: Bilingual; label: Bilingual }

/** The words of an open range, as in `preis-bis-1000` and `price-from-5000`. */
export const rangeWords: Bilingual<{ upTo: string; from: string }> = {
  de: { upTo: 'bis', from: 'ab' },
  en: { upTo: 'up-to', from: 'from' },
}

/** A band as `[from, to]`, both in the segment's figures; `null` is an open end. */
export type Band = readonly [from: number | null, to: number | null]

/** Whole millimetres: a band holds everything that begins with them, 35-37 also 37.8. */
export const diameterBands: readonly Band[] = [
  [null, 34],
  [35, 37],
  [38, 40],
  [41, 43],
  [44, null],
]

/** Carats, from (inclusive) to (exclusive). */
export const caratBands: readonly Band[] = [
  [null, 0.25],
  [0.25, 0.5],
  [0.5, 1],
  [1, 2],
  [2, null],
]

/** The decades that have a word; a piece of 1968–1972 belongs to two. */
export const decades: readonly number[] = Array.from({ length: 24 }, (_, index) => 1800 + index * 10)

/** Inner circumference in mm: the German ring size. */
export const ringSizes: readonly number[] = Array.from({ length: 27 }, (_, index) => 44 + index)
