import { type Locale, languageTags } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { FacetId, FilterId, RangeId } from '#app/shop/catalogue/attributes/registry.ts'
import {
  facetValue,
  filter,
  filters as filterables,
  range as rangeFacet,
} from '#app/shop/catalogue/facets.ts'
import type { Listing, ListingFacet } from '#app/shop/catalogue/listing.ts'
import {
  type ChoiceId,
  chosenValues,
  isUnfiltered,
  type ListingFilters,
  normaliseFilters,
  toggleValue,
  withinBounds,
  withRange,
} from '#app/shop/catalogue/listing-filters.ts'
import { rangeText } from '#app/shop/catalogue/listing-heading.ts'
import { listingHref, listingPath } from '#app/shop/catalogue/listing-path.ts'
import { type ListingSort, listingSorts } from '#app/shop/catalogue/listing-sort.ts'
import { pieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { ListingVocabulary } from '#app/shop/catalogue/vocabulary.ts'
import type { Crumb } from '#app/ui/Breadcrumbs.tsx'
import {
  chosenFlag,
  type FacetView,
  type ListingView,
  nofollowFlag,
  type RangeView,
  type ValueView,
} from './listing-view.ts'

/** In the order in which people narrow; the first ones are open. */
const order: Record<Department, readonly FilterId[]> = {
  watches: panelOf('watches'),
  jewelry: panelOf('jewelry'),
}

function panelOf(department: Department): FilterId[] {
  const placed = filterables.flatMap(({ id, panel }) => {
    const place = panel[department]
    return place === undefined ? [] : [{ id, place }]
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ id }) => id)
}

const openAtFirst = 5
/** Values shown before somebody asks for all of them. */
const shownValues = 5

type Asked = {
  locale: Locale
  vocabulary: ListingVocabulary
  /** Facets that somebody opened: all of their values are shown. */
  opened: readonly string[]
  /** Whether search engines may keep the listing of a choice. */
  mayIndex: (filters: ListingFilters) => boolean
}

/** Reads `?open=dial_year`. */
export function openedFacets(query: URLSearchParams): string[] {
  return (query.get('open') ?? '').split('_').slice(0, order.jewelry.length)
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
    facets: facetsOf(listing, asked),
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

/**
 * On a page that nobody has opened any on, once for each answer of the catalogue: its facets are one object until a piece
 * changes. What they rest on is noted by who asked for the listing.
 */
function facetsOf(listing: Listing, asked: Asked): FacetView[] {
  if (asked.opened.some((id) => id !== '')) return facetViews(listing, asked)
  const { locale, vocabulary } = asked
  const known = views.get(listing.facets) ?? new Map<Locale, { vocabulary: object; made: FacetView[] }>()
  views.set(listing.facets, known)
  const kept = known.get(locale)
  // Names may have changed since.
  if (kept?.vocabulary === vocabulary) return kept.made
  const made = facetViews(listing, asked)
  known.set(locale, { vocabulary, made })
  return made
}

const views = new WeakMap<Listing['facets'], Map<Locale, { vocabulary: object; made: FacetView[] }>>()

function facetViews(listing: Listing, asked: Asked): FacetView[] {
  const { filters } = listing
  const byId = new Map<string, ListingFacet>(listing.facets.map((each) => [each.id, each]))
  const ranges = new Map<string, Listing['ranges'][number]>(listing.ranges.map((each) => [each.id, each]))
  const views: FacetView[] = []
  for (const id of order[filters.department]) {
    const found = byId.get(id)
    const offered = found && isChoice(found, listing.total) ? found : undefined
    // From one figure to the same there is nothing to choose.
    const bounds = ranges.get(id)
    const range = bounds && (bounds.min < bounds.max || bounds.chosen) ? bounds : undefined
    if (!offered && !range) continue
    const view = { id, label: filter(id).label[asked.locale] }
    const chosen = range?.chosen || offered?.values.some((value) => value.chosen)
    if (chosen || asked.opened.includes(id) || views.length < openAtFirst) {
      const values = offered ? valuesOf(offered, listing, asked) : { values: [] }
      views.push({ ...view, ...values, ...(range && { range: rangeViewOf(range, asked.locale) }) })
    } else views.push({ ...view, openHref: hrefWithOpen(listing, asked, [...asked.opened, id]), values: [] })
  }
  return views
}

/** This page with some facets open. */
function hrefWithOpen({ filters, sort, page }: Listing, { locale }: Asked, ids: readonly string[]): string {
  const here = hrefHere({ filters }, { locale }, { sort, page })
  const known = order[filters.department].filter((id) => ids.includes(id))
  if (known.length === 0) return here
  return `${here.startsWith('?') ? `${here}&` : '?'}open=${known.join('_')}`
}

/** This listing otherwise sorted, or another page: by its query alone, since long paths add up to kilobytes. */
function hrefHere(
  { filters }: Pick<Listing, 'filters'>,
  { locale }: Pick<Asked, 'locale'>,
  query: { sort: ListingSort; page?: number },
): string {
  const href = listingHref(locale, filters, query)
  return href.slice(href.indexOf('?', 1) > 0 ? href.indexOf('?') : 0)
}

/** A single value that everything has narrows nothing. */
function isChoice({ values }: ListingFacet, total: number): boolean {
  return values.length > 1 || values.some((value) => value.chosen || value.count !== total)
}

function valuesOf(found: ListingFacet, listing: Listing, asked: Asked) {
  const { filters, sort } = listing
  const { locale, opened } = asked
  const all = opened.includes(found.id)
  // In their own order where they have one; makers, models, colours and stones by how many there are.
  const ranked = found.values.toSorted((a, b) => Number(b.chosen) - Number(a.chosen) || b.count - a.count)
  const few = all ? found.values : ranked.slice(0, shownValues)
  const { byCount, swatch } = filter(found.id)
  const shown = all || byCount ? few : found.values.filter((value) => few.includes(value))
  const values = shown.flatMap((value): ValueView[] => {
    const choice = toggleValue(filters, found.id, value.value)
    // Beyond the bounds of the path there is no address.
    if (!withinBounds(choice)) return []
    const follow = sort === 'newest' && asked.mayIndex(choice)
    const flags = (value.chosen ? chosenFlag : 0) | (follow ? 0 : nofollowFlag)
    const view: ValueView = [value.label[locale], value.count, listingHref(locale, choice, { sort }), flags]
    if (swatch) view.push(value.value)
    return [view]
  })
  const more = found.values.length > shownValues
  if (all)
    return more ? { values, fewer: hrefWithOpen(listing, asked, without(opened, found.id)) } : { values }
  return more
    ? {
        values,
        all: { href: hrefWithOpen(listing, asked, [...opened, found.id]), count: found.values.length },
      }
    : { values }
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((each) => each !== id)
}

function rangeViewOf({ id, min, max, chosen }: Listing['ranges'][number], locale: Locale): RangeView {
  const { label, range } = rangeFacet(id)
  return {
    id,
    label: label[locale],
    min,
    max,
    from: chosen?.from ?? null,
    to: chosen?.to ?? null,
    step: 10 ** -range.decimals,
    ...(range.unit !== undefined && { unit: range.unit }),
  }
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
