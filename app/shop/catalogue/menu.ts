import type { Locale } from '#app/language/locales.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { begin } from './attributes/select-attributes.ts'
import { filter } from './facets.ts'
import { findListing, type Listing, type ListingFacet } from './listing.ts'
import { type ChoiceId, type ListingChoice, normaliseFilters } from './listing-filters.ts'
import { rangeText } from './listing-heading.ts'
import { listingPath } from './listing-path.ts'
import { newestCards } from './newest.ts'
import type { PieceCard } from './piece-card.ts'
import type { Department } from './types.ts'

/** One way into a department: what it is called, where it leads, and how many pieces are there. */
export type MenuChoice = { label: string; href: string; count: number }

export type DepartmentMenu = {
  href: string
  /** Pieces that can be bought or are reserved, as the listing counts them. */
  total: number
  /** Those with the most pieces, by name. */
  makers: MenuChoice[]
  /** What kinds there are: under the name of a facet, its values. */
  groups: { label: string; choices: MenuChoice[] }[]
  prices: MenuChoice[]
  newest: PieceCard[]
}

export type CatalogueMenu = Record<Department, DepartmentMenu>

const makersShown = 12
const valuesShown = 7
const newestShown = 3

/** Facets that say what kind of piece it is, and values of them that say too little: half of all watches have a date. */
const kinds: Record<Department, readonly ChoiceId[]> = {
  watches: ['gender', 'complication'],
  jewelry: ['type', 'metal'],
}
const tooCommon: readonly string[] = ['date', 'day', 'small-seconds']

/**
 * The ways into both departments, with how many pieces each shows now: what the header's panels and the empty search
 * offer. The counts are those of the listings themselves. `now` decides what still counts as reduced.
 */
export async function catalogueMenu(db: Database, locale: Locale, now: Date): Promise<CatalogueMenu> {
  const menu = (department: Department) => answerPart(() => departmentMenu(db, department, locale, now))
  const [watches, jewelry] = await Promise.all([menu('watches'), menu('jewelry')])
  return { watches, jewelry }
}

async function departmentMenu(
  db: Database,
  department: Department,
  locale: Locale,
  now: Date,
): Promise<DepartmentMenu> {
  const all = normaliseFilters({ department })
  const [listing, newest] = await Promise.all([
    findListing(db, all, { now }),
    newestCards(db, { department, count: newestShown }, locale, now),
  ])
  const choices = (id: ChoiceId, most: number) => choicesOf(listing, id, { locale, most })
  return {
    href: listingPath(locale, all),
    total: listing.total,
    makers: choices('brand', makersShown),
    groups: kinds[department].flatMap((id) => {
      const found = choices(id, valuesShown)
      return found.length === 0 ? [] : [{ label: filter(id).label[locale], choices: found }]
    }),
    prices: pricesOf(listing, locale),
    newest,
  }
}

/** The values of a facet with the most pieces, in the facet's own order. */
function choicesOf(
  { filters: { department }, facets }: Pick<Listing, 'filters' | 'facets'>,
  id: ChoiceId,
  { locale, most }: { locale: Locale; most: number },
): MenuChoice[] {
  const values = (facets.find((facet) => facet.id === id)?.values ?? []).filter(
    ({ value, count }) => count > 0 && !tooCommon.includes(value),
  )
  const shown = new Set(values.toSorted((a, b) => b.count - a.count).slice(0, most))
  return values
    .filter((value) => shown.has(value))
    .map((value) => ({
      label: value.label[locale],
      href: listingPath(locale, normaliseFilters({ department, ...choiceOf(id, value) })),
      count: value.count,
    }))
}

function choiceOf(
  id: ChoiceId,
  { value }: ListingFacet['values'][number],
): Omit<ListingChoice, 'department'> {
  return id === 'brand' ? { brands: [value] } : { facets: { [id]: [value] } }
}

/** The bands that the listing's own filter offers; what has no pieces is left out. */
function pricesOf(
  { filters: { department }, ranges }: Pick<Listing, 'filters' | 'ranges'>,
  locale: Locale,
): MenuChoice[] {
  const bands = ranges.find(({ id }) => id === 'price')?.bands ?? []
  return bands
    .filter(({ count }) => count > 0)
    .map(({ range, count }) => ({
      label: begin(rangeText('price', range, locale)),
      href: listingPath(locale, normaliseFilters({ department, ranges: { price: range } })),
      count,
    }))
}
