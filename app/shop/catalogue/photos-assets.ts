import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Files, isFileKey, isStorageFull } from '#app/platform/files.ts'
import { findPhoto, type PhotoStored, type StoredPhoto, storePhoto } from './photos.ts'
import type { PhotoRefusal } from './photos-inspect.ts'
import { slugify } from './slug.ts'

/** A picture of a content page: a name that editors see, for a kept photo. */
export type Asset = {
  /** `folder/name.jpg`; never names another picture later, so its addresses may be cached for ever. */
  name: string
  photo: StoredPhoto
}

/** Characters of the given name in an asset's. */
const maxSegment = 60

const pointerSchema = z.object({ photo: z.string() })
const remembered = new WeakMap<Files, LRUCache<string, StoredPhoto>>()

/** Whether a text may name an asset: `folder/…/name.ext`, lower case, and no step out of the store. */
export function isAssetName(name: string): boolean {
  return isFileKey(name) && name.length <= 200 && /\.[a-z0-9]{2,5}$/.test(name)
}

/**
 * The picture behind a name: first what was uploaded, then the pictures shipped in `shippedDir`, which are
 * taken into the store when they are first asked for. `null` when there is none.
 */
export async function findAsset(files: Files, shippedDir: string, name: string): Promise<Asset | null> {
  if (!isAssetName(name)) return null
  const cache = remembered.get(files) ?? new LRUCache<string, StoredPhoto>({ max: 1_000 })
  remembered.set(files, cache)
  const cached = cache.get(name)
  if (cached) return { name, photo: cached }
  const photo = (await findUploaded(files, name)) ?? (await takeShipped(files, shippedDir, name))
  if (!photo) return null
  cache.set(name, photo)
  return { name, photo }
}

/**
 * Keeps an uploaded picture for content pages under `folder`. Its name is made of the given one and of the
 * picture's own id, so that a corrected picture has a new address.
 */
export async function storeAsset(
  files: Files,
  folder: string,
  fileName: string,
  bytes: Uint8Array,
): Promise<{ ok: true; asset: Asset } | { ok: false; reason: PhotoRefusal }> {
  const stored: PhotoStored = await storePhoto(files, bytes)
  if (!stored.ok) return stored
  const name = `${folder}/${segmentOf(fileName)}-${stored.photo.id.slice(0, 8)}.jpg`
  if (!isAssetName(name)) throw new TypeError(`not a folder of assets: ${JSON.stringify(folder)}`)
  try {
    await files.write(pointerKey(name), Buffer.from(JSON.stringify({ photo: stored.photo.id })), {
      durable: true,
    })
  } catch (error) {
    if (isStorageFull(error)) return { ok: false, reason: 'storage-full' }
    throw error
  }
  return { ok: true, asset: { name, photo: stored.photo } }
}

async function findUploaded(files: Files, name: string): Promise<StoredPhoto | null> {
  const pointer = await files.find(pointerKey(name))
  if (!pointer) return null
  const { photo } = pointerSchema.parse(JSON.parse(Buffer.from(await pointer.bytes()).toString('utf8')))
  return findPhoto(files, photo)
}

async function takeShipped(files: Files, shippedDir: string, name: string): Promise<StoredPhoto | null> {
  // Only pictures: the folder also holds what they were made with.
  if (!/\.(jpe?g|png|webp|avif)$/.test(name)) return null
  const bytes = await readFile(join(shippedDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return null
    throw error
  })
  if (!bytes) return null
  const stored = await storePhoto(files, bytes)
  return stored.ok ? stored.photo : null
}

/** Hashed, so that any name fits; the name inside the pointer's folder keeps it findable by hand. */
function pointerKey(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return `assets/${hash.slice(0, 2)}/${hash.slice(0, 32)}.json`
}

/** „Schöner Ring (2).JPG“ → `schoener-ring-2`. */
function segmentOf(fileName: string): string {
  const bare = fileName.replace(/\.[^.]*$/, '')
  return slugify(bare).slice(0, maxSegment).replace(/-+$/, '') || 'bild'
}
