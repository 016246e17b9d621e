import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { type DemoPhotoEntry, keepDemoPhotos, readPhotoManifest } from './demo-photos.ts'
import { readPieces } from './piece-file.ts'

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

test('photos that were made of one piece are of no other', async () => {
  const own = (await readPieces('db/demo/pieces')).filter(({ piece }) => /^\d/.test(piece.photos))
  for (const { piece } of own) expect(piece.photos).toBe(piece.stock)
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
