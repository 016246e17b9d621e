import { germanDay } from '../buying/german-day.ts'
import { ruleOn } from '../settings/buying-settings.ts'
import type { Settings } from '../settings/settings.ts'

/** So many days after an appointment it is kept who came, or would have, by the rule of the day. */
export function keptDays({ buying }: Pick<Settings, 'buying'>, now: Date): number {
  return ruleOn(buying.retention, germanDay(now)).contactDays
}
