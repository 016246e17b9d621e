import { beginOfDay, daysLater, germanDay } from '../buying/german-day.ts'
import type { Branch, Holiday, Setting } from './settings.ts'

type Vacation = Setting<'vacation'>

/** `off`: nobody switched it on; `coming`, `now`, `over`: by its days in Germany. Without days it is on while it is switched on. */
export type VacationState = 'off' | 'coming' | 'now' | 'over'

/** Where a vacation stands on a day (YYYY-MM-DD) in Germany. Both of its days belong to it. */
export function vacationOn({ active, from, to }: Vacation, day: string): VacationState {
  if (!active) return 'off'
  if (from !== null && day < from) return 'coming'
  return to !== null && day > to ? 'over' : 'now'
}

/** Whether customers are told of it at a moment, and when that changes by itself; null: never. */
export function vacationAt(vacation: Vacation, now: Date): { isOn: boolean; changesAt: Date | null } {
  const state = vacationOn(vacation, germanDay(now))
  const { from, to } = vacation
  if (state === 'coming') return { isOn: false, changesAt: from === null ? null : beginOfDay(from) }
  if (state === 'now') return { isOn: true, changesAt: to === null ? null : beginOfDay(daysLater(to, 1)) }
  return { isOn: false, changesAt: null }
}

/** What a closed day of the shop's vacation is called beside a branch's hours. */
export const vacationLabel = { de: 'Betriebsferien', en: 'Company holidays' }

/** The days on which a vacation shuts every branch; none when the doors stay open. */
function closedDays({ active, closed, from, to }: Vacation): string[] {
  if (!active || !closed || from === null || to === null) return []
  const days: string[] = []
  for (let day = from; day <= to; day = daysLater(day, 1)) days.push(day)
  return days
}

/** A branch's exceptions with the days of the vacation among them; those of the vacation replace its own. */
export function exceptionsOf(branch: Pick<Branch, 'holidays'>, vacation: Vacation): Holiday[] {
  const closed = closedDays(vacation)
  if (closed.length === 0) return branch.holidays
  const own = branch.holidays.filter(({ date }) => !closed.includes(date))
  return [...own, ...closed.map((date) => ({ date, closed: true, label: vacationLabel }))].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  )
}

/** Branches as customers find them: shut while the vacation shuts them. */
export function branchesAsOpen({ branches, vacation }: { branches: Branch[]; vacation: Vacation }): Branch[] {
  return branches.map((branch) => ({ ...branch, holidays: exceptionsOf(branch, vacation) }))
}
