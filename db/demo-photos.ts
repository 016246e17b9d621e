import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Files } from '#app/platform/files.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { keepOwnPhoto, type StoredPhoto } from '#app/shop/catalogue/photos.ts'

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
  files: z.array(
    z.object({
      file: z.string(),
      width: z.int().positive(),
      height: z.int().positive(),
      placeholder: z.string().max(300),
      view: z.string(),
      alt: words,
    }),
  ),
  /** Views that are described and not made yet. */
  toCome: z.array(z.string()).default([]),
  /** What its piece's text says of it, where it is in sight: thousandths of a photo's width and height. */
  flaws: z
    .array(
      z.object({
        file: z.string(),
        x: z.int().min(0).max(1000),
        y: z.int().min(0).max(1000),
        de: z.string().min(1),
        en: z.string().min(1),
      }),
    )
    .default([]),
})
const manifestSchema = z.object({ pieces: z.array(entrySchema) })

export type DemoPhotoEntry = z.infer<typeof entrySchema>
export type DemoPhoto = StoredPhoto & {
  alt: { de: string; en: string }
  role: 'piece' | 'detail'
  /** Pinned here; each flaw of a piece on one photo, the nearest. */
  flaws: { x: number; y: number; text: { de: string; en: string } }[]
}

export async function readPhotoManifest(directory: string): Promise<DemoPhotoEntry[]> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8')
  return manifestSchema.parse(JSON.parse(text)).pieces
}

/** Keeps the photos of entries as they are. Photo ids are made of their bytes: what is kept already is free. */
export async function keepDemoPhotos(
  entries: readonly DemoPhotoEntry[],
  { files, directory }: { files: Files; directory: string },
): Promise<Map<string, DemoPhoto[]>> {
  const found = new Map<string, DemoPhoto[]>()
  for (const entry of entries) {
    const kept: DemoPhoto[] = []
    for (const { file, view, alt, ...known } of entry.files) {
      const stored = await keepOwnPhoto(files, await readFile(join(directory, file)), known)
      if (!stored.ok && stored.reason === 'storage-full')
        throw new StartFault(
          `The disk is full or takes no writes: the photo ${file} cannot be kept. Make room on it, then try again.`,
        )
      if (!stored.ok) throw new Error(`The photo ${file} cannot be kept: ${stored.reason}`)
      kept.push({
        ...stored.photo,
        alt,
        role: view.startsWith('close-up') ? 'detail' : 'piece',
        flaws: entry.flaws.filter((flaw) => flaw.file === file && isNearest(flaw, entry)).map(pinned),
      })
    }
    found.set(entry.id, kept)
  }
  return found
}

type Flaw = DemoPhotoEntry['flaws'][number]

const pinned = ({ x, y, de, en }: Flaw) => ({ x, y, text: { de, en } })

/** Views come nearer from one to the next: a flaw is pinned on the last one that shows it. */
function isNearest(flaw: Flaw, { flaws, files }: DemoPhotoEntry): boolean {
  const shown = new Set(flaws.filter(({ de }) => de === flaw.de).map(({ file }) => file))
  return files.findLast(({ file }) => shown.has(file))?.file === flaw.file
}
