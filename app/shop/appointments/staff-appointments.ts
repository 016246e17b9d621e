import type { Locale } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { deadlineIn, lockRequest, noteChange, takeSellStep } from '../buying/sell-request-steps.ts'
import { takeStaffStep } from '../buying/staff-steps.ts'
import { versionOf } from '../staff/change-record.ts'
import { type Appointment, columnsOfKind, findAppointment } from './appointment.ts'
import { tellColleague, tellColleagues, tellVisitor } from './appointment-mails.ts'
import type { AppointmentKind } from './kinds.ts'
import {
  type AppointmentSettings,
  isBusy,
  type Placed,
  placeAtFreeTime,
  placeByForce,
  refusedByConstraint,
  type WantedTime,
} from './place.ts'
import { newToken } from './viewing.ts'

/** In whose name and when something is done with an appointment. */
export type Said = { settings: AppointmentSettings; now: Date; by: string }

/** Where and when, and who receives. `because` has it entered though the time is not free; minutes then are free, too. */
export type StaffTime = WantedTime & {
  minutes: number | null
  staffId: number | null
  because: string | null
}

export type NotPlaced = {
  ok: false
  reason:
    | 'no-such-branch'
    | 'no-such-time'
    | 'taken'
    | 'is-over'
    | 'person-busy'
    | 'person-away'
    | 'no-such-person'
}

export type AppointmentEntry = StaffTime & {
  kind: AppointmentKind
  name: string
  email: string | null
  phone: string | null
  locale: Locale
  about: string | null
  note: string | null
  /** Stock numbers of what is looked at. */
  pieces: readonly string[]
}

/** Who called, and when they come: entered by staff. Whoever has an address is told. */
export async function enterAppointment(
  db: Database,
  entry: AppointmentEntry,
  said: Said,
): Promise<{ ok: true; id: number } | NotPlaced | { ok: false; reason: 'no-such-piece' }> {
  return unlessOvertaken(() =>
    together(db, async (transaction) => {
      if (!(await arePieces(transaction, entry.pieces)))
        return { ok: false, reason: 'no-such-piece' } as const
      const placed = await placeForStaff(transaction, entry, said)
      if (!placed.ok) return placed
      const { kind, name, email, phone, locale, about, note } = entry
      const { id } = await transaction
        .insertInto('appointment')
        .values({
          ...{ name, email, phone, locale, about, note, token: newToken() },
          ...columnsOfKind(kind, entry.pieces),
          ...columnsOf(entry, placed),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { branchId } = entry
      const told = { ...placed, id, sequence: 0, branchId, locale, email }
      await tellVisitor(transaction, told, 'appointment-booked', {})
      const { staffId } = entry
      if (staffId !== null)
        await tellColleague(transaction, told, { staffId, deed: 'assigned', now: said.now })
      return { ok: true, id } as const
    }),
  )
}

export type AppointmentChanged =
  | { ok: true }
  | { ok: false; reason: 'no-such-appointment' | 'not-possible' | 'changed-meanwhile' }

/**
 * Takes an appointment to another time, place or person, and tells whoever comes of another time, with `tell` as the
 * reason that they read.
 */
export async function moveAppointment(
  db: Database,
  { id, version, tell, ...to }: StaffTime & { id: number; version: number; tell: string },
  said: Said,
): Promise<AppointmentChanged | NotPlaced> {
  return unlessOvertaken(() =>
    change<NotPlaced>(db, { id, version }, said, async (transaction, had, request) => {
      if (had.state !== 'ahead' && had.state !== 'over') return notPossible
      if (request && request.status !== 'appointment') return notPossible
      const isSame =
        had.branchId === to.branchId &&
        had.startsAt.getTime() === to.startsAt.getTime() &&
        (to.minutes === null || to.minutes * 60_000 === had.endsAt.getTime() - had.startsAt.getTime())
      if (isSame) {
        return assign(transaction, had, to, said)
      }
      const placed = await placeForStaff(transaction, { ...to, except: id }, said)
      if (!placed.ok) return placed
      const sequence = had.sequence + 1
      await transaction
        .updateTable('appointment')
        .set({ ...columnsOf(to, placed), sequence, moved_at: said.now, reminded_at: null })
        .where('id', '=', id)
        .execute()
      if (request) {
        await transaction
          .updateTable('sell_request')
          .set({ branch_id: to.branchId, lapses_at: deadlineIn(placed.endsAt, 2) })
          .where('id', '=', request.id)
          .execute()
        const [before, after] = [had.startsAt.toISOString(), placed.startsAt.toISOString()]
        await noteChange(transaction, request, { event: 'move-appointment', by: said.by, before, after })
      }
      const moved = { ...had, ...placed, branchId: to.branchId, sequence }
      await tellVisitor(transaction, moved, 'appointment-moved', {
        ...{ from: had.startsAt.toISOString(), reason: tell },
      })
      await tellColleagues(transaction, had, { ...moved, staffId: to.staffId }, said.now)
      return { ok: true }
    }),
  )
}

/** Somebody else receives them, or nobody in particular; whoever comes need not know. */
export async function assignAppointment(
  db: Database,
  { id, version, staffId, because }: { id: number; version: number } & Pick<StaffTime, 'staffId' | 'because'>,
  said: Said,
): Promise<AppointmentChanged | NotPlaced> {
  return unlessOvertaken(() =>
    change<NotPlaced>(db, { id, version }, said, async (transaction, had) =>
      had.state === 'ahead' || had.state === 'over'
        ? assign(transaction, had, { staffId, because }, said)
        : notPossible,
    ),
  )
}

/** Takes an appointment back. Whoever would have come reads why; a seller may choose another time. */
export async function cancelAppointment(
  db: Database,
  { id, version, reason }: { id: number; version: number; reason: string },
  said: Said,
): Promise<AppointmentChanged> {
  return change(db, { id, version }, said, async (transaction, had, request) => {
    if (had.state !== 'ahead') return notPossible
    if (request) {
      const lapsesAt = deadlineIn(said.now, said.settings.buying.waitingDays)
      const by = { actor: 'staff', name: said.by } as const
      const status = await takeSellStep(transaction, request, 'call-off', by, { lapsesAt, note: reason })
      if (status === null) return notPossible
    }
    const sequence = had.sequence + 1
    await transaction
      .updateTable('appointment')
      .set({ cancelled_at: said.now, cancelled_by: 'staff', cancel_reason: reason, sequence })
      .where('id', '=', id)
      .execute()
    await tellVisitor(transaction, { ...had, sequence }, 'appointment-cancelled', { reason, by: 'staff' })
    await tellColleagues(transaction, had, null, said.now)
    return { ok: true }
  })
}

/**
 * Whether they came. A seller who did not may choose another time; that one came is said by receiving the goods, in the
 * request.
 */
export async function endAppointment(
  db: Database,
  { id, version, how }: { id: number; version: number; how: 'came' | 'missed' },
  said: Said,
): Promise<AppointmentChanged> {
  return change(db, { id, version }, said, async (transaction, had, request) => {
    if ((had.state !== 'ahead' && had.state !== 'over') || had.startsAt > said.now) return notPossible
    if (request) {
      if (how === 'came') return notPossible
      const missed = await takeStaffStep(transaction, { id: request.id }, { event: 'miss' }, said)
      return missed.ok ? { ok: true } : notPossible
    }
    await transaction
      .updateTable('appointment')
      .set(how === 'came' ? { came_at: said.now } : { missed_at: said.now })
      .where('id', '=', id)
      .execute()
    return { ok: true }
  })
}

export type AppointmentDetails = Pick<AppointmentEntry, 'email' | 'phone' | 'about' | 'note'> & {
  name: string | null
}

/** What is known of whoever comes, and what staff note. Contact data of a seller belong to their request. */
export async function describeAppointment(
  db: Database,
  { id, version, ...details }: AppointmentDetails & { id: number; version: number },
  said: Said,
): Promise<AppointmentChanged> {
  return change(db, { id, version }, said, async (transaction, had, request) => {
    const { name, email, phone, about, note } = details
    if (!request && name === null) return notPossible
    await transaction
      .updateTable('appointment')
      .set(request ? { note } : { name, email, phone, about, note })
      .where('id', '=', had.id)
      .execute()
    return { ok: true }
  })
}

/**
 * Writes down the link that opens a call by video, and sends it to whoever is called: with the calendar file, which takes the place
 * of the former.
 */
export async function sendVideoLink(
  db: Database,
  { id, version, link }: { id: number; version: number; link: string },
  said: Said,
): Promise<AppointmentChanged> {
  return change(db, { id, version }, said, async (transaction, had) => {
    if (had.kind !== 'video' || had.state !== 'ahead') return notPossible
    const sequence = had.sequence + 1
    await transaction
      .updateTable('appointment')
      .set({ video_link: link, sequence })
      .where('id', '=', id)
      .execute()
    await tellVisitor(transaction, { ...had, sequence }, 'appointment-link', {})
    return { ok: true }
  })
}

const notPossible = { ok: false, reason: 'not-possible' } as const

type Locked = Awaited<ReturnType<typeof lockRequest>>

/** Locks an appointment, its request first as sellers do, and changes it if it still is as it was seen. */
async function change<More extends { ok: false } = never>(
  db: Database,
  { id, version }: { id: number; version: number },
  { now }: Pick<Said, 'now'>,
  work: (transaction: Database, had: Appointment, request: Locked) => Promise<AppointmentChanged | More>,
): Promise<AppointmentChanged | More> {
  return together(db, async (transaction): Promise<AppointmentChanged | More> => {
    const found = await transaction
      .selectFrom('appointment')
      .select('request_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) return { ok: false, reason: 'no-such-appointment' }
    const request =
      found.request_id === null ? null : await lockRequest(transaction, { id: found.request_id })
    await transaction.selectFrom('appointment').select('id').where('id', '=', id).forUpdate().execute()
    if ((await versionOf(transaction, { subject: 'appointment', id: String(id) })) !== version)
      return { ok: false, reason: 'changed-meanwhile' }
    const had = await findAppointment(transaction, { id }, now)
    return had ? work(transaction, had, request) : { ok: false, reason: 'no-such-appointment' }
  })
}

async function assign(
  db: Database,
  had: Appointment,
  { staffId, because }: Pick<StaffTime, 'staffId' | 'because'>,
  { now }: Pick<Said, 'now'>,
): Promise<{ ok: true } | NotPlaced> {
  if (staffId !== null && staffId !== had.staff?.id) {
    const refused = await refusesPerson(db, { staffId, because, except: had.id, ...had })
    if (refused) return { ok: false, reason: refused }
  }
  await db.updateTable('appointment').set({ staff_id: staffId }).where('id', '=', had.id).execute()
  await tellColleagues(db, had, { ...had, staffId }, now)
  return { ok: true }
}

/** A place at a free time, or by force where a reason is given, with nobody at two places at once. */
export async function placeForStaff(
  db: Database,
  wanted: StaffTime & { except?: number },
  { settings, now }: Said,
): Promise<Placed | NotPlaced> {
  const { because, except = null, staffId } = wanted
  const placed =
    because === null
      ? await placeAtFreeTime(db, wanted, { settings, now, except })
      : await placeByForce(db, wanted, { settings, except })
  if (!placed.ok) return placed
  if (placed.endsAt <= now) return { ok: false, reason: 'is-over' }
  const { startsAt, endsAt } = placed
  const refused =
    staffId === null ? null : await refusesPerson(db, { staffId, because, except, startsAt, endsAt })
  return refused ? { ok: false, reason: refused } : placed
}

/** Why somebody cannot receive then. Force counts against their absence, but nobody is at two places. */
async function refusesPerson(
  db: Database,
  {
    staffId,
    because,
    ...when
  }: { staffId: number; because: string | null; except: number | null; startsAt: Date; endsAt: Date },
) {
  const person = await db
    .selectFrom('staff_member')
    .select('id')
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!person) return 'no-such-person' as const
  const busy = await isBusy(db, staffId, when)
  return busy === 'person-away' && because !== null ? null : busy
}

const columnsOf = (
  { branchId, staffId, because }: StaffTime,
  { seat, startsAt, endsAt }: Extract<Placed, { ok: true }>,
) => ({
  ...{ branch_id: branchId, staff_id: staffId, forced_because: because },
  ...{ seat, starts_at: startsAt, ends_at: endsAt },
})

async function arePieces(db: Database, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const found = await db.selectFrom('product').select('id').where('id', 'in', ids).execute()
  return ids.every((id) => found.some((piece) => piece.id === id))
}

/**
 * Two at once: the database lets one of them have the person, and the other learns of it. A transaction around it is
 * broken by then, and its end takes everything back.
 */
export async function unlessOvertaken<Answer>(work: () => Promise<Answer>): Promise<Answer | NotPlaced> {
  try {
    return await work()
  } catch (error) {
    const reason = refusedByConstraint(error)
    if (reason) return { ok: false, reason }
    throw error
  }
}
