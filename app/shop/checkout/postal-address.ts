import type { Locale } from '#app/language/locales.ts'
import type { PostalAddress } from './types.ts'

/** A postal address, line by line, the country in words of a language. */
export function addressLines(address: PostalAddress, locale: Locale): string[] {
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(address.country) ?? address.country
  return [
    address.name,
    address.company,
    address.street,
    address.extra,
    `${address.postalCode} ${address.city}`,
    country,
  ].filter((line) => line !== null)
}
