// Written here: no library orders by meaning, state and age in one query (docs/decisions/search.md).

import type { Bilingual, Locale } from '#app/language/locales.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { float8, int4, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { answersOf, cardAttributes, readCardFacts, selectList } from './attributes/select-attributes.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { holdsWord } from './holds-word.ts'
import { type FactsOnCard, factsOnCard } from './piece-card.ts'
import type { PublicStatus } from './product-status.ts'
import type { Cents } from './search-index.ts'
import { type Found, findMatches } from './search-matches.ts'
import { planReadings, planSearch, type SearchPlan } from './search-plan.ts'
import { type PriceWish, readPrice } from './search-price.ts'
import { type RangeWish, readRanges } from './search-ranges.ts'
import { type Chunk, cutQuery, splitQuery } from './search-words.ts'
import type { PieceKind } from './types.ts'

/** A search result: the fields of docs/product.md 4, and what tells one piece from the next beside its name. */
export type SearchItem = {
  /** Stock number. */
  id: string
  brand: string | null
  /** In the language that was asked for. */
  name: string
  /** In cents. */
  price: number
  /** Inner circumference in mm; rings only. */
  ringSize: number | null
  status: PublicStatus
  /** Id of the first photo. */
  thumbnailImageId: string | null
  type: PieceKind
  /** The word of the product page's address, per language. */
  slug: Bilingual
  /** Reference, year, metal, condition and what comes with it, in the words of the cards of a listing. */
  facts: FactsOnCard
}

type SearchResult = {
  items: SearchItem[]
  /** How many pieces there are in all. */
  total: number
  /** What was said of the price, and the query without it. */
  price: (PriceWish & { rest: string }) | null
}

/**
 * Finds public pieces by whatever a customer types: maker, model, reference, stock number, material, stone,
 * type, colour and state in both languages, beginnings, compounds, with one or two typing errors a word.
 * Order: exact reference or stock number; maker, model and name; attributes. Within each: available, reserved,
 * sold; newest first. Anything may be typed: it is cut at 200 characters and is only ever text.
 * Drawer and results page show the same: what is found depends on the query alone, not on who asks or how many
 * are wanted.
 * A price, a size or years in words („unter 1000 Euro“, „bis 36 mm“, „ab 1990“) narrow to it.
 * @returns at most `limit` (20) pieces after the first `offset`; none for an empty query or one of signs only
 */
export async function searchProducts(
  db: Database,
  query: string,
  options: { limit?: number; offset?: number; locale?: Locale } = {},
): Promise<SearchResult> {
  const { limit = 20, offset = 0, locale = 'en' } = options
  const read = readQuery(query)
  const { price } = read
  if (!saysSomething(read)) return { items: [], total: 0, price }
  return answerPart(async () => {
    const found = await find(db, read, { limit, offset })
    return { items: await readItems(db, found.ids, locale), total: found.total, price }
  })
}

/**
 * Stock numbers of all public pieces that a query finds, in the same order. `plainly`: without guesses at what may have
 * been meant instead.
 */
export async function findStockNumbers(
  db: Database,
  query: string,
  { plainly = false } = {},
): Promise<number[]> {
  const read = readQuery(query)
  if (!saysSomething(read)) return []
  const readings = plainly ? planReadings.slice(0, 1) : planReadings
  const found = await find(db, read, { limit: Number.POSITIVE_INFINITY, offset: 0 }, readings)
  return found.ids
}

type ReadQuery = { price: SearchResult['price']; chunks: Chunk[]; ranges: RangeWish[] }

function readQuery(query: string): ReadQuery {
  const { rest, price } = readPrice(cutQuery(query))
  const { rest: said, ranges } = readRanges(rest)
  return { price: price && { ...price, rest }, chunks: holdsWord(said) ? splitQuery(said) : [], ranges }
}

const saysMore = ({ chunks, ranges }: ReadQuery) => chunks.length > 0 || ranges.length > 0
const saysSomething = (read: ReadQuery) => saysMore(read) || read.price !== null

async function find(
  db: Database,
  read: ReadQuery,
  { limit, offset }: { limit: number; offset: number },
  readings: readonly (typeof planReadings)[number][] = planReadings,
): Promise<Found> {
  const { price, chunks, ranges } = read
  const catalogue = await catalogueInMemory(db)
  const matching = (plan: SearchPlan | null): Found =>
    plan ? findMatches(catalogue.search, plan, centsOf(price), { limit, offset }) : { ids: [], total: 0 }
  if (!saysMore(read)) return matching(anything)
  let found: Found = { ids: [], total: 0 }
  // Typing errors are taken for something else, and then unknown words dropped, only where nothing was found without.
  for (const reading of readings)
    if (found.total === 0)
      found = matching(await planSearch(db, catalogue.words, chunks, { ranges, reading }))
  return found
}

const anything: SearchPlan = { wishes: [], codes: [], grouped: null, state: null }

/** Prices are whole cents. */
function centsOf(price: PriceWish | null): Cents | null {
  if (price === null) return null
  const { from, to, strictly } = price
  const inside = strictly ? 1 : 0
  return {
    from: from === null ? 0 : from * 100 + inside,
    to: to === null ? Number.POSITIVE_INFINITY : to * 100 - inside,
  }
}

const columns = {
  ...answersOf(cardAttributes),
  id: text,
  brand: nullable(text),
  name: text,
  price: int4,
  ringSize: nullable(float8),
  status: oneOf(['available', 'reserved', 'sold']),
  thumbnailImageId: nullable(text),
  type: oneOf(['watch', 'jewellery', 'bullion']),
  slug_de: text,
  slug_en: text,
  reference: nullable(text),
}

/** What is shown of pieces, in the order of their ids; a piece that has just left the shop is not among them. */
async function readItems(db: Database, ids: readonly number[], locale: Locale): Promise<SearchItem[]> {
  if (ids.length === 0) return []
  const rows = await query(db, columns)`
    select p.id, b.name as brand, p.name ->> ${locale} as name, p.price_cents as price,
      p.ring_size_mm::float8 as "ringSize",
      case p.status when 'listed' then 'available' else p.status end as status,
      (select photo.id from photo where photo.product_id = p.id order by position limit 1) as "thumbnailImageId",
      p.kind as type, p.slug_de, p.slug_en, r.number as reference, ${selectList(cardAttributes)}
    from unnest(${ids.map(String)}::text[]) with ordinality as hit (id, place)
    join product p using (id) left join brand b on b.id = p.brand_id
    left join reference r on r.id = p.reference_id
    where p.status in ('listed', 'reserved', 'sold')
    order by place
  `
  return rows.map((row) => {
    const { id, brand, name, price, ringSize, status, thumbnailImageId, type, reference } = row
    const { caseMaterial, ...facts } = readCardFacts(row)
    const piece = { ...facts, kind: type, reference, metal: caseMaterial ?? facts.metal }
    return {
      ...{ id, brand, name, price, ringSize, status, thumbnailImageId, type },
      slug: { de: row.slug_de, en: row.slug_en },
      facts: factsOnCard(piece, locale),
    }
  })
}
