import { type Database, together } from '#app/platform/database/database.ts'
import { tellColleague } from '#app/shop/appointments/appointment-mails.ts'
import { type AppointmentSettings, type Placed, placeAtFreeTime } from '#app/shop/appointments/place.ts'
import {
  deadlineIn,
  lockRequest,
  mayTake,
  type RequestKey,
  takeSellStep,
  writeToSeller,
  writeToStaff,
} from './sell-request-steps.ts'

export type Booked =
  | { ok: true; id: number; startsAt: Date; repeated: boolean }
  | { ok: false; reason: 'no-such-request' | 'no-such-branch' | 'no-such-time' | 'taken' | 'not-possible' }

/** Staff who give a seller a time: who, what they say of it, and where it finds its place. */
export type BookedByStaff<Refused> = {
  by: string
  columns: { staff_id: number | null; forced_because: string | null }
  place(transaction: Database, except: number | null): Promise<Placed | Refused>
}

/**
 * Gives a seller a time in a branch, in place of one they had. Of two who want the last seat at once one gets it, the
 * other reads `taken` and keeps what they had. The same time again is no error.
 */
export function bookAppointment(
  db: Database,
  which: RequestKey,
  wanted: { branchId: string; startsAt: Date; settings: AppointmentSettings },
): Promise<Booked> {
  return book<never>(db, which, wanted, null)
}

/** The same by staff, for a seller who calls: where it finds its place is theirs to say, and the shop is not told. */
export function bookAppointmentByStaff<Refused extends { ok: false }>(
  db: Database,
  which: RequestKey,
  { staff, ...wanted }: Parameters<typeof bookAppointment>[2] & { staff: BookedByStaff<Refused> },
): Promise<Booked | Refused> {
  return book(db, which, wanted, staff)
}

function book<Refused extends { ok: false }>(
  db: Database,
  which: RequestKey,
  { branchId, startsAt, settings }: Parameters<typeof bookAppointment>[2],
  staff: BookedByStaff<Refused> | null,
): Promise<Booked | Refused> {
  return together(db, async (transaction): Promise<Booked | Refused> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const seller = { actor: 'seller' } as const
    if (!settings.branches.some(({ id }) => id === branchId)) return { ok: false, reason: 'no-such-branch' }
    if (!mayTake(request, 'book', seller)) return { ok: false, reason: 'not-possible' }
    const had = await transaction
      .selectFrom('appointment')
      .select(['id', 'branch_id', 'starts_at', 'uid', 'sequence', 'note', 'staff_id'])
      .where('request_id', '=', request.id)
      .where('cancelled_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (had?.branch_id === branchId && had.starts_at.getTime() === startsAt.getTime())
      return { ok: true, id: had.id, startsAt, repeated: true }
    const except = had?.id ?? null
    const placed = staff
      ? await staff.place(transaction, except)
      : await placeAtFreeTime(transaction, { branchId, startsAt }, { settings, now: request.now, except })
    if (!placed.ok) return placed
    if (had)
      await transaction
        .updateTable('appointment')
        .set({ cancelled_at: request.now, cancelled_by: 'customer' })
        .where('id', '=', had.id)
        .execute()
    const row = await transaction
      .insertInto('appointment')
      .values({
        ...{ request_id: request.id, branch_id: branchId, seat: placed.seat, locale: request.locale },
        ...{ starts_at: placed.startsAt, ends_at: placed.endsAt, ...staff?.columns },
        // In the seller's calendar it is the same one, moved.
        ...(had && { uid: had.uid, sequence: had.sequence + 1, note: had.note }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // A day of grace: who is late, or comes the day after, is still expected.
    await takeSellStep(transaction, request, 'book', seller, {
      lapsesAt: deadlineIn(placed.endsAt, 2),
      ...(staff && { note: `recorded by ${staff.by}` }),
    })
    await transaction
      .updateTable('sell_request')
      .set({ branch_id: branchId })
      .where('id', '=', request.id)
      .execute()
    await writeToSeller(transaction, request, 'sell-appointment', row.id)
    // Whoever was to receive them may not be there then.
    if (had && had.staff_id !== null)
      await tellColleague(transaction, had.id, {
        ...{ staffId: had.staff_id, deed: 'unassigned', now: request.now },
      })
    if (!staff)
      await writeToStaff(transaction, request, {
        what: 'booked',
        about: row.id,
        recipient: settings.contact.email,
        appointment: row.id,
        before: had?.id,
      })
    return { ok: true, id: row.id, startsAt: placed.startsAt, repeated: false }
  })
}

/** Where and when an appointment is, or was before it was given up. */
export async function findAppointment(
  db: Database,
  id: number,
): Promise<{ branchId: string; startsAt: Date } | null> {
  const row = await db
    .selectFrom('appointment')
    .select(['branch_id as branchId', 'starts_at as startsAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
