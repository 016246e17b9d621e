import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, json, nullable, oneOf, query, type Row, text } from '#app/platform/database/statement.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { pieceKinds } from '#app/shop/catalogue/types.ts'
import { deviationsOf } from './deviations.ts'
import type { QuotedPiece } from './quote.ts'
import { bilingual } from './stored-json.ts'
import { taxModes } from './types.ts'

/** What a line is made of. */
export const pieceColumns = {
  piece: text,
  status: oneOf(productStatuses),
  kind: oneOf(pieceKinds),
  brand: nullable(text),
  name: json(bilingual),
  reference: nullable(text),
  slug_de: text,
  slug_en: text,
  photo: nullable(text),
  price_cents: int4,
  tax_mode: oneOf(taxModes),
  condition: text,
  cites_species: nullable(text),
  defect: nullable(json(bilingual)),
}

/** `pieceColumns`, from `product p`, `brand b` and `reference r`. */
export const pieceSelection = sql`p.id as piece, p.status, p.kind, b.name as brand, p.name, r.number as reference,
  p.slug_de, p.slug_en, p.price_cents, p.tax_mode, p.condition, p.cites_species,
  (select f.id from photo f where f.product_id = p.id order by f.position limit 1) as photo,
  (select d.text from product_defect d where d.product_id = p.id) as defect`

export const pieceJoins = sql`left join brand b on b.id = p.brand_id left join reference r on r.id = p.reference_id`

/** A piece as it stands in the review and in an order. */
export function lineOf(row: Row<typeof pieceColumns>, options: { oneYearLiability: boolean }): QuotedPiece {
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
  const rows = await query(db, pieceColumns)`
    select ${pieceSelection} from product p ${pieceJoins}
    where p.id = any(${pieces}) and p.status in ('listed', 'reserved', 'sold')
    order by array_position(${pieces}::text[], p.id)
  `
  return rows.map((row) => lineOf(row, options))
}
