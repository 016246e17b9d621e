import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'

/** `1.290,00 €`: on paper an amount always shows its cents, and one below zero a minus sign. */
export function formatAmount(cents: number, locale: Locale): string {
  return new Intl.NumberFormat(languageTags[locale], { style: 'currency', currency: 'EUR' })
    .format(cents / 100)
    .replace('-', '\u2212')
}

/** „14:30:05“, time in Germany. */
export function formatTime(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'medium', timeZone }).format(date)
}
