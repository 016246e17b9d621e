import type { OpeningHours, Weekday } from '#app/shop/settings/settings.ts'

const week: readonly Weekday[] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

/** Opening hours with an entry for each day and span, as a form shows them: in the order of the week. */
export function hoursByDay(hours: readonly OpeningHours[]): OpeningHours[] {
  return week.flatMap((day) =>
    hours
      .filter(({ days }) => days.includes(day))
      .map(({ opens, closes }) => ({ days: [day], opens, closes }))
      .sort((a, b) => (a.opens < b.opens ? -1 : 1)),
  )
}

/** The inverse: days with the same span share an entry, as they are stored. */
export function hoursBySpan(hours: readonly OpeningHours[]): OpeningHours[] {
  const spans = new Map<string, OpeningHours>()
  for (const { days, opens, closes } of hours) {
    const known = spans.get(`${opens}-${closes}`) ?? { days: [], opens, closes }
    spans.set(`${opens}-${closes}`, {
      ...known,
      days: week.filter((day) => known.days.includes(day) || days.includes(day)),
    })
  }
  return [...spans.values()]
}
