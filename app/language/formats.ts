import { type Locale, languageTags } from './locales.ts'

/** Times of the shop are times in Germany, wherever server and visitor are. */
export const timeZone = 'Europe/Berlin'

const wholeEuros = {
  style: 'currency',
  currency: 'EUR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
} as const
const eurosAndCents = { ...wholeEuros, minimumFractionDigits: 2 } as const

/** Making a formatter takes twenty times as long as using it, of dates a hundred times, and a page shows many. */
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  const format = numbers.get(key) ?? new Intl.NumberFormat(languageTags[locale], options)
  numbers.set(key, format)
  return format
}

/** Made once for the same options, of which the code has a few. */
export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = dates.get(key) ?? new Intl.DateTimeFormat(languageTags[locale], options)
  dates.set(key, format)
  return format
}

/** An amount in cents: „1.290 €“ / “€1,290”; cents are shown only where there are any. */
export function formatPrice(cents: number, locale: Locale): string {
  return numberFormat(locale, cents % 100 === 0 ? wholeEuros : eurosAndCents).format(cents / 100)
}

export function formatNumber(value: number, locale: Locale, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(locale, options).format(value)
}

export function formatDate(date: Date | string, locale: Locale): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(date))
}

/** „14:32“, in German time. */
export function formatClock(time: Date | string, locale: Locale): string {
  return dateFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(time))
}
