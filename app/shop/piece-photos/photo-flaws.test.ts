import { beforeEach, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { addPhoto } from './add-photo.ts'
import { removePhoto, restorePhoto, turnPhotoOfPiece } from './change-photos.ts'
import { photosOfPiece } from './read-photos.ts'
import { replacePhoto } from './replace-photo.ts'

const database = testDatabase()
const files = openLocalFiles(temporaryFolder())
const anna = { id: 0, name: 'Anna' }
let piece = 7500
let pieceId = ''
let seed = 900

beforeEach(async () => {
  const { db } = database
  if (anna.id === 0)
    anna.id = (
      await db
        .insertInto('staff_member')
        .values({ name: anna.name, email: 'anna@staff.example', role: 'sales' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  piece += 1
  pieceId = String(piece)
  await addRings(db, [pieceId])
})

const picture = async () => {
  seed += 1
  const bytes = await honestJpeg({ width: 80, height: 60, seed })
  return new Blob([new Uint8Array(bytes)]).stream()
}
async function added(): Promise<string> {
  const answer = await addPhoto(database.db, files, anna, { pieceId, stream: await picture() })
  if (!answer.ok) throw new Error(answer.reason)
  return answer.id
}
const version = async () => (await photosOfPiece(database.db, pieceId))?.version ?? 0

describe('flaws on a photo', () => {
  const pin = async (photoId: string, number: number, x: number, y: number) =>
    asStaff(database.db, anna, (transaction) =>
      transaction
        .insertInto('photo_flaw')
        .values({
          ...{ product_id: pieceId, photo_id: photoId, number, x, y },
          text: JSON.stringify({ de: `Kratzer ${number}`, en: `Scratch ${number}` }),
        })
        .execute(),
    )
  const pinned = async () =>
    (
      await database.db
        .selectFrom('photo_flaw')
        .select(['photo_id', 'number', 'x', 'y', 'text'])
        .where('product_id', '=', pieceId)
        .orderBy('number')
        .execute()
    ).map(({ photo_id, number, x, y }) => [photo_id, number, x, y])

  test('go round with it, as its focus does', async () => {
    const photoId = await added()
    await pin(photoId, 1, 100, 200)
    const turn = async (id: string, quarterTurns: 0 | 1 | 2 | 3) => {
      const answer = await turnPhotoOfPiece(database.db, files, anna, {
        ...{ pieceId, photoId: id, version: await version() },
        turn: { quarterTurns, straightened: 0 },
      })
      if (!answer.ok) throw new Error(answer.reason)
      return answer.id
    }
    const once = await turn(photoId, 1)
    expect(await pinned()).toEqual([[once, 1, 800, 100]])
    const thrice = await turn(once, 3)
    expect(await pinned()).toEqual([[thrice, 1, 200, 900]])
    const back = await turn(thrice, 0)
    expect(await pinned()).toEqual([[back, 1, 100, 200]])
  })

  test('come back with it, where they were; a number that is taken meanwhile is given anew', async () => {
    const [photoId, other] = [await added(), await added()]
    await pin(photoId, 1, 100, 200)
    await pin(photoId, 2, 300, 400)
    const change = async () => ({ pieceId, photoId, version: await version() })
    expect(await removePhoto(database.db, anna, await change())).toEqual({ ok: true })
    expect(await pinned()).toEqual([])
    await pin(other, 1, 500, 500)
    expect(await restorePhoto(database.db, anna, await change())).toEqual({ ok: true })
    expect(await pinned()).toEqual([
      [other, 1, 500, 500],
      [photoId, 2, 100, 200],
      [photoId, 3, 300, 400],
    ])
  })

  test('stay on the picture that replaces it, and are counted, for they may lie elsewhere there', async () => {
    const photoId = await added()
    await pin(photoId, 1, 100, 200)
    const answer = await replacePhoto(database.db, files, anna, {
      ...{ pieceId, photoId, version: await version() },
      stream: await picture(),
    })
    expect(answer).toMatchObject({ ok: true, flaws: 1 })
    expect(await pinned()).toEqual([[answer.ok && answer.id, 1, 100, 200]])
  })
})
