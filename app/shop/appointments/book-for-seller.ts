import type { Database } from '#app/platform/database/database.ts'
import { type Booked, bookAppointmentByStaff } from '../buying/appointments.ts'
import type { RequestKey } from '../buying/sell-request-steps.ts'
import { tellColleague } from './appointment-mails.ts'
import {
  type NotPlaced,
  placeForStaff,
  type Said,
  type StaffTime,
  unlessOvertaken,
} from './staff-appointments.ts'

export type BookedForSeller =
  | (Extract<Booked, { ok: true }> & { id: number })
  | Extract<Booked, { ok: false }>
  | NotPlaced

/**
 * Staff give a seller who calls a time for their request, in place of one that they had: at a free time, or at another with
 * the reason why. The seller is told as if they had chosen it themselves; the shop is not, for it did it; whoever receives
 * them is.
 */
export async function bookForSeller(
  db: Database,
  which: RequestKey,
  time: StaffTime,
  said: Said,
): Promise<BookedForSeller> {
  return unlessOvertaken(async () => {
    const { branchId, startsAt, staffId } = time
    const booked = await bookAppointmentByStaff(db, which, {
      ...{ branchId, startsAt, settings: said.settings },
      staff: {
        by: said.by,
        columns: { staff_id: staffId, forced_because: time.because },
        place: (transaction, except) =>
          placeForStaff(transaction, { ...time, ...(except !== null && { except }) }, said),
      },
    })
    if (!booked.ok || booked.repeated || staffId === null) return booked
    await tellColleague(db, booked.id, { staffId, deed: 'assigned', now: said.now })
    return booked
  })
}
