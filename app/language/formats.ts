import { languageTags, type Locale } from './locales.ts'

/** Times of the shop are times in Germany, wherever server and visitor are. */
export const timeZone = 'Europe/Berlin'

/** An amount in cents: „1.290 €“ / “€1,290”; cents are shown only where there are any. */
export function formatPrice(cents: number, locale: Locale): string {
  return new Intl.NumberFormat(languageTags[locale], {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(cents / 100)
}

export function formatNumber(value: number, locale: Locale, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(languageTags[locale], options).format(value)
}

export function formatDate(date: Date | string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone }).format(new Date(date))
}
