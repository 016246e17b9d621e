import { sql } from 'kysely'
import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { PublicStatus } from './product-status.ts'
import type { Meaning, SearchPlan } from './search-plan.ts'
import { planSearch } from './search-plan.ts'
import { splitQuery } from './search-words.ts'
import type { PieceKind } from './types.ts'

/** A search result: the fields of the specification, section 3, and the address. */
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

/**
 * Finds public pieces by whatever a customer types: maker, model, reference, stock number, material, stone,
 * type, colour and state in both languages, beginnings, compounds, with one or two typing errors a word.
 * Order: exact reference or stock number; maker, model and name; attributes. Within each: available, reserved,
 * sold; newest first. Anything may be typed: it is cut at 200 characters and is only ever text.
 * @returns at most `limit` (20) pieces; none for an empty query
 */
export async function searchProducts(
  db: Database,
  query: string,
  options: { limit?: number; locale?: Locale } = {},
): Promise<SearchItem[]> {
  const { limit = 20, locale = 'en' } = options
  const chunks = splitQuery(query)
  if (chunks.length === 0) return []
  // A space at the end says that the last word is whole.
  const typing = !/\s$/.test(query)
  const plan = await planSearch(db, chunks, { typing })
  const found = plan ? await findPieces(db, plan, limit, locale) : []
  if (found.length > 0) return found
  const doubtful = await planSearch(db, chunks, { typing, doubtful: true })
  return doubtful ? findPieces(db, doubtful, limit, locale) : []
}

type Tier = 'exact' | 'named' | 'any'

async function findPieces(db: Database, plan: SearchPlan, limit: number, locale: Locale): Promise<SearchItem[]> {
  const any = textQuery(plan, 'any')
  if (any === null) return []
  const code = plan.codes.length > 0 ? plan.codes.map((word) => `'${word}':B`).join('|') : null
  const named = textQuery(plan, 'named')
  const exact = textQuery(plan, 'exact')
  const { rows } = await sql<Omit<SearchItem, 'slug'> & { slug_de: string; slug_en: string }>`
    with hit as (
      select product_id, availability, listed_at, case
        when words @@ ${code}::tsquery then 0
        when words @@ ${exact}::tsquery then 1
        when words @@ ${named}::tsquery then 2
        else 3 end as tier
      from search_document
      where words @@ ${any}::tsquery and (${plan.state}::int is null or availability = ${plan.state})
      order by tier, availability, listed_at desc, product_id
      limit ${limit}
    )
    select p.id, b.name as brand, p.name ->> ${locale} as name, p.price_cents as price,
      p.ring_size_mm::float8 as "ringSize",
      case p.status when 'listed' then 'available' else p.status end as status,
      (select photo.id from photo where photo.product_id = p.id order by position limit 1) as "thumbnailImageId",
      p.kind as type, p.slug_de, p.slug_en
    from hit join product p on p.id = hit.product_id left join brand b on b.id = p.brand_id
    order by hit.tier, hit.availability, hit.listed_at desc, hit.product_id
  `.execute(db)
  return rows.map(({ slug_de, slug_en, ...item }) => ({ ...item, slug: { de: slug_de, en: slug_en } }))
}

/** `null` where the plan cannot be fulfilled in that tier. Words hold only letters, digits and `_`. */
function textQuery(plan: SearchPlan, tier: Tier): string | null {
  const wishes = plan.wishes.map((wish) => {
    const readings = wish.readings.flatMap((reading) => {
      const meanings = reading.map((meaning) => meaningQuery(meaning, tier))
      return meanings.includes(null) ? [] : [meanings.join('&')]
    })
    return readings.length > 0 ? `(${readings.join('|')})` : null
  })
  return wishes.includes(null) || wishes.length === 0 ? null : wishes.join('&')
}

function meaningQuery(meaning: Meaning, tier: Tier): string | null {
  const weights = tier === 'any' ? '' : 'ABC'
  const parts = meaning.words.map((word) => `'${word}'${weights && `:${weights}`}`)
  if (tier !== 'exact') parts.push(...meaning.beginnings.map((word) => `'${word}':*${weights}`))
  if (tier === 'any') parts.push(...meaning.terms.map((term) => `'${term}'`))
  return parts.length > 0 ? `(${parts.join('|')})` : null
}
