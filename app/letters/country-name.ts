import type { Locale } from '#app/language/locales.ts'

/** The last line of an address; none where the letter is read in the same country, which is Germany unless told. */
export function countryName(country: string, locale: Locale, readIn = 'DE'): string | null {
  if (country === readIn) return null
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
}
