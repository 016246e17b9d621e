import { beforeEach, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { photoMaster } from '#app/shop/catalogue/photos.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { addPhoto } from './add-photo.ts'
import { describePhoto, removePhoto, restorePhoto, turnPhotoOfPiece } from './change-photos.ts'
import { earlierPhotos } from './earlier-photos.ts'
import { photosOfPiece } from './read-photos.ts'
import { replacePhoto, returnToEarlierPhoto } from './replace-photo.ts'

const database = testDatabase()
const files = openLocalFiles(temporaryFolder())
const anna = { id: 0, name: 'Anna' }
const ben = { id: 0, name: 'Ben' }
let piece = 7800
let pieceId = ''
let seed = 1500

beforeEach(async () => {
  const { db } = database
  if (anna.id === 0)
    for (const member of [anna, ben]) {
      const { id } = await db
        .insertInto('staff_member')
        .values({ name: member.name, email: `${member.name}@staff.example`, role: 'sales' })
        .returning('id')
        .executeTakeFirstOrThrow()
      member.id = id
    }
  piece += 1
  pieceId = String(piece)
  await addRings(db, [pieceId])
})

const picture = () => {
  seed += 1
  return honestJpeg({ width: 80, height: 60, seed })
}
const streamOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream()
async function added(bytes?: Uint8Array): Promise<string> {
  const stream = streamOf(bytes ?? (await picture()))
  const answer = await addPhoto(database.db, files, anna, { pieceId, stream })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.id
}
const version = async () => (await photosOfPiece(database.db, pieceId))?.version ?? 0
const shown = async () => (await photosOfPiece(database.db, pieceId))?.photos ?? []
const change = async (photoId: string) => ({ pieceId, photoId, version: await version() })
async function replaced(photoId: string, by = anna): Promise<string> {
  const stream = streamOf(await picture())
  const answer = await replacePhoto(database.db, files, by, { ...(await change(photoId)), stream })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.id
}
const returned = async (photoId: string, original: string, member = anna) =>
  returnToEarlierPhoto(database.db, files, member, { ...(await change(photoId)), original })
const earlier = async (photoId: string) => (await earlierPhotos(database.db, pieceId))[photoId]

test('what was replaced is known, the last one first, with when and by whom', async () => {
  const [first, other] = [await added(), await added()]
  const second = await replaced(first)
  const third = await replaced(second, ben)
  expect(await earlier(third)).toMatchObject([
    { id: second, original: second, by: 'Ben', replacedAt: expect.any(Date) },
    { id: first, original: first, by: 'Anna' },
  ])
  expect(await earlier(other)).toEqual([])
  for (const id of [first, second]) expect(await photoMaster(files, id)).not.toBeNull()
})

test('an earlier picture is used again as it stood, and what it replaces can be used again in turn', async () => {
  const first = await added()
  const turn = { quarterTurns: 1 as const, straightened: 0 }
  const turned = await turnPhotoOfPiece(database.db, files, anna, { ...(await change(first)), turn })
  if (!turned.ok) throw new Error(turned.reason)
  const words = { alt: { de: 'Der Ring', en: 'The ring' }, focus: { x: 100, y: 200 } }
  await describePhoto(database.db, anna, { ...(await change(turned.id)), words })
  const second = await replaced(turned.id)
  expect(await shown()).toMatchObject([{ id: second, quarterTurns: 0, focus: null, width: 80 }])
  expect(await earlier(second)).toMatchObject([{ id: turned.id, original: first, quarterTurns: 1 }])

  expect(await returned(second, first, ben)).toEqual({ ok: true, id: turned.id, flaws: 0 })
  const photo = { id: turned.id, original: first, quarterTurns: 1, focus: words.focus, width: 60, height: 80 }
  expect(await shown()).toMatchObject([{ ...photo, alt: words.alt, described: true }])
  expect(await earlier(turned.id)).toMatchObject([{ id: second, by: 'Ben' }])
  expect(await returned(turned.id, second)).toMatchObject({ ok: true, id: second })
  expect(await shown()).toMatchObject([{ id: second, quarterTurns: 0, focus: null }])
  const records = await database.db
    .selectFrom('change_record')
    .select(['staff_id', 'part_id'])
    .where('subject_id', '=', pieceId)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(records).toEqual([
    { staff_id: anna.id, part_id: second },
    { staff_id: ben.id, part_id: turned.id },
  ])
})

test('a photo that is removed and brought back remembers, one that is added anew does not', async () => {
  const bytes = await picture()
  const first = await added(bytes)
  const second = await replaced(first)
  await removePhoto(database.db, anna, await change(second))
  await restorePhoto(database.db, anna, await change(second))
  expect(await earlier(second)).toMatchObject([{ id: first }])
  expect(await added(bytes)).toBe(first)
  expect(await earlier(first)).toEqual([])
  // It stands elsewhere by now.
  expect(await returned(second, first)).toEqual({ ok: false, reason: 'already-there' })
})

test('only what stood there itself is used again, by whoever saw the newest state', async () => {
  const [first, other] = [await added(), await added()]
  const seen = await version()
  const second = await replaced(first)
  expect(await returned(second, other)).toEqual({ ok: false, reason: 'no-such-earlier' })
  expect(await returned(first, first)).toEqual({ ok: false, reason: 'no-such-photo' })
  const late = { pieceId, photoId: second, version: seen, original: first }
  expect(await returnToEarlierPhoto(database.db, files, ben, late)).toEqual({
    ...{ ok: false, reason: 'changed', by: 'Anna' },
  })
})
