import { dateFormat, formatNumber, formatPrice, timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import { endsDay, lastDayOf } from '#app/shop/buying/german-day.ts'

/** A moment, or a day of the calendar as `2026-11-27`, which is its noon. */
export type When = string | Date

const dateOf = (when: When): Date =>
  new Date(typeof when === 'string' && /^\d{4}-\d\d-\d\d$/.test(when) ? `${when}T12:00:00Z` : when)

const dayLength = 86_400_000

/** All ways in which the office writes days, times, money and numbers; `tests/repo-rules.test.ts` lets it use no others. */
export type OfficeFormats = ReturnType<typeof makeFormats>

const made = new Map<Locale, OfficeFormats>()

/** Made once for a language, so that what depends on them does not change with each drawing. */
export function officeFormats(locale: Locale): OfficeFormats {
  const formats = made.get(locale) ?? makeFormats(locale)
  made.set(locale, formats)
  return formats
}

function makeFormats(locale: Locale) {
  const dated = (options: Intl.DateTimeFormatOptions) => (when: When) =>
    dateFormat(locale, { ...options, timeZone }).format(dateOf(when))
  const share = (value: number, options: Intl.NumberFormatOptions = {}) =>
    formatNumber(value, locale, { style: 'percent', maximumFractionDigits: 1, ...options })
  const day = dated({ dateStyle: 'medium' })
  const moment = dated({ dateStyle: 'medium', timeStyle: 'short' })
  return {
    /** „27.11.2026“, “27 Nov 2026” */
    day,
    /** „27.11.2026, 14:30“, “27 Nov 2026, 14:30” */
    moment,
    /** Until when: a day that counts whole by its date, as pages and mails name it; anything else to the minute. */
    deadline: (at: string) => {
      const end = new Date(at)
      return endsDay(end) ? day(lastDayOf(end)) : moment(end)
    },
    /** „14:30“ */
    clock: dated({ timeStyle: 'short' }),
    /** „Freitag, 27. November 2026“, “Friday, 27 November 2026”: what a calendar is about. */
    longDay: dated({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** „Fr., 27. Nov.“, “Fri 27 Nov”: one of several days beside each other. */
    shortDay: dated({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** „Fr“: above a column of a calendar. */
    weekday: dated({ weekday: 'short' }),
    /** „November 2026“; of `2026-11` as well. */
    month: (month: string) =>
      dateFormat(locale, { month: 'long', year: 'numeric', timeZone }).format(
        dateOf(`${month.slice(0, 7)}-15`),
      ),
    /** How long until then: „in 3 Tagen“. */
    left: (until: string, now: string) => {
      const span = Date.parse(until) - Date.parse(now)
      const unit = span > dayLength ? 'day' : 'hour'
      const count = Math.round(span / (unit === 'day' ? dayLength : dayLength / 24))
      return new Intl.RelativeTimeFormat(languageTags[locale], { numeric: 'always' }).format(count, unit)
    },
    /** „1.250 €“, “€1,250”: cents only where there are any. */
    price: (cents: number) => formatPrice(cents, locale),
    /** „1.250,00 €“: books, papers and metal prices are exact to the cent. */
    amount: (cents: number) => formatNumber(cents / 100, locale, { style: 'currency', currency: 'EUR' }),
    /** Of euros, as exact as what is multiplied by it asks for. */
    perGram: (euros: number, decimals: number) =>
      formatNumber(euros, locale, {
        ...{ style: 'currency', currency: 'EUR' },
        ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      }),
    /** „1.250,00“: as a field takes it, which has its sign beside it. */
    typedAmount: (cents: number) =>
      formatNumber(cents / 100, locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    /** „1250,00“: as a spreadsheet takes it. */
    fileAmount: (cents: number) =>
      formatNumber(cents / 100, locale, { minimumFractionDigits: 2, useGrouping: false }),
    /** „1.250,5“ */
    number: (value: number, most = 3) => formatNumber(value, locale, { maximumFractionDigits: most }),
    /** „2,50“: always as many decimals. */
    decimals: (value: number, places: number) =>
      formatNumber(value, locale, { minimumFractionDigits: places, maximumFractionDigits: places }),
    /** „1250,5“: as a field takes it. */
    typedNumber: (value: number, most = 3) =>
      formatNumber(value, locale, { useGrouping: false, maximumFractionDigits: most }),
    /** „12,5 %“, “12.5%” of 0.125 */
    percent: (value: number) => share(value),
    /** „+12,5 %“ */
    change: (value: number) => share(value, { signDisplay: 'exceptZero' }),
  }
}
