import type { Locale } from '#app/language/locales.ts'

/** Whose VAT it is, in words; of Northern Ireland it is the United Kingdom's. */
export function taxCountryName(country: string, locale: Locale): string {
  const code = country === 'XI' ? 'GB' : country
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}
