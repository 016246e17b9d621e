import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, json, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { type ProductStatus, productStatuses } from '#app/shop/catalogue/product-status.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { missingShots, type PhotoRole, type PieceKind, wantedShots } from './shots.ts'

/** A photo as staff sees it. */
export type PhotoForStaff = {
  id: string
  /** The photo that it was before it was turned. */
  original: string
  width: number
  height: number
  placeholder: string
  role: PhotoRole
  shot: string | null
  alt: Record<Locale, string>
  /** Whether somebody wrote the alternative text; else the shop proposed it. */
  described: boolean
  /** Per mille from the left and from the top; null: the middle. */
  focus: { x: number; y: number } | null
  /** Clockwise, from the way it was taken. */
  quarterTurns: number
  /** Tenths of a degree, clockwise. */
  straightened: number
}

export type PhotosOfPiece = {
  piece: { id: string; kind: PieceKind; status: ProductStatus; name: Record<Locale, string> }
  /** What a change names as its beginning. */
  version: number
  /** In their order. */
  photos: PhotoForStaff[]
  /** The shots that this piece should have, and those of them that no photo is yet. */
  wanted: string[]
  missing: string[]
}

/** The photos of a piece with all that staff may change of them; null: there is no such piece. */
export async function photosOfPiece(db: Database, pieceId: string): Promise<PhotosOfPiece | null> {
  // Before the rows: a change in between makes the version too old, never too new.
  const version = await versionOf(db, { subject: 'piece', id: pieceId })
  const [piece] = await query(db, {
    id: text,
    kind: oneOf(['watch', 'jewellery', 'bullion']),
    status: oneOf(productStatuses),
    name: json(bilingual),
    type: nullable(text),
    scope: nullable(text),
    has_report: bool,
    has_flaws: bool,
  })`
    select p.id, p.kind, p.status, p.name, p.jewellery_type as type, p.scope,
      p.report_number is not null
        or exists (select from product_document d where d.product_id = p.id and d.kind = 'report') as has_report,
      p.condition_notes is not null
        or exists (select from product_defect d where d.product_id = p.id)
        or exists (select from photo_flaw l where l.product_id = p.id) as has_flaws
    from product p where p.id = ${pieceId}
  `
  if (!piece) return null
  const rows = await db
    .selectFrom('photo')
    .select([
      'id',
      'original',
      'width',
      'height',
      'placeholder',
      'role',
      'shot',
      'alt',
      'described',
      'focus_x',
      'focus_y',
      'quarter_turns',
      'straightened',
    ])
    .where('product_id', '=', pieceId)
    .orderBy('position')
    .execute()
  const photos = rows.map(
    ({ focus_x: x, focus_y: y, quarter_turns: quarterTurns, role, alt, ...photo }): PhotoForStaff => ({
      ...photo,
      original: photo.original ?? photo.id,
      role: role as PhotoRole,
      alt: bilingual.parse(alt),
      focus: x === null || y === null ? null : { x, y },
      quarterTurns,
    }),
  )
  const { id, kind, status, name, type, scope, has_report: hasReport, has_flaws: hasFlaws } = piece
  const wanted = wantedShots({ kind, type, scope, hasReport, hasFlaws })
  return {
    piece: { id, kind, status, name },
    version,
    photos,
    wanted,
    missing: missingShots(wanted, photos),
  }
}
