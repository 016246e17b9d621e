import { type Locale, languageTags } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { FacetId, RangeId } from '#app/shop/catalogue/attributes/registry.ts'
import { facetValue, filter } from '#app/shop/catalogue/facets.ts'
import type { Listing } from '#app/shop/catalogue/listing.ts'
import {
  type ChoiceId,
  chosenValues,
  isUnfiltered,
  type ListingFilters,
  normaliseFilters,
  toggleValue,
  withRange,
} from '#app/shop/catalogue/listing-filters.ts'
import { rangeText } from '#app/shop/catalogue/listing-heading.ts'
import { listingHref, listingPath } from '#app/shop/catalogue/listing-path.ts'
import { type ListingSort, listingSorts } from '#app/shop/catalogue/listing-sort.ts'
import { pieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { ListingVocabulary } from '#app/shop/catalogue/vocabulary.ts'
import type { Crumb } from '#app/ui/Breadcrumbs.tsx'
import { describeFacets, hrefHere } from './describe-facets.ts'
import type { ListingView } from './listing-view.ts'

export type Asked = {
  locale: Locale
  vocabulary: ListingVocabulary
  /** Facets that somebody opened: all of their values are shown. */
  opened: readonly string[]
  /** Whether search engines may keep the listing of a choice. */
  mayIndex: (filters: ListingFilters) => boolean
}

export function describeListing(listing: Listing, asked: Asked): Omit<ListingView, 'heading' | 'intro'> {
  const { filters, sort, page, pages } = listing
  const { locale } = asked
  const cards = (pieces: Listing['pieces']) => pieces.map((piece) => pieceCard(piece, locale))
  return {
    department: filters.department,
    crumbs: crumbsOf(filters, asked),
    path: listingPath(locale, filters),
    total: listing.total,
    reserved: filters.facets.availability ? 0 : listing.counts.reserved,
    sort,
    sorts: listingSorts.map((each) => ({ sort: each, href: hrefHere(listing, asked, { sort: each }) })),
    ...describeFacets(listing, asked),
    chips: chipsOf(filters, sort, asked),
    pieces: cards(listing.pieces),
    sold: cards(listing.sold),
    // Their pages may still be kept, so there has to be a way to each.
    ...(isUnfiltered(filters) &&
      listing.sold.length > 0 && {
        soldHref: listingPath(locale, toggleValue(filters, 'availability', 'sold')),
      }),
    page,
    pages,
    pageHrefs: offeredPages(page, pages).map((each) => ({
      page: each,
      href: hrefHere(listing, asked, { sort, page: each }),
    })),
    empty: listing.near && {
      alternatives: listing.near.alternatives.map((alternative) => ({
        label: constraintText(filters, alternative.dropped, asked),
        href: listingHref(locale, alternative.filters, { sort }),
        count: alternative.total,
      })),
      near: cards(listing.near.pieces),
    },
  }
}

/** First, last, and those around the one that is shown. */
export function offeredPages(page: number, pages: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages])
  return [...wanted].filter((each) => each >= 1 && each <= pages).sort((a, b) => a - b)
}

function valueText(
  id: ChoiceId,
  value: string,
  { vocabulary, locale }: Asked,
  filters: ListingFilters,
): string {
  const brand = vocabulary.brand(id === 'brand' ? value : (filters.brands[0] ?? ''))
  if (id === 'brand') return brand?.name ?? value
  if (id === 'model') return (brand && vocabulary.model(brand.id, value)?.name) ?? value
  if (id === 'reference') return (brand && vocabulary.reference(brand.id, value)?.number) ?? value
  const label = facetValue(id, value)?.label[locale] ?? value
  const { named, label: of } = filter(id)
  return named ? `${of[locale]}: ${label}` : label
}

/** One chip a value; following it takes the value away. */
function chipsOf(filters: ListingFilters, sort: ListingSort, asked: Asked): ListingView['chips'] {
  const { locale } = asked
  const chips: ListingView['chips'] = []
  const add = (id: ChoiceId, values: readonly string[]) => {
    for (const value of values) {
      const href = listingHref(locale, toggleValue(filters, id, value), { sort })
      chips.push({ label: valueText(id, value, asked, filters), href })
    }
  }
  add('type', filters.facets.type ?? [])
  add('brand', filters.brands)
  add('model', filters.models)
  add('reference', filters.references)
  for (const [id, values] of Object.entries(filters.facets)) if (id !== 'type') add(id as FacetId, values)
  for (const [id, range] of Object.entries(filters.ranges)) {
    const href = listingHref(locale, withRange(filters, id as RangeId, null), { sort })
    chips.push({ label: rangeLabel(id as RangeId, range, locale), href })
  }
  return chips
}

function rangeLabel(
  id: RangeId,
  range: NonNullable<ListingFilters['ranges'][RangeId]>,
  locale: Locale,
): string {
  return `${filter(id).label[locale]}: ${rangeText(id, range, locale)}`
}

/** What giving up one filter means: its values in words. */
function constraintText(filters: ListingFilters, id: string, asked: Asked): string {
  const range = filters.ranges[id as RangeId]
  if (range) return rangeLabel(id as RangeId, range, asked.locale)
  const values = chosenValues(filters, id as ChoiceId)
  const texts = values.map((value) => valueText(id as ChoiceId, value, asked, filters))
  return new Intl.ListFormat(languageTags[asked.locale], { type: 'disjunction' }).format(texts)
}

/** Department, type, maker, model: each narrower, the last one being the page itself left out. */
function crumbsOf(filters: ListingFilters, { locale, vocabulary }: Asked): Crumb[] {
  const { department, brands, models } = filters
  const crumbs: Crumb[] = [{ department, href: pathTo(locale, department) }]
  const [type, ...otherTypes] = filters.facets.type ?? []
  const [brandSlug, ...otherBrands] = brands
  const types = type !== undefined && otherTypes.length === 0 ? [type] : []
  const narrower = (choice: Omit<Parameters<typeof normaliseFilters>[0], 'department'>, label: string) => {
    const href = listingPath(locale, normaliseFilters({ department, ...choice }))
    crumbs.push({ label, href })
  }
  if (types[0] !== undefined) {
    narrower({ facets: { type: types } }, facetValue('type', types[0])?.label[locale] ?? types[0])
  }
  const brand = brandSlug !== undefined && otherBrands.length === 0 ? vocabulary.brand(brandSlug) : null
  if (brand) {
    narrower({ brands: [brand.slug] }, brand.name)
    const model = models.length === 1 && models[0] ? vocabulary.model(brand.id, models[0]) : null
    if (model) narrower({ brands: [brand.slug], models: [model.slug] }, model.name)
  }
  const here = listingPath(locale, filters)
  return isUnfiltered(filters) ? [] : crumbs.filter((crumb) => crumb.href !== here)
}
