import type { Locale } from '#app/language/locales.ts'
import { shownPhone } from '#app/language/phone.ts'
import { answerChangesAt } from '#app/platform/answer-record.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { openingPeriod } from '#app/shop/settings/opening-period.ts'
import type { Branch, Holiday, OpeningHours, Weekday } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { branchesAsOpen } from '#app/shop/settings/vacation.ts'
import type { LoadContext } from '../load-blocks.ts'

/** A branch in one language, with what a visitor wants to know of it. */
export type BranchCard = {
  id: string
  name: string
  street: string
  postalCode: string
  city: string
  phone: string
  email: string
  /** One row for the days that have the same hours, in the order of the week. */
  hours: { days: Weekday[]; times: { opens: string; closes: string }[] }[]
  /** From today on; the earliest first. Days that follow each other under one name, all of them closed, share a row. */
  holidays: { date: string; until?: string; label: string; opens?: string; closes?: string }[]
  /** What the opening state is made of, with the moment since which it has been what the page says (ISO). */
  opening: {
    at: string
    hours: OpeningHours[]
    holidays: { date: string; closed: boolean; opens?: string | undefined; closes?: string | undefined }[]
  }
  directions: string | null
  place: { latitude: number; longitude: number } | null
}

const week: Weekday[] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

export async function loadBranchCards({ db, locale, now }: LoadContext): Promise<BranchCard[]> {
  const branches = branchesAsOpen(await currentSettings(db))
  return branches.map((branch) => branchCard(branch, locale, now))
}

/** One branch of the settings, if they know it. */
export async function loadBranchCard(
  wanted: string,
  { db, locale, now }: LoadContext,
): Promise<BranchCard | null> {
  const branches = branchesAsOpen(await currentSettings(db))
  const branch = branches.find(({ id }) => id === wanted)
  return branch ? branchCard(branch, locale, now) : null
}

/** How many of the coming holidays are shown. */
const holidaysShown = 6

function branchCard(branch: Branch, locale: Locale, now: Date): BranchCard {
  const today = germanDay(now)
  const { id, name, street, postalCode, city, phone, email, latitude, longitude } = branch
  const coming = branch.holidays
    .filter((holiday) => holiday.date >= today)
    .sort((one, other) => one.date.localeCompare(other.date))
  const rows = runsOf(coming).slice(0, holidaysShown)
  const exceptions = coming.filter(({ date }) => date <= (rows.at(-1)?.until ?? ''))
  const period = openingPeriod(branch.hours, exceptions, now)
  // Until then: at midnight a holiday that is over goes.
  answerChangesAt(period.until)
  return {
    id,
    name,
    street,
    postalCode,
    city,
    phone: shownPhone(phone, locale),
    email,
    hours: weekHours(branch),
    holidays: rows.map(({ date, until, label, closed, opens, closes }) => ({
      date,
      ...(until !== date && { until }),
      label: label[locale],
      ...(!closed && opens && closes && { opens, closes }),
    })),
    opening: {
      at: period.since.toISOString(),
      hours: branch.hours,
      holidays: exceptions.map(({ date, closed, opens, closes }) => ({ date, closed, opens, closes })),
    },
    directions: branch.directions[locale] || null,
    place: latitude != null && longitude != null ? { latitude, longitude } : null,
  }
}

/** Exceptions in the order of their days; closed ones of one name that follow each other are one, `until` its last day. */
function runsOf(days: readonly Holiday[]): (Holiday & { until: string })[] {
  const runs: (Holiday & { until: string })[] = []
  for (const day of days) {
    const last = runs.at(-1)
    const goesOn =
      last?.closed && day.closed && last.label.de === day.label.de && last.label.en === day.label.en
    if (last && goesOn && daysLater(last.until, 1) === day.date) last.until = day.date
    else runs.push({ ...day, until: day.date })
  }
  return runs
}

/** Days in the order of the week; neighbours with the same hours share a row. Days without hours are closed. */
function weekHours({ hours }: Branch): BranchCard['hours'] {
  const rows: BranchCard['hours'] = []
  for (const day of week) {
    const times = hours
      .filter((entry) => entry.days.includes(day))
      .map(({ opens, closes }) => ({ opens, closes }))
      .sort((one, other) => one.opens.localeCompare(other.opens))
    const last = rows.at(-1)
    if (last && JSON.stringify(last.times) === JSON.stringify(times)) last.days.push(day)
    else rows.push({ days: [day], times })
  }
  return rows
}
