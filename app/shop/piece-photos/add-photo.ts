import type { Database } from '#app/platform/database/database.ts'
import { int4, value } from '#app/platform/database/statement.ts'
import type { Files } from '#app/platform/files.ts'
import { type StoredPhoto, storePhotoStream } from '#app/shop/catalogue/photos.ts'
import type { PhotoRefusal } from '#app/shop/catalogue/photos-inspect.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { holdPiece } from './changing.ts'
import { findShot, type PieceKind, proposedAlt } from './shots.ts'

/** More than any piece needs, and few enough for a page. */
export const maxPiecePhotos = 60

export type PhotoAdded =
  | { ok: true; id: string }
  | { ok: false; reason: PhotoRefusal | 'no-such-piece' | 'no-such-shot' | 'too-many' }

/**
 * Takes in one photo of a piece as it arrives, behind those it has: judged and encoded anew like any upload, the original
 * kept. The same file again is the same photo. `shot`: which of the wanted ones it is, which says its role.
 */
export async function addPhoto(
  db: Database,
  files: Files,
  member: StaffActor,
  {
    pieceId,
    stream,
    shot = null,
  }: { pieceId: string; stream: ReadableStream<Uint8Array>; shot?: string | null },
): Promise<PhotoAdded> {
  const piece = await db
    .selectFrom('product')
    .select(['kind', 'name'])
    .where('id', '=', pieceId)
    .executeTakeFirst()
  if (!piece) return { ok: false, reason: 'no-such-piece' }
  const kind = piece.kind as PieceKind
  const found = shot === null ? null : findShot(kind, shot)
  if (shot !== null && !found) return { ok: false, reason: 'no-such-shot' }
  // Before anything is written to the disk.
  if ((await countPhotos(db, pieceId)) >= maxPiecePhotos) return { ok: false, reason: 'too-many' }
  const stored = await storePhotoStream(files, stream, { keepOriginal: true })
  if (!stored.ok) return stored
  const { photo } = stored
  return asStaff(db, member, async (transaction): Promise<PhotoAdded> => {
    if (!(await holdPiece(transaction, pieceId))) return { ok: false, reason: 'no-such-piece' }
    const there = await photoOfUpload(transaction, pieceId, photo.id)
    if (there) return { ok: true, id: there }
    if ((await countPhotos(transaction, pieceId)) >= maxPiecePhotos) return { ok: false, reason: 'too-many' }
    const alt = proposedAlt({ kind, name: bilingual.parse(piece.name) }, shot)
    await transaction
      .insertInto('photo')
      .values(({ selectFrom, eb }) => ({
        ...ofUpload(photo),
        product_id: pieceId,
        position: selectFrom('photo')
          .select(eb(eb.fn.coalesce(eb.fn.max('position'), eb.lit(-1)), '+', 1).as('next'))
          .where('product_id', '=', pieceId),
        role: found?.role ?? 'piece',
        shot,
        alt: JSON.stringify(alt),
        described: false,
      }))
      .execute()
    return { ok: true, id: photo.id }
  })
}

export function ofUpload({ id, width, height, placeholder, bytes }: StoredPhoto) {
  return { id, original: id, width, height, placeholder, bytes }
}

/** The photo that was made of an upload, however it stands now. */
export async function photoOfUpload(db: Database, pieceId: string, upload: string): Promise<string | null> {
  const row = await db
    .selectFrom('photo')
    .select('id')
    .where('product_id', '=', pieceId)
    .where(({ or, eb }) => or([eb('id', '=', upload), eb('original', '=', upload)]))
    .executeTakeFirst()
  return row?.id ?? null
}

async function countPhotos(db: Database, pieceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('photo')
    .select(value(int4)`count(*)`.as('count'))
    .where('product_id', '=', pieceId)
    .executeTakeFirstOrThrow()
  return count
}
