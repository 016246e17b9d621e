import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { PaymentMethod } from './types.ts'

/** Where a buyer finds their order again: linked in every mail. */
export function orderAddress(siteUrl: string, { locale, token }: { locale: Locale; token: string }): string {
  return `${siteUrl}${pathTo(locale, 'order', { token })}`
}

/** What a buyer comes to the success page for: to be sent to the payment page, or back from it. */
export type PaymentErrand = 'start' | 'done' | 'cancelled'

/** The page shown right after ordering, and where the payment page sends its buyers. A path, without the origin. */
export function successAddress(
  { locale, token }: { locale: Locale; token: string },
  payment?: PaymentErrand,
): string {
  const page = `${pathTo(locale, 'checkout-success')}?order=${token}`
  return payment ? `${page}&payment=${payment}` : page
}

/** Where an order that was placed this moment leads: whoever comes here later comes without `placed`. */
export function placedAddress(order: { locale: Locale; token: string; payment: PaymentMethod }): string {
  return `${successAddress(order, order.payment === 'online' ? 'start' : undefined)}&placed=1`
}
