import { addressLines } from '#app/shop/checkout/postal-address.ts'
import type { PostalAddress } from '#app/shop/checkout/types.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { useLocale } from '../shell-data.ts'

/** A postal address, the country in the page's language. */
export function AddressBlock({ address }: { address: PostalAddress }) {
  const locale = useLocale()
  return (
    <address className="not-italic" translate="no">
      {byPlace(addressLines(address, locale), (line) => (
        <span className="block break-words">{line}</span>
      ))}
    </address>
  )
}
