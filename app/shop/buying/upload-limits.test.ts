import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { int4, query } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { eraseNotedFiles } from '#app/shop/erased-files.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { addSellPhoto, findSellPhoto, newUploadToken, removeSellPhoto } from './sell-request-photos.ts'
import { takeUploadPlace, type UploadLimits } from './upload-limits.ts'

const database = testDatabase()
const root = temporaryFolder()
const files = openLocalFiles(root)
const roomy: UploadLimits = {
  hour: { photos: 1000, bytes: 1e9 },
  day: { photos: 1000, bytes: 1e9 },
  unfinished: 1e9,
}

beforeEach(async () => {
  for (const table of ['sell_photo_arrival', 'sell_photo', 'sell_upload'] as const)
    await database.db.deleteFrom(table).execute()
})

/** Rows of every table that an upload writes to. */
async function rows(): Promise<number> {
  const [counted] = await query(database.db, { rows: int4 })`
    select ((select count(*) from sell_photo_arrival) + (select count(*) from sell_photo)
      + (select count(*) from sell_upload) + (select count(*) from rate_use))::int as rows`
  return counted?.rows ?? 0
}

const stored = () =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0

const add = (
  bytes: Uint8Array,
  limits: UploadLimits,
  { client = 'anna', store = files, size = bytes.length } = {},
) =>
  addSellPhoto(
    database.db,
    store,
    { upload: newUploadToken() },
    { stream: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), client, size, limits },
  )

test.each([
  ['photos in an hour', { hour: { photos: 1, bytes: 1e9 } }, 'too-often', 3600],
  ['bytes in an hour', { hour: { photos: 99, bytes: 30_000 } }, 'too-often', 3600],
  ['photos in a day', { day: { photos: 1, bytes: 1e9 } }, 'too-often', 86_400],
  ['bytes in a day', { day: { photos: 99, bytes: 30_000 } }, 'too-often', 86_400],
  ['bytes of all that is unfinished', { unfinished: 30_000 }, 'storage-full', 3600],
] as const)('no more %s: refused in words, without a row or a file', async (_, part, reason, wait) => {
  const limits = { ...roomy, ...part }
  const photo = await honestJpeg({ width: 300, height: 200, seed: 1 })
  expect((await add(photo, limits, { size: 20_000 })).ok).toBe(true)
  const before = { rows: await rows(), files: stored() }
  const refused = await add(await honestJpeg({ seed: 2 }), limits, { size: 20_000 })
  expect(refused).toMatchObject({ ok: false, reason })
  if (!refused.ok) {
    expect(refused.retryAfter).toBeGreaterThan(wait - 60)
    expect(refused.retryAfter).toBeLessThanOrEqual(wait)
  }
  expect({ rows: await rows(), files: stored() }).toEqual(before)
  // Others are not kept away by one client.
  if (reason === 'too-often')
    expect((await add(photo, limits, { client: 'ben', size: 20_000 })).ok).toBe(true)
})

test('many at the same moment do not each find the same room', async () => {
  const limits = { ...roomy, unfinished: 100 }
  const taken = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      takeUploadPlace(database.db, { client: `client-${index}`, bytes: 30, limits }),
    ),
  )
  expect(taken.filter(({ ok }) => ok)).toHaveLength(3)
  // What took less than it might have gives the rest back.
  const [first] = taken.filter((place) => place.ok)
  await first?.settle(0)
  expect((await takeUploadPlace(database.db, { client: 'later', bytes: 30, limits })).ok).toBe(true)
})

test('what a photo becomes on the disk counts, not only what it weighed on the way', async () => {
  const photo = await honestJpeg({ width: 1200, height: 900, seed: 5 })
  const added = await add(photo, roomy, { size: 1 })
  if (!added.ok) throw new Error(added.reason)
  const [row] = await database.db.selectFrom('sell_photo_arrival').select(['bytes', 'arriving']).execute()
  expect(row).toEqual({ bytes: added.photo.bytes, arriving: false })
})

test('what is no photo, or says it is too large, leaves no form behind', async () => {
  const before = stored()
  expect(await add(Buffer.from('hello'), roomy)).toMatchObject({ reason: 'not-a-photo' })
  expect(await add(Buffer.from('hello'), roomy, { size: 25_000_001 })).toEqual({
    ok: false,
    reason: 'too-heavy',
  })
  expect(await database.db.selectFrom('sell_upload').select('token').execute()).toEqual([])
  expect(stored()).toBe(before)
})

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a disk that takes nothing (%s) is told, and nothing is left of the try',
  async (code) => {
    const full = () => Promise.reject(Object.assign(new Error('write'), { code }))
    const photo = await honestJpeg({ seed: 7 })
    const own = openLocalFiles(join(root, code))
    await own.write('kept/first', photo)
    await own.remove('kept/first')
    for (const failing of [{ scratchDir: full }, { adopt: full }, { write: full }]) {
      expect(await add(photo, roomy, { store: { ...own, ...failing } })).toEqual({
        ok: false,
        reason: 'storage-full',
      })
      expect(await rows()).toBe(0)
      expect(
        readdirSync(join(root, code), { recursive: true, withFileTypes: true }).filter((entry) =>
          entry.isFile(),
        ),
      ).toEqual([])
    }
  },
)

test('what is taken out of a form leaves the disk, and may come again, also to another process', async () => {
  const upload = newUploadToken()
  const photo = await honestJpeg({ width: 300, height: 200, seed: 11 })
  const place = { upload }
  const put = (store: typeof files) =>
    addSellPhoto(database.db, store, place, {
      stream: new Blob([photo as Uint8Array<ArrayBuffer>]).stream(),
      client: 'anna',
      limits: roomy,
    })
  const other = openLocalFiles(root)
  const before = stored()
  const first = await put(files)
  if (!first.ok) throw new Error(first.reason)
  expect(await put(other)).toEqual(first)
  await removeSellPhoto(database.db, upload, first.photo.id, files)
  expect(stored()).toBe(before)
  expect(await put(other)).toEqual(first)
  const kept = await findSellPhoto(database.db, other, place, first.photo.id)
  expect(kept && (await photoVariant(kept, first.photo.id, 320, 'webp'))?.size).toBeGreaterThan(100)
})

test('what the disk does not let go of leaves it later, unless it came again', async () => {
  const { db } = database
  const upload = newUploadToken()
  const photo = await honestJpeg({ width: 300, height: 200, seed: 12 })
  const put = () =>
    addSellPhoto(
      db,
      files,
      { upload },
      {
        stream: new Blob([photo as Uint8Array<ArrayBuffer>]).stream(),
        client: 'anna',
        limits: roomy,
      },
    )
  const broken: typeof files = { ...files, remove: () => Promise.reject(new Error('no disk')) }
  const before = stored()
  const added = await put()
  if (!added.ok) throw new Error(added.reason)
  await removeSellPhoto(db, upload, added.photo.id, broken)
  expect(stored()).not.toBe(before)
  await eraseNotedFiles(db, files)
  expect(stored()).toBe(before)
  await put()
  await removeSellPhoto(db, upload, added.photo.id, broken)
  expect(await put()).toEqual(added)
  await eraseNotedFiles(db, files)
  const kept = await findSellPhoto(db, files, { upload }, added.photo.id)
  expect(kept && (await photoVariant(kept, added.photo.id, 320, 'webp'))?.size).toBeGreaterThan(100)
})
