import { createTranslator } from 'use-intl'
import { formatNumber, timeZone } from '#app/language/formats.ts'
import refusals from '#app/language/messages/de/photo-refusals.json'
import form from '#app/language/messages/de/sell-form.json'
import words from '#app/language/messages/de/sell-request.json'
import type { SellPhotoAdded } from '#app/shop/buying/sell-request-photos.ts'
import type { Span } from '#app/shop/buying/valuation.ts'

/** Selling speaks German only, and its words travel with this page. */
export const t = createTranslator({ locale: 'de', timeZone, messages: words })
/** The words of the form that was filled in. */
export const formWords = createTranslator({ locale: 'de', timeZone, messages: form })

export const euros = (cents: number) =>
  formatNumber(cents / 100, 'de', { style: 'currency', currency: 'EUR' })

export const span = ({ low, high }: Span) =>
  low === high ? euros(low) : t('offer.span', { low: euros(low), high: euros(high) })

export const perCent = (perMille: number) =>
  formatNumber(perMille / 1000, 'de', { style: 'percent', maximumFractionDigits: 1 })

const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('de-DE', { ...options, timeZone })
  return (date: Date) => format.format(date)
}
/** „20. November 2026“ */
export const day = written({ dateStyle: 'long' })
/** „20.11.2026, 14:30“ */
export const moment = written({ dateStyle: 'medium', timeStyle: 'short' })
/** „Dienstag, 24. November“ */
export const weekday = written({ weekday: 'long', day: 'numeric', month: 'long' })
/** „14:30“ */
export const time = written({ timeStyle: 'short' })

/** Why a photo was not taken. */
export function sayRefusal(reason: Extract<SellPhotoAdded, { ok: false }>['reason']): string {
  return reason in refusals
    ? refusals[reason as keyof typeof refusals]
    : formWords(`photoFaults.${reason as keyof typeof form.photoFaults}`)
}
