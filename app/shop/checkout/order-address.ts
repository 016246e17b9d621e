import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'

/** Where a buyer finds their order again: linked in every mail, and where the payment page sends them. */
export function orderAddress(siteUrl: string, { locale, token }: { locale: Locale; token: string }): string {
  return `${siteUrl}${pathTo(locale, 'checkout-success')}?order=${token}`
}
