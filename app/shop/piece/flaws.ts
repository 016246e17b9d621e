import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int2, int4, json, text as plain, query, value } from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

/** A flaw and its place on a photo; x and y in thousandths of its width and height. */
export type Flaw = {
  id: number
  photo: string
  number: number
  x: number
  y: number
  text: Bilingual
  /** Its photo was replaced, and nobody has said yet that it lies there on the new one. */
  checkPlace: boolean
}

const columns = {
  ...{ id: int4, photo: plain, number: int2, x: int2, y: int2 },
  ...{ text: json(bilingual), check_place: bool },
}

/** The flaws of a piece, by number. */
export async function flawsOf(db: Database, piece: string): Promise<Flaw[]> {
  const rows = await query(db, columns)`
    select id, photo_id as photo, number, x, y, text, check_place from photo_flaw
    where product_id = ${piece} order by number
  `
  return rows.map(({ check_place: checkPlace, ...flaw }) => ({ ...flaw, checkPlace }))
}

type Place = { x: number; y: number }
export type FlawDone =
  | { ok: true; flaws: Flaw[] }
  | { ok: false; reason: 'no-such-photo' | 'no-such-flaw' | 'too-many' | 'text-missing' }

const isPlace = ({ x, y }: Place) =>
  [x, y].every((each) => Number.isInteger(each) && each >= 0 && each <= 1000)
const isSaid = ({ de, en }: Bilingual) => de.trim() !== '' && en.trim() !== ''

/** Pins a flaw to a place on a photo; it gets the lowest number that is free. */
export async function addFlaw(
  db: Database,
  member: StaffActor,
  piece: string,
  { photo, x, y, text }: Place & { photo: string; text: Bilingual },
): Promise<FlawDone> {
  if (!isSaid(text)) return { ok: false, reason: 'text-missing' }
  return asStaff(db, member, async (transaction): Promise<FlawDone> => {
    // One at a time: two flaws would get one number.
    const known = await transaction
      .selectFrom('product')
      .select('id')
      .where('id', '=', piece)
      .forUpdate()
      .executeTakeFirst()
    const shown = await transaction
      .selectFrom('photo')
      .select('id')
      .where('product_id', '=', piece)
      .where('id', '=', photo)
      .executeTakeFirst()
    if (!known || !shown || !isPlace({ x, y })) return { ok: false, reason: 'no-such-photo' }
    const taken = new Set((await flawsOf(transaction, piece)).map(({ number }) => number))
    const number = Array.from({ length: 99 }, (_, index) => index + 1).find((each) => !taken.has(each))
    if (number === undefined) return { ok: false, reason: 'too-many' }
    await transaction
      .insertInto('photo_flaw')
      .values({ product_id: piece, photo_id: photo, number, x, y, text: JSON.stringify(text) })
      .execute()
    return { ok: true, flaws: await flawsOf(transaction, piece) }
  })
}

/** Moves a flaw to another place on its photo, which is checked with that, or says it otherwise. */
export async function changeFlaw(
  db: Database,
  member: StaffActor,
  piece: string,
  { flaw, x, y, text }: Partial<Place> & { flaw: number; text?: Bilingual | undefined },
): Promise<FlawDone> {
  if (text && !isSaid(text)) return { ok: false, reason: 'text-missing' }
  const place = x !== undefined && y !== undefined ? { x, y } : null
  if (place && !isPlace(place)) return { ok: false, reason: 'no-such-photo' }
  const wanted = {
    ...(place && { ...place, check_place: value(bool)`check_place and x = ${place.x} and y = ${place.y}` }),
    ...(text && { text: JSON.stringify(text) }),
  }
  return asStaff(db, member, async (transaction): Promise<FlawDone> => {
    if (Object.keys(wanted).length === 0) return { ok: true, flaws: await flawsOf(transaction, piece) }
    const { numUpdatedRows } = await transaction
      .updateTable('photo_flaw')
      .set(wanted)
      .where('id', '=', flaw)
      .where('product_id', '=', piece)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { ok: false, reason: 'no-such-flaw' }
    return { ok: true, flaws: await flawsOf(transaction, piece) }
  })
}

/** Says that a flaw lies where it is pinned, on the photo that was seen: another may have replaced that meanwhile. */
export async function confirmFlaw(
  db: Database,
  member: StaffActor,
  piece: string,
  { flaw, photo }: { flaw: number; photo: string },
): Promise<FlawDone> {
  return asStaff(db, member, async (transaction): Promise<FlawDone> => {
    const { numUpdatedRows } = await transaction
      .updateTable('photo_flaw')
      .set({ check_place: false })
      .where('id', '=', flaw)
      .where('product_id', '=', piece)
      .where('photo_id', '=', photo)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { ok: false, reason: 'no-such-flaw' }
    return { ok: true, flaws: await flawsOf(transaction, piece) }
  })
}

/** Takes a flaw off its photo. */
export async function removeFlaw(
  db: Database,
  member: StaffActor,
  piece: string,
  { flaw }: { flaw: number },
): Promise<FlawDone> {
  return asStaff(db, member, async (transaction): Promise<FlawDone> => {
    await transaction
      .deleteFrom('photo_flaw')
      .where('id', '=', flaw)
      .where('product_id', '=', piece)
      .execute()
    return { ok: true, flaws: await flawsOf(transaction, piece) }
  })
}
