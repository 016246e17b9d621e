import type { Holiday, OpeningHours, Weekday } from './settings.ts'

type Exception = Pick<Holiday, 'date' | 'closed' | 'opens' | 'closes'>

export type OpeningState =
  | { kind: 'open'; until: string }
  /** `date` is YYYY-MM-DD, `inDays` counts from today, `at` is HH:MM. */
  | { kind: 'closed'; date: string; inDays: number; at: string }
  /** No opening within the next three weeks is known. */
  | { kind: 'unknown' }

const order: Weekday[] = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']

/** Times of the branch are times in Germany, whatever clock the visitor has. */
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Opening times of one day as `[opens, closes]`, earliest first; a holiday's own hours replace the usual ones. */
export function hoursOn(
  date: string,
  hours: readonly OpeningHours[],
  holidays: readonly Exception[],
): [string, string][] {
  const exception = holidays.find((holiday) => holiday.date === date)
  if (exception) {
    return exception.closed || !exception.opens || !exception.closes
      ? []
      : [[exception.opens, exception.closes]]
  }
  const weekday = order[new Date(`${date}T12:00:00Z`).getUTCDay()] as Weekday
  return hours
    .filter((entry) => entry.days.includes(weekday))
    .map((entry): [string, string] => [entry.opens, entry.closes])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Whether a branch is open at `now` and until when, else when it opens next. */
export function openingState(
  hours: readonly OpeningHours[],
  holidays: readonly Exception[],
  now: Date,
): OpeningState {
  const [today = '', time = ''] = clock.format(now).split(' ')
  for (let inDays = 0; inDays < 21; inDays++) {
    const date = new Date(Date.parse(`${today}T12:00:00Z`) + inDays * 86_400_000).toISOString().slice(0, 10)
    for (const [opens, closes] of hoursOn(date, hours, holidays)) {
      if (inDays === 0 && time >= closes) continue
      if (inDays === 0 && time >= opens) return { kind: 'open', until: closes }
      return { kind: 'closed', date, inDays, at: opens }
    }
  }
  return { kind: 'unknown' }
}
