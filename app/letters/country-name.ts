import type { Locale } from '#app/language/locales.ts'

/** The last line of an address; none in Germany, where letters come from. */
export function countryName(country: string, locale: Locale): string | null {
  return country === 'DE' ? null : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country)
}
