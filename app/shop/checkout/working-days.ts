import { timeZone } from '#app/language/formats.ts'

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/**
 * The end of the n-th working day after a moment, in German time: Saturdays and Sundays do not count. Holidays do
 * count, which makes a deadline shorter by a day at most and keeps it the same in every federal state.
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

/** In which a consumer may withdraw (§ 355 BGB). */
export const withdrawalDays = 14

/**
 * Until when a buyer may withdraw who received the goods at a moment: the end of the 14th day after it, in German time
 * (§ 355 (2), § 188 BGB), or of the next working day when that is a Saturday, a Sunday or a holiday (§ 193 BGB).
 */
export function endOfWithdrawal(received: Date): Date {
  const day = new Date(`${berlin.format(received).slice(0, 10)}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + withdrawalDays)
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6 || isHoliday(day)) {
    day.setUTCDate(day.getUTCDate() + 1)
  }
  return endOfDay(day.toISOString().slice(0, 10))
}

const fixedHolidays = ['01-01', '05-01', '10-03', '12-25', '12-26']
/** Good Friday, Easter Monday, Ascension, Whit Monday. */
const daysFromEaster = [-2, 1, 39, 50]

/** Public holidays of all federal states. */
function isHoliday(day: Date): boolean {
  const easter = easterSunday(day.getUTCFullYear())
  const distance = Math.round((day.getTime() - easter) / 86_400_000)
  return fixedHolidays.includes(day.toISOString().slice(5, 10)) || daysFromEaster.includes(distance)
}

/** Noon of Easter Sunday, UTC: the anonymous Gregorian algorithm in its form for 1900 to 2099. */
function easterSunday(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7
  const day = 22 + moon + weekday
  const isLate = day === 57 || (day === 56 && moon === 28 && year % 19 > 10)
  return Date.UTC(year, 2, isLate ? day - 7 : day, 12)
}

/** The last second of a date in Germany. */
function endOfDay(date: string): Date {
  // German time is one or two hours ahead of UTC: the right guess shows 23:59:59 of that day.
  return (
    ['+02:00', '+01:00']
      .map((offset) => new Date(`${date}T23:59:59${offset}`))
      .find((moment) => berlin.format(moment) === `${date} 23:59:59`) ?? new Date(`${date}T23:59:59+01:00`)
  )
}
