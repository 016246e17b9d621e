import { timeZone } from '#app/language/formats.ts'

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })

/** The day in Germany on which a moment lies, YYYY-MM-DD: laws change there at midnight. */
export function germanDay(moment: Date): string {
  return calendar.format(moment)
}

/** The date so many days later. */
export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** When a day begins in Germany: two hours before it does in Greenwich, or one. */
export function beginOfDay(date: string): Date {
  const inSummer = new Date(`${date}T00:00:00+02:00`)
  return germanDay(inSummer) === date ? inSummer : new Date(`${date}T00:00:00+01:00`)
}

/** The last day of a deadline: one that ends as a day begins is over with the day before. */
export function lastDayOf(deadline: Date): string {
  return germanDay(new Date(deadline.getTime() - 1))
}

/** Whether a deadline leaves a whole day: people are then told the day, without an hour. */
export function endsDay(deadline: Date): boolean {
  const after = new Date(deadline.getTime() + 1000)
  return after.getTime() - beginOfDay(germanDay(after)).getTime() <= 1000
}

/** The Monday on or before a date. */
export function mondayOf(date: string): string {
  return daysLater(date, -((new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7))
}
