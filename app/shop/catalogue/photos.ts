import { createHash, type Hash, randomBytes } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import {
  dropScratchFile,
  type Files,
  isStorageFull,
  StorageUnavailable,
  type StoredFile,
} from '#app/platform/files.ts'
import type { Prepared } from './photos-decoder.ts'
import { encodingOf, isFormerVariant, keptWidth, keptWidths } from './photos-encodings.ts'
import { inspectPhotoFile, maxPhotoBytes, maxPhotoPixels, type PhotoRefusal } from './photos-inspect.ts'
import { masterKey, originalKey, photoFolder, recordKey, variantKey } from './photos-keys.ts'
import type { Orientation, PhotoTurn, PhotoVariantFormat, PhotoWidth } from './photos-sizes.ts'
import { copyAhead, copyInWorker, prepareInWorker } from './photos-workers.ts'

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

const recordSchema: z.ZodType<Prepared> = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  orientation: z.union([1, 2, 3, 4, 5, 6, 7, 8].map((value) => z.literal(value as Orientation))),
  placeholder: z.string().max(300),
  bytes: z.int().positive(),
})
type PhotoRecord = Prepared

const idPattern = /^[0-9a-f]{32}$/

/** Records are immutable, so they may be remembered; photos that do not exist are asked for anew. */
const records = new WeakMap<Files, LRUCache<string, PhotoRecord>>()
const inFlight = new WeakMap<Files, Map<string, Promise<Uint8Array | null>>>()

/**
 * Checks, re-encodes and keeps a photo; see `PhotoRefusal` for why it may not be taken.
 * The same bytes again answer at once with the photo that is already there.
 */
export function storePhoto(files: Files, bytes: Uint8Array): Promise<PhotoStored> {
  return receive(files, async (path) => {
    if (bytes.length > maxPhotoBytes) return { ok: false, reason: 'too-heavy' }
    const id = idOf(createHash('sha256').update(bytes))
    // Known bytes need not touch the disk.
    if (!(await findKept(files, id))) await writeFile(path, bytes)
    return { ok: true, id }
  })
}

/**
 * Keeps a picture of our own as it is, by what is known of it: an upright JPEG in sRGB without metadata, which nothing
 * decodes here.
 */
export function keepOwnPhoto(
  files: Files,
  bytes: Uint8Array,
  known: Pick<StoredPhoto, 'width' | 'height' | 'placeholder'>,
): Promise<PhotoStored> {
  return inScratch(files, async (_, master) => {
    const id = idOf(createHash('sha256').update(bytes))
    const kept = await findKept(files, id)
    if (kept) return { ok: true, photo: kept }
    await writeFile(master, bytes)
    const record = { orientation: 1, ...known, bytes: bytes.length } as const
    return { ok: true, photo: await keep(files, id, record, master) }
  })
}

/**
 * The same as `storePhoto` for a photo that is still arriving, for example the body of a request: it waits on disk, not in
 * memory, however many come at once. A stream is abandoned as soon as it exceeds 25 MB. `keepOriginal`: the upload itself
 * stays as it came, where no public address leads, to be turned again (`turnPhoto`).
 */
export function storePhotoStream(
  files: Files,
  stream: ReadableStream<Uint8Array>,
  { keepOriginal = false } = {},
): Promise<PhotoStored> {
  return receive(files, (path) => spool(stream, path), keepOriginal)
}

/**
 * The photo that an upload becomes when it stands otherwise: made of the original where one was kept, else of its copy.
 * Turned back, it is the first photo again. `null`: there is no such photo.
 */
export async function turnPhoto(
  files: Files,
  original: string,
  turn: PhotoTurn,
): Promise<PhotoStored | null> {
  if (!idPattern.test(original)) return null
  const { quarterTurns, straightened } = turn
  const asTaken = quarterTurns === 0 && straightened === 0
  const id = asTaken
    ? original
    : idOf(createHash('sha256').update(`${original} ${quarterTurns} ${straightened}`))
  const known = await findKept(files, id)
  if (known) return { ok: true, photo: known }
  const source = (await files.find(originalKey(original))) ?? (await files.find(masterKey(original)))
  if (!source || asTaken) return null
  return inScratch(files, async (path, master) => {
    if (!source.path) await writeFile(path, await source.bytes())
    const prepared = await preparePhoto(source.path ?? path, master, turn)
    if (!prepared.ok) return prepared
    return { ok: true, photo: await keep(files, id, prepared.photo, master) }
  })
}

/** What is known of a kept photo; `null` for anything that is none. */
export async function findPhoto(files: Files, id: string): Promise<StoredPhoto | null> {
  const record = await findRecord(files, id)
  if (!record) return null
  return shown(id, record)
}

/** The copy of a photo that the shop keeps, at full resolution; no public address leads to it. */
export async function photoMaster(files: Files, id: string): Promise<StoredFile | null> {
  return idPattern.test(id) ? files.find(masterKey(id)) : null
}

/**
 * Keeps a photo of one store in another one as well, under the same id and as it is: nothing is encoded anew. Done again it
 * is the same. Null: the first store has no such photo.
 */
export async function copyPhoto(from: Files, to: Files, id: string): Promise<StoredPhoto | null> {
  const known = await findKept(to, id)
  if (known) return known
  const record = await findRecord(from, id)
  const master = record && (await from.find(masterKey(id)))
  if (!master) return null
  await to.write(masterKey(id), await master.bytes(), { durable: true })
  await to.write(recordKey(id), Buffer.from(JSON.stringify(record)), { durable: true })
  return shown(id, record)
}

/** What is known of one that is about to be kept again: it may be remembered here, and have been removed by another process. */
async function findKept(files: Files, id: string): Promise<StoredPhoto | null> {
  const known = await findPhoto(files, id)
  return known && (await files.find(masterKey(id))) ? known : null
}

/** A copy of one of the fixed widths, as it can be sent: from the store, or made now and kept. */
export type PhotoVariant = Pick<StoredFile, 'size' | 'stream'>

/**
 * A copy of a photo: made ahead (photos-ahead.ts), else when it is first asked for, and kept from then on. A photo that
 * is narrower than `width` keeps its own width. `null` when there is no such photo.
 */
export async function photoVariant(
  files: Files,
  id: string,
  width: PhotoWidth,
  format: PhotoVariantFormat,
): Promise<PhotoVariant | null> {
  if (!idPattern.test(id)) return null
  const stored = await files.find(variantKey(id, width, format))
  if (stored) return stored
  const record = await findRecord(files, id)
  if (!record) return null
  const kept = keptWidth(width, record.width)
  const key = variantKey(id, kept, format)
  const whole = kept === width ? null : await files.find(key)
  if (whole) return whole

  const flights = inFlight.get(files) ?? new Map<string, Promise<Uint8Array | null>>()
  inFlight.set(files, flights)
  let flight = flights.get(key)
  if (!flight) {
    flight = makeVariant(files, id, record, kept, format, copyInWorker).finally(() => flights.delete(key))
    flights.set(key, flight)
  }
  const bytes = await flight
  return bytes && inMemory(bytes)
}

/**
 * Makes the variants of a photo that are not there, one after the other, and removes those that were made otherwise
 * before. `goOn` is asked before each, with the milliseconds that the last one took. False: it said no. `signal` gives the
 * one up that is being made.
 * @throws {StorageUnavailable} when there is no room to keep them
 */
export async function makeMissingVariants(
  files: Files,
  id: string,
  formats: readonly PhotoVariantFormat[],
  goOn: (worked: number) => Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> {
  const record = await findRecord(files, id)
  if (!record) return true
  let worked = 0
  for (const format of formats)
    for (const width of keptWidths(record.width)) {
      if (!(await goOn(worked))) return false
      worked = 0
      const key = variantKey(id, width, format)
      if (await files.find(key)) continue
      const since = performance.now()
      // Whoever asks for it meanwhile makes it for himself: this one gives way to everybody.
      if (!(await makeVariant(files, id, record, width, format, (job) => copyAhead(job, signal)))) return true
      worked = performance.now() - since
      if (!(await files.find(key)) && (await files.find(recordKey(id)))) throw new StorageUnavailable()
    }
  await removeFormer(files, id)
  return true
}

type Arrival = { ok: true; id: string } | { ok: false; reason: PhotoRefusal }

/** Takes a photo through the scratch folder: arrived, judged, prepared, kept; whatever happens, swept. */
function receive(
  files: Files,
  arrive: (path: string) => Promise<Arrival>,
  keepOriginal = false,
): Promise<PhotoStored> {
  return inScratch(files, async (upload, master) => {
    const arrival = await arrive(upload)
    if (!arrival.ok) return arrival
    const { id } = arrival
    const known = await findKept(files, id)
    const prepared = known ? null : await preparePhoto(upload, master)
    if (prepared && !prepared.ok) return prepared
    // Before the photo: whoever finds one may turn it.
    if (keepOriginal && !(await files.find(originalKey(id)))) await files.adopt(originalKey(id), upload)
    if (known) return { ok: true, photo: known }
    if (!prepared) throw new Error('a photo was neither known nor prepared')
    return { ok: true, photo: await keep(files, id, prepared.photo, master) }
  })
}

/** Gives `work` two places in the scratch folder, which are swept whatever happens. */
async function inScratch(
  files: Files,
  work: (upload: string, master: string) => Promise<PhotoStored>,
): Promise<PhotoStored> {
  let upload = ''
  let master = ''
  try {
    upload = join(await files.scratchDir(), randomBytes(12).toString('hex'))
    master = `${upload}.jpg`
    return await work(upload, master)
  } catch (error) {
    if (isStorageFull(error)) return { ok: false, reason: 'storage-full' }
    throw error
  } finally {
    for (const path of [upload, master].filter((each) => each !== '')) await dropScratchFile(path)
  }
}

/**
 * Judges the file at `source` and writes the copy that is kept to `target`: a JPEG at full resolution, decoded
 * and encoded anew in a process of its own, in sRGB, without metadata or place, on white where it was clear. `turn`: not as
 * it was taken.
 */
export async function preparePhoto(
  source: string,
  target: string,
  turn?: PhotoTurn,
): Promise<{ ok: true; photo: Prepared } | { ok: false; reason: PhotoRefusal }> {
  const inspection = await inspectPhotoFile(source)
  if (!inspection.ok) return inspection
  const answer = await prepareInWorker({
    kind: 'prepare',
    source,
    target,
    format: inspection.format,
    maxPixels: maxPhotoPixels,
    ...(turn && { turn }),
  })
  if (answer.ok && answer.kind === 'prepare') return { ok: true, photo: answer.prepared }
  if (answer.ok) throw new Error('the decoder answered another question')
  switch (answer.fault) {
    case 'unwritten':
      throw Object.assign(new Error(`a master cannot be written: ${answer.detail}`), { code: answer.detail })
    case 'animated':
      return { ok: false, reason: 'animated' }
    // A picture that kills its decoder is no picture to keep.
    case 'crashed':
    case 'damaged':
      return { ok: false, reason: 'damaged' }
  }
}

async function keep(files: Files, id: string, prepared: Prepared, master: string): Promise<StoredPhoto> {
  await files.adopt(masterKey(id), master)
  // Last: a photo exists once its record does.
  await files.write(recordKey(id), Buffer.from(JSON.stringify(prepared)), { durable: true })
  return shown(id, prepared)
}

function shown(id: string, { orientation: _, ...facts }: PhotoRecord): StoredPhoto {
  return { id, ...facts }
}

async function makeVariant(
  files: Files,
  id: string,
  record: PhotoRecord,
  width: PhotoWidth,
  format: PhotoVariantFormat,
  copy: typeof copyInWorker,
): Promise<Uint8Array | null> {
  const key = variantKey(id, width, format)
  const master = await files.find(masterKey(id))
  if (!master) {
    if (await files.find(recordKey(id))) throw new Error(`photo ${id} has lost its master`)
    // Forgotten, perhaps by another process, which tells nobody.
    records.get(files)?.delete(id)
    return null
  }
  const answer = await copy({
    kind: 'copy',
    source: master.path ?? (await master.bytes()),
    orientation: record.orientation,
    width,
    encoding: encodingOf(format),
    maxPixels: maxPhotoPixels,
  })
  if (!answer.ok) throw new Error(`photo ${id} cannot be copied: ${answer.fault}, ${answer.detail}`)
  if (answer.kind !== 'copy') throw new Error('the decoder answered another question')
  const { bytes } = answer
  try {
    await files.write(key, bytes)
    await removeFormer(files, id)
    // Forgotten while it was being copied: nothing of it may stay behind.
    if (!(await files.find(masterKey(id)))) await files.remove(key)
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

/** What was made in another quality is shown to nobody any more. */
async function removeFormer(files: Files, id: string): Promise<void> {
  for await (const key of files.keys(photoFolder(id)))
    if (isFormerVariant(key.slice(key.lastIndexOf('/') + 1))) await files.remove(key)
}

function idOf(hash: Hash): string {
  return hash.digest('hex').slice(0, 32)
}

async function spool(stream: ReadableStream<Uint8Array>, path: string): Promise<Arrival> {
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
