import { z } from 'zod'
import { daysLater } from '#app/shop/buying/german-day.ts'

/** Days, both inclusive, YYYY-MM-DD. */
export type Period = { from: string; to: string }

/** The last so many days, which everybody begins with. */
export const presets = [7, 30, 90, 365] as const
const usual = 30
/** Longer ones would be years of a shop's life in one chart. */
const longest = 3660

const isDay = (text: string) => z.iso.date().safeParse(text).success && text > '2000-01-01'

/** How many days a period has. */
export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000) + 1

/** `time=2026-11-01..2026-11-30`, or `days=90`; the last thirty days where neither is understood. */
export function readPeriod(query: URLSearchParams, today: string): Period {
  const [from = '', to = ''] = (query.get('time') ?? '').split('..')
  if (isDay(from) && isDay(to) && from <= to && daysIn({ from, to }) <= longest) return { from, to }
  const days = presets.find((each) => String(each) === query.get('days')) ?? usual
  return { from: daysLater(today, 1 - days), to: today }
}

/** As many days right before it. */
export function periodBefore(period: Period): Period {
  return { from: daysLater(period.from, -daysIn(period)), to: daysLater(period.from, -1) }
}
