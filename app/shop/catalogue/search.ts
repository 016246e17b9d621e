// Written here, over PostgreSQL: no library orders by meaning, state and age in one query (docs/decisions/search.md).

import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { float8, int4, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { catalogueInMemory, totalsOfLastLook } from './catalogue-in-memory.ts'
import { holdsWord } from './holds-word.ts'
import type { PublicStatus } from './product-status.ts'
import { planSearch, type SearchPlan, type Wish } from './search-plan.ts'
import { type PriceWish, readPrice } from './search-price.ts'
import type { Meaning } from './search-vocabulary.ts'
import { cutQuery, splitQuery } from './search-words.ts'
import type { PieceKind } from './types.ts'

/** A search result: the fields of docs/product.md 4. */
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
 * A price in words („unter 1000 Euro“) narrows to it.
 * @returns at most `limit` (20) pieces after the first `offset`; none for an empty query or one of signs only
 */
export async function searchProducts(
  db: Database,
  query: string,
  options: { limit?: number; offset?: number; locale?: Locale } = {},
): Promise<SearchResult> {
  const { limit = 20, offset = 0, locale = 'en' } = options
  const part = { limit, offset, locale }
  const { rest, price: wish } = readPrice(cutQuery(query))
  const price = wish && { ...wish, rest }
  const none: SearchResult = { items: [], total: 0, price }
  const chunks = holdsWord(rest) ? splitQuery(rest) : []
  if (chunks.length === 0) return price ? findPieces(db, anything, price, part) : none
  const plan = await planSearch(db, chunks)
  const found = plan ? await findPieces(db, plan, price, part) : none
  if (found.total > 0) return found
  const doubtful = await planSearch(db, chunks, { doubtful: true })
  return doubtful ? findPieces(db, doubtful, price, part) : none
}

const columns = {
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
  total: int4,
}

/** Below that a total is counted as fast as the catalogue is asked whether it has changed. */
const worthKeeping = 1_000

const anything: SearchPlan = { wishes: [], codes: [], grouped: null, state: null }

/** As a range of PostgreSQL. */
function centsOf(price: PriceWish | null): string | null {
  if (price === null) return null
  const { from, to, strictly } = price
  const bound = (euros: number | null) => (euros === null ? '' : euros * 100)
  return `${strictly ? '(' : '['}${bound(from)},${bound(to)}${strictly ? ')' : ']'}`
}

async function findPieces(
  db: Database,
  plan: SearchPlan,
  price: SearchResult['price'],
  { limit, offset, locale }: { limit: number; offset: number; locale: Locale },
): Promise<SearchResult> {
  const whole = plan.codes.map((code) => `'=${code}'`).join('|') || null
  const tiers = tierNames.map((tier) => textQuery(plan.wishes, tier, plan.grouped))
  const lookups = tierNames.map((tier, index) => {
    const telling =
      tier === 'exact'
        ? []
        : plan.wishes.filter((wish) => !wish.readings.flat().some((meaning) => meaning.vague))
    return textQuery(telling, tier, plan.grouped) ?? tiers[index]
  })
  const cents = centsOf(price)
  const asked = JSON.stringify([lookups.at(-1), tiers.at(-1), plan.state, cents])
  const known = totalsOfLastLook(db)?.has(asked) ? (await catalogueInMemory(db)).totals.get(asked) : undefined
  // Taken before it is counted: a change meanwhile begins others, and these are dropped with what they hold.
  const totals = totalsOfLastLook(db)
  const rows = await query(db, columns)`
    select p.id, b.name as brand, p.name ->> ${locale} as name, p.price_cents as price,
      p.ring_size_mm::float8 as "ringSize",
      case p.status when 'listed' then 'available' else p.status end as status,
      (select photo.id from photo where photo.product_id = p.id order by position limit 1) as "thumbnailImageId",
      p.kind as type, p.slug_de, p.slug_en, total
    from search_pieces(${whole}, ${tiers}::tsquery[], ${lookups}::tsquery[], ${plan.state}, ${cents}::int4range, ${offset + limit}, ${known ?? null})
      with ordinality as hit (id, total, place)
    join product p using (id) left join brand b on b.id = p.brand_id
    where place > ${offset}
    order by place
  `
  const total = rows[0]?.total ?? 0
  if (known === undefined && total >= worthKeeping) totals?.set(asked, total)
  return {
    items: rows.map(({ slug_de, slug_en, total: _, ...item }) => ({
      ...item,
      slug: { de: slug_de, en: slug_en },
    })),
    total,
    price,
  }
}

/**
 * `exact`, `named`: in maker, model, name and reference only, `exact` without beginnings. `attribute`: also by what the
 * piece is. `anywhere`: also by what else is said of it, so that a watch of ceramic comes before one with a ceramic bezel.
 */
const tierNames = ['exact', 'named', 'attribute', 'anywhere'] as const
type Tier = (typeof tierNames)[number]

/** `null` where the wishes cannot be fulfilled in that tier. Words hold only letters, digits, `_` and `=`. */
function textQuery(wishes: Wish[], tier: Tier, grouped: string | null): string | null {
  const parts = wishes.map((wish) => {
    const readings = wish.readings.flatMap((reading) => {
      const meanings = reading.map((meaning) => meaningQuery(meaning, tier))
      return meanings.includes(null) ? [] : [meanings.join('&')]
    })
    return readings.length > 0 ? `(${readings.join('|')})` : null
  })
  const all = parts.includes(null) || parts.length === 0 ? null : parts.join('&')
  return grouped === null || all === null ? all : `(${all})|'=${grouped}'`
}

function meaningQuery(meaning: Meaning, tier: Tier): string | null {
  const { words, beginnings, terms, loosely = [], noun } = meaning
  const quoted = (list: string[], mark = '') => list.map((word) => `'${word}'${mark}`)
  if (tier === 'attribute' && noun) return anyOf(quoted(terms))
  // A word is among those that begin like it.
  const whole = words.filter((word) => !beginnings.some((begun) => word.startsWith(begun)))
  if (tier === 'anywhere')
    return anyOf([...quoted(whole), ...quoted(beginnings, ':*'), ...quoted([...terms, ...loosely])])
  if (tier === 'attribute')
    return terms.length > 0
      ? anyOf([...quoted(whole, ':ABC'), ...quoted(beginnings, ':*ABC'), ...quoted(terms)])
      : anyOf([...quoted(whole), ...quoted(beginnings, ':*')])
  const named =
    tier === 'exact'
      ? anyOf(quoted(words, ':ABC'))
      : anyOf([...quoted(whole, ':ABC'), ...quoted(beginnings, ':*ABC')])
  return noun && named !== null ? `(${named}&${anyOf(quoted(terms))})` : named
}

function anyOf(parts: string[]): string | null {
  return parts.length > 0 ? `(${parts.join('|')})` : null
}
