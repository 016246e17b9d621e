import { type RawBuilder, sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  int4,
  json,
  nullable,
  oneOf,
  query,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { type ProductStatus, productStatuses } from '#app/shop/catalogue/product-status.ts'
import type { MissingPart } from '#app/shop/stock/list-question.ts'

export type PieceNeed =
  | 'drafts'
  | 'pieces-without-photos'
  | 'pieces-without-theft-check'
  | 'pieces-without-english'

export type PieceInNeed = {
  id: string
  brand: string | null
  name: Bilingual
  status: ProductStatus
  /** Since when it is in its state. */
  since: Date
}

/** How many pieces there are, and the newest of them. */
export type PiecesInNeed = { count: number; rows: PieceInNeed[] }

/** Of `stock_entry e`, which says what each piece lacks that is ours or on sale (0145_stock_list.sql). */
const conditions: Record<PieceNeed, RawBuilder<unknown>> = {
  drafts: sql`e.status = 'draft'`,
  'pieces-without-photos': lacking('photos'),
  // Registers know watches.
  'pieces-without-theft-check': lacking('theft-check'),
  'pieces-without-english': lacking('description', 'english'),
}

/** Told as the index of 0186 tells it. */
function lacking(...parts: MissingPart[]): RawBuilder<unknown> {
  return sql`e.missing <> '{}' and e.missing && ${parts}::text[]`
}

const pieceNeeds = Object.keys(conditions) as PieceNeed[]

/** Pieces that lack something, or wait as drafts: how many, and the newest of each. */
export async function piecesInNeed(
  db: Database,
  { limit }: { limit: number },
): Promise<Record<PieceNeed, PiecesInNeed>> {
  const found = await query(db, { need: oneOf(pieceNeeds), count: int4, ids: texts })`
    ${sql.join(
      pieceNeeds.map(
        (need) => sql`select ${need}::text as need,
          (select count(*)::int from stock_entry e where ${conditions[need]}) as count,
          array(select e.number::text from stock_entry e where ${conditions[need]} order by e.number desc limit ${limit})
            as ids`,
      ),
      sql` union all `,
    )}
  `
  const pieces = await piecesBrief(db, [...new Set(found.flatMap(({ ids }) => ids))])
  return Object.fromEntries(
    found.map(({ need, count, ids }) => [need, { count, rows: ids.flatMap((id) => pieces.get(id) ?? []) }]),
  ) as Record<PieceNeed, PiecesInNeed>
}

/** What lists say of pieces, by stock number. */
export async function piecesBrief(db: Database, ids: readonly string[]): Promise<Map<string, PieceInNeed>> {
  const rows = await query(db, {
    ...{ id: text, brand: nullable(text), name: json(bilingual), status: oneOf(productStatuses) },
    since: timestamptz,
  })`
    select p.id, b.name as brand, p.name, p.status,
      coalesce((select max(s.at) from product_status_change s where s.product_id = p.id), p.created_at) as since
    from product p left join brand b on b.id = p.brand_id
    where p.id = any(${ids})
  `
  return new Map(rows.map((row) => [row.id, row]))
}
