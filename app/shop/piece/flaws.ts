import { isDeepStrictEqual as isSame } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int2, int4, json, text as plain, query } from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { asStaff, lastChangeOf, type StaffActor } from '#app/shop/staff/change-record.ts'

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
  return readFlaws(db, sql`product_id = ${piece} order by number`)
}

async function readFlaws(db: Database, which: RawBuilder<unknown>): Promise<Flaw[]> {
  const rows = await query(db, columns)`
    select id, photo_id as photo, number, x, y, text, check_place from photo_flaw where ${which}
  `
  return rows.map(({ check_place: checkPlace, ...flaw }) => ({ ...flaw, checkPlace }))
}

type Place = { x: number; y: number }

/** What is said of a flaw, each part changed by itself. */
export const flawParts = ['place', 'de', 'en'] as const
export type FlawPart = (typeof flawParts)[number]
type FlawSaid = { place: Place; de: string; en: string }

/** From what was seen to what is wanted, by part; what is not named stays as it is. */
export type FlawChanges = {
  [Part in FlawPart]?: { from: FlawSaid[Part]; to: FlawSaid[Part] } | undefined
}

export type FlawDone =
  | { ok: true; flaws: Flaw[] }
  | { ok: false; reason: 'no-such-photo' | 'too-many' | 'text-missing' }
  /** Somebody took it off: who, and which flaws there are now. */
  | { ok: false; reason: 'no-such-flaw'; by: string | null; at: string | null; flaws: Flaw[] }
  /** Somebody changed the same since it was seen: the flaw as it is now, and in which parts. Nothing was changed. */
  | { ok: false; reason: 'conflict'; flaw: Flaw; parts: FlawPart[]; by: string | null; at: string | null }

const isPlace = ({ x, y }: Place) =>
  [x, y].every((each) => Number.isInteger(each) && each >= 0 && each <= 1000)
const isSaid = (...texts: readonly string[]) => texts.every((text) => text.trim() !== '')
const saidOf = ({ x, y, text }: Pick<Flaw, 'x' | 'y' | 'text'>): FlawSaid => ({ place: { x, y }, ...text })

/** Pins a flaw to a place on a photo; it gets the lowest number that is free. */
export async function addFlaw(
  db: Database,
  member: StaffActor,
  piece: string,
  { photo, x, y, text }: Place & { photo: string; text: Bilingual },
): Promise<FlawDone> {
  if (!isSaid(text.de, text.en)) return { ok: false, reason: 'text-missing' }
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

/**
 * Moves a flaw to another place on its photo, or says it otherwise, where it still is as it was seen. On the photo that was
 * seen, its place is checked with that.
 */
export async function changeFlaw(
  db: Database,
  member: StaffActor,
  piece: string,
  { flaw: id, photo, changes }: { flaw: number; photo: string; changes: FlawChanges },
): Promise<FlawDone> {
  const { place, de, en } = changes
  const texts = [de, en].flatMap((text) => (text ? [text.to] : []))
  if (!isSaid(...texts)) return { ok: false, reason: 'text-missing' }
  if (place && !isPlace(place.to)) return { ok: false, reason: 'no-such-photo' }
  return asStaff(db, member, async (transaction): Promise<FlawDone> => {
    const flaw = await lockFlaw(transaction, piece, id)
    if (!flaw) return goneFlaw(transaction, piece, id)
    const now = saidOf(flaw)
    const others = flawParts.filter((part) => {
      const change = changes[part]
      return change && !isSame(change.from, now[part]) && !isSame(change.to, now[part])
    })
    if (others.length > 0) return conflict(transaction, piece, flaw, others)
    const { x, y } = place?.to ?? flaw
    const text = { de: de?.to ?? now.de, en: en?.to ?? now.en }
    if (!isSame(saidOf({ x, y, text }), now))
      await transaction
        .updateTable('photo_flaw')
        .set({
          x,
          y,
          text: JSON.stringify(text),
          check_place: flaw.checkPlace && (flaw.photo !== photo || isSame({ x, y }, now.place)),
        })
        .where('id', '=', id)
        .execute()
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
    if (numUpdatedRows === 0n) return goneFlaw(transaction, piece, flaw)
    return { ok: true, flaws: await flawsOf(transaction, piece) }
  })
}

/** Takes a flaw off its photo, where it still is as it was seen; one that is gone already is no fault. */
export async function removeFlaw(
  db: Database,
  member: StaffActor,
  piece: string,
  { flaw: id, from }: { flaw: number; from: Pick<Flaw, 'x' | 'y' | 'text'> },
): Promise<FlawDone> {
  return asStaff(db, member, async (transaction): Promise<FlawDone> => {
    const flaw = await lockFlaw(transaction, piece, id)
    if (flaw) {
      const [now, seen] = [saidOf(flaw), saidOf(from)]
      const others = flawParts.filter((part) => !isSame(seen[part], now[part]))
      if (others.length > 0) return conflict(transaction, piece, flaw, others)
      await transaction.deleteFrom('photo_flaw').where('id', '=', id).execute()
    }
    return { ok: true, flaws: await flawsOf(transaction, piece) }
  })
}

/** A flaw that nobody else changes until the transaction ends. */
async function lockFlaw(transaction: Database, piece: string, id: number): Promise<Flaw | null> {
  const [flaw] = await readFlaws(transaction, sql`id = ${id} and product_id = ${piece} for update`)
  return flaw ?? null
}

async function conflict(db: Database, piece: string, flaw: Flaw, parts: FlawPart[]): Promise<FlawDone> {
  return { ok: false, reason: 'conflict', flaw, parts, ...(await lastChange(db, piece, flaw.id)) }
}

async function goneFlaw(db: Database, piece: string, id: number): Promise<FlawDone> {
  const last = await lastChange(db, piece, id)
  return { ok: false, reason: 'no-such-flaw', ...last, flaws: await flawsOf(db, piece) }
}

const lastChange = (db: Database, piece: string, id: number) =>
  lastChangeOf(db, { subject: 'piece', id: piece }, { part: 'photo_flaw', partId: String(id) })
