import { parseCookie } from 'cookie-es'
import type { Given } from '#app/forms/parse-form.ts'
import type { OrderView } from './types.ts'

/**
 * Whoever would rather pay another way gives up their order, and finds in the checkout what they had typed there: the
 * order's token in a cookie says which it was. Strictly necessary for the service asked for (§ 25 (2) TDDDG).
 */
const name = 'order_again'
/** Seconds. */
const keptFor = 1800

/** `Set-Cookie` for the order that was given up; `null` forgets it. */
export function orderAgainCookie(token: string | null, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${token === null ? 0 : keptFor}; HttpOnly; SameSite=Lax`
  return `${name}=${token ?? ''}; ${attributes}${secure ? '; Secure' : ''}`
}

export function orderAgain(cookies: string | null): string | null {
  return parseCookie(cookies ?? '')[name] || null
}

/** What stood in the checkout's form when an order was placed, but for how it was to be paid and what was agreed to. */
export function givenOfOrder(order: OrderView): Given {
  const { contact, invoiceAddress: address, delivery, giftWrap, note } = order
  const other = delivery.kind === 'courier' ? delivery.address : null
  const isElsewhere =
    other !== null && Object.entries(address).some(([part, text]) => other[part as 'name'] !== text)
  return {
    email: contact.email,
    phone: contact.phone ?? '',
    ...addressGiven(address, (part) => part),
    delivery: delivery.kind,
    ...(delivery.kind === 'collection' && { branch: delivery.branchId }),
    ...(isElsewhere && { elsewhere: 'on' }),
    ...(isElsewhere && addressGiven(other, (part) => `delivery${part[0]?.toUpperCase()}${part.slice(1)}`)),
    ...(giftWrap && { giftWrap: 'on' }),
    note,
  }
}

const addressGiven = (address: object, nameOf: (part: string) => string): Given =>
  Object.fromEntries(Object.entries(address).map(([part, text]) => [nameOf(part), text ?? '']))
