import { sql } from 'kysely'
import { timeZone } from '#app/language/formats.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { hoursOn } from '#app/shop/settings/opening-hours.ts'
import type { Branch, Settings } from '#app/shop/settings/settings.ts'
import { branchesAsOpen } from '#app/shop/settings/vacation.ts'
import { germanDay } from './german-day.ts'
import {
  daysFrom,
  lockRequest,
  mayTake,
  type RequestKey,
  takeSellStep,
  writeToSeller,
  writeToStaff,
} from './sell-request-steps.ts'

/** A time at which a branch receives a seller. */
export type Slot = { startsAt: Date; endsAt: Date }

const minute = 60_000
const hour = 60 * minute

const localTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** The moment at which clocks in Germany show a time; the first of two, and none that is skipped. */
export function momentOf(date: string, time: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  for (const offset of [2, 1]) {
    const moment = new Date(asUtc - offset * hour)
    if (localTime.format(moment) === `${date} ${time}:00`) return moment
  }
  return new Date(asUtc - hour)
}

/** Times of a branch within its opening hours and holidays, taken or not, earliest first. */
export function slotsOf(
  branch: Pick<Branch, 'hours' | 'holidays'>,
  { appointments }: Settings['buying'],
  now: Date,
): Slot[] {
  const { minutes, leadHours, horizonDays } = appointments
  const earliest = now.getTime() + leadHours * hour
  const slots: Slot[] = []
  for (let day = 0; day <= horizonDays; day += 1) {
    // From noon, so that a day of 23 or 25 hours is counted once.
    const date = new Date(Date.parse(`${germanDay(now)}T12:00:00Z`) + day * 24 * hour)
      .toISOString()
      .slice(0, 10)
    for (const [opens, closes] of hoursOn(date, branch.hours, branch.holidays)) {
      const end = momentOf(date, closes).getTime()
      for (let at = momentOf(date, opens).getTime(); at + minutes * minute <= end; at += minutes * minute) {
        if (at >= earliest) slots.push({ startsAt: new Date(at), endsAt: new Date(at + minutes * minute) })
      }
    }
  }
  return slots
}

/** The times of a branch that can still be had. */
export async function freeSlots(
  db: Database,
  branch: Pick<Branch, 'id' | 'hours' | 'holidays'>,
  buying: Settings['buying'],
  now: Date,
): Promise<Slot[]> {
  const taken = await db
    .selectFrom('appointment')
    .select(['starts_at', 'ends_at'])
    .where('branch_id', '=', branch.id)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', now)
    .execute()
  return slotsOf(branch, buying, now).filter(
    ({ startsAt, endsAt }) =>
      taken.filter((other) => other.starts_at < endsAt && other.ends_at > startsAt).length <
      buying.appointments.seats,
  )
}

export type Booked =
  | { ok: true; startsAt: Date; repeated: boolean }
  | { ok: false; reason: 'no-such-request' | 'no-such-branch' | 'no-such-time' | 'taken' | 'not-possible' }

/**
 * Gives a seller a time in a branch, in place of one they had. Two who want the last seat at once: the constraint
 * gives it to one, the other reads `taken`. The same time again is no error.
 */
export async function bookAppointment(
  db: Database,
  which: RequestKey,
  {
    branchId,
    startsAt,
    settings,
  }: {
    branchId: string
    startsAt: Date
    settings: Pick<Settings, 'buying' | 'branches' | 'contact' | 'vacation'>
  },
): Promise<Booked> {
  const branch = branchesAsOpen(settings).find(({ id }) => id === branchId)
  if (!branch) return { ok: false, reason: 'no-such-branch' }
  try {
    return await db.transaction().execute(async (transaction): Promise<Booked> => {
      const request = await lockRequest(transaction, which)
      if (!request) return { ok: false, reason: 'no-such-request' }
      const seller = { actor: 'seller' } as const
      if (!mayTake(request, 'book', seller)) return { ok: false, reason: 'not-possible' }
      const had = await query(transaction, { id: int8, branch_id: text, starts_at: timestamptz })`
        update appointment set cancelled_at = now() where request_id = ${request.id} and cancelled_at is null
        returning id, branch_id, starts_at
      `
      if (had.some((old) => old.branch_id === branchId && old.starts_at.getTime() === startsAt.getTime())) {
        await sql`
          update appointment set cancelled_at = null
          where request_id = ${request.id} and branch_id = ${branchId} and starts_at = ${startsAt} and cancelled_at = now()
        `.execute(transaction)
        return { ok: true, startsAt, repeated: true }
      }
      const slot = slotsOf(branch, settings.buying, request.now).find(
        (each) => each.startsAt.getTime() === startsAt.getTime(),
      )
      if (!slot) throw new Refused('no-such-time')
      const [row] = await query(transaction, { id: int8 })`
        insert into appointment (request_id, branch_id, starts_at, ends_at, seat)
        select ${request.id}, ${branchId}, ${slot.startsAt}, ${slot.endsAt}, min(seat)
        from generate_series(1, ${settings.buying.appointments.seats}::int) seat
        where not exists (select from appointment a where a.branch_id = ${branchId} and a.seat = seat.seat
          and a.cancelled_at is null and a.starts_at < ${slot.endsAt} and a.ends_at > ${slot.startsAt})
        having min(seat) is not null
        returning id
      `
      if (!row) throw new Refused('taken')
      // A day of grace: who is late, or comes the day after, is still expected.
      await takeSellStep(transaction, request, 'book', seller, { lapsesAt: daysFrom(slot.endsAt, 2) })
      await transaction
        .updateTable('sell_request')
        .set({ branch_id: branchId })
        .where('id', '=', request.id)
        .execute()
      await writeToSeller(transaction, request, 'sell-appointment', row.id)
      await writeToStaff(transaction, request, {
        what: 'booked',
        about: row.id,
        recipient: settings.contact.email,
        appointment: row.id,
        before: had[0]?.id,
      })
      return { ok: true, startsAt: slot.startsAt, repeated: false }
    })
  } catch (error) {
    // Rolled back: the time they had before stays theirs.
    if (error instanceof Refused) return { ok: false, reason: error.reason }
    if ((error as { constraint?: string }).constraint === 'appointment_seat')
      return { ok: false, reason: 'taken' }
    throw error
  }
}

class Refused extends Error {
  readonly reason: 'no-such-time' | 'taken'
  constructor(reason: 'no-such-time' | 'taken') {
    super(reason)
    this.reason = reason
  }
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
