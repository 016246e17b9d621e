import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'

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
