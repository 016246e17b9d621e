import type { Database } from '#app/platform/database/database.ts'
import { type PriceRule, ruleOn } from '#app/shop/settings/buying-settings.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { germanDay } from './german-day.ts'

/** What a value was before, and since when. */
export type Last = { value: number; at: Date }

/** Why a price or rate is not taken without a second word; at least one of the two. */
export type Doubt = {
  last: Last | null
  /** Differs by more than this share of the last one. */
  change: { perMille: number } | null
  /** Lies outside of these bounds. */
  outside: { least: number; most: number } | null
}

export type Limits = { changePerMille: number; least: number; most: number }

/** However old the last value is, it is the one to compare with; without any the bounds hold. */
export function doubtAbout(value: number, last: Last | null, limits: Limits): Doubt | null {
  const { changePerMille, least, most } = limits
  const change = last && !near(last.value, value, changePerMille) ? { perMille: changePerMille } : null
  const outside = value < least || value > most ? { least, most } : null
  return change || outside ? { last, change, outside } : null
}

/** Whether `to` differs by no more than a share of `from`: whole numbers, so that exactly the share is near. */
export function near(from: number, to: number, perMille: number): boolean {
  return Math.abs(to - from) * 1000 <= perMille * from
}

/** The limits that hold on a day. */
export async function priceRule(db: Database, now: Date): Promise<PriceRule> {
  const { buying } = await readSettings(db)
  return ruleOn(buying.prices, germanDay(now))
}
