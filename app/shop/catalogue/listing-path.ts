import { type Bilingual, type Locale, locales, otherLocale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { FacetId, RangeId } from './attributes/registry.ts'
import { type FacetValue, rangeWords } from './attributes/values.ts'
import { type Facet, facets, filters as filterables, type ListingFilter, range, ranges } from './facets.ts'
import {
  type ListingFilters,
  maxSegments,
  maxValues,
  normaliseFilters,
  type Range,
  withinBounds,
} from './listing-filters.ts'
import { agree, isEmpty, overlap, spanOf } from './listing-ranges.ts'
import { type ListingSort, listingSorts } from './listing-sort.ts'
import type { Department } from './types.ts'
import type { ListingVocabulary } from './vocabulary.ts'

/**
 * What a listing's path says.
 * - `ok`: the canonical path of these filters
 * - `redirect`: the same filters have a better path; `segments` are its, in the asked language
 * - `unknown`: a word nobody knows, a combination that cannot be, or more than the bounds: 404
 */
export type ParsedListingPath =
  | { kind: 'ok'; filters: ListingFilters }
  | { kind: 'redirect'; filters: ListingFilters; segments: string[] }
  | { kind: 'unknown' }

/**
 * Reads the segments after `/de/uhren/` or `/en/jewelry/` (decoded, in any order, case and language).
 * The grammar is docs/product.md 2: bare types, makers, models and references, then facets, then the price.
 */
export function parseListingPath(
  asked: { locale: Locale; department: Department; segments: readonly string[] },
  vocabulary: ListingVocabulary,
): ParsedListingPath {
  const { locale, department, segments } = asked
  if (segments.length > maxSegments) return { kind: 'unknown' }
  const words = { count: 0, facets: {}, ranges: {}, brands: [], bare: [] } as Words
  for (const segment of segments) {
    if (segment === '') continue
    if (!readSegment(segment, locale, vocabulary, words)) return { kind: 'unknown' }
    if (words.count > maxValues) return { kind: 'unknown' }
  }
  const named = nameBareWords(words, vocabulary)
  if (named === null || !agreeOnRanges(words)) return { kind: 'unknown' }
  const filters = normaliseFilters({ department, facets: words.facets, ranges: words.ranges, ...named })
  if (!withinBounds(filters)) return { kind: 'unknown' }
  const canonical = listingSegments(locale, filters)
  const isCanonical =
    canonical.length === segments.length && canonical.every((segment, index) => segment === segments[index])
  return isCanonical ? { kind: 'ok', filters } : { kind: 'redirect', filters, segments: canonical }
}

/** The address of a listing, e.g. `/de/uhren/rolex/zustand-sehr-gut`. The inverse of `parseListingPath`. */
export function listingPath(locale: Locale, filters: ListingFilters): string {
  return pathTo(locale, filters.department, { rest: listingSegments(locale, filters) })
}

/** The segments of a listing's address in their canonical order. */
export function listingSegments(locale: Locale, filters: ListingFilters): string[] {
  const segments: string[] = []
  for (const facet of [...facets, ...rangesAlone]) {
    const chosen = filters.facets[facet.id as FacetId]
    const range = filters.ranges[facet.id as RangeId]
    const prefix = facet.slug === null ? '' : `${facet.slug[locale]}-`
    if (chosen) segments.push(prefix + joined(facet.values ?? [], chosen, locale))
    else if (range) segments.push(prefix + rangeText(facet.id as RangeId, range, locale))
    if (facet === typeFacet) {
      for (const values of [filters.brands, filters.models, filters.references])
        if (values.length > 0) segments.push(values.join('_'))
    }
  }
  return segments
}

/** Far more pages than any listing has; keeps figures in addresses short. */
const maxPage = 99_999

/** `?sort=price-asc&page=2`; whatever is none of our words means the default. */
export function parseListingQuery(query: URLSearchParams): { sort: ListingSort; page: number } {
  const sort = listingSorts.find((each) => each === query.get('sort')) ?? 'newest'
  const text = query.get('page') ?? ''
  const page = /^[1-9]\d{0,4}$/.test(text) ? Math.min(Number(text), maxPage) : 1
  return { sort, page }
}

/** A listing's address with sort and page; the defaults are left out. */
export function listingHref(
  locale: Locale,
  filters: ListingFilters,
  { sort = 'newest', page = 1 }: { sort?: ListingSort; page?: number } = {},
): string {
  const query = new URLSearchParams()
  if (sort !== 'newest') query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return listingPath(locale, filters) + (text === '' ? '' : `?${text}`)
}

type Words = {
  count: number
  facets: Partial<Record<FacetId, string[]>>
  ranges: Partial<Record<RangeId, Range>>
  brands: string[]
  /** Models or references, to be told apart once the maker is known. */
  bare: string[]
}

/** Ranges without fixed values: their segments are the last. */
const rangesAlone = ranges.filter(({ values }) => values === undefined)

/** Those with a word in front of their values. */
type Prefixed = ListingFilter & { slug: Bilingual }
const prefixed = filterables.filter((each): each is Prefixed => each.slug !== null)

const typeFacet = facets.find((facet) => facet.slug === null) as Facet

/** value's word → id, per facet and language */
const valueWords = new Map<FacetId, Bilingual<Map<string, string>>>(
  facets.map((facet) => [
    facet.id,
    {
      de: new Map(facet.values.map((value) => [value.slug.de, value.id])),
      en: new Map(facet.values.map((value) => [value.slug.en, value.id])),
    },
  ]),
)

function readSegment(raw: string, locale: Locale, vocabulary: ListingVocabulary, words: Words): boolean {
  if (raw.length > 200) return false
  const segment = foldSegment(raw)
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(segment)) return false
  for (const facet of prefixed) {
    for (const language of [locale, otherLocale(locale)]) {
      const start = `${facet.slug[language]}-`
      if (segment.startsWith(start) && readValues(segment.slice(start.length), locale, facet, words))
        return true
    }
  }
  const parts = segment.split('_').filter((part) => part !== '')
  words.count += parts.length
  if (parts.length === 0 || words.count > maxValues) return false
  for (const part of parts) {
    const type = idOf(typeFacet.id, part, locale)
    if (type !== null) pushFacet(words, typeFacet.id, type)
    else if (vocabulary.brand(part)) words.brands.push(part)
    else words.bare.push(part)
  }
  return true
}

/** The values behind a prefix: words joined by `_`, or one range. */
function readValues(text: string, locale: Locale, facet: ListingFilter, words: Words): boolean {
  const read = facet.range ? readRange(facet.id as RangeId, text) : null
  // A band such as 35–37 is a range with a word of its own; one figure is a choice where it has one.
  const isRange = read !== null && read.from !== read.to
  if (facet.values && !isRange) {
    const parts = text.split('_').filter((part) => part !== '')
    if (parts.length > maxValues) return false
    const id = facet.id as FacetId
    const ids = parts.map((part) => idOf(id, part, locale))
    if (ids.length > 0 && ids.every((each) => each !== null)) {
      for (const each of ids) pushFacet(words, id, each)
      words.count += ids.length
      return true
    }
  }
  if (read === null) return false
  const id = facet.id as RangeId
  const known = words.ranges[id]
  const both = known ? overlap(id, known, read) : read
  if (both === null) return false
  words.count += 1
  words.ranges[id] = both
  return true
}

/**
 * Segments of one facet that name ranges mean what lies in all of them; values chosen beside a range are those that
 * lie in it. Whether anything does, and can be said in one segment.
 */
function agreeOnRanges(words: Words): boolean {
  for (const { id } of ranges) {
    const [range, values] = [words.ranges[id], words.facets[id as FacetId]]
    if (!range || !values) continue
    const common = agree(
      id,
      range,
      [...new Set(values)].map((value) => ({ value, span: spanOf(id, value, readRange) })),
    )
    if (common === null) return false
    if (common.range) {
      words.ranges[id] = common.range
      delete words.facets[id as FacetId]
    } else {
      words.facets[id as FacetId] = common.values
      delete words.ranges[id]
    }
  }
  return true
}

function pushFacet(words: Words, id: FacetId, value: string) {
  const known = words.facets[id]
  if (known) known.push(value)
  else words.facets[id] = [value]
}

function idOf(facet: FacetId, word: string, locale: Locale): string | null {
  const maps = valueWords.get(facet)
  return maps?.[locale].get(word) ?? maps?.[otherLocale(locale)].get(word) ?? null
}

/** `500-2000`, `bis-1000`, `from-5000`, and one figure where that makes sense (a year, a diameter). */
function readRange(id: RangeId, text: string): Range | null {
  for (const locale of locales) {
    const { upTo, from } = rangeWords[locale]
    if (text.startsWith(`${upTo}-`)) return openRange(id, text.slice(upTo.length + 1), 'to')
    if (text.startsWith(`${from}-`)) return openRange(id, text.slice(from.length + 1), 'from')
  }
  const [first, second, ...more] = text.split('-')
  if (first === undefined || more.length > 0) return null
  const from = readFigure(id, first)
  if (from === null) return null
  if (second === undefined) return range(id).range.single ? { from, to: from } : null
  const to = readFigure(id, second)
  if (to === null || isEmpty(id, { from, to })) return null
  return { from, to }
}

function openRange(id: RangeId, text: string, end: 'from' | 'to'): Range | null {
  const figure = readFigure(id, text)
  if (figure === null) return null
  return end === 'from' ? { from: figure, to: null } : { from: null, to: figure }
}

function readFigure(id: RangeId, text: string): number | null {
  const { min, max, decimals } = range(id).range
  const form = decimals === 0 ? /^\d{1,8}$/ : /^\d{1,4}(\.\d{1,2})?$/
  if (!form.test(text)) return null
  const figure = Number(text)
  return figure >= min && figure <= max ? figure : null
}

function rangeText(id: RangeId, { from, to }: Range, locale: Locale): string {
  const words = rangeWords[locale]
  if (from === null) return `${words.upTo}-${to}`
  if (to === null) return `${words.from}-${from}`
  return from === to && range(id).range.single ? String(from) : `${from}-${to}`
}

function joined(values: readonly FacetValue[], ids: readonly string[], locale: Locale): string {
  return values
    .filter((value) => ids.includes(value.id))
    .map((value) => value.slug[locale])
    .sort()
    .join('_')
}

/** Tells models from references; a maker left out is added where only one can be meant. */
function nameBareWords(
  words: Words,
  vocabulary: ListingVocabulary,
): Pick<ListingFilters, 'brands' | 'models' | 'references'> | null {
  const brands = new Set(words.brands)
  if (words.bare.length === 0) return { brands: [...brands], models: [], references: [] }
  const bare = words.bare.map((word) => vocabulary.asWritten(word))
  if (brands.size === 0) {
    const first = bare[0] ?? ''
    const byModel = vocabulary.brandsWithModel(first)
    const makers = byModel.length > 0 ? byModel : vocabulary.brandsWithReference(first)
    if (makers.length !== 1 || !makers[0]) return null
    brands.add(makers[0].slug)
  }
  if (brands.size !== 1) return null
  const [slug = ''] = brands
  const brand = vocabulary.brand(slug)
  if (!brand) return null
  const models: string[] = []
  const references: string[] = []
  for (const word of bare) {
    if (vocabulary.model(brand.id, word)) models.push(word)
    else if (vocabulary.reference(brand.id, word)) references.push(word)
    else return null
  }
  return { brands: [slug], models, references }
}

/** Lower case, umlauts written out, no spaces, a decimal comma a point: what people type becomes what we print. */
export function foldSegment(text: string): string {
  return text
    .toLowerCase()
    .trim()
    .replace(/ +/g, '-')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/(?<=\d),(?=\d)/g, '.')
}
