import type { Database } from '#app/platform/database/database.ts'
import { asStaff, changesSince, type RecordedChange, type StaffActor } from '#app/shop/staff/change-record.ts'

export type PhotoChangeRefused =
  | { ok: false; reason: 'no-such-piece' | 'no-such-photo' }
  /** Somebody else changed the same meanwhile: nothing was done. */
  | { ok: false; reason: 'changed'; by: string | null }

export type PhotoChanged = { ok: true } | PhotoChangeRefused

/** The piece that is changed, and the version of it that whoever changes it has seen. */
export type PhotoChange = { pieceId: string; version: number }

/**
 * Changes photos of one piece in somebody's name, one change of a piece at a time. Refused when anything was recorded
 * since `version` of which `touches` says that it is about the same.
 */
export function changingPhotos<Reason extends string>(
  db: Database,
  member: StaffActor,
  { pieceId, version }: PhotoChange,
  touches: (change: RecordedChange) => boolean,
  work: (transaction: Database) => Promise<PhotoChanged | { ok: false; reason: NoInfer<Reason> }>,
): Promise<PhotoChanged | { ok: false; reason: Reason }> {
  return asStaff(db, member, async (transaction) => {
    if (!(await holdPiece(transaction, pieceId))) return { ok: false, reason: 'no-such-piece' }
    const since = await changesSince(transaction, { subject: 'piece', id: pieceId }, version)
    const other = since.findLast((change) => change.part === 'photo' && touches(change))
    return other ? { ok: false, reason: 'changed', by: other.by } : work(transaction)
  })
}

/** Has others wait who change photos of the same piece; null: there is no such piece. */
export async function holdPiece(transaction: Database, pieceId: string) {
  const piece = await transaction
    .selectFrom('product')
    .select(['id', 'kind', 'name'])
    .where('id', '=', pieceId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return piece ?? null
}

/** Whether a change is about one of these columns of one photo. */
export function touchesPhoto(id: string, columns: readonly string[]) {
  return ({ partId, operation, before, after }: RecordedChange): boolean =>
    (partId === id || before?.id === id) &&
    (operation !== 'update' ||
      columns.some((column) => Object.hasOwn(after ?? {}, column) || Object.hasOwn(before ?? {}, column)))
}
