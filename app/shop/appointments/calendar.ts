import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { beginOfDay, daysLater, germanDay, mondayOf } from '../buying/german-day.ts'
import { hoursOn } from '../settings/opening-hours.ts'
import type { Settings } from '../settings/settings.ts'
import { branchesAsOpen } from '../settings/vacation.ts'
import { type Absence, readAbsences } from './absences.ts'
import { type Appointment, readAppointments } from './appointment.ts'
import type { CalendarView } from './kinds.ts'

/** Something on a day, by the clock of the shop: `from` and `until` are HH:MM, cut at midnight. */
type Timed<Thing> = Thing & { from: string; until: string }

export type CalendarDay = {
  /** YYYY-MM-DD, in Germany. */
  date: string
  /** When each branch is open; a closed one has no periods, and `label` may say why. */
  branches: { branchId: string; periods: [string, string][]; label: Record<Locale, string> | null }[]
  /** `isBlocked`: its branch receives nobody then, or whoever was to receive is not there; somebody has to move it. */
  appointments: (Timed<Appointment> & { isBlocked: boolean })[]
  absences: Timed<Absence>[]
}

/** The days that a view shows around a date: of a month whole weeks. */
export function daysOf(view: CalendarView, date: string): string[] {
  if (view === 'day') return [date]
  const monday = view === 'week' ? mondayOf(date) : mondayOf(`${date.slice(0, 7)}-01`)
  const days = Array.from({ length: view === 'week' ? 7 : 42 }, (_, index) => daysLater(monday, index))
  // A sixth week may lie in the next month altogether.
  return days.filter((_, index) => view === 'week' || index < 28 || weekTouches(days, index, date))
}

const weekTouches = (days: readonly string[], index: number, date: string) =>
  (days[index - (index % 7)] ?? '').slice(0, 7) === date.slice(0, 7)

/** Appointments, absences and opening hours of days that follow each other, of one branch or person or of all. */
export async function readCalendar(
  db: Database,
  settings: Pick<Settings, 'branches' | 'vacation'>,
  {
    days,
    branchId,
    staffId,
    now,
  }: { days: readonly string[]; branchId: string | null; staffId: number | null; now: Date },
): Promise<CalendarDay[]> {
  const [first = germanDay(now)] = days
  const span = { from: beginOfDay(first), until: beginOfDay(daysLater(days.at(-1) ?? first, 1)) }
  const [appointments, absences] = await Promise.all([
    readAppointments(db, { ...span, branchId, staffId }, now),
    readAbsences(db, span),
  ])
  const branches = branchesAsOpen(settings).filter(({ id }) => branchId === null || id === branchId)
  const concerned = absences.filter(
    (each) =>
      (each.branchId === null || branchId === null || each.branchId === branchId) &&
      (each.staff === null || staffId === null || each.staff.id === staffId),
  )
  return days.map((date) => ({
    date,
    branches: branches.map((branch) => ({
      branchId: branch.id,
      periods: hoursOn(date, branch.hours, branch.holidays),
      label: branch.holidays.find((holiday) => holiday.date === date)?.label ?? null,
    })),
    appointments: onDay(appointments, date).map((each) => ({
      ...each,
      isBlocked: isBlocked(each, absences),
    })),
    absences: onDay(concerned, date),
  }))
}

function isBlocked(
  { state, branchId, staff, startsAt, endsAt }: Appointment,
  absences: readonly Absence[],
): boolean {
  if (state !== 'ahead') return false
  return absences.some(
    (away) =>
      away.startsAt < endsAt &&
      away.endsAt > startsAt &&
      (away.staff === null ? away.branchId === branchId : away.staff.id === staff?.id),
  )
}

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' })

function onDay<Thing extends { startsAt: Date; endsAt: Date }>(
  things: readonly Thing[],
  date: string,
): Timed<Thing>[] {
  const [begin, end] = [beginOfDay(date), beginOfDay(daysLater(date, 1))]
  return things
    .filter(({ startsAt, endsAt }) => startsAt < end && endsAt > begin)
    .map((thing) => ({
      ...thing,
      from: thing.startsAt < begin ? '00:00' : clock.format(thing.startsAt),
      until: thing.endsAt >= end ? '24:00' : clock.format(thing.endsAt),
    }))
}
