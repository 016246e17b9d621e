import { timeZone } from '#app/language/formats.ts'
import { beginOfDay, daysLater, germanDay } from '../buying/german-day.ts'
import { hoursOn } from './opening-hours.ts'
import type { Holiday, OpeningHours } from './settings.ts'

const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
const hour = 3_600_000

/** Moments at which clocks in Germany show a time: one, two where they are put back, none that is skipped. */
function momentsOf(date: string, time: string): number[] {
  const inGreenwich = Date.parse(`${date}T${time}:00Z`)
  return [inGreenwich - 2 * hour, inGreenwich - hour].filter((at) => local.format(at) === `${date} ${time}`)
}

/**
 * The time around a moment in which all that is said of opening stays the same: since when, and until when (not
 * included). It ends when a door opens or closes, at midnight, and when the clocks are changed.
 */
export function openingPeriod(
  hours: readonly OpeningHours[],
  holidays: readonly Pick<Holiday, 'date' | 'closed' | 'opens' | 'closes'>[],
  now: Date,
): { since: Date; until: Date } {
  const today = germanDay(now)
  const [begin, end] = [beginOfDay(today), beginOfDay(daysLater(today, 1))].map(Number) as [number, number]
  const doors = hoursOn(today, hours, holidays).flat()
  const moments = [begin, ...doors.flatMap((time) => momentsOf(today, time)), end]
  if (end - begin !== 24 * hour) moments.push(Date.parse(`${today}T01:00:00Z`))
  const at = now.getTime()
  return {
    since: new Date(Math.max(...moments.filter((moment) => moment <= at))),
    until: new Date(Math.min(...moments.filter((moment) => moment > at))),
  }
}
