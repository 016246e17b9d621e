import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, value } from '#app/platform/database/statement.ts'
import type { DB } from '#app/platform/database/tables.ts'
import type { Files } from '#app/platform/files.ts'
import { turnPhoto } from '#app/shop/catalogue/photos.ts'
import { wantVariants } from '#app/shop/catalogue/photos-ahead.ts'
import type { PhotoRefusal } from '#app/shop/catalogue/photos-inspect.ts'
import type { PhotoTurn } from '#app/shop/catalogue/photos-sizes.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'
import {
  changingPhotos,
  type PhotoChange,
  type PhotoChanged,
  type PhotoChangeRefused,
  touchesPhoto,
} from './changing.ts'
import { findShot, type PhotoRole, type PieceKind, photoRoles } from './shots.ts'

/** Puts photos into an order. Those that came meanwhile stay behind them; those that are gone are passed over. */
export function orderPhotos(
  db: Database,
  member: StaffActor,
  { ids, ...change }: PhotoChange & { ids: readonly string[] },
): Promise<PhotoChanged> {
  const moved = ({ operation, after }: { operation: string; after: object | null }) =>
    operation === 'update' && Object.hasOwn(after ?? {}, 'position')
  return changingPhotos<never>(db, member, change, moved, async (transaction) => {
    const present = await idsOf(transaction, change.pieceId)
    const named = [...new Set(ids)].filter((id) => present.includes(id))
    await number(transaction, change.pieceId, [...named, ...present.filter((id) => !named.includes(id))])
    return { ok: true }
  })
}

/** What can be said of a photo; what is left out stays. */
export type PhotoWords = {
  /** Both languages; kept as somebody's own words. */
  alt?: Record<Locale, string> | undefined
  role?: PhotoRole | undefined
  /** Which of the wanted shots it is. With it the photo takes that shot's role, unless one is given. */
  shot?: string | null | undefined
  /** Per mille from the left and from the top; null: the middle. */
  focus?: { x: number; y: number } | null | undefined
}

/** Says what a photo shows, and what of it must be seen. Others may have changed its other words meanwhile. */
export function describePhoto(
  db: Database,
  member: StaffActor,
  { photoId, words, ...change }: PhotoChange & { photoId: string; words: PhotoWords },
): Promise<PhotoChanged | { ok: false; reason: 'no-such-shot' }> {
  const { alt, shot, focus } = words
  const columns = [
    ...(alt ? ['alt'] : []),
    ...(words.role ? ['role'] : []),
    ...(shot === undefined ? [] : ['shot', 'role']),
    ...(focus === undefined ? [] : ['focus_x', 'focus_y', 'id']),
  ]
  return changingPhotos<'no-such-shot'>(
    db,
    member,
    change,
    touchesPhoto(photoId, columns),
    async (transaction) => {
      const { kind } = await transaction
        .selectFrom('product')
        .select('kind')
        .where('id', '=', change.pieceId)
        .executeTakeFirstOrThrow()
      const found = shot ? findShot(kind as PieceKind, shot) : null
      if (shot && !found) return { ok: false, reason: 'no-such-shot' }
      const role = words.role ?? found?.role
      return updatePhoto(transaction, change.pieceId, photoId, {
        ...(alt && { alt: JSON.stringify(alt), described: true }),
        ...(role && { role }),
        ...(shot !== undefined && { shot }),
        ...(focus !== undefined && { focus_x: focus?.x ?? null, focus_y: focus?.y ?? null }),
      })
    },
  )
}

/**
 * Takes a photo away from its piece; the files stay, for the record of changes and former orders name them, and
 * `restorePhoto` brings it back.
 */
export function removePhoto(
  db: Database,
  member: StaffActor,
  { photoId, ...change }: PhotoChange & { photoId: string },
): Promise<PhotoChanged> {
  const touches = touchesPhoto(photoId, ['id', 'alt', 'role', 'shot', 'focus_x', 'focus_y'])
  return changingPhotos<never>(db, member, change, touches, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('photo')
      .where('product_id', '=', change.pieceId)
      .where('id', '=', photoId)
      .executeTakeFirst()
    return numDeletedRows > 0n ? { ok: true } : { ok: false, reason: 'no-such-photo' }
  })
}

/** A row of the table as the record of changes keeps it: nulls are left out. */
const removedSchema = z.object({
  id: z.string(),
  position: z.int(),
  role: z.enum(photoRoles),
  alt: bilingual,
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  bytes: z.int(),
  original: z.string().nullish(),
  quarter_turns: z.int(),
  straightened: z.int(),
  focus_x: z.int().nullish(),
  focus_y: z.int().nullish(),
  shot: z.string().nullish(),
  described: z.boolean(),
})

/** Brings back a photo that was removed, as it was and where it was. One that is there again is left alone. */
export function restorePhoto(
  db: Database,
  member: StaffActor,
  { photoId, ...change }: PhotoChange & { photoId: string },
): Promise<PhotoChanged> {
  const { pieceId } = change
  return changingPhotos<never>(
    db,
    member,
    change,
    () => false,
    async (transaction) => {
      const present = await idsOf(transaction, pieceId)
      if (present.includes(photoId)) return { ok: true }
      const removal = await transaction
        .selectFrom('change_record')
        .select(['before', 'id'])
        .where('subject', '=', 'piece')
        .where('subject_id', '=', pieceId)
        .where('part', '=', 'photo')
        .where('part_id', '=', photoId)
        .where('operation', '=', 'delete')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      if (!removal) return { ok: false, reason: 'no-such-photo' }
      const { position, alt, ...photo } = removedSchema.parse(removal.before)
      const before = await transaction
        .selectFrom('photo')
        .select('id')
        .where('product_id', '=', pieceId)
        .where('position', '<', position)
        .execute()
      await transaction
        .insertInto('photo')
        .values({ ...photo, product_id: pieceId, alt: JSON.stringify(alt), position: 32_767 })
        .execute()
      await number(transaction, pieceId, present.toSpliced(before.length, 0, photoId))
      await restoreFlaws(transaction, { pieceId, photoId, removal: removal.id })
      return { ok: true }
    },
  )
}

const removedFlaw = z.object({
  ...{ number: z.int(), x: z.int(), y: z.int(), text: bilingual },
  // Those that were removed before there was such a column do not say it.
  check_place: z.boolean().default(false),
})

/** The flaws that went with a photo, pinned where they were; a number that another has meanwhile is given anew. */
async function restoreFlaws(
  transaction: Database,
  { pieceId, photoId, removal }: { pieceId: string; photoId: string; removal: number },
): Promise<void> {
  const removed = await transaction
    .selectFrom('change_record')
    .select('before')
    .where('subject', '=', 'piece')
    .where('subject_id', '=', pieceId)
    .where('part', '=', 'photo_flaw')
    .where('operation', '=', 'delete')
    // The time of a record is that of its transaction.
    .where('at', '=', ({ selectFrom }) => selectFrom('change_record').select('at').where('id', '=', removal))
    .where(value(bool)`before ->> 'photo_id' = ${photoId}`)
    .orderBy('id')
    .execute()
  for (const { before } of removed) {
    const { number: its, text, ...point } = removedFlaw.parse(before)
    const taken = await transaction
      .selectFrom('photo_flaw')
      .select('number')
      .where('product_id', '=', pieceId)
      .execute()
    const numbers = taken.map((flaw) => flaw.number)
    const next = numbers.includes(its) ? Math.max(...numbers) + 1 : its
    await transaction
      .insertInto('photo_flaw')
      .values({ product_id: pieceId, photo_id: photoId, number: next, text: JSON.stringify(text), ...point })
      .execute()
  }
}

export type PhotoTurned = { ok: true; id: string } | PhotoChangeRefused | { ok: false; reason: PhotoRefusal }

/** Turns and straightens a photo, always from the original: it becomes another picture in the same place. */
export async function turnPhotoOfPiece(
  db: Database,
  files: Files,
  member: StaffActor,
  { photoId, turn, ...change }: PhotoChange & { photoId: string; turn: PhotoTurn },
): Promise<PhotoTurned> {
  const { pieceId } = change
  const row = await db
    .selectFrom('photo')
    .select(['original', 'quarter_turns', 'focus_x', 'focus_y'])
    .where('product_id', '=', pieceId)
    .where('id', '=', photoId)
    .executeTakeFirst()
  if (!row) return { ok: false, reason: 'no-such-photo' }
  const original = row.original ?? photoId
  const turned = await turnPhoto(files, original, turn)
  if (!turned) return { ok: false, reason: 'no-such-photo' }
  if (!turned.ok) return turned
  const { id, width, height, placeholder, bytes } = turned.photo
  const quarters = (turn.quarterTurns - row.quarter_turns + 4) % 4
  const { focus_x: x, focus_y: y } = row
  const point = x === null || y === null ? null : turnedPoint({ x, y }, quarters)
  const focus = { focus_x: point?.x ?? null, focus_y: point?.y ?? null }
  const answer = await changingPhotos<never>(
    db,
    member,
    change,
    touchesPhoto(photoId, ['id', 'focus_x', 'focus_y']),
    async (transaction) => {
      const updated = await updatePhoto(transaction, pieceId, photoId, {
        ...{ id, width, height, placeholder, bytes, original },
        quarter_turns: turn.quarterTurns,
        straightened: turn.straightened,
        ...focus,
      })
      if (!updated.ok) return updated
      // They have followed the photo to its new name, but not round the turn.
      for (const flaw of await flawsOn(transaction, pieceId, id))
        await transaction
          .updateTable('photo_flaw')
          .set(turnedPoint(flaw, quarters))
          .where('id', '=', flaw.id)
          .execute()
      await wantVariants(transaction, [id])
      return updated
    },
  )
  return answer.ok ? { ok: true, id } : answer
}

/** The same point of the picture after so many quarters of a circle. */
function turnedPoint({ x, y }: Point, quarters: number): Point {
  return quarters === 0 ? { x, y } : turnedPoint({ x: 1000 - y, y: x }, quarters - 1)
}

/** In thousandths of a photo's width and height. */
type Point = { x: number; y: number }

const flawsOn = (db: Database, pieceId: string, photoId: string) =>
  db
    .selectFrom('photo_flaw')
    .select(['id', 'x', 'y'])
    .where('product_id', '=', pieceId)
    .where('photo_id', '=', photoId)
    .execute()

async function updatePhoto(
  transaction: Database,
  pieceId: string,
  photoId: string,
  values: Updateable<DB['photo']>,
): Promise<PhotoChanged> {
  const { numUpdatedRows } = await transaction
    .updateTable('photo')
    .set(values)
    .where('product_id', '=', pieceId)
    .where('id', '=', photoId)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { ok: true } : { ok: false, reason: 'no-such-photo' }
}

async function idsOf(db: Database, pieceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('photo')
    .select('id')
    .where('product_id', '=', pieceId)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}

/** Numbers photos in an order; what stands there already is not written, nor recorded. */
async function number(transaction: Database, pieceId: string, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await transaction
      .updateTable('photo')
      .set({ position })
      .where('product_id', '=', pieceId)
      .where('id', '=', id)
      .where('position', '<>', position)
      .execute()
}
