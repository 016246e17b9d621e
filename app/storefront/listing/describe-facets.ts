import { formatNumber, formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { FilterId } from '#app/shop/catalogue/attributes/registry.ts'
import { filter, filters as filterables, range as rangeFacet } from '#app/shop/catalogue/facets.ts'
import type { Listing, ListingFacet, ListingRange } from '#app/shop/catalogue/listing.ts'
import { toggleValue, withinBounds, withRange } from '#app/shop/catalogue/listing-filters.ts'
import { rangeText } from '#app/shop/catalogue/listing-heading.ts'
import { listingHref } from '#app/shop/catalogue/listing-path.ts'
import type { ListingSort } from '#app/shop/catalogue/listing-sort.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { Asked } from './describe-listing.ts'
import {
  chosenFlag,
  type FacetView,
  type ListingView,
  nofollowFlag,
  packValues,
  type RangeView,
  type ValueView,
} from './listing-view.ts'

/** In the order in which people narrow. */
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

/** Values shown before somebody asks for all of them. */
const shownValues = 5
/** A longer scale is shown from its first to its last step that there is a piece on. */
const shortScale = 6

/** Reads `?open=dial_year`. */
export function openedFacets(query: URLSearchParams): string[] {
  return (query.get('open') ?? '').split('_').slice(0, order.jewelry.length)
}

type Panel = Pick<ListingView, 'facets' | 'openHref'>

/**
 * On a page that nobody has opened any on, once for each answer of the catalogue: its facets are one object until a piece
 * changes. What they rest on is noted by who asked for the listing.
 */
export function describeFacets(listing: Listing, asked: Asked): Panel {
  if (asked.opened.some((id) => id !== '')) return panelIn(listing, asked)
  const { locale, vocabulary } = asked
  const known = panels.get(listing.facets) ?? new Map<Locale, { vocabulary: object; made: Panel }>()
  panels.set(listing.facets, known)
  const kept = known.get(locale)
  // Names may have changed since.
  if (kept?.vocabulary === vocabulary) return kept.made
  const made = panelIn(listing, asked)
  known.set(locale, { vocabulary, made })
  return made
}

const panels = new WeakMap<Listing['facets'], Map<Locale, { vocabulary: object; made: Panel }>>()

function panelIn(listing: Listing, asked: Asked): Panel {
  return { facets: facetViews(listing, asked), openHref: openHref(listing, asked) }
}

function facetViews(listing: Listing, asked: Asked): ListingView['facets'] {
  const { filters } = listing
  const byId = new Map<string, ListingFacet>(listing.facets.map((each) => [each.id, each]))
  const ranges = new Map<string, ListingRange>(listing.ranges.map((each) => [each.id, each]))
  const views: ListingView['facets'] = []
  for (const id of order[filters.department]) {
    const found = byId.get(id)
    const offered = found && isChoice(found, listing.total) ? found : undefined
    // From one figure to the same there is nothing to choose.
    const bounds = ranges.get(id)
    const range = bounds && (bounds.min < bounds.max || bounds.chosen) ? bounds : undefined
    if (!offered && !range) continue
    const { open = [], label } = filter(id)
    const chosen = range?.chosen || offered?.values.some((value) => value.chosen)
    if (!chosen && !open.includes(filters.department) && !asked.opened.includes(id)) {
      views.push([id, label[asked.locale]])
      continue
    }
    views.push({
      id,
      label: label[asked.locale],
      ...(offered && valuesOf(offered, listing, asked)),
      ...(range && bandsOf(range, listing, asked)),
      ...(range && { range: rangeViewOf(range, asked.locale) }),
    })
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

/** What the id of a facet is put behind for the address where that is open, too. */
function openHref(listing: Listing, asked: Asked): string {
  const here = hrefWithOpen(listing, asked, asked.opened)
  if (here.includes('open=')) return `${here}_`
  return `${here.startsWith('?') ? `${here}&` : '?'}open=`
}

/** This listing otherwise sorted, or another page: by its query alone, since long paths add up to kilobytes. */
export function hrefHere(
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

function valuesOf(found: ListingFacet, listing: Listing, asked: Asked): Partial<FacetView> {
  const { filters, sort } = listing
  const { locale, opened } = asked
  const { byCount, ordinal, swatch } = filter(found.id)
  const all = ordinal || opened.includes(found.id)
  // In their own order where they have one; makers, models, colours and stones by how many there are.
  const ranked = found.values.toSorted((a, b) => Number(b.chosen) - Number(a.chosen) || b.count - a.count)
  const few = all ? found.values : ranked.slice(0, shownValues)
  const shown = all || byCount ? few : found.values.filter((value) => few.includes(value))
  const values = (ordinal ? scaleOf(found) : shown).flatMap((value): ValueView[] => {
    if (value.count === 0 && !value.chosen) return [[value.label[locale], 0, '', 0]]
    const choice = toggleValue(filters, found.id, value.value)
    // Beyond the bounds of the path there is no address.
    if (!withinBounds(choice)) return []
    const follow = sort === 'newest' && asked.mayIndex(choice)
    const flags = (value.chosen ? chosenFlag : 0) | (follow ? 0 : nofollowFlag)
    const view: ValueView = [value.label[locale], value.count, listingHref(locale, choice, { sort }), flags]
    if (swatch) view.push(value.value)
    return [view]
  })
  const view: Partial<FacetView> = packValues(values)
  if (found.id === 'ring-size') view.grid = true
  if (ordinal || found.values.length <= shownValues) return view
  if (opened.includes(found.id)) view.fewer = hrefWithOpen(listing, asked, without(opened, found.id))
  else view.all = found.values.length
  return view
}

/** The steps of a scale, also those without a piece: of a long one from the first to the last that has one. */
function scaleOf({ id, values }: ListingFacet): ListingFacet['values'] {
  const known = new Map(values.map((value) => [value.value, value]))
  const steps = (filter(id).values ?? []).map(
    ({ id: value, label }) => known.get(value) ?? { value, label, count: 0, chosen: false },
  )
  if (steps.length <= shortScale) return steps
  const isTaken = ({ value }: { value: string }) => known.has(value)
  return steps.slice(steps.findIndex(isTaken), steps.findLastIndex(isTaken) + 1)
}

/** Ranges at one press; the one that is chosen already takes itself away. */
function bandsOf({ id, chosen, bands }: ListingRange, { filters, sort }: Listing, asked: Asked) {
  if (bands.length === 0) return {}
  const { locale } = asked
  return packValues(
    bands.map(({ range, count }): ValueView => {
      const is = chosen !== null && chosen.from === range.from && chosen.to === range.to
      const label = rangeText(id, range, locale)
      const choice = withRange(filters, id, is ? null : range)
      if ((count === 0 && !is) || !withinBounds(choice)) return [label, 0, '', 0]
      return [label, count, listingHref(locale, choice, { sort }), nofollowFlag | (is ? chosenFlag : 0)]
    }),
  )
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((each) => each !== id)
}

function rangeViewOf({ id, min, max, chosen }: ListingRange, locale: Locale): RangeView {
  const { range } = rangeFacet(id)
  // Years, millimetres and sizes are not grouped.
  const figure = (value: number) =>
    id === 'price'
      ? formatPrice(value * 100, locale).replace(/[^\d.,]/g, '')
      : formatNumber(value, locale, { useGrouping: false, maximumFractionDigits: 2 })
  return {
    min: figure(min),
    max: figure(max),
    ...(chosen && chosen.from !== null && { from: figure(chosen.from) }),
    ...(chosen && chosen.to !== null && { to: figure(chosen.to) }),
    ...(range.unit !== undefined && { unit: range.unit }),
    ...(range.decimals > 0 && { decimal: true }),
  }
}
