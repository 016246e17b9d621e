import { sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { ProductStatus } from '#app/shop/catalogue/product-status.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import { deviationsOf } from './deviations.ts'
import type { QuotedPiece } from './quote.ts'
import type { TaxMode } from './types.ts'

export type PieceRow = {
  piece: string
  status: ProductStatus
  kind: PieceKind
  brand: string | null
  name: Bilingual
  reference: string | null
  slug_de: string
  slug_en: string
  photo: string | null
  price_cents: number
  tax_mode: TaxMode
  condition: string
  cites_species: string | null
  defect: Bilingual | null
}

/** What a line is made of, from `product p`, `brand b` and `reference r`. */
export const pieceColumns = sql`p.id as piece, p.status, p.kind, b.name as brand, p.name, r.number as reference,
  p.slug_de, p.slug_en, p.price_cents, p.tax_mode, p.condition, p.cites_species,
  (select f.id from photo f where f.product_id = p.id order by f.position limit 1) as photo,
  (select d.text from product_defect d where d.product_id = p.id) as defect`

export const pieceJoins = sql`left join brand b on b.id = p.brand_id left join reference r on r.id = p.reference_id`

/** A piece as it stands in the review and in an order. */
export function lineOf(row: PieceRow, options: { oneYearLiability: boolean }): QuotedPiece {
  return {
    piece: row.piece,
    kind: row.kind,
    brand: row.brand,
    name: row.name,
    reference: row.reference,
    slug: { de: row.slug_de, en: row.slug_en },
    photoId: row.photo,
    priceCents: row.price_cents,
    taxMode: row.tax_mode,
    protectedSpecies: row.cites_species !== null,
    deviations: deviationsOf({ id: row.piece, isUsed: row.condition !== 'new', defect: row.defect }, options),
  }
}

/** The lines of the checkout's review, in the order of `pieces`; pieces that are not shown to the public are left out. */
export async function checkoutLines(
  db: Database,
  pieces: readonly string[],
  options: { oneYearLiability: boolean },
): Promise<QuotedPiece[]> {
  const { rows } = await sql<PieceRow>`
    select ${pieceColumns} from product p ${pieceJoins}
    where p.id = any(${pieces}) and p.status in ('listed', 'reserved', 'sold')
    order by array_position(${pieces}::text[], p.id)
  `.execute(db)
  return rows.map((row) => lineOf(row, options))
}
