import { timeZone } from '#app/language/formats.ts'
import type { Database } from '#app/platform/database/database.ts'
import { int2, nullable, query } from '#app/platform/database/statement.ts'
import { daysLater, germanDay } from '../buying/german-day.ts'
import type { BuyingSettings } from '../settings/buying-settings.ts'
import { hoursOn } from '../settings/opening-hours.ts'
import type { Branch } from '../settings/settings.ts'

/** A time at which a branch receives somebody. */
export type Slot = { startsAt: Date; endsAt: Date }

/** How a branch receives: minutes each, so many at a time, not sooner than hours and not later than days from now. */
export type VisitRules = Omit<BuyingSettings['appointments'], 'branches' | 'video' | 'bringDays'>

type Rules = { appointments: BuyingSettings['appointments'] }
type OpenBranch = Pick<Branch, 'id' | 'hours' | 'holidays'>

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

/** The rules of one branch: those of all, unless it receives otherwise. */
export function rulesOf({ appointments }: Rules, branchId: string): VisitRules {
  const { branches, video: _, bringDays: __, ...rules } = appointments
  const own = branches.find((each) => each.branchId === branchId)
  return own ? { ...rules, minutes: own.minutes, seats: own.seats } : rules
}

/** Times of a branch within its opening hours and holidays, taken or not, earliest first. */
export function slotsOf(
  branch: Pick<Branch, 'hours' | 'holidays'>,
  { minutes, leadHours, horizonDays }: VisitRules,
  now: Date,
): Slot[] {
  const earliest = now.getTime() + leadHours * hour
  const slots: Slot[] = []
  for (let day = 0; day <= horizonDays; day += 1) {
    const date = daysLater(germanDay(now), day)
    for (const [opens, closes] of hoursOn(date, branch.hours, branch.holidays)) {
      const end = momentOf(date, closes).getTime()
      for (let at = momentOf(date, opens).getTime(); at + minutes * minute <= end; at += minutes * minute) {
        if (at >= earliest) slots.push({ startsAt: new Date(at), endsAt: new Date(at + minutes * minute) })
      }
    }
  }
  return slots
}

/** The times of a branch that can still be had. `except`: an appointment that is to be moved leaves its own. */
export async function freeSlots(
  db: Database,
  branch: OpenBranch,
  buying: Rules,
  now: Date,
  { except = null }: { except?: number | null } = {},
): Promise<Slot[]> {
  const rules = rulesOf(buying, branch.id)
  const [taken, shut] = await Promise.all([
    db
      .selectFrom('appointment')
      .select(['id', 'starts_at', 'ends_at'])
      .where('branch_id', '=', branch.id)
      .where('cancelled_at', 'is', null)
      .where('ends_at', '>', now)
      .execute(),
    db
      .selectFrom('absence')
      .select(['starts_at', 'ends_at'])
      .where('branch_id', '=', branch.id)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', now)
      .execute(),
  ])
  const others = taken.filter(({ id }) => id !== except)
  return slotsOf(branch, rules, now).filter(
    (slot) =>
      !shut.some((each) => overlap(each, slot)) &&
      others.filter((each) => overlap(each, slot)).length < rules.seats,
  )
}

const overlap = (one: { starts_at: Date; ends_at: Date }, { startsAt, endsAt }: Slot) =>
  one.starts_at < endsAt && one.ends_at > startsAt

/** A branch's bookings and closures follow each other: locked for the rest of the transaction. */
export async function lockBranch(db: Database, branchId: string): Promise<void> {
  await db.selectFrom('branch').select('id').where('id', '=', branchId).forNoKeyUpdate().execute()
}

/** The most that a branch can receive at a time, by force. */
const mostSeats = 20

/**
 * The first seat of a branch that is free all through a time; null: none of them, or the branch is blocked then. `force`
 * finds one in spite of both.
 */
export async function freeSeat(
  db: Database,
  { branchId, startsAt, endsAt }: Slot & { branchId: string },
  { seats, except = null, force = false }: { seats: number; except?: number | null; force?: boolean },
): Promise<number | null> {
  const [row] = await query(db, { seat: nullable(int2) })`
    select min(seat)::int2 as seat from generate_series(1, ${force ? mostSeats : seats}::int) seat
    where not exists (select from appointment a where a.branch_id = ${branchId} and a.seat = seat.seat
        and a.id is distinct from ${except}::bigint and a.cancelled_at is null
        and a.starts_at < ${endsAt} and a.ends_at > ${startsAt})
      and (${force} or not exists (select from absence b where b.branch_id = ${branchId} and b.ended_at is null
        and b.starts_at < ${endsAt} and b.ends_at > ${startsAt}))
  `
  return row?.seat ?? null
}
