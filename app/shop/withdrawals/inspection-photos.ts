import type { Database } from '#app/platform/database/database.ts'
import { type Files, filesBelow } from '#app/platform/files.ts'
import { photoMaster, storePhotoStream } from '#app/shop/catalogue/photos.ts'
import type { PhotoRefusal } from '#app/shop/catalogue/photos-inspect.ts'
import { photoFolder } from '#app/shop/catalogue/photos-keys.ts'
import { eraseNow, keepFiles, noteErasedFiles } from '#app/shop/erased-files.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/** Of one withdrawal. */
export const maxInspectionPhotos = 20

/** Photos of one withdrawal have a folder of their own, to which no public address leads. */
const storeOf = (files: Files, withdrawal: number) => filesBelow(files, `withdrawals/${withdrawal}`)
const folderOf = (withdrawal: number, id: string) => `withdrawals/${withdrawal}/${photoFolder(id)}`

export type InspectionPhotoAdded =
  | { ok: true; id: string }
  | { ok: false; reason: PhotoRefusal | 'too-many' | 'no-such-withdrawal' }

/**
 * Takes in one photo of what came back, judged and encoded anew like any upload. The same file again is the same photo.
 */
export async function addInspectionPhoto(
  db: Database,
  files: Files,
  member: StaffActor,
  { withdrawal, stream }: { withdrawal: number; stream: ReadableStream<Uint8Array> },
): Promise<InspectionPhotoAdded> {
  const known = await db.selectFrom('withdrawal').select('id').where('id', '=', withdrawal).executeTakeFirst()
  if (!known) return { ok: false, reason: 'no-such-withdrawal' }
  if ((await inspectionPhotos(db, withdrawal)).length >= maxInspectionPhotos)
    return { ok: false, reason: 'too-many' }
  const stored = await storePhotoStream(storeOf(files, withdrawal), stream)
  if (!stored.ok) return stored
  const { id, width, height, placeholder, bytes } = stored.photo
  await asStaff(db, member, async (transaction) => {
    await keepFiles(transaction, folderOf(withdrawal, id))
    await transaction
      .insertInto('withdrawal_photo')
      .values({ withdrawal_id: withdrawal, id, width, height, placeholder, bytes, added_by: member.name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return { ok: true, id }
}

/** The photos of a withdrawal, oldest first. */
export async function inspectionPhotos(db: Database, withdrawal: number) {
  return db
    .selectFrom('withdrawal_photo')
    .select(['id', 'width', 'height', 'added_at', 'added_by'])
    .where('withdrawal_id', '=', withdrawal)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
}

/** A photo of a withdrawal as a file; null: it has no such photo. */
export async function inspectionPhoto(db: Database, files: Files, withdrawal: number, id: string) {
  const isThere = (await inspectionPhotos(db, withdrawal)).some((photo) => photo.id === id)
  return isThere ? photoMaster(storeOf(files, withdrawal), id) : null
}

/**
 * Takes a photo away that does not belong there; the record keeps that it was there. Twice is once. Its file goes with it, and
 * again until it works.
 */
export async function removeInspectionPhoto(
  db: Database,
  files: Files,
  member: StaffActor,
  { withdrawal, id }: { withdrawal: number; id: string },
): Promise<{ ok: true }> {
  const folder = folderOf(withdrawal, id)
  await asStaff(db, member, async (transaction) => {
    const gone = await transaction
      .deleteFrom('withdrawal_photo')
      .where('withdrawal_id', '=', withdrawal)
      .where('id', '=', id)
      .returning('id')
      .execute()
    if (gone.length > 0) await noteErasedFiles(transaction, folder)
  })
  await eraseNow(db, files, folder)
  return { ok: true }
}

/**
 * Erases every photo of a withdrawal, when whoever declared it is erased: a thing somebody wore can tell of them. The files
 * go once the transaction that does it is kept (`eraseNotedFiles`).
 */
export async function forgetInspectionPhotos(db: Database, withdrawal: number): Promise<void> {
  await db.deleteFrom('withdrawal_photo').where('withdrawal_id', '=', withdrawal).execute()
  await noteErasedFiles(db, `withdrawals/${withdrawal}`)
}
