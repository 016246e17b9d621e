import { createHash, randomBytes } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Files, isStorageFull, type StoredFile } from '#app/platform/files.ts'
import {
  encodeVariant,
  type Orientation,
  type PhotoVariantFormat,
  type PhotoWidth,
  type Preparation,
  photoVariantFormats,
  photoWidths,
  preparePhoto,
  prepareWhenRead,
} from './photos-encode.ts'
import { maxPhotoBytes, type PhotoRefusal } from './photos-inspect.ts'

/** A kept photo. Its id is made of the uploaded bytes: the same file is the same photo, and never changes. */
export type StoredPhoto = {
  /** 32 hexadecimal digits; part of the public address. */
  id: string
  /** Pixels of the upright master. */
  width: number
  height: number
  /** A tiny picture as a `data:` address of at most 300 characters. */
  placeholder: string
  /** Length of the master in bytes. */
  bytes: number
}

export type PhotoStored = { ok: true; photo: StoredPhoto } | { ok: false; reason: PhotoRefusal }

const recordSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  orientation: z.union([1, 2, 3, 4, 5, 6, 7, 8].map((value) => z.literal(value as Orientation))),
  placeholder: z.string().max(300),
  bytes: z.int().positive(),
})
type PhotoRecord = z.infer<typeof recordSchema>

const idPattern = /^[0-9a-f]{32}$/

/** Records are immutable, so they may be remembered; photos that do not exist are asked for anew. */
const records = new WeakMap<Files, LRUCache<string, PhotoRecord>>()
const inFlight = new WeakMap<Files, Map<string, Promise<Uint8Array>>>()

/**
 * Checks, re-encodes and keeps a photo; see `PhotoRefusal` for why it may not be taken.
 * The same bytes again answer at once with the photo that is already there.
 */
export async function storePhoto(files: Files, bytes: Uint8Array): Promise<PhotoStored> {
  const id = idOf(createHash('sha256').update(bytes))
  const known = await findPhoto(files, id)
  if (known) return { ok: true, photo: known }
  return keep(files, id, await preparePhoto(bytes))
}

/**
 * The same for a photo that is still arriving, for example the body of a request: it waits on disk, not in
 * memory, however many come at once. A stream is abandoned as soon as it exceeds 25 MB.
 */
export async function storePhotoStream(
  files: Files,
  stream: ReadableStream<Uint8Array>,
): Promise<PhotoStored> {
  const path = join(await files.scratchDir(), randomBytes(12).toString('hex'))
  try {
    const arrived = await spool(stream, path)
    if (!arrived.ok) return arrived
    const known = await findPhoto(files, arrived.id)
    if (known) return { ok: true, photo: known }
    return await keep(files, arrived.id, await prepareWhenRead(() => readFile(path)))
  } catch (error) {
    if (isStorageFull(error)) return { ok: false, reason: 'storage-full' }
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** What is known of a kept photo; `null` for anything that is none. */
export async function findPhoto(files: Files, id: string): Promise<StoredPhoto | null> {
  const record = await findRecord(files, id)
  if (!record) return null
  const { orientation: _, ...rest } = record
  return { id, ...rest }
}

/** A copy of one of the fixed widths, as it can be sent: from the store, or made now and kept. */
export type PhotoVariant = Pick<StoredFile, 'size' | 'stream'>

/**
 * A copy of a photo, made when it is first asked for and kept from then on. A photo that is narrower than
 * `width` keeps its own width. `null` when there is no such photo.
 */
export async function photoVariant(
  files: Files,
  id: string,
  width: PhotoWidth,
  format: PhotoVariantFormat,
): Promise<PhotoVariant | null> {
  if (!idPattern.test(id)) return null
  const key = `${folderOf(id)}/${width}.${format}`
  const stored = await files.find(key)
  if (stored) return stored
  const record = await findRecord(files, id)
  if (!record) return null

  const flights = inFlight.get(files) ?? new Map<string, Promise<Uint8Array>>()
  inFlight.set(files, flights)
  let flight = flights.get(key)
  if (!flight) {
    flight = makeVariant(files, id, record, width, format, key).finally(() => flights.delete(key))
    flights.set(key, flight)
  }
  return inMemory(await flight)
}

/**
 * Makes the copies of many photos ahead of the first visitor, in the given order.
 * Answers how many were made; copies that exist cost one look. Stops when `signal` says so.
 */
export async function warmVariants(
  files: Files,
  ids: Iterable<string>,
  options: {
    widths?: readonly PhotoWidth[]
    formats?: readonly PhotoVariantFormat[]
    signal?: AbortSignal
  } = {},
): Promise<number> {
  const { widths = photoWidths, formats = photoVariantFormats, signal } = options
  let made = 0
  for (const id of ids) {
    const record = await findRecord(files, id)
    if (!record) continue
    for (const width of widths) {
      // Wider than the photo is never asked for: `photoSources` leaves those out.
      if (width > record.width && width !== photoWidths[0]) continue
      for (const format of formats) {
        if (signal?.aborted) return made
        if (await files.find(`${folderOf(id)}/${width}.${format}`)) continue
        if (await photoVariant(files, id, width, format)) made += 1
      }
    }
  }
  return made
}

export function isPhotoWidth(value: number): value is PhotoWidth {
  return (photoWidths as readonly number[]).includes(value)
}

export function isPhotoVariantFormat(value: string): value is PhotoVariantFormat {
  return (photoVariantFormats as readonly string[]).includes(value)
}

async function keep(files: Files, id: string, prepared: Preparation): Promise<PhotoStored> {
  if (!prepared.ok) return prepared
  const { master, ...facts } = prepared.photo
  const record: PhotoRecord = { ...facts, bytes: master.length }
  try {
    await files.write(`${folderOf(id)}/master.jpg`, master, { durable: true })
    // Last: a photo exists once its record does.
    await files.write(recordKey(id), Buffer.from(JSON.stringify(record)), { durable: true })
  } catch (error) {
    if (isStorageFull(error)) return { ok: false, reason: 'storage-full' }
    throw error
  }
  const { orientation: _, ...rest } = record
  return { ok: true, photo: { id, ...rest } }
}

async function makeVariant(
  files: Files,
  id: string,
  record: PhotoRecord,
  width: PhotoWidth,
  format: PhotoVariantFormat,
  key: string,
): Promise<Uint8Array> {
  const readMaster = async () => {
    const master = await files.find(`${folderOf(id)}/master.jpg`)
    if (!master) throw new Error(`photo ${id} has lost its master`)
    return master.bytes()
  }
  const bytes = await encodeVariant(readMaster, record.orientation, width, format)
  try {
    await files.write(key, bytes)
  } catch (error) {
    // A full disk must not hide the photo: it is made again next time.
    if (!isStorageFull(error)) throw error
  }
  return bytes
}

async function findRecord(files: Files, id: string): Promise<PhotoRecord | null> {
  if (!idPattern.test(id)) return null
  const cache = records.get(files) ?? new LRUCache<string, PhotoRecord>({ max: 5_000 })
  records.set(files, cache)
  const cached = cache.get(id)
  if (cached) return cached
  const stored = await files.find(recordKey(id))
  if (!stored) return null
  const record = recordSchema.parse(JSON.parse(Buffer.from(await stored.bytes()).toString('utf8')))
  cache.set(id, record)
  return record
}

function inMemory(bytes: Uint8Array): PhotoVariant {
  return { size: bytes.length, stream: () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() }
}

/** Two levels, so that no folder holds a hundred thousand entries. */
function folderOf(id: string): string {
  return `photos/${id.slice(0, 2)}/${id}`
}

function recordKey(id: string): string {
  return `${folderOf(id)}/photo.json`
}

function idOf(hash: ReturnType<typeof createHash>): string {
  return hash.digest('hex').slice(0, 32)
}

async function spool(
  stream: ReadableStream<Uint8Array>,
  path: string,
): Promise<{ ok: true; id: string } | { ok: false; reason: PhotoRefusal }> {
  const hash = createHash('sha256')
  const handle = await open(path, 'wx', 0o600)
  let arrived = 0
  try {
    // Leaving the loop early cancels the stream.
    for await (const chunk of stream) {
      arrived += chunk.length
      if (arrived > maxPhotoBytes) return { ok: false, reason: 'too-heavy' }
      hash.update(chunk)
      await handle.write(chunk)
    }
  } finally {
    await handle.close()
  }
  return { ok: true, id: idOf(hash) }
}
