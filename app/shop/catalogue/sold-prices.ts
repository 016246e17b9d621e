import { sql } from 'kysely'
import { answerChangesAt, answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { float8, int4, nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { departmentSources } from './catalogue-sources.ts'
import type { Department } from './types.ts'

const day = 86_400_000
/** Sales of so long ago count: 24 months. */
const counted = 730 * day
/** From so many sales on there is a lowest, a median and a highest price; of fewer each is named. */
const fewest = 3

/** What pieces of a maker or a model were sold for, in whole euros. Of one piece alone it says when, to the month. */
export type SoldPrices =
  | { count: number; lowest: number; median: number; highest: number }
  | { pieces: SoldPiece[] }

export type SoldPiece = {
  id: string
  name: { de: string; en: string }
  slug: { de: string; en: string }
  reference: string | null
  euros: number
  soldAt: Date
}

/**
 * The prices that stood at pieces of a maker, or of one of its models, when they were sold, within 24 months; `null`
 * where none was. They were public before, on the pieces' pages; what a buyer paid otherwise is nobody's business.
 */
export async function soldPrices(
  db: Database,
  { department, brandId, modelId }: { department: Department; brandId: number; modelId: number | null },
  now: Date,
): Promise<SoldPrices | null> {
  answerUses(...departmentSources(department))
  const since = new Date(now.getTime() - counted)
  const kind = department === 'watches' ? sql`p.kind = 'watch'` : sql`p.kind <> 'watch'`
  const model = modelId === null ? sql`true` : sql`p.model_id = ${modelId}`
  const sold = sql`p.brand_id = ${brandId} and ${model} and ${kind} and p.status = 'sold'
    and p.price_cents is not null and p.sold_at > ${since}`
  const [all] = await query(db, {
    count: int4,
    lowest: nullable(int4),
    median: nullable(float8),
    highest: nullable(int4),
    first: nullable(timestamptz),
  })`
    select count(*)::int4 as count, min(p.price_cents) as lowest,
      percentile_cont(0.5) within group (order by p.price_cents) as median,
      max(p.price_cents) as highest, min(p.sold_at) as first
    from product p where ${sold}`
  if (!all || all.count === 0 || all.first === null) return null
  // The oldest of them counts no more from then on.
  answerChangesAt(all.first.getTime() + counted)
  if (all.count >= fewest) {
    const [lowest, median, highest] = [all.lowest, all.median, all.highest].map(eurosOf)
    return { count: all.count, lowest: lowest ?? 0, median: median ?? 0, highest: highest ?? 0 }
  }
  const pieces = await query(db, {
    id: text,
    name_de: text,
    name_en: text,
    slug_de: text,
    slug_en: text,
    reference: nullable(text),
    cents: int4,
    sold_at: timestamptz,
  })`
    select p.id, p.name ->> 'de' as name_de, p.name ->> 'en' as name_en, p.slug_de::text as slug_de,
      p.slug_en::text as slug_en, r.number as reference, p.price_cents as cents, p.sold_at
    from product p left join reference r on r.id = p.reference_id
    where ${sold} order by p.sold_at desc, p.id desc`
  return {
    pieces: pieces.map((piece) => ({
      id: piece.id,
      name: { de: piece.name_de, en: piece.name_en },
      slug: { de: piece.slug_de, en: piece.slug_en },
      reference: piece.reference,
      euros: eurosOf(piece.cents),
      soldAt: piece.sold_at,
    })),
  }
}

const eurosOf = (cents: number | null) => Math.round((cents ?? 0) / 100)
