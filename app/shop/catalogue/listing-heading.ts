import { formatNumber, formatPrice } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import type { FacetId, RangeId } from '#app/shop/catalogue/attributes/registry.ts'
import type { Phrase } from '#app/shop/catalogue/attributes/values.ts'
import {
  facetValue,
  filters as filterables,
  type ListingFilter,
  range as rangeFacet,
} from '#app/shop/catalogue/facets.ts'
import type { ListingFilters, Range } from '#app/shop/catalogue/listing-filters.ts'
import type { ListingVocabulary } from '#app/shop/catalogue/vocabulary.ts'
import { type ListingWords, listingWords } from './listing-words.ts'

/** What is said of the pieces, the most telling first; the rest is left to the chips. */
const telling = filterables
  .flatMap((each) => (each.heading ? [{ ...each, heading: each.heading }] : []))
  .toSorted((a, b) => a.heading.rank - b.heading.rank)
/** More than three make no name any more. */
const maxQualities = 3

/** A listing's name in natural words: „Rolex aus Stahl“, “Yellow gold rings with diamond up to €2,000”. */
export function listingHeading(
  filters: ListingFilters,
  vocabulary: ListingVocabulary,
  locale: Locale,
): string {
  const words = listingWords(locale)
  const subject = subjectOf(filters, vocabulary, locale, words)
  const before: string[] = []
  const after: string[] = []
  for (const each of telling) {
    if (before.length + after.length === maxQualities) break
    const quality = qualityOf(each, filters, subject.named, locale)
    if (quality) (quality.place === 'before' ? before : after).push(quality.text)
  }
  const text = [
    ...before,
    subject.text(after.length > 0 && isMaterial(filters)),
    ...joined(after, words('with'), locale),
  ].join(' ')
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

/** „mit Automatikwerk mit Datum“ → „mit Automatikwerk und Datum“. */
function joined(phrases: readonly string[], preposition: string, locale: Locale): string[] {
  const groups: string[][] = []
  for (const phrase of phrases) {
    const last = groups.at(-1)
    const follows = phrase.startsWith(`${preposition} `) && last?.[0]?.startsWith(`${preposition} `)
    if (follows) last?.push(phrase.slice(preposition.length + 1))
    else groups.push([phrase])
  }
  return groups.map((group) => list(group, 'conjunction', locale))
}

type Subject = {
  /** A model or a reference is named: it stands for itself, without a noun. */
  named: boolean
  text: (followedByMaterial: boolean) => string
}

function subjectOf(
  filters: ListingFilters,
  vocabulary: ListingVocabulary,
  locale: Locale,
  words: ListingWords,
): Subject {
  const { brands, models, references, department } = filters
  const brandRows = brands.map((slug) => vocabulary.brand(slug))
  const brandNames = brandRows.map((brand, index) => brand?.name ?? brands[index] ?? '')
  const [brand] = brandRows
  if (brand && models.length + references.length > 0) {
    const modelNames = models.map((slug) => vocabulary.model(brand.id, slug)?.name ?? slug)
    const numbers = references.map((slug) => vocabulary.reference(brand.id, slug)?.number ?? slug)
    const parts = [brand.name, list(modelNames, 'conjunction', locale), list(numbers, 'conjunction', locale)]
    return { named: true, text: () => parts.filter(Boolean).join(' ') }
  }
  const types = filters.facets.type
  const noun = types
    ? list(labels('type', types, locale), 'conjunction', locale)
    : words(`departments.${department}`)
  const what = locale === 'en' ? noun.toLowerCase() : noun
  if (brandNames.length === 0) return { named: false, text: () => what }
  const by = words('by', { what, brands: list(brandNames, 'conjunction', locale) })
  // „Rolex aus Stahl“: a watchmaker's name stands for its watches.
  const short = locale === 'de' && brandNames.length === 1 && department === 'watches' && !types
  return {
    named: false,
    text: (followedByMaterial) => (short && followedByMaterial ? (brandNames[0] ?? by) : by),
  }
}

function isMaterial(filters: ListingFilters): boolean {
  return filters.facets.case !== undefined
}

function qualityOf(
  { id, heading }: ListingFilter,
  filters: ListingFilters,
  named: boolean,
  locale: Locale,
): { place: 'before' | 'after'; text: string } | null {
  const range = filters.ranges[id as RangeId]
  if (range) {
    const text = rangeText(id as RangeId, range, locale)
    return { place: 'after', text: rangeFacet(id as RangeId).range.phrase[locale].replace('{range}', text) }
  }
  const values = filters.facets[id as FacetId]
  if (!values) return null
  const [only = ''] = values
  const places: readonly (keyof Phrase)[] = named ? ['afterName', 'after'] : ['before', 'after']
  for (const place of places) {
    const where = place === 'before' ? 'before' : 'after'
    // Words that are inflected each in its own way have a phrase each; two of them make none, the chips name them.
    const phrase = values.length === 1 && facetValue(id as FacetId, only)?.phrase?.[locale]?.[place]
    if (phrase) return { place: where, text: phrase }
    const template = heading?.any?.[locale]?.[place]
    if (!template) continue
    const said = labels(id as FacetId, values, locale).map((label) =>
      // Labels as they stand within a sentence: English words small, German nouns as they are.
      locale === 'en' && heading?.small ? label.toLowerCase() : label,
    )
    return { place: where, text: template.replace('{values}', list(said, 'disjunction', locale)) }
  }
  return null
}

function labels(id: FacetId, values: readonly string[], locale: Locale): string[] {
  return values.map((value) => facetValue(id, value)?.label[locale] ?? value)
}

/** A range in words and with its unit: „500 € bis 2.000 €“, “up to 38 mm”. */
export function rangeText(id: RangeId, { from, to }: Range, locale: Locale): string {
  const words = listingWords(locale)
  const figure = (value: number) => rangeFigure(id, value, locale)
  if (from === null) return words('rangeOf.to', { to: figure(to ?? 0) })
  if (to === null) return words('rangeOf.from', { from: figure(from) })
  return from === to ? figure(from) : words('rangeOf.between', { from: figure(from), to: figure(to) })
}

function rangeFigure(id: RangeId, value: number, locale: Locale): string {
  if (id === 'price') return formatPrice(value * 100, locale)
  const text = formatNumber(value, locale, { useGrouping: false, maximumFractionDigits: 2 })
  const { unit } = rangeFacet(id).range
  return unit === undefined ? text : `${text}\u00a0${unit}`
}

const listFormatsIn = (locale: Locale) => ({
  conjunction: new Intl.ListFormat(languageTags[locale], { type: 'conjunction' }),
  disjunction: new Intl.ListFormat(languageTags[locale], { type: 'disjunction' }),
})
const listFormats = { de: listFormatsIn('de'), en: listFormatsIn('en') }

function list(texts: readonly string[], type: 'conjunction' | 'disjunction', locale: Locale): string {
  return listFormats[locale][type].format(texts)
}
