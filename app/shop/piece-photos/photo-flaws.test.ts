import { beforeEach, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { addFlaw, changeFlaw, confirmFlaw, flawsOf } from '#app/shop/piece/flaws.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { addPhoto } from './add-photo.ts'
import { describePhoto, removePhoto, restorePhoto, turnPhotoOfPiece } from './change-photos.ts'
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

  const replaced = async (photoId: string) => {
    const answer = await replacePhoto(database.db, files, anna, {
      ...{ pieceId, photoId, version: await version() },
      stream: await picture(),
    })
    if (!answer.ok) throw new Error(answer.reason)
    return answer
  }
  const toCheck = async () =>
    (await flawsOf(database.db, pieceId)).filter(({ checkPlace }) => checkPlace).map(({ number }) => number)

  test('stay on the picture that replaces it, their places to be checked, for they may lie elsewhere there', async () => {
    const [photoId, other] = [await added(), await added()]
    await pin(photoId, 1, 100, 200)
    await pin(other, 2, 300, 400)
    expect(await toCheck()).toEqual([])
    const { id, flaws } = await replaced(photoId)
    expect(flaws).toBe(1)
    expect(await pinned()).toEqual([
      [id, 1, 100, 200],
      [other, 2, 300, 400],
    ])
    expect(await toCheck()).toEqual([1])
  })

  test('are to be checked until somebody confirms or moves them, whatever else is done to them and their photo', async () => {
    const photoId = await added()
    await pin(photoId, 1, 100, 200)
    await pin(photoId, 2, 300, 400)
    const { id } = await replaced(photoId)
    const [first, second] = (await flawsOf(database.db, pieceId)).map((flaw) => flaw.id)
    if (!first || !second) throw new Error('no flaws')
    const { text } = (await flawsOf(database.db, pieceId))[0] ?? {}
    const changes = { de: { from: text?.de ?? '', to: 'Tiefer Kratzer' } }
    expect(await changeFlaw(database.db, anna, pieceId, { flaw: first, photo: id, changes })).toMatchObject({
      ok: true,
    })
    const change = { pieceId, photoId: id, version: await version() }
    await removePhoto(database.db, anna, change)
    await restorePhoto(database.db, anna, { ...change, version: await version() })
    expect(await toCheck()).toEqual([1, 2])

    const [one, two] = (await flawsOf(database.db, pieceId)).map((flaw) => flaw.id)
    // Of a photo that was replaced meanwhile nobody has seen where it lies.
    expect(await confirmFlaw(database.db, anna, pieceId, { flaw: one ?? 0, photo: photoId })).toMatchObject({
      ...{ ok: false, reason: 'no-such-flaw' },
    })
    expect(await confirmFlaw(database.db, anna, pieceId, { flaw: one ?? 0, photo: id })).toMatchObject({
      flaws: [
        { number: 1, checkPlace: false, x: 100, y: 200 },
        { number: 2, checkPlace: true },
      ],
    })
    const place = { from: { x: 300, y: 400 }, to: { x: 310, y: 400 } }
    await changeFlaw(database.db, anna, pieceId, { flaw: two ?? 0, photo: photoId, changes: { place } })
    expect(await toCheck()).toEqual([2])
    const again = { from: place.to, to: { x: 320, y: 400 } }
    await changeFlaw(database.db, anna, pieceId, { flaw: two ?? 0, photo: id, changes: { place: again } })
    expect(await toCheck()).toEqual([])
    const { after } = await database.db
      .selectFrom('change_record')
      .select('after')
      .where('part', '=', 'photo_flaw')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ x: 320, check_place: false })
  })
})

describe('the shot of a flaw', () => {
  const missing = async () => (await photosOfPiece(database.db, pieceId))?.missing.includes('flaw')
  const said: [string, (photoId: string) => Promise<unknown>][] = [
    [
      'in the notes on its condition',
      () =>
        database.db
          .updateTable('product')
          .set({ condition_notes: JSON.stringify({ de: 'Feine Kratzer', en: 'Fine scratches' }) })
          .where('id', '=', pieceId)
          .execute(),
    ],
    [
      'as a known defect',
      () =>
        database.db
          .insertInto('product_defect')
          .values({ product_id: pieceId, text: JSON.stringify({ de: 'Stein lose', en: 'Loose stone' }) })
          .execute(),
    ],
    [
      'by a pin on a photo',
      (photoId) =>
        addFlaw(database.db, anna, pieceId, {
          ...{ photo: photoId, x: 10, y: 20 },
          text: { de: 'Delle', en: 'Dent' },
        }),
    ],
  ]
  test.each(said)('is wanted of a piece of which one is said %s, until a photo shows it', async (_, say) => {
    const [front, close] = [await added(), await added()]
    expect(await missing()).toBe(false)
    await say(front)
    expect(await missing()).toBe(true)
    const change = async () => ({ pieceId, photoId: close, version: await version() })
    await describePhoto(database.db, anna, { ...(await change()), words: { role: 'flaw' } })
    expect(await missing()).toBe(false)
    await describePhoto(database.db, anna, { ...(await change()), words: { role: 'detail', shot: 'flaw' } })
    expect(await missing()).toBe(false)
    await removePhoto(database.db, anna, await change())
    expect(await missing()).toBe(true)
  })
})
