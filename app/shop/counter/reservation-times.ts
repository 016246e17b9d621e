import { momentOf } from '#app/shop/appointments/free-times.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { hoursOn } from '#app/shop/settings/opening-hours.ts'
import type { Branch } from '#app/shop/settings/settings.ts'

/** A piece is kept for somebody for so many opening days at most, today's among them while the branch is still open. */
export const longestReservation = 7
/** How far ahead such days are looked for. */
const horizonDays = 30

/** Until when a piece may be kept: the day, and when its branch closes on it. */
export type ReservationEnd = { day: string; until: Date }

/**
 * The moments until which a branch may keep a piece for somebody, earliest first: the end of its opening hours, today if
 * it is still open, and on the opening days after it. The second of them is what is offered first.
 */
export function reservationEnds(branch: Pick<Branch, 'hours' | 'holidays'>, now: Date): ReservationEnd[] {
  const today = germanDay(now)
  const ends: ReservationEnd[] = []
  for (let ahead = 0; ahead <= horizonDays && ends.length < longestReservation; ahead += 1) {
    const day = daysLater(today, ahead)
    const closes = hoursOn(day, branch.hours, branch.holidays).at(-1)?.[1]
    if (closes === undefined) continue
    const until = momentOf(day, closes)
    if (until > now) ends.push({ day, until })
  }
  return ends
}

/** What is offered first: the end of the next opening day after today's. */
export function usualEnd(ends: readonly ReservationEnd[], now: Date): ReservationEnd | null {
  return ends.find(({ day }) => day > germanDay(now)) ?? ends.at(-1) ?? null
}
