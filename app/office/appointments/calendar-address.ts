import { type CalendarView, calendarViews } from '#app/shop/appointments/kinds.ts'
import { isRealDay } from '#app/shop/bank/read-day.ts'
import { daysLater } from '#app/shop/buying/german-day.ts'

/** What a calendar shows; its address says all of it. */
export type CalendarPlace = {
  view: CalendarView
  date: string
  branch: string | null
  person: number | null
}

/** The address of a calendar; what is not chosen is left out. */
export function calendarAddress({ view, date, branch, person }: CalendarPlace): string {
  const query = new URLSearchParams({ view, date })
  if (branch !== null) query.set('branch', branch)
  if (person !== null) query.set('person', String(person))
  return `/appointments?${query}`
}

/** Reads such an address's query; what it does not say as it should is as in `otherwise`. */
export function readCalendar(query: URLSearchParams, otherwise: CalendarPlace): CalendarPlace {
  const date = query.get('date') ?? ''
  return {
    view: calendarViews.find((each) => each === query.get('view')) ?? otherwise.view,
    date: isRealDay(date) ? date : otherwise.date,
    branch: query.get('branch'),
    person: Number(query.get('person')) || null,
  }
}

/** The same view before or after: a day, a week, or a month, of which the day stays as far as it has it. */
export function dateBeside({ view, date }: Pick<CalendarPlace, 'view' | 'date'>, step: 1 | -1): string {
  if (view !== 'month') return daysLater(date, step * (view === 'day' ? 1 : 7))
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + step, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + step, Math.min(day, last))).toISOString().slice(0, 10)
}
