import { setTimeout } from 'node:timers/promises'
import { beginOfDay, daysLater, germanDay } from '#app/shop/buying/german-day.ts'

/** A day of business is over by then, also on a busy machine. */
const longestDay = 60_000

/** What the calendar says at a moment to somebody who last looked on a German day: how many have passed, and whether to wait. */
export function lookAtCalendar(last: string, now: Date): { today: string; passed: number; waitMs: number } {
  const today = germanDay(now)
  const left = beginOfDay(daysLater(today, 1)).getTime() - now.getTime()
  const passed = Math.round((Date.parse(today) - Date.parse(last)) / 86_400_000)
  return { today, passed, waitMs: left < longestDay ? left : 0 }
}

/**
 * The German day on which the next day of business begins and ends, and how many have passed since `last`. Shop and database
 * read the clock, so that the turn of a day is waited for: business never goes on over midnight.
 */
export async function nextDay(
  last: string,
  clock: () => Date = () => new Date(),
): Promise<{ today: string; passed: number }> {
  for (;;) {
    const { today, passed, waitMs } = lookAtCalendar(last, clock())
    if (waitMs === 0) return { today, passed }
    await setTimeout(waitMs)
  }
}
