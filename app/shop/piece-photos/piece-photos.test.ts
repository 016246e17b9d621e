import { beforeEach, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { declaredPng, honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { savePiece } from '../piece/save-piece.ts'
import { changesSince } from '../staff/change-record.ts'
import { addPhoto, maxPiecePhotos } from './add-photo.ts'
import { describePhoto, orderPhotos, removePhoto, restorePhoto, turnPhotoOfPiece } from './change-photos.ts'
import { photosOfPiece } from './read-photos.ts'
import { replacePhoto } from './replace-photo.ts'

const database = testDatabase()
const files = openLocalFiles(temporaryFolder())
const anna = { id: 0, name: 'Anna' }
const ben = { id: 0, name: 'Ben' }

let piece = 0
let pieceId = ''
let seed = 500
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
  pieceId = String(7000 + piece)
  await addRings(db, [pieceId])
})

const streamOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream()
const picture = (options: Parameters<typeof honestJpeg>[0] = {}) => {
  seed += 1
  return honestJpeg({ width: 80, height: 60, seed, ...options })
}
const add = (bytes: Uint8Array, shot?: string) =>
  addPhoto(database.db, files, anna, { pieceId, stream: streamOf(bytes), ...(shot && { shot }) })
async function added(shot?: string, options = {}): Promise<string> {
  const answer = await add(await picture(options), shot)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.id
}
async function shown() {
  const found = await photosOfPiece(database.db, pieceId)
  if (!found) throw new Error('no such piece')
  return found
}
const order = async () => (await shown()).photos.map(({ id }) => id)
const version = async () => (await shown()).version
const alt = { de: 'Der Ring von vorn', en: 'The ring from the front' }

describe('adding', () => {
  test('photos that nobody has described say what the piece is called, also when it is renamed', async () => {
    const [proposed, described] = [await added('front'), await added()]
    await describePhoto(database.db, anna, {
      ...{ pieceId, photoId: described, version: await version() },
      words: { alt },
    })
    const { name } = await database.db
      .selectFrom('product')
      .select('name')
      .where('id', '=', pieceId)
      .executeTakeFirstOrThrow()
    const { de, en } = name as { de: string; en: string }
    const saved = await savePiece(database.db, { ...anna, role: 'owner' }, pieceId, {
      version: await version(),
      changes: {
        'name.de': { from: de, to: 'Ring mit Ranke' },
        'name.en': { from: en, to: 'Ring with a tendril' },
      },
    })
    expect(saved).toMatchObject({ ok: true })
    const altOf = async (id: string) => (await shown()).photos.find((photo) => photo.id === id)?.alt
    expect((await altOf(proposed))?.de).toMatch(/^Ring mit Ranke: /)
    expect((await altOf(proposed))?.en).toMatch(/^Ring with a tendril: /)
    expect(await altOf(described)).toEqual(alt)
  })

  test('a piece with a report number wants a photo of its report', async () => {
    expect((await shown()).wanted).not.toContain('report')
    await database.db
      .updateTable('product')
      .set({ report_lab: 'GIA', report_number: '2141438172' })
      .where('id', '=', pieceId)
      .execute()
    expect((await shown()).missing).toContain('report')
  })

  test('each photo stands behind the others, with role and proposed words of its shot', async () => {
    const front = await added('front')
    const hallmark = await added('hallmark')
    const { photos, wanted, missing } = await shown()
    expect(photos).toMatchObject([
      { id: front, role: 'piece', shot: 'front', described: false, focus: null, width: 80, height: 60 },
      {
        id: hallmark,
        role: 'detail',
        shot: 'hallmark',
        alt: { de: `Ring ${pieceId}: Punze`, en: `Ring ${pieceId}: hallmark` },
      },
    ])
    expect(wanted).toEqual(['front', 'side', 'hallmark', 'worn'])
    expect(missing).toEqual(['side', 'worn'])
    const changes = await changesSince(database.db, { subject: 'piece', id: pieceId }, 0)
    expect(changes.map(({ by, part, partId, operation }) => [by, part, partId, operation])).toEqual([
      ['Anna', 'photo', front, 'insert'],
      ['Anna', 'photo', hallmark, 'insert'],
    ])
  })

  test('the same file again is the same photo, also after it was turned', async () => {
    const bytes = await picture()
    const first = await add(bytes)
    expect(await add(bytes)).toEqual(first)
    if (!first.ok) throw new Error(first.reason)
    const turned = await turnPhotoOfPiece(database.db, files, anna, {
      pieceId,
      photoId: first.id,
      version: await version(),
      turn: { quarterTurns: 1, straightened: 0 },
    })
    expect(await add(bytes)).toEqual(turned)
    expect(await order()).toHaveLength(1)
  })

  test('each of a hundred at once has its own outcome, and none stands in another’s place', async () => {
    const bomb = declaredPng(30_000, 30_000)
    const page = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')])
    const archive = Buffer.concat([await picture(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
    const good = await Promise.all(Array.from({ length: 64 }, () => picture({ width: 20, height: 20 })))
    const bad = Array.from(
      { length: 36 },
      (_, n) => [bomb, page, archive, Buffer.from('no photo at all'), Buffer.alloc(0)][n % 5] as Buffer,
    )
    const answers = await Promise.all([...good, ...bad].map((bytes) => add(bytes)))
    const count = (reason: string) => answers.filter((each) => !each.ok && each.reason === reason).length
    expect(answers.filter(({ ok }) => ok)).toHaveLength(maxPiecePhotos)
    expect(count('too-many')).toBeGreaterThanOrEqual(4)
    expect(count('too-many-pixels') + count('disguised') + count('not-a-photo') + count('empty')).toBe(
      100 - maxPiecePhotos - count('too-many'),
    )
    expect(new Set(await order()).size).toBe(maxPiecePhotos)
    const kept: string[] = []
    for await (const key of files.keys('originals')) kept.push(key)
    for (const id of await order()) expect(kept).toContain(`originals/${id.slice(0, 2)}/${id}`)
  })

  test('what is no photo, no piece and no shot is refused, and changes nothing', async () => {
    const before = await shown()
    expect(await add(declaredPng(9_000, 9_000))).toEqual({ ok: false, reason: 'too-many-pixels' })
    expect(await add(Buffer.from('x'.repeat(60)))).toEqual({ ok: false, reason: 'not-a-photo' })
    expect(await add(await picture(), 'case-back')).toEqual({ ok: false, reason: 'no-such-shot' })
    expect(await add(await picture(), 'constructor')).toEqual({ ok: false, reason: 'no-such-shot' })
    const nowhere = await addPhoto(database.db, files, anna, {
      pieceId: 'NONE',
      stream: streamOf(await picture()),
    })
    expect(nowhere).toEqual({ ok: false, reason: 'no-such-piece' })
    expect(await shown()).toEqual(before)
  })

  test('the original stays as it came; what is shown says nothing of where it was taken', async () => {
    const bytes = await picture({ gps: true })
    const answer = await add(bytes)
    if (!answer.ok) throw new Error(answer.reason)
    const original = await files.find(`originals/${answer.id.slice(0, 2)}/${answer.id}`)
    expect(Buffer.from((await original?.bytes()) ?? []).equals(bytes)).toBe(true)
    const copy = await photoVariant(files, answer.id, 160, 'jpg')
    if (!copy) throw new Error('no copy')
    const text = Buffer.from(await new Response(copy.stream()).arrayBuffer()).toString('latin1')
    expect(text).not.toContain('secret-marker')
  })
})

describe('order', () => {
  test('is kept; photos that came meanwhile stay behind, others that are named are passed over', async () => {
    const [a, b] = [await added(), await added()]
    const seen = await version()
    const c = await added()
    const answer = await orderPhotos(database.db, anna, {
      pieceId,
      version: seen,
      ids: [b, 'f'.repeat(32), a, b],
    })
    expect(answer).toEqual({ ok: true })
    expect(await order()).toEqual([b, a, c])
  })

  test('of two who sort at once, the second is told who was first', async () => {
    const [a, b, c] = [await added(), await added(), await added()]
    const seen = await version()
    const answers = await Promise.all([
      orderPhotos(database.db, anna, { pieceId, version: seen, ids: [c, b, a] }),
      orderPhotos(database.db, ben, { pieceId, version: seen, ids: [b, c, a] }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const [first, second] = answers[0]?.ok ? ['Anna', answers[1]] : ['Ben', answers[0]]
    expect(second).toEqual({ ok: false, reason: 'changed', by: first })
    expect(await order()).toEqual(first === 'Anna' ? [c, b, a] : [b, c, a])
  })

  test('photos that come and are sorted at once all have a place of their own', async () => {
    const ids = [await added(), await added()]
    const seen = await version()
    await Promise.all([
      added(),
      orderPhotos(database.db, ben, { pieceId, version: seen, ids: ids.toReversed() }),
      added(),
    ])
    const after = await order()
    expect(after).toHaveLength(4)
    expect(after.slice(0, 2)).toEqual(ids.toReversed())
  })
})

describe('words', () => {
  test('alternative text, role, shot and focus', async () => {
    const photoId = await added()
    const change = { pieceId, photoId, version: await version() }
    expect(await describePhoto(database.db, anna, { ...change, words: { alt, shot: 'hallmark' } })).toEqual({
      ok: true,
    })
    expect(
      await describePhoto(database.db, anna, { ...change, words: { focus: { x: 300, y: 120 } } }),
    ).toEqual({ ok: true })
    expect((await shown()).photos).toMatchObject([
      { alt, described: true, role: 'detail', shot: 'hallmark', focus: { x: 300, y: 120 } },
    ])
    const wrong = await describePhoto(database.db, anna, {
      ...change,
      version: await version(),
      words: { shot: 'crown-side' },
    })
    expect(wrong).toEqual({ ok: false, reason: 'no-such-shot' })
  })

  test('two people merge where they change different words, and conflict where they change the same', async () => {
    const photoId = await added()
    const change = { pieceId, photoId, version: await version() }
    await describePhoto(database.db, anna, { ...change, words: { role: 'flaw' } })
    expect(await describePhoto(database.db, ben, { ...change, words: { alt } })).toEqual({ ok: true })
    expect(await describePhoto(database.db, ben, { ...change, words: { role: 'worn' } })).toEqual({
      ok: false,
      reason: 'changed',
      by: 'Anna',
    })
    expect((await shown()).photos).toMatchObject([{ role: 'flaw', alt }])
  })
})

describe('removing', () => {
  test('is undone as it was, where it was', async () => {
    const ids = [await added('front'), await added(), await added()]
    const photoId = ids[1] as string
    await describePhoto(database.db, anna, {
      pieceId,
      photoId,
      version: await version(),
      words: { alt, focus: { x: 10, y: 990 } },
    })
    const { photos } = await shown()
    const change = { pieceId, photoId, version: await version() }
    expect(await removePhoto(database.db, anna, change)).toEqual({ ok: true })
    expect(await order()).toEqual([ids[0], ids[2]])
    expect(await photoVariant(files, photoId, 160, 'jpg')).not.toBeNull()
    expect(await removePhoto(database.db, anna, change)).toMatchObject({ ok: false, reason: 'changed' })
    expect(await restorePhoto(database.db, anna, change)).toEqual({ ok: true })
    expect(await restorePhoto(database.db, anna, change)).toEqual({ ok: true })
    expect((await shown()).photos).toEqual(photos)
    expect(await restorePhoto(database.db, anna, { ...change, photoId: 'a'.repeat(32) })).toEqual({
      ok: false,
      reason: 'no-such-photo',
    })
  })

  test('what somebody described meanwhile is not removed', async () => {
    const photoId = await added()
    const seen = await version()
    await describePhoto(database.db, ben, { pieceId, photoId, version: seen, words: { alt } })
    expect(await removePhoto(database.db, anna, { pieceId, photoId, version: seen })).toEqual({
      ok: false,
      reason: 'changed',
      by: 'Ben',
    })
  })
})

describe('another picture', () => {
  test('turned, straightened and turned back: always from the original, in the same place', async () => {
    const [first, other] = [await added('front', { width: 120, height: 60 }), await added()]
    const turn = async (photoId: string, quarterTurns: 0 | 1 | 2 | 3, straightened: number) => {
      const answer = await turnPhotoOfPiece(database.db, files, anna, {
        pieceId,
        photoId,
        version: await version(),
        turn: { quarterTurns, straightened },
      })
      if (!answer.ok) throw new Error(answer.reason)
      return answer.id
    }
    await describePhoto(database.db, anna, {
      pieceId,
      photoId: first,
      version: await version(),
      words: { focus: { x: 200, y: 100 } },
    })
    const quarter = await turn(first, 1, 0)
    expect((await shown()).photos[0]).toMatchObject({
      id: quarter,
      width: 60,
      height: 120,
      quarterTurns: 1,
      focus: { x: 900, y: 200 },
      shot: 'front',
    })
    const slanted = await turn(quarter, 1, -50)
    const photo = (await shown()).photos[0]
    expect(photo).toMatchObject({ id: slanted, straightened: -50 })
    expect(photo?.width).toBeLessThan(60)
    expect((photo?.height ?? 0) / (photo?.width ?? 1)).toBeCloseTo(2, 0)
    expect(await photoVariant(files, slanted, 160, 'webp')).not.toBeNull()
    expect(await turn(slanted, 0, 0)).toBe(first)
    expect(await order()).toEqual([first, other])
    expect((await shown()).photos[0]?.focus).toEqual({ x: 200, y: 100 })
  })

  test('a photo without a kept original is turned from its copy', async () => {
    const bytes = await picture({ width: 100, height: 40, orientation: 6 })
    const answer = await add(bytes)
    if (!answer.ok) throw new Error(answer.reason)
    await files.remove(`originals/${answer.id.slice(0, 2)}/${answer.id}`)
    await database.db.updateTable('photo').set({ original: null }).where('id', '=', answer.id).execute()
    const turned = await turnPhotoOfPiece(database.db, files, anna, {
      pieceId,
      photoId: answer.id,
      version: await version(),
      turn: { quarterTurns: 3, straightened: 0 },
    })
    expect(turned.ok).toBe(true)
    expect((await shown()).photos[0]).toMatchObject({ width: 100, height: 40 })
  })

  test('replaced: place, role and words stay', async () => {
    const [first, second] = [await added('front'), await added('side')]
    await describePhoto(database.db, anna, {
      pieceId,
      photoId: first,
      version: await version(),
      words: { alt },
    })
    const bytes = await picture()
    const replace = async (photoId: string, by: Uint8Array) =>
      replacePhoto(database.db, files, anna, {
        pieceId,
        photoId,
        version: await version(),
        stream: streamOf(by),
      })
    const answer = await replace(first, bytes)
    if (!answer.ok) throw new Error(answer.reason)
    expect((await shown()).photos).toMatchObject([
      { id: answer.id, alt, described: true, shot: 'front', role: 'piece' },
      { id: second },
    ])
    expect(await replace(second, bytes)).toEqual({ ok: false, reason: 'already-there' })
    expect(await replace(first, bytes)).toEqual({ ok: false, reason: 'no-such-photo' })
    expect(await replace(second, Buffer.from('<html>'))).toEqual({ ok: false, reason: 'not-a-photo' })
  })
})
