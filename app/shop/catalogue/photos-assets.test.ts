import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { findAsset, storeAsset } from './photos-assets.ts'

const files = openLocalFiles(temporaryFolder())

describe('pictures of content pages', () => {
  const shipped = join(import.meta.dirname, '../../../db/demo/photos')

  test('a shipped picture is found by its name', async () => {
    const asset = await findAsset(files, shipped, 'editorial/hero.jpg')
    expect(asset).toMatchObject({ name: 'editorial/hero.jpg', photo: { width: 1600, height: 1000 } })
    expect(await findAsset(files, shipped, 'editorial/hero.jpg')).toEqual(asset)
  })

  test('an uploaded one gets a name that no other picture ever has', async () => {
    const first = await storeAsset(files, 'uploads', 'Schöner Ring (2).JPG', await honestJpeg({ seed: 12 }))
    const second = await storeAsset(files, 'uploads', 'Schöner Ring (2).JPG', await honestJpeg({ seed: 13 }))
    if (!first.ok || !second.ok) throw new Error('refused')
    expect(first.asset.name).toMatch(/^uploads\/schoener-ring-2-[0-9a-f]{8}\.jpg$/)
    expect(second.asset.name).not.toBe(first.asset.name)
    expect(await findAsset(files, shipped, first.asset.name)).toEqual(first.asset)
    expect(await storeAsset(files, 'uploads', 'x.jpg', Buffer.from('no picture at all'))).toEqual({
      ok: false,
      reason: 'not-a-photo',
    })
  })

  test.each([
    ['Schöner Ring (2).JPG', 'schoener-ring-2'],
    // As one system writes the same letters: each in two signs.
    ['Schöner Ring (2).JPG'.normalize('NFD'), 'schoener-ring-2'],
    ['Crème brûlée, außen.png', 'creme-brulee-aussen'],
    ['Œuvre d’Émile.webp', 'oeuvre-demile'],
    [`${'a'.repeat(59)} b.jpg`, 'a'.repeat(59)],
    ['腕時計.jpg', 'bild'],
  ])('of “%s” the name says %s', async (given, wanted) => {
    const stored = await storeAsset(files, 'uploads', given, await honestJpeg({ seed: 12 }))
    expect(stored.ok && stored.asset.name.replace(/-[0-9a-f]{8}\.jpg$/, '')).toBe(`uploads/${wanted}`)
  })

  test.each([
    '',
    'editorial',
    'editorial/',
    'editorial/none.jpg',
    'manifest.json',
    'scripts/render.py',
    '../demo/settings.yaml',
    'editorial/../manifest.json',
    '/etc/passwd',
    'editorial/hero.jpg\0.jpg',
    `${'a/'.repeat(200)}a.jpg`,
  ])('no picture is called %j', async (name) => {
    expect(await findAsset(files, shipped, name)).toBe(null)
  })
})
