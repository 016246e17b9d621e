import type { Updateable } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, value } from '#app/platform/database/statement.ts'
import type { DB } from '#app/platform/database/tables.ts'
import type { Files } from '#app/platform/files.ts'
import { findPhoto, storePhotoStream } from '#app/shop/catalogue/photos.ts'
import { wantVariants } from '#app/shop/catalogue/photos-ahead.ts'
import type { PhotoRefusal } from '#app/shop/catalogue/photos-inspect.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import { ofUpload, photoOfUpload } from './add-photo.ts'
import { changingPhotos, type PhotoChange, type PhotoChangeRefused, touchesPhoto } from './changing.ts'
import { earlierPhotos } from './earlier-photos.ts'

export type PhotoReplaced =
  /** `flaws`: pins that now lie on another picture, whose places are to be checked. */
  | { ok: true; id: string; flaws: number }
  | PhotoChangeRefused
  | { ok: false; reason: PhotoRefusal | 'already-there' | 'no-such-earlier' }

/** Puts another photo in the place of one: its order, role, shot and words stay, how it was turned and its focus do not. */
export async function replacePhoto(
  db: Database,
  files: Files,
  member: StaffActor,
  { photoId, stream, ...change }: PhotoChange & { photoId: string; stream: ReadableStream<Uint8Array> },
): Promise<PhotoReplaced> {
  if ((await findOriginal(db, change.pieceId, photoId)) === null)
    return { ok: false, reason: 'no-such-photo' }
  const stored = await storePhotoStream(files, stream, { keepOriginal: true })
  if (!stored.ok) return stored
  const { photo } = stored
  return putInPlace(db, member, change, photoId, async () => ({
    ...ofUpload(photo),
    ...{ quarter_turns: 0, straightened: 0, focus_x: null, focus_y: null },
  }))
}

/**
 * Puts a picture that was replaced back in its place, turned and cut as it was. That is a replacement itself: what stood
 * there until now becomes an earlier one.
 */
export async function returnToEarlierPhoto(
  db: Database,
  files: Files,
  member: StaffActor,
  { photoId, original, ...change }: PhotoChange & { photoId: string; original: string },
): Promise<PhotoReplaced> {
  return putInPlace(db, member, change, photoId, async (transaction) => {
    const all = await earlierPhotos(transaction, change.pieceId)
    const earlier = all[photoId]?.find((each) => each.original === original)
    const kept = earlier && (await findPhoto(files, earlier.id))
    if (!kept) return null
    const { quarterTurns, straightened, focus } = earlier
    return {
      ...ofUpload(kept),
      ...{ original, quarter_turns: quarterTurns, straightened },
      ...{ focus_x: focus?.x ?? null, focus_y: focus?.y ?? null },
    }
  })
}

type Picture = Updateable<DB['photo']> & { id: string; original: string }

/** `find`: what takes the place, once nobody else can change it; null: it is not there. */
async function putInPlace(
  db: Database,
  member: StaffActor,
  change: PhotoChange,
  photoId: string,
  find: (transaction: Database) => Promise<Picture | null>,
): Promise<PhotoReplaced> {
  const { pieceId } = change
  let id = ''
  const answer = await changingPhotos<'already-there' | 'no-such-earlier'>(
    db,
    member,
    change,
    touchesPhoto(photoId, ['id']),
    async (transaction) => {
      const former = await findOriginal(transaction, pieceId, photoId)
      if (former === null) return { ok: false, reason: 'no-such-photo' }
      const picture = await find(transaction)
      if (!picture) return { ok: false, reason: 'no-such-earlier' }
      const there = await photoOfUpload(transaction, pieceId, picture.original)
      if (there !== null && there !== photoId) return { ok: false, reason: 'already-there' }
      await transaction
        .updateTable('photo')
        .set(picture)
        .where('product_id', '=', pieceId)
        .where('id', '=', photoId)
        .execute()
      // They have followed the photo to its new name.
      if (picture.original !== former)
        await transaction
          .updateTable('photo_flaw')
          .set({ check_place: true })
          .where('product_id', '=', pieceId)
          .where('photo_id', '=', picture.id)
          .execute()
      await wantVariants(transaction, [picture.id])
      id = picture.id
      return { ok: true }
    },
  )
  if (!answer.ok) return answer
  const { count } = await db
    .selectFrom('photo_flaw')
    .select(value(int4)`count(*)`.as('count'))
    .where('product_id', '=', pieceId)
    .where('photo_id', '=', id)
    .where('check_place', '=', true)
    .executeTakeFirstOrThrow()
  return { ok: true, id, flaws: count }
}

/** What a photo was made of; null: there is no such photo. */
async function findOriginal(db: Database, pieceId: string, photoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('photo')
    .select('original')
    .where('product_id', '=', pieceId)
    .where('id', '=', photoId)
    .executeTakeFirst()
  return row ? (row.original ?? photoId) : null
}
