import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openLocalFiles } from '#app/platform/files.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { type DemoPhotoEntry, keepDemoPhotos, readPhotoManifest } from './demo-photos.ts'
import { type PieceFile, readPieces } from './piece-file.ts'

const directory = 'db/demo/photos'
const folder = temporaryFolder()

test('what the manifest names is there, each set under a name of its own', async () => {
  const manifest = await readPhotoManifest(directory)
  const ids = manifest.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const files = manifest.flatMap((entry) => entry.files.map(({ file }) => file))
  expect(files.filter((file) => !existsSync(join(directory, file)))).toEqual([])
  // A flaw lies on a photo of its own piece.
  for (const { id, files, flaws } of manifest)
    for (const flaw of flaws)
      expect(
        files.map(({ file }) => file),
        id,
      ).toContain(flaw.file)
})

test('what the manifest says of a photo is so, for nothing looks at it when it is kept', async () => {
  const photos = (await readPhotoManifest(directory)).flatMap((entry) => entry.files)
  const of = async ({ file }: (typeof photos)[number]) => {
    const { width, height, format, space, channels, orientation, exif, icc, iptc, xmp } = await sharp(
      join(directory, file),
    ).metadata()
    return { file, width, height, format, space, channels, orientation, says: exif ?? icc ?? iptc ?? xmp }
  }
  const plain = { format: 'jpeg', space: 'srgb', channels: 3, orientation: undefined, says: undefined }
  expect(await Promise.all(photos.map(of))).toEqual(
    photos.map(({ file, width, height }) => ({ file, width, height, ...plain })),
  )
  // Of some alone: to decode all takes seconds.
  const some = photos.filter((_, place) => place % 40 === 0)
  const colours = async (picture: string | Buffer) => {
    const { channels } = await sharp(picture)
      .resize(3, 3, { fit: 'fill' })
      .removeAlpha()
      .toColourspace('srgb')
      .stats()
    return channels.map(({ mean }) => mean)
  }
  for (const { file, placeholder } of some) {
    const tiny = Buffer.from(placeholder.replace('data:image/webp;base64,', ''), 'base64')
    const { width, height } = await sharp(tiny).metadata()
    expect(Math.max(width, height), file).toBeLessThanOrEqual(16)
    const [shown, real] = [await colours(tiny), await colours(join(directory, file))]
    expect(Math.max(...shown.map((mean, at) => Math.abs(mean - (real[at] ?? 0)))), file).toBeLessThan(12)
  }
})

const pieces = await readPieces('db/demo/pieces')
const manifest = new Map((await readPhotoManifest(directory)).map((entry) => [entry.id, entry]))
const shownOf = (piece: PieceFile) => manifest.get(piece.photos)

test('each piece has photos of its own, two at least', () => {
  const sets = new Map<string, string>()
  for (const { piece } of pieces) {
    expect(shownOf(piece)?.files.length, piece.stock).toBeGreaterThanOrEqual(2)
    const own = manifest.get(piece.stock)
    // Only while its second view is to come a piece shows photos that were made of its like.
    if (own?.files.length === 1 && own.toCome.length > 0) continue
    expect(piece.photos).toBe(piece.stock)
    expect(sets.get(piece.photos), `${piece.stock} shows the photos of another`).toBeUndefined()
    sets.set(piece.photos, piece.stock)
  }
})

/** What words of a condition call a flaw, by what one sees. */
const flawWords = {
  marks: /kratz|spur|haarlinie|strich/i,
  dents: /delle|kerbe|druckstelle/i,
  chips: /ausbruch|kantenbruch/i,
  colour: /ausgeblichen|patina/i,
  length: /läng(?:t|ung)/i,
  rubbed: /berieben/i,
  points: /punkt/i,
  dull: /mattierte/i,
  bent: /aufgeworfen/i,
  gaps: /fehlen/i,
  soft: /kanten weich/i,
}
const denied = /\b(?:ohne|keine?|nahezu|kaum|nichts)\b/i

/** What a text states and no photo can show, or the whole piece shows everywhere. */
const nowhere: Record<string, string> = {
  '10363': 'Starke Tragespuren',
  '10397': 'Band mit geringer Längung',
  '10438': 'Band mit geringer Längung',
  '10439': 'Sehr feine Spuren',
  '10477': 'Band mit leichter Patina',
}

const withNotes = z.object({ conditionNotes: z.object({ de: z.string() }).nullish() })

const kinds = (text: string) =>
  Object.entries(flawWords).flatMap(([kind, words]) => (words.test(text) ? [kind] : []))

test('what a text calls a flaw has its place on a photo', () => {
  const missing: string[] = []
  for (const { piece } of pieces) {
    const entry = manifest.get(piece.stock)
    // What is still to be photographed has no place yet.
    if (!entry || entry.toCome.length > 0) continue
    const stated = (withNotes.parse(piece).conditionNotes?.de ?? '')
      .split(/[,.;]/)
      .map((clause) => clause.trim())
      .filter((clause) => clause && !denied.test(clause) && clause !== nowhere[piece.stock])
      .flatMap(kinds)
    const placed = [...new Set(entry.flaws.map(({ de }) => de))].flatMap(kinds)
    for (const kind of new Set(stated)) {
      const count = (of: string[]) => of.filter((each) => each === kind).length
      if (count(placed) < count(stated))
        missing.push(`${piece.stock}: ${count(stated)} × ${kind}, on photos ${count(placed)}`)
    }
    if (piece.defect && entry.flaws.length === 0) missing.push(`${piece.stock}: the defect`)
  }
  expect(missing).toEqual([])
})

test('the photos take less than 72 MB, 60 more than there were of shared sets', () => {
  const folders = ['pieces', 'editorial'].map((name) => join(directory, name))
  const bytes = folders.flatMap((folder) =>
    readdirSync(folder).map((name) => statSync(join(folder, name)).size),
  )
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(72_000_000)
})

test('a flaw is pinned once, on the last photo that shows it', async () => {
  const [first] = await readPhotoManifest(directory)
  const [one, two] = (first?.files ?? []).map(({ file }) => file)
  if (!first || !one || !two) throw new Error('the first set has two photos')
  const flaw = (file: string, de: string) => ({ file, x: 100, y: 900, de, en: `${de} (en)` })
  const entry: DemoPhotoEntry = {
    ...first,
    flaws: [flaw(one, 'Delle'), flaw(two, 'Delle'), flaw(one, 'Kratzer')],
  }
  const kept = await keepDemoPhotos([entry], { files: openLocalFiles(folder), directory })
  const texts = (kept.get(entry.id) ?? []).map(({ flaws }) => flaws.map(({ text }) => text.de))
  expect(texts.slice(0, 2)).toEqual([['Kratzer'], ['Delle']])
})
