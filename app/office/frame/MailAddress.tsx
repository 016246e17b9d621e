import { byPlace } from '#app/ui/by-place.ts'
import { addressParts } from './address-parts.ts'

/** How somebody is reached: what is known of it in one line, the address of mail last but for what else there is. */
export function Contact({
  phone,
  email,
  address,
}: {
  phone: string | null
  email: string | null
  address?: string | null
}) {
  const known = [phone, email ? <MailAddress key="email" address={email} /> : null, address]
  return byPlace(known.filter(Boolean), (part, at) => (
    <>
      {at > 0 && ' · '}
      {part}
    </>
  ))
}

/** An address of mail, which may go on in another line before its `@` and its dots, and nowhere else that would do. */
export function MailAddress({ address }: { address: string }) {
  return (
    <span className="mail-address">
      {byPlace(addressParts(address), (part, at) => (
        <>
          {at > 0 && <wbr />}
          {part}
        </>
      ))}
    </span>
  )
}
