import type { App } from '#app/app-context.ts'
import { cartEntries } from '#app/shop/checkout/cart-cookie.ts'
import { type CartLine, cartLines } from '#app/shop/checkout/cart-lines.ts'
import { holderFromCookies } from '#app/shop/checkout/holder.ts'

/** What lies in the cart of a request, in the order it was put in. */
export function cartOf({ db, now }: App, request: Request): Promise<CartLine[]> {
  const cookies = request.headers.get('cookie')
  const holder = holderFromCookies(cookies)?.token ?? null
  return cartLines(db, cartEntries(cookies), { holder, now: now() })
}
