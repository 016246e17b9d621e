import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Database, together } from '#app/platform/database/database.ts'
import { bool, query, uuid } from '#app/platform/database/statement.ts'
import { type Files, filesBelow, isStorageFull, type StoredFile } from '#app/platform/files.ts'
import {
  copyPhoto,
  photoMaster,
  photoVariant,
  type StoredPhoto,
  storePhotoStream,
} from '#app/shop/catalogue/photos.ts'
import { maxPhotoBytes, type PhotoRefusal } from '#app/shop/catalogue/photos-inspect.ts'
import { photoFolder } from '#app/shop/catalogue/photos-keys.ts'
import type { PhotoWidth } from '#app/shop/catalogue/photos-sizes.ts'
import { eraseNow, keepFiles, noteErasedFiles } from '#app/shop/erased-files.ts'
import { isUploadToken } from './sell-request-form.ts'
import { forgetArrivals, takeUploadPlace, type UploadLimits } from './upload-limits.ts'

/** A seller's photos are private: each form has a folder of its own, and no public address leads to any. */
export const maxSellPhotos = 10

/**
 * Whose photos: of a form that is being filled in, or of a request that was sent. Both by their secret token. `thing`: of
 * that thing on the counter alone (1 to 999, as the form counts them), which has ten places of its own.
 */
export type SellPhotoPlace = { upload: string; thing?: number | null } | { request: string }

/** A photo, and of which thing: as the form counts them, or by its line of the request, from 0; null: of all together. */
export type PhotoOfThing = { id: string; thing: number | null }

export type SellPhotoAdded =
  | { ok: true; photo: StoredPhoto }
  | {
      ok: false
      reason: PhotoRefusal | 'too-many' | 'too-often' | 'no-such-request'
      /** Seconds after which it is worth another try, where that is known. */
      retryAfter?: number
    }

/** A token for the photos of one form. */
export function newUploadToken(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Takes in one photo as it arrives, with the same refusals as `storePhotoStream`; at most ten a request, or a thing on the
 * counter, and no more of one client and of all than `uploadLimits` say. What is refused leaves no row and no file. The same bytes again are the
 * same photo. `client` is a pseudonym of the sender's address, null for this machine itself; `size` what the sender says
 * it weighs.
 */
export async function addSellPhoto(
  db: Database,
  files: Files,
  place: SellPhotoPlace,
  {
    stream,
    client,
    size = null,
    limits,
  }: {
    stream: ReadableStream<Uint8Array>
    client: string | null
    size?: number | null
    limits?: UploadLimits
  },
): Promise<SellPhotoAdded> {
  if (!(await mayTakePhotos(db, place))) return { ok: false, reason: 'no-such-request' }
  const known = await findFolder(db, place)
  // Before anything is written to the disk.
  const others = known === null ? [] : await photosOfThings(db, known)
  if (others.filter(({ thing }) => thing === thingOf(place)).length >= maxSellPhotos)
    return { ok: false, reason: 'too-many' }
  if (size !== null && size > maxPhotoBytes) return { ok: false, reason: 'too-heavy' }
  const bytes = Math.min(size ?? maxPhotoBytes, maxPhotoBytes)
  const room = await takeUploadPlace(db, { client, bytes, ...(limits && { limits }) })
  if (!room.ok) return room
  try {
    const folder = known ?? randomUUID()
    const stored = await storePhotoStream(storeOf(files, folder), stream)
    if (!stored.ok) {
      if (known === null) await forgetRefused(db, files, folder)
      // It was read and judged, which counts as a try.
      await (stored.reason === 'storage-full' ? room.withdraw() : room.settle(0))
      return stored
    }
    const entered = await enterInto(db, files, place, folder, stored.photo)
    await room.settle(Math.max(size ?? 0, stored.photo.bytes))
    return entered ? stored : { ok: false, reason: 'too-many' }
  } catch (error) {
    await room.withdraw()
    throw error
  }
}

/** Enters a photo into the form's or request's folder, which another photo of the same form may have opened meanwhile. */
async function enterInto(
  db: Database,
  files: Files,
  place: SellPhotoPlace,
  folder: string,
  photo: StoredPhoto,
): Promise<boolean> {
  const opened = await openFolder(db, place, folder)
  if (opened === folder && (await enter(db, folder, photo, thingOf(place)))) return true
  if (opened === null || opened === folder) {
    if (!(await photosIn(db, folder)).some(({ id }) => id === photo.id))
      await forgetFile(files, folder, photo.id)
    return false
  }
  const from = storeOf(files, folder)
  for await (const key of from.keys('photos')) {
    const file = await from.find(key)
    if (file) await storeOf(files, opened).write(key, await file.bytes(), { durable: true })
  }
  await forgetFile(files, folder, photo.id)
  if (await enter(db, opened, photo, thingOf(place))) return true
  await forgetFile(files, opened, photo.id)
  return false
}

/** What was written of an upload before it was refused; a store that is away now is asked again by the job. */
async function forgetRefused(db: Database, files: Files, folder: string): Promise<void> {
  try {
    await forgetFile(files, folder)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    await noteErasedFiles(db, `sell/${folder}`)
  }
}

/** What was written of one photo, or of all of a folder that no row knows. */
async function forgetFile(files: Files, folder: string, id = ''): Promise<void> {
  const store = storeOf(files, folder)
  for await (const key of store.keys('photos')) if (key.includes(`/${id}`)) await store.remove(key)
  stores.get(files)?.delete(folder)
}

/** Where the files of one photo lie. */
const keysOf = (folder: string, id: string) => `sell/${folder}/${photoFolder(id)}`

/** Gives the photo the place behind the last one, or one that became free before it; false when there is none. */
async function enter(
  db: Database,
  folder: string,
  photo: StoredPhoto,
  thing: number | null,
): Promise<boolean> {
  // The same photo may have been taken out before.
  await keepFiles(db, keysOf(folder, photo.id))
  const first = (thing ?? 0) * maxSellPhotos
  const last = first + maxSellPhotos - 1
  for (;;) {
    try {
      const rows = await query(db, { is_there: bool })`
        with free as (
          select n as position from generate_series(${first}::int, ${last}::int) n
          where n not in (select position from sell_photo where folder = ${folder})
          order by n < (select max(position) from sell_photo where folder = ${folder} and position between ${first} and ${last}),
            n limit 1
        ), added as (
          insert into sell_photo (folder, id, position, thing, width, height, placeholder, bytes)
          select ${folder}, ${photo.id}, position, ${thing}::smallint, ${photo.width}, ${photo.height}, ${photo.placeholder},
            ${photo.bytes}
          from free where position is not null
          on conflict (folder, id) do nothing returning id
        )
        select exists (select from added)
          or exists (select from sell_photo where folder = ${folder} and id = ${photo.id}) as is_there
      `
      return rows[0]?.is_there ?? false
    } catch (error) {
      // Another photo of the same form took the place meanwhile.
      if ((error as { constraint?: string }).constraint !== 'sell_photo_folder_position_key') throw error
    }
  }
}

/**
 * Takes a photo out of a form that was not sent yet, off the disk, too: what lay there on would count for nobody, and go
 * along with the request. Removing what is not there is no error. What the disk does not let go of now goes later
 * (`eraseNotedFiles`), as it does without `files`.
 */
export async function removeSellPhoto(
  db: Database,
  upload: string,
  id: string,
  files: Files | null = null,
): Promise<void> {
  const rows = await together(db, async (transaction) => {
    const gone = await query(transaction, { folder: uuid })`
      delete from sell_photo p using sell_upload u
      where u.token = ${upload} and p.folder = u.folder and p.id = ${id} returning p.folder
    `
    for (const { folder } of gone) await noteErasedFiles(transaction, keysOf(folder, id))
    return gone
  })
  if (!files) return
  for (const { folder } of rows) {
    await eraseNow(db, files, keysOf(folder, id))
    stores.get(files)?.delete(folder)
  }
}

/** The photos of a form or a request, in their order. */
export async function listSellPhotos(db: Database, place: SellPhotoPlace): Promise<StoredPhoto[]> {
  const folder = await findFolder(db, place)
  return folder ? photosIn(db, folder) : []
}

export async function photosIn(db: Database, folder: string): Promise<StoredPhoto[]> {
  return db
    .selectFrom('sell_photo')
    .select(['id', 'width', 'height', 'placeholder', 'bytes'])
    .where('folder', '=', folder)
    .orderBy('position')
    .execute()
}

/** Of which thing each photo of a form is. */
export async function sellPhotosByThing(db: Database, place: SellPhotoPlace): Promise<PhotoOfThing[]> {
  const folder = await findFolder(db, place)
  return folder ? photosOfThings(db, folder) : []
}

export async function photosOfThings(db: Database, folder: string): Promise<PhotoOfThing[]> {
  return db
    .selectFrom('sell_photo')
    .select(['id', 'thing'])
    .where('folder', '=', folder)
    .orderBy('position')
    .execute()
}

/**
 * From things of a form to lines of a request: `keys` are the things in the order of their lines, null where one has no
 * photos of its own. Photos of a thing that was taken off the counter again are no longer of this deal.
 */
export async function filePhotosByLine(
  db: Database,
  folder: string,
  keys: readonly (number | null)[],
): Promise<void> {
  const kept = keys.filter((key) => key !== null)
  await db
    .deleteFrom('sell_photo')
    .where('folder', '=', folder)
    .where('thing', 'is not', null)
    .$if(kept.length > 0, (query) => query.where('thing', 'not in', kept))
    .execute()
  await sql`
    update sell_photo p set thing = k.line - 1
    from unnest(${keys}::int[]) with ordinality as k(thing, line)
    where p.folder = ${folder} and p.thing = k.thing
  `.execute(db)
}

/**
 * The store in which one photo of a form or request can be read (`photoVariant`), `null` when it has no such photo.
 * Answers made of it are private: they must not be kept by shared caches.
 */
export async function findSellPhoto(
  db: Database,
  files: Files,
  place: SellPhotoPlace,
  id: string,
): Promise<Files | null> {
  const folder = await findFolder(db, place)
  if (!folder) return null
  const found = await db
    .selectFrom('sell_photo')
    .select('id')
    .where('folder', '=', folder)
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? storeOf(files, folder) : null
}

/**
 * Forgets photos of forms that were not sent: those untouched since `before`, with their files (`eraseNotedFiles`). Returns
 * how many forms.
 */
export async function forgetUploads(db: Database, before: Date): Promise<number> {
  await forgetArrivals(db)
  return db.transaction().execute(async (transaction) => {
    const rows = await query(transaction, { folder: uuid })`
      select folder from sell_upload where used_at < ${before} order by used_at limit 50 for update skip locked
    `
    for (const { folder } of rows) {
      await forgetPhotos(transaction, folder)
      await transaction.deleteFrom('sell_upload').where('folder', '=', folder).execute()
    }
    return rows.length
  })
}

/** Forgets every photo of a folder; its files go once the transaction that does it is kept (`eraseNotedFiles`). */
export async function forgetPhotos(db: Database, folder: string): Promise<void> {
  await db.deleteFrom('sell_photo').where('folder', '=', folder).execute()
  await noteErasedFiles(db, `sell/${folder}`)
}

/** Copies a photo of a request to where those of pieces lie: it is another file from then on. Null: its file is gone. */
export function copyToPieces(
  files: Files,
  { folder, id }: { folder: string; id: string },
): Promise<StoredPhoto | null> {
  return copyPhoto(storeOf(files, folder), files, id)
}

/** A photo as the shop keeps it, at full resolution; null: its file is gone. */
export async function sellPhotoFile(
  files: Files,
  { folder, id }: { folder: string; id: string },
): Promise<StoredFile | null> {
  return photoMaster(storeOf(files, folder), id)
}

/** The same in a width of ours as JPEG. */
export async function sellPhotoVariant(
  files: Files,
  { folder, id }: { folder: string; id: string },
  width: PhotoWidth,
): Promise<Buffer | null> {
  const variant = await photoVariant(storeOf(files, folder), id, width, 'jpg')
  return variant && Buffer.from(await new Response(variant.stream()).arrayBuffer())
}

/** What is remembered of photos is remembered by store: one object a folder while it is in use. */
const stores = new WeakMap<Files, LRUCache<string, Files>>()

function storeOf(files: Files, folder: string): Files {
  const cache = stores.get(files) ?? new LRUCache<string, Files>({ max: 100 })
  stores.set(files, cache)
  const known = cache.get(folder)
  if (known) return known
  const store = filesBelow(files, `sell/${folder}`)
  cache.set(folder, store)
  return store
}

const thingOf = (place: SellPhotoPlace) => ('upload' in place ? (place.thing ?? null) : null)

async function findFolder(db: Database, place: SellPhotoPlace): Promise<string | null> {
  const token = 'upload' in place ? place.upload : place.request
  if (!isUploadToken(token)) return null
  const table = 'upload' in place ? 'sell_upload' : 'sell_request'
  const row = await db.selectFrom(table).select('folder').where('token', '=', token).executeTakeFirst()
  return row?.folder ?? null
}

const takesPhotos = [
  'submitted',
  'info_needed',
  'estimated',
  'accepted',
  'appointment',
  'label_sent',
] as const

/** Whether photos may be put there: into any form, and into a request while it waits. */
async function mayTakePhotos(db: Database, place: SellPhotoPlace): Promise<boolean> {
  if ('upload' in place) return isUploadToken(place.upload)
  if (!isUploadToken(place.request)) return false
  const row = await db
    .selectFrom('sell_request')
    .select('id')
    .where('token', '=', place.request)
    .where('forgotten_at', 'is', null)
    .where('status', 'in', takesPhotos)
    .executeTakeFirst()
  return row !== undefined
}

/** The folder to put a photo into, which becomes `folder` where there was none: a form's is made with its first photo. */
async function openFolder(db: Database, place: SellPhotoPlace, folder: string): Promise<string | null> {
  if ('upload' in place) {
    const row = await db
      .insertInto('sell_upload')
      .values({ token: place.upload, folder })
      .onConflict((conflict) => conflict.column('token').doUpdateSet({ used_at: sql`now()` }))
      .returning('folder')
      .executeTakeFirstOrThrow()
    return row.folder
  }
  const row = await db
    .updateTable('sell_request')
    .set({ folder: sql`coalesce(folder, ${folder}::uuid)` })
    .where('token', '=', place.request)
    .where('forgotten_at', 'is', null)
    .where('status', 'in', takesPhotos)
    .returning('folder')
    .executeTakeFirst()
  return row?.folder ?? null
}
