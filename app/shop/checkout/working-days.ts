import { timeZone } from '#app/language/formats.ts'

export const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/**
 * A deadline: the end of the n-th working day after a moment, in German time (promised days of delivery:
 * `delivery-day.ts`): Saturdays and Sundays do not count. Holidays do count, which makes a deadline shorter by a day at
 * most and keeps it the same in every federal state.
 */
export function endOfWorkingDay(from: Date, days: number): Date {
  const today = berlin.format(from).slice(0, 10)
  const day = new Date(`${today}T12:00:00Z`)
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1
  }
  return endOfDay(day.toISOString().slice(0, 10))
}

/** The last second of a date in Germany. */
export function endOfDay(date: string): Date {
  // German time is one or two hours ahead of UTC: the right guess shows 23:59:59 of that day.
  return (
    ['+02:00', '+01:00']
      .map((offset) => new Date(`${date}T23:59:59${offset}`))
      .find((moment) => berlin.format(moment) === `${date} 23:59:59`) ?? new Date(`${date}T23:59:59+01:00`)
  )
}
