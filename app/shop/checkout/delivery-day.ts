import { daysLater, germanDay } from '../buying/german-day.ts'
import type { Branch, Setting } from '../settings/settings.ts'
import { branchesAsOpen } from '../settings/vacation.ts'

/** What lies further off is not told as a day. */
const furthest = 60

/**
 * The delivery date that is promised: the day (YYYY-MM-DD, in Germany) by which a piece that is paid at `now` has come,
 * `days` working (business) days later, without a cut-off time: neither weekends count nor the days on which its branch
 * is closed by its exceptions or the shop's vacation. Null where it lies more than two months off.
 */
export function deliveryDay(
  days: number,
  { branch, vacation }: { branch: Branch | undefined; vacation: Setting<'vacation'> },
  now: Date,
): string | null {
  const [open] = branch ? branchesAsOpen({ branches: [branch], vacation }) : []
  const closed = new Set((open?.holidays ?? []).filter((each) => each.closed).map(({ date }) => date))
  const today = germanDay(now)
  let left = days
  for (let after = 1; after <= furthest; after += 1) {
    const day = daysLater(today, after)
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    if (weekday === 0 || weekday === 6 || closed.has(day)) continue
    left -= 1
    if (left <= 0) return day
  }
  return null
}
