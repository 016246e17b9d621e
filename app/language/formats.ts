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

/** Making a formatter takes twenty times as long as using it, and a listing shows a hundred figures. */
const formatters = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(languageTags[locale], options)
  formatters.set(key, made)
  return made
}

/** An amount in cents: „1.290 €“ / “€1,290”; cents are shown only where there are any. */
export function formatPrice(cents: number, locale: Locale): string {
  return numberFormat(locale, cents % 100 === 0 ? wholeEuros : eurosAndCents).format(cents / 100)
}

export function formatNumber(value: number, locale: Locale, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(locale, options).format(value)
}

export function formatDate(date: Date | string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone }).format(new Date(date))
}

/** „14:32“, in German time. */
export function formatClock(time: Date | string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone }).format(
    new Date(time),
  )
}
