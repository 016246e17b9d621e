import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Files, openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { photoVariant, type StoredPhoto, storePhoto } from './photos.ts'
import { photosAhead, putFirst, wantVariants } from './photos-ahead.ts'
import { storeAsset } from './photos-assets.ts'
import { variantName } from './photos-encodings.ts'

const database = testDatabase()
const home = temporaryFolder()
const files = openLocalFiles(home)
const sources = {
  get db() {
    return database.db
  },
  files,
  shippedAssets: home,
  log: createLog('silent'),
}
const unhurried = new AbortController().signal

let seed = 100
async function kept(width = 200): Promise<StoredPhoto> {
  seed += 1
  const stored = await storePhoto(files, await honestJpeg({ width, height: 100, seed }))
  if (!stored.ok) throw new Error(stored.reason)
  return stored.photo
}

async function showPhoto(photo: StoredPhoto, piece: string, position = 0): Promise<void> {
  const { db } = database
  await addRings(db, [piece])
  await db
    .insertInto('photo')
    .values({ ...photo, product_id: piece, position, alt: '{"de":"Foto","en":"Photo"}' })
    .execute()
}

const folderOf = ({ id }: StoredPhoto) => join(home, 'photos', id.slice(0, 2), id)
const copiesOf = async (photo: StoredPhoto) =>
  (await readdir(folderOf(photo))).filter((name) => !/^(master\.jpg|photo\.json)$/.test(name)).sort()
const rows = () =>
  database.db.selectFrom('picture_variants').select(['picture', 'stage']).orderBy('picture').execute()

/** Runs the job until nothing is due; no rests. */
async function runAll(run = photosAhead(sources, async () => undefined)): Promise<number> {
  let taken = 0
  while ((await run(unhurried)) > 0) taken += 1
  return taken
}

beforeEach(async () => {
  const { db } = database
  await db.deleteFrom('photo').execute()
  await db.deleteFrom('picture_variants').execute()
})

describe('variants made ahead', () => {
  test('a photo of a piece has every variant that a page may ask for, and nobody makes any of them again', async () => {
    const photo = await kept(500)
    await showPhoto(photo, '70001')
    await runAll()
    const widths = [160, 320, 480, 640] as const
    expect(await copiesOf(photo)).toEqual(
      widths
        .flatMap((width) => (['avif', 'webp', 'jpg'] as const).map((format) => variantName(width, format)))
        .sort(),
    )
    const readOnly: Files = { ...files, write: () => Promise.reject(new Error('nothing is to be made')) }
    for (const format of ['avif', 'webp', 'jpg'] as const)
      for (const width of [160, 320, 480, 640, 800, 960, 1280, 1600] as const)
        expect((await photoVariant(readOnly, photo.id, width, format))?.size).toBeGreaterThan(100)
    expect(await rows()).toEqual([{ picture: photo.id, stage: 2 }])
  })

  test('a picture of content pages, uploaded or shipped, and a name that is none', async () => {
    const asset = await storeAsset(files, 'front', 'top.jpg', await honestJpeg({ width: 200, seed: 51 }))
    if (!asset.ok) throw new Error(asset.reason)
    await wantVariants(database.db, [asset.asset.name, 'nowhere/none.jpg'])
    await runAll()
    expect(await copiesOf(asset.asset.photo)).toHaveLength(6)
    expect((await rows()).map(({ stage }) => stage)).toEqual([2, 2])
  })

  test('the same photo of many pieces is one row, and a restart finds nothing to do', async () => {
    const photo = await kept()
    for (const piece of ['70002', '70003', '70004']) await showPhoto(photo, piece)
    expect(await rows()).toEqual([{ picture: photo.id, stage: 0 }])
    expect(await runAll()).toBe(2)
    await showPhoto(photo, '70005')
    expect(await runAll()).toBe(0)
  })

  test('the front page first, then what came last, and of all of them what most browsers take', async () => {
    const [old, young, front] = [await kept(), await kept(), await kept()]
    await wantVariants(database.db, [old.id])
    await wantVariants(database.db, [young.id])
    await database.db
      .updateTable('picture_variants')
      .set({ at: new Date('2026-01-01') })
      .where('picture', '=', old.id)
      .execute()
    await putFirst(database.db, [front.id])
    await database.db
      .updateTable('picture_variants')
      .set({ at: new Date('2025-01-01') })
      .where('picture', '=', front.id)
      .execute()
    const run = photosAhead(sources, async () => undefined)
    const order: string[] = []
    const names = new Map([
      [old, 'old'],
      [young, 'young'],
      [front, 'front'],
    ])
    for (let count = 0; count < 6; count += 1) {
      const before = new Map<StoredPhoto, number>()
      for (const [photo] of names) before.set(photo, (await copiesOf(photo)).length)
      expect(await run(unhurried)).toBe(1)
      for (const [photo, name] of names)
        if ((await copiesOf(photo)).length > (before.get(photo) ?? 0)) order.push(name)
    }
    expect(order).toEqual(['front', 'young', 'old', 'front', 'young', 'old'])
  })

  test('another quality makes all of them anew and removes the former ones', async () => {
    const photo = await kept()
    await wantVariants(database.db, [photo.id])
    await runAll()
    // As a release with other settings has left them, and the first ones, whose names did not say how they were made.
    const now = variantName(320, 'avif')
    await rename(join(folderOf(photo), now), join(folderOf(photo), '320-00000000.avif'))
    await rename(join(folderOf(photo), variantName(160, 'jpg')), join(folderOf(photo), '160.jpg'))
    const all = (await copiesOf(photo)).length
    await database.db.updateTable('picture_variants').set({ made_with: 'another way' }).execute()
    expect(await runAll()).toBe(2)
    const copies = await copiesOf(photo)
    expect(copies).toHaveLength(all)
    expect(copies).toContain(now)
    expect(copies.filter((name) => !/-[0-9a-f]{8}\.|-00000000/.test(name))).toEqual([])
    expect(copies).not.toContain('320-00000000.avif')
  })

  test('a photo that cannot be copied does not keep the others waiting', async () => {
    const [broken, whole] = [await kept(), await kept()]
    await rename(join(folderOf(broken), 'master.jpg'), join(folderOf(broken), 'master-away'))
    await wantVariants(database.db, [whole.id])
    await wantVariants(database.db, [broken.id])
    await runAll()
    expect(await copiesOf(whole)).toHaveLength(6)
    expect((await rows()).map(({ stage }) => stage)).toEqual([2, 2])
  })

  test('a full disk leaves them due', async () => {
    const photo = await kept()
    await wantVariants(database.db, [photo.id])
    const full: Files = {
      ...files,
      write: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    }
    await expect(runAll(photosAhead({ ...sources, files: full }, async () => undefined))).rejects.toThrow(
      'Nothing can be stored now',
    )
    expect(await rows()).toEqual([{ picture: photo.id, stage: 0 }])
    expect(await runAll()).toBe(2)
  })

  test('it rests as long as it worked, and ends in the middle of a photo when told to', async () => {
    const photo = await kept(500)
    await wantVariants(database.db, [photo.id])
    const ending = new AbortController()
    const rests: number[] = []
    const run = photosAhead(sources, async (ms) => {
      rests.push(ms)
      ending.abort()
    })
    expect(await run(ending.signal)).toBe(0)
    expect(rests).toHaveLength(1)
    expect(rests[0]).toBeGreaterThan(0)
    expect(await copiesOf(photo)).toHaveLength(1)
    expect(await rows()).toEqual([{ picture: photo.id, stage: 0 }])
    // What was made is not made again.
    expect(await runAll()).toBe(2)
  })

  test('two processes do not work at the same time', async () => {
    const photo = await kept()
    await wantVariants(database.db, [photo.id])
    const other = photosAhead(sources, async () => undefined)
    let beside: number | null = null
    const run = photosAhead(sources, async () => {
      beside ??= await other(unhurried)
    })
    expect(await run(unhurried)).toBe(1)
    expect(beside).toBe(0)
  })
})
