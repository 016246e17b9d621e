import type { PostalAddress } from '#app/shop/checkout/types.ts'
import { countryName } from './country-name.ts'

/**
 * An address as it is written on a parcel, line by line. Abroad the last line is the country in capitals, in the language of
 * the country it is sent from (`from`, its code), as the Universal Postal Union asks; at home there is none.
 */
export function addressLines(address: PostalAddress, { from }: { from: string }): string[] {
  const country = countryName(address.country, 'de', from)
  return [
    address.company,
    address.name,
    address.street,
    address.extra,
    `${address.postalCode} ${address.city}`,
    country?.toLocaleUpperCase('de') ?? null,
  ].flatMap((line) => (line ? [line] : []))
}
