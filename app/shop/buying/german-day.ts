import { timeZone } from '#app/language/formats.ts'

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })

/** The day in Germany on which a moment lies, YYYY-MM-DD: laws change there at midnight. */
export function germanDay(moment: Date): string {
  return calendar.format(moment)
}
