import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Files } from '#app/platform/files.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { type StoredPhoto, storePhoto } from '#app/shop/catalogue/photos.ts'

const words = z.object({ de: z.string().min(1), en: z.string().min(1) })

/** An entry of db/demo/photos/manifest.json: one piece, what it looks like, its photos. */
const entrySchema = z.object({
  id: z.string(),
  kind: z.enum(['watch', 'jewellery']),
  type: z.string().optional(),
  metal: z.string().optional(),
  case_material: z.string().optional(),
  dial_colour: z.string().optional(),
  complications: z.array(z.string()).optional(),
  bracelet: z.object({ material: z.string() }).optional(),
  gemstones: z.array(z.object({ stone: z.string() })).optional(),
  files: z.array(z.object({ file: z.string(), view: z.string(), alt: words })),
})
const manifestSchema = z.object({ pieces: z.array(entrySchema) })

export type DemoPhotoEntry = z.infer<typeof entrySchema>
export type DemoPhoto = StoredPhoto & { alt: { de: string; en: string }; role: 'piece' | 'detail' }

export async function readPhotoManifest(directory: string): Promise<DemoPhotoEntry[]> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8')
  return manifestSchema.parse(JSON.parse(text)).pieces
}

/** Keeps the photos of entries. Photo ids are made of their bytes: what is kept already is free. */
export async function keepDemoPhotos(
  entries: readonly DemoPhotoEntry[],
  { files, directory }: { files: Files; directory: string },
): Promise<Map<string, DemoPhoto[]>> {
  const found = new Map<string, DemoPhoto[]>()
  for (const entry of entries) {
    const kept: DemoPhoto[] = []
    for (const { file, view, alt } of entry.files) {
      const stored = await storePhoto(files, await readFile(join(directory, file)))
      if (!stored.ok && stored.reason === 'storage-full')
        throw new StartFault(
          `The disk is full or takes no writes: the photo ${file} cannot be kept. Make room on it, then try again.`,
        )
      if (!stored.ok) throw new Error(`The photo ${file} cannot be kept: ${stored.reason}`)
      kept.push({ ...stored.photo, alt, role: view.startsWith('close-up') ? 'detail' : 'piece' })
    }
    found.set(entry.id, kept)
  }
  return found
}
