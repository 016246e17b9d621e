import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { now as databaseNow } from '#app/platform/database/statement.ts'
import { foldAddress } from '#app/platform/mail-budget.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import { type Appointment, columnsOfKind, findAppointment } from './appointment.ts'
import { tellColleagues, tellStaff, tellVisitor } from './appointment-mails.ts'
import { mostPieces, type ViewingKind } from './kinds.ts'
import { type AppointmentSettings, placeAtFreeTime, type WantedTime } from './place.ts'
import { placesOfPieces, placesToMoveTo } from './viewing-places.ts'

/** Room for a family behind one address, and little for who fills a calendar, or strangers' mailboxes. */
const limits = {
  client: { most: 10, minutes: 60 },
  recipient: { most: 8, minutes: 60 },
} as const

/** Within this time the same wish of the same person is one: a double click, a reload, a second try. */
const sameWithin = 15 * 60_000

/** So many times somebody may have ahead of them at once. */
const mostAhead = 3

export type ViewingWish = WantedTime & {
  kind: ViewingKind
  /** One to five stock numbers; a call by video comes from where the first one lies. */
  pieces: readonly string[]
  name: string
  email: string
  phone: string | null
  about: string | null
}

export type ViewingBooked =
  | { ok: true; token: string; repeated: boolean }
  /** `too-many`: may try again after so many seconds; `enough`: has as many ahead as anybody may. */
  | { ok: false; reason: 'too-many'; retryAfter: number }
  | {
      ok: false
      reason: 'no-such-piece' | 'no-such-branch' | 'no-such-time' | 'taken' | 'enough' | 'no-video'
    }

/**
 * Somebody wants to see pieces, in a branch or by video: the time is theirs, and they and the shop are told of it. Sent twice it is one
 * appointment. @param client pseudonym of the visitor's network address; null when it is not known
 */
export async function bookViewing(
  db: Database,
  wish: ViewingWish,
  { locale, client, settings }: { locale: Locale; client: string | null; settings: AppointmentSettings },
): Promise<ViewingBooked> {
  if (wish.kind === 'video' && !settings.buying.appointments.video) return { ok: false, reason: 'no-video' }
  const pieces = [...new Set(wish.pieces)].slice(0, mostPieces)
  const recipient = createHash('sha256').update(foldAddress(wish.email)).digest('base64url').slice(0, 22)
  const use = await countUse(db, [
    ...(client === null ? [] : [{ key: `viewing:${client}`, limit: limits.client }]),
    { key: `viewing-to:${recipient}`, limit: limits.recipient },
  ])
  if (!use.ok) return { ok: false, reason: 'too-many', retryAfter: use.retryAfter }
  return together(db, async (transaction): Promise<ViewingBooked> => {
    // The second of a double click waits here and then finds the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`viewing:${recipient}`}, 0))`.execute(
      transaction,
    )
    const now = await clockOf(transaction)
    const ahead = await transaction
      .selectFrom('appointment')
      .select(['token', 'piece_id', 'more_pieces', 'by_video', 'branch_id', 'starts_at', 'name', 'made_at'])
      .where(sql`lower(email)`, '=', wish.email.toLowerCase())
      .where('cancelled_at', 'is', null)
      .where('ends_at', '>', now)
      .execute()
    const same = ahead.find(
      (each) =>
        [each.piece_id, ...each.more_pieces].join() === pieces.join() &&
        each.by_video === (wish.kind === 'video') &&
        // Whoever knows somebody's address alone is not led to their page.
        each.name === wish.name &&
        now.getTime() - each.made_at.getTime() < sameWithin &&
        each.branch_id === wish.branchId &&
        each.starts_at.getTime() === wish.startsAt.getTime(),
    )
    if (same?.token) return { ok: true, token: same.token, repeated: true }
    if (ahead.length >= mostAhead) return { ok: false, reason: 'enough' }
    const places = await placesOfPieces(transaction, pieces, wish.kind, { settings, now })
    if (places === null) return { ok: false, reason: 'no-such-piece' }
    const place = places.find(({ branchId }) => branchId === wish.branchId)
    if (!place) return { ok: false, reason: 'no-such-branch' }
    const placed = await placeAtFreeTime(transaction, wish, { settings, now, earliest: place.earliest })
    if (!placed.ok) return placed
    const token = newToken()
    const { id } = await transaction
      .insertInto('appointment')
      .values({
        ...columnsOfKind(wish.kind, pieces),
        ...{ branch_id: wish.branchId, seat: placed.seat, token, locale },
        ...{ starts_at: placed.startsAt, ends_at: placed.endsAt },
        ...{ name: wish.name, email: wish.email, phone: wish.phone, about: wish.about },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const booked = { id, sequence: 0, branchId: wish.branchId, locale, email: wish.email, ...slotOf(placed) }
    await tellVisitor(transaction, booked, 'appointment-booked', {}, { client })
    await tellStaff(transaction, booked, { what: 'booked', from: null, recipient: settings.contact.email })
    return { ok: true, token, repeated: false }
  })
}

const slotOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({ startsAt, endsAt })

/** Opens the page of whoever comes, and nobody else's. */
export const newToken = () => randomBytes(24).toString('base64url')

/** The database's own clock, by which what is over is told from what is not. */
async function clockOf(db: Database): Promise<Date> {
  const { at } = await db.selectNoFrom(databaseNow.as('at')).executeTakeFirstOrThrow()
  return at
}

export type ChangedByVisitor =
  | { ok: true; repeated: boolean }
  | {
      ok: false
      reason: 'no-such-appointment' | 'over' | 'no-such-branch' | 'no-such-time' | 'taken'
    }

/** Whoever comes takes another time, on the page that their link opens. The same time again is no error. */
export async function moveByVisitor(
  db: Database,
  token: string,
  { startsAt, branchId }: WantedTime,
  { settings }: { settings: AppointmentSettings },
): Promise<ChangedByVisitor> {
  return changeByVisitor(db, token, async (transaction, had, now) => {
    if (had.state !== 'ahead' || had.startsAt <= now) return { ok: false, reason: 'over' }
    if (had.branchId === branchId && had.startsAt.getTime() === startsAt.getTime())
      return { ok: true, repeated: true }
    const places = await placesToMoveTo(transaction, had, { settings, now })
    const place = places.find((each) => each.branchId === branchId)
    if (!place) return { ok: false, reason: 'no-such-branch' }
    const placed = await placeAtFreeTime(
      transaction,
      { branchId, startsAt },
      { settings, now, except: had.id, earliest: place.earliest },
    )
    if (!placed.ok) return placed
    const sequence = had.sequence + 1
    await transaction
      .updateTable('appointment')
      .set({
        ...{ branch_id: branchId, seat: placed.seat, starts_at: placed.startsAt, ends_at: placed.endsAt },
        // Whoever was to receive them may not be there then.
        ...{ sequence, staff_id: null, forced_because: null, moved_at: now, reminded_at: null },
      })
      .where('id', '=', had.id)
      .execute()
    const moved = { ...had, ...slotOf(placed), branchId, sequence }
    const from = had.startsAt.toISOString()
    await tellVisitor(transaction, moved, 'appointment-moved', { from, reason: '' })
    await tellStaff(transaction, moved, { what: 'moved', from, recipient: settings.contact.email })
    await tellColleagues(transaction, had, { ...moved, staffId: null }, now)
    return { ok: true, repeated: false }
  })
}

/** Whoever would have come does not. Twice is once. */
export async function cancelByVisitor(
  db: Database,
  token: string,
  { settings }: { settings: Pick<AppointmentSettings, 'contact'> },
): Promise<ChangedByVisitor> {
  return changeByVisitor(db, token, async (transaction, had, now) => {
    if (had.state === 'cancelled') return { ok: true, repeated: true }
    if (had.state !== 'ahead' || had.startsAt <= now) return { ok: false, reason: 'over' }
    const sequence = had.sequence + 1
    await transaction
      .updateTable('appointment')
      .set({ cancelled_at: now, cancelled_by: 'customer', sequence })
      .where('id', '=', had.id)
      .execute()
    const cancelled = { ...had, sequence }
    await tellVisitor(transaction, cancelled, 'appointment-cancelled', { reason: '', by: 'customer' })
    await tellStaff(transaction, cancelled, {
      what: 'cancelled',
      from: null,
      recipient: settings.contact.email,
    })
    await tellColleagues(transaction, had, null, now)
    return { ok: true, repeated: false }
  })
}

async function changeByVisitor(
  db: Database,
  token: string,
  change: (transaction: Database, had: Appointment, now: Date) => Promise<ChangedByVisitor>,
): Promise<ChangedByVisitor> {
  if (!isToken(token)) return { ok: false, reason: 'no-such-appointment' }
  return together(db, async (transaction) => {
    await transaction.selectFrom('appointment').select('id').where('token', '=', token).forUpdate().execute()
    const now = await clockOf(transaction)
    const had = await findAppointment(transaction, { token }, now)
    return had ? change(transaction, had, now) : { ok: false, reason: 'no-such-appointment' }
  })
}

export const isToken = (text: string) => /^[\w-]{32}$/.test(text)
