import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { findPhoto, photoVariant } from '#app/shop/catalogue/photos.ts'
import { eraseNotedFiles } from '#app/shop/erased-files.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { declaredPng, honestJpeg } from '#tests/hostile-photos.ts'
import { sellForm } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { findSellRequest } from './find-sell-request.ts'
import { submitSellRequest } from './sell-request.ts'
import {
  addSellPhoto,
  findSellPhoto,
  forgetPhotos,
  forgetUploads,
  listSellPhotos,
  maxSellPhotos,
  newUploadToken,
  removeSellPhoto,
} from './sell-request-photos.ts'

const shop = buyingShop()
const root = temporaryFolder()
const files = openLocalFiles(root)
const add = (place: Parameters<typeof addSellPhoto>[2], bytes: Uint8Array) =>
  addSellPhoto(shop.db, files, place, {
    stream: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
    client: null,
  })

describe('photos of a form', () => {
  test('are kept by its token, go along with the request, and are nowhere else', async () => {
    const { db } = shop
    const upload = newUploadToken()
    const bytes = await honestJpeg({ seed: 3 })
    const first = await add({ upload }, bytes)
    if (!first.ok) throw new Error(first.reason)
    expect(await add({ upload }, bytes)).toEqual(first)
    const second = await add({ upload }, await honestJpeg({ seed: 4 }))
    if (!second.ok) throw new Error(second.reason)
    await removeSellPhoto(db, upload, second.photo.id)
    expect(await listSellPhotos(db, { upload })).toEqual([first.photo])
    // The public address of product photos does not know it.
    expect(await findPhoto(files, first.photo.id)).toBe(null)
    expect(await findSellPhoto(db, files, { upload: newUploadToken() }, first.photo.id)).toBe(null)

    const taking = { client: null, settings: shop.settings, now: new Date() }
    const sent = await submitSellRequest(db, sellForm({ upload }), taking)
    if (!sent.ok) throw new Error(sent.reason)
    expect((await findSellRequest(db, sent.token))?.photos).toEqual([first.photo])
    const store = await findSellPhoto(db, files, { request: sent.token }, first.photo.id)
    expect(store && (await photoVariant(store, first.photo.id, 160, 'jpg'))?.size).toBeGreaterThan(100)
    // The form's token opens nothing any more.
    expect(await listSellPhotos(db, { upload })).toEqual([])
    const late = await add({ request: sent.token }, await honestJpeg({ seed: 5 }))
    expect(late.ok).toBe(true)
    expect(await listSellPhotos(db, { request: sent.token })).toHaveLength(2)
  })

  test('leave nothing behind when they are forgotten while a copy is being made', async () => {
    const { db } = shop
    const upload = newUploadToken()
    const added = await add({ upload }, await honestJpeg({ width: 400, height: 300, seed: 6 }))
    if (!added.ok) throw new Error(added.reason)
    const { folder } = await db
      .selectFrom('sell_upload')
      .select('folder')
      .where('token', '=', upload)
      .executeTakeFirstOrThrow()
    const forgetting: typeof files = {
      ...files,
      async write(key, ...rest) {
        await forgetPhotos(db, folder)
        await eraseNotedFiles(db, files)
        return files.write(key, ...rest)
      },
    }
    const store = await findSellPhoto(db, forgetting, { upload }, added.photo.id)
    if (!store) throw new Error('the photo is not there')
    await photoVariant(store, added.photo.id, 160, 'jpg')
    const left: string[] = []
    for await (const key of files.keys(`sell/${folder}`)) left.push(key)
    expect(left).toEqual([])
  })

  test('stay in the order they came in, also when one was taken out', async () => {
    const upload = newUploadToken()
    const ids: string[] = []
    for (const seed of [40, 41, 42]) {
      const added = await add({ upload }, await honestJpeg({ width: 40, height: 30, seed }))
      if (!added.ok) throw new Error(added.reason)
      ids.push(added.photo.id)
      if (seed === 41) await removeSellPhoto(shop.db, upload, ids.shift() as string)
    }
    expect((await listSellPhotos(shop.db, { upload })).map(({ id }) => id)).toEqual(ids)
  })

  test('are at most ten, however many come at once, and refused as product photos are', async () => {
    const upload = newUploadToken()
    const pictures = await Promise.all(
      Array.from({ length: 12 }, (_, n) => honestJpeg({ width: 40, height: 30, seed: 20 + n })),
    )
    const results = await Promise.all(pictures.map((bytes) => add({ upload }, bytes)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(maxSellPhotos)
    expect(await add({ upload }, pictures[0] as Buffer)).toEqual({ ok: false, reason: 'too-many' })
    const other = newUploadToken()
    expect(await add({ upload: other }, declaredPng(60_000, 60_000))).toMatchObject({
      reason: 'too-many-pixels',
    })
    expect(await add({ upload: other }, Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({
      reason: 'not-a-photo',
    })
    expect(await add({ upload: '../../etc' }, pictures[0] as Buffer)).toMatchObject({
      reason: 'no-such-request',
    })
    expect(await add({ request: newUploadToken() }, pictures[0] as Buffer)).toMatchObject({
      reason: 'no-such-request',
    })
  })

  test('of an abandoned form are forgotten with their files', async () => {
    const { db } = shop
    const upload = newUploadToken()
    const added = await add({ upload }, await honestJpeg({ seed: 77 }))
    if (!added.ok) throw new Error(added.reason)
    const { folder } = await db
      .selectFrom('sell_upload')
      .select('folder')
      .where('token', '=', upload)
      .executeTakeFirstOrThrow()
    expect(await forgetUploads(db, new Date(Date.now() - 3_600_000))).toBe(0)
    expect(await forgetUploads(db, new Date(Date.now() + 3_600_000))).toBeGreaterThan(0)
    expect(await listSellPhotos(db, { upload })).toEqual([])
    await eraseNotedFiles(db, files)
    const left = readdirSync(join(root, 'sell', folder), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    // The same photo again is stored again.
    expect((await add({ upload }, await honestJpeg({ seed: 77 }))).ok).toBe(true)
  })
})
