import { createTranslator } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import words from '#app/language/messages/de/sell-request.json'
import { euros } from '#app/sell-form/gold-words.ts'
import { lastDayOf } from '#app/shop/buying/german-day.ts'
import type { Span } from '#app/shop/buying/valuation.ts'
import type { SellerView } from './seller-view.ts'

/** Selling speaks German only, and its words travel with this page. */
export const t = createTranslator({ locale: 'de', timeZone, messages: words })

export const span = ({ low, high }: Span) =>
  low === high ? euros(low) : t('offer.span', { low: euros(low), high: euros(high) })

const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('de-DE', { ...options, timeZone })
  return (date: Date) => format.format(date)
}
/** „20. November 2026“ */
export const day = written({ dateStyle: 'long' })
/** „20. November 2026“: the last day that a deadline leaves, as office and mails name it, too. */
export const lastDay = (deadline: Date) => day(new Date(`${lastDayOf(deadline)}T12:00:00Z`))
/** „20.11.2026, 14:30“ */
export const moment = written({ dateStyle: 'medium', timeStyle: 'short' })
/** „Dienstag, 24. November“ */
export const weekday = written({ weekday: 'long', day: 'numeric', month: 'long' })
/** „14:30“ */
export const time = written({ timeStyle: 'short' })

/** „Dienstag, 24. November, 10:30 Uhr, Rheingold Köln“ */
export function sayAppointment(
  { appointment }: Pick<SellerView, 'appointment'>,
  branches: readonly { branchId: string; name: string }[],
): string {
  if (!appointment) return ''
  const branch = branches.find(({ branchId }) => branchId === appointment.branchId)?.name ?? ''
  const { startsAt } = appointment
  return t('visit.yours', { day: weekday(startsAt), time: time(startsAt), branch })
}
