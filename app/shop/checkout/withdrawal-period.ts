import { berlin, endOfDay } from './working-days.ts'

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
