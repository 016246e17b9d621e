import type { Bilingual } from '#app/language/locales.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { FilterId, RangeId } from './attributes/registry.ts'
import { cardsOf } from './cards.ts'
import { type CatalogueInMemory, catalogueInMemory } from './catalogue-in-memory.ts'
import { departmentSources } from './catalogue-sources.ts'
import { facets, filters as filterables, ranges } from './facets.ts'
import { isIndexable } from './indexable-listings.ts'
import {
  type ChoiceId,
  chosenValues,
  type ListingFilters,
  normaliseFilters,
  type Range,
} from './listing-filters.ts'
import { listingPath } from './listing-path.ts'
import type { IndexAnswer, ListingQuery } from './listing-question.ts'
import { cardsPerPage, type ListingSort } from './listing-sort.ts'
import type { CardPiece } from './types.ts'
import type { ListingVocabulary } from './vocabulary.ts'

const soldShown = 4
const nearShown = 8
/** References are offered only up to so many: a maker may have hundreds. */
const referencesOffered = 60

/** One facet as the page offers it: `count` is how many pieces the listing would show with (also) this value. */
export type ListingFacet = {
  id: ChoiceId
  values: { value: string; label: Bilingual; count: number; chosen: boolean }[]
}

/** A range as the page offers it, in the figures of the path: whole euros, years, mm, carats, mm. */
export type ListingRange = {
  id: RangeId
  min: number
  max: number
  chosen: Range | null
  /** Ranges that one press chooses, with how many pieces each would show. */
  bands: { range: Range; count: number }[]
}

export type Listing = {
  filters: ListingFilters
  sort: ListingSort
  /** From 1. Beyond the last page there are no pieces. */
  page: number
  pages: number
  /** Available and reserved pieces, or those of the chosen availability. */
  total: number
  /** Whatever availability is chosen. */
  counts: { available: number; reserved: number; sold: number }
  pieces: CardPiece[]
  /** The newest sold ones that match, shown apart; none when availability is chosen. */
  sold: CardPiece[]
  /** Only values that lead to pieces or are chosen; facets without any are left out. */
  facets: ListingFacet[]
  ranges: ListingRange[]
  /** Whether search engines may keep this page (its first, unsorted one). */
  indexable: boolean
  /** Only when nothing matches: the nearest choices that do. */
  near: NearMatches | null
}

export type NearMatches = {
  /** What the nearest piece lacks, the least important first. */
  dropped: FilterId[]
  filters: ListingFilters
  total: number
  pieces: CardPiece[]
  /** Every single filter without which there were pieces. */
  alternatives: { dropped: FilterId; filters: ListingFilters; total: number }[]
}

type Answer = Omit<Listing, 'pieces' | 'sold' | 'near'> & {
  ids: string[]
  soldIds: string[]
  near: (Omit<NearMatches, 'pieces'> & { ids: string[] }) | null
}

/** The words of the listing's paths, as the database has them now. */
export async function listingVocabulary(db: Database): Promise<ListingVocabulary> {
  return (await catalogueInMemory(db, ['vocabulary'])).vocabulary
}

/**
 * A page of a listing with its counts. `filters` come from `parseListingPath`; `now` decides what still counts
 * as reduced.
 */
export async function findListing(
  db: Database,
  filters: ListingFilters,
  { sort = 'newest', page = 1, now }: { sort?: ListingSort; page?: number; now: Date },
): Promise<Listing> {
  const live = await catalogueInMemory(db, departmentSources(filters.department))
  const key = `${listingPath('en', filters)} ${sort} ${page}`
  const kept = live.answers.get(key) as Answer | undefined
  const answer = kept ?? (await live.alone(answering(live, key, { filters, sort, page })))
  const { ids, soldIds, near, ...rest } = answer
  const nearIds = near?.ids ?? []
  const cards = await cardsOf(db, live, [...new Set([...ids, ...soldIds, ...nearIds])], now)
  const byId = new Map(cards.map((card) => [card.id, card]))
  const inOrder = (wanted: readonly string[]) => wanted.flatMap((id) => byId.get(id) ?? [])
  return {
    ...rest,
    pieces: inOrder(ids),
    sold: inOrder(soldIds),
    near: near && {
      dropped: near.dropped,
      filters: near.filters,
      total: near.total,
      alternatives: near.alternatives,
      pieces: inOrder(nearIds),
    },
  }
}

/** How many pieces a choice would show now. */
export async function countListing(db: Database, filters: ListingFilters): Promise<number> {
  return answerPart(async () => {
    const { index, vocabulary } = await catalogueInMemory(db, departmentSources(filters.department))
    return index.count(queryOf(filters, vocabulary))
  })
}

type Question = Pick<Listing, 'filters' | 'sort' | 'page'>

/** Answers in slices, and keeps the answer before any piece changes. */
function* answering(live: CatalogueInMemory, key: string, question: Question): Generator<number, Answer> {
  const kept = live.answers.get(key) as Answer | undefined
  if (kept) return kept
  const { vocabulary } = live
  const answer = yield* answerListing(live, question)
  // Names may be others by now; pieces are not.
  if (live.vocabulary === vocabulary) live.answers.set(key, answer)
  return answer
}

function* answerListing(
  { index, vocabulary }: CatalogueInMemory,
  { filters, sort, page }: Question,
): Generator<number, Answer> {
  const answer = yield* index.asking(queryOf(filters, vocabulary), {
    sort,
    offset: (page - 1) * cardsPerPage,
    limit: cardsPerPage,
    sold: soldShown,
  })
  return {
    filters,
    sort,
    page,
    pages: Math.max(1, Math.ceil(answer.total / cardsPerPage)),
    total: answer.total,
    counts: answer.counts,
    ids: answer.ids.map(String),
    soldIds: answer.soldIds.map(String),
    facets: facetsOf(filters, answer, vocabulary),
    ranges: rangesOf(filters, answer),
    indexable: isIndexable({ index, vocabulary }, filters),
    near: answer.total === 0 ? yield* nearMatches({ index, vocabulary }, filters) : null,
  }
}

/** Slugs resolved; one that vanished meanwhile matches nothing. */
export function queryOf(filters: ListingFilters, vocabulary: ListingVocabulary): ListingQuery {
  const brandIds = filters.brands.map((slug) => vocabulary.brand(slug)?.id ?? -1)
  const [brandId = -1] = brandIds
  return {
    filters,
    brandIds,
    modelIds: filters.models.map((slug) => vocabulary.model(brandId, slug)?.id ?? -1),
    referenceIds: filters.references.map((slug) => vocabulary.reference(brandId, slug)?.id ?? -1),
  }
}

function facetsOf(
  filters: ListingFilters,
  answer: IndexAnswer,
  vocabulary: ListingVocabulary,
): ListingFacet[] {
  const both = (text: string): Bilingual => ({ de: text, en: text })
  const worded = (
    id: ChoiceId,
    entries: readonly { value: string; label: Bilingual; count: number }[],
  ): ListingFacet => {
    const chosen = chosenValues(filters, id)
    return {
      id,
      values: entries
        .filter(({ value, count }) => count > 0 || chosen.includes(value))
        .map((entry) => ({ ...entry, chosen: chosen.includes(entry.value) })),
    }
  }
  const brands = worded(
    'brand',
    vocabulary.brands.map(({ id, slug, name }) => ({
      value: slug,
      label: both(name),
      count: answer.brands.get(id) ?? 0,
    })),
  )
  const brand = filters.brands.length === 1 ? vocabulary.brand(filters.brands[0] ?? '') : null
  const models = worded('model', brand ? namesOf(vocabulary.modelsOf(brand.id), answer.models) : [])
  const references = worded(
    'reference',
    brand ? maxFirst(namesOf(vocabulary.referencesOf(brand.id), answer.references), filters.references) : [],
  )
  const rest = facets.map((facet) => {
    const counts = answer.facets.get(facet.id)
    return worded(
      facet.id,
      facet.values.map(({ id, label }, place) => ({ value: id, label, count: counts?.[place] ?? 0 })),
    )
  })
  const [type, ...others] = rest
  return [...(type ? [type] : []), brands, models, references, ...others].filter(
    (facet) => facet.values.length > 0,
  )
}

function namesOf(
  rows: readonly { id: number; slug: string; name?: string; number?: string }[],
  counts: ReadonlyMap<number, number>,
) {
  return rows
    .map(({ id, slug, name, number }) => {
      const text = name ?? number ?? slug
      return { value: slug, label: { de: text, en: text }, count: counts.get(id) ?? 0 }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.label.en < b.label.en ? -1 : 1))
}

function maxFirst<Entry extends { value: string; count: number }>(
  entries: readonly Entry[],
  chosen: readonly string[],
): Entry[] {
  if (entries.length <= referencesOffered) return [...entries]
  const kept = new Set(entries.toSorted((a, b) => b.count - a.count).slice(0, referencesOffered))
  return entries.filter((entry) => kept.has(entry) || chosen.includes(entry.value))
}

function rangesOf(filters: ListingFilters, answer: IndexAnswer): ListingRange[] {
  return ranges.flatMap(({ id, range: { scale = 1, decimals, bands: offered } }): ListingRange[] => {
    const bounds = answer.bounds[id]
    const chosen = filters.ranges[id] ?? null
    const counts = answer.bands[id] ?? []
    const bands = (offered ?? []).map(([from, to], place) => ({
      range: { from, to },
      count: counts[place] ?? 0,
    }))
    if (!bounds)
      return chosen ? [{ id, min: chosen.from ?? 0, max: chosen.to ?? chosen.from ?? 0, chosen, bands }] : []
    const parts = 10 ** decimals
    const step = scale / parts
    return [
      {
        id,
        min: Math.floor(bounds.min / step) / parts,
        max: Math.ceil(bounds.max / step) / parts,
        chosen,
        bands,
      },
    ]
  })
}

/** What a visitor gives up most easily, first. */
const importance: readonly FilterId[] = filterables
  .toSorted((a, b) => a.givenUp - b.givenUp)
  .map(({ id }) => id)

const weight = (id: FilterId) => importance.indexOf(id)

function constraintsOf(filters: ListingFilters): FilterId[] {
  return importance.filter(
    (id) =>
      id in filters.facets ||
      id in filters.ranges ||
      (id === 'brand' && filters.brands.length > 0) ||
      (id === 'model' && filters.models.length > 0) ||
      (id === 'reference' && filters.references.length > 0),
  )
}

/** The choice without one of its filters; a maker takes models and references along. */
export function withoutFilter(filters: ListingFilters, id: FilterId): ListingFilters {
  if (id === 'brand') return normaliseFilters({ ...filters, brands: [], models: [], references: [] })
  if (id === 'model') return normaliseFilters({ ...filters, models: [] })
  if (id === 'reference') return normaliseFilters({ ...filters, references: [] })
  const keep = ([key]: [string, unknown]) => key !== id
  return normaliseFilters({
    ...filters,
    facets: Object.fromEntries(Object.entries(filters.facets).filter(keep)),
    ranges: Object.fromEntries(Object.entries(filters.ranges).filter(keep)),
  })
}

function* nearMatches(
  live: Pick<CatalogueInMemory, 'index' | 'vocabulary'>,
  filters: ListingFilters,
): Generator<number, Answer['near']> {
  const count = (choice: ListingFilters) => live.index.count(queryOf(choice, live.vocabulary))
  const constraints = constraintsOf(filters)
  const alternatives: NearMatches['alternatives'] = []
  for (const dropped of constraints) {
    const choice = withoutFilter(filters, dropped)
    const total = count(choice)
    if (total > 0) alternatives.push({ dropped, filters: choice, total })
    yield live.index.columns.size
  }
  // What a piece costs is the only thing that can be nearly right: it is no reason to lack anything else.
  const asked = queryOf(filters, live.vocabulary)
  const nearest = (choice: ListingFilters, limit: number) =>
    live.index.nearing(queryOf(choice, live.vocabulary), { asked, weight, limit })
  const [best] = yield* nearest(everything(filters), 1)
  if (!best) return null
  const dropped = constraints.filter((id) => best.lacks.includes(id))
  const kept = dropped.reduce(withoutFilter, filters)
  const shown = yield* nearest(withoutFilter(kept, 'price'), nearShown)
  const ids = shown.map(({ id }) => String(id))
  return { dropped, filters: kept, total: count(kept), alternatives, ids }
}

/** Nothing but the department, sold pieces only where an availability was asked for. */
function everything({ department, facets }: ListingFilters): ListingFilters {
  const availability = facets.availability ? { availability: ['available', 'reserved', 'sold'] } : {}
  return normaliseFilters({ department, facets: availability })
}
