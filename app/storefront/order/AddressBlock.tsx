import type { PostalAddress } from '#app/shop/checkout/types.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { useLocale } from '../shell-data.ts'

/** A postal address, line by line, the country in the page's language. */
export function AddressBlock({ address }: { address: PostalAddress }) {
  const locale = useLocale()
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(address.country) ?? address.country
  const lines = [
    address.name,
    address.company,
    address.street,
    address.extra,
    `${address.postalCode} ${address.city}`,
    country,
  ].filter((line) => line !== null)
  return (
    <address className="not-italic" translate="no">
      {byPlace(lines, (line) => (
        <span className="block break-words">{line}</span>
      ))}
    </address>
  )
}
