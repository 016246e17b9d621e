import { appContext } from '#app/app-context.ts'
import { isLocale } from '#app/language/locales.ts'
import { negotiateLocale } from '#app/language/negotiate.ts'
import type { CartAnswer } from '#app/shop/checkout/cart-cookie.ts'
import { cartCookie, cartEntries } from '#app/shop/checkout/cart-cookie.ts'
import { putInCart } from '#app/shop/checkout/cart-lines.ts'
import { holderFromCookies } from '#app/shop/checkout/holder.ts'
import { formOf, type ResourceArgs } from './resource.ts'

/** `POST {apiUrl}/cart` with `piece` and `locale`: puts a piece in without leaving the page. The cart travels in its cookie. */
export async function action({ request, context }: ResourceArgs<never>): Promise<Response> {
  if (request.method !== 'POST') return loader()
  const { db, env, now } = context.get(appContext)
  const form = await formOf(request)
  if (form === null) return new Response('no form\n', { status: 400 })
  const [piece, locale] = [form.get('piece'), form.get('locale')]
  if (typeof piece !== 'string') return answer({ ok: false, reason: 'no-such-piece' })
  const cookies = request.headers.get('cookie')
  const holder = holderFromCookies(cookies)?.token ?? null
  const result = await putInCart(db, cartEntries(cookies), piece, { holder, now: now() })
  if (!result.ok) return answer(result)
  return answer(
    {
      ok: true,
      name: result.piece.name[
        isLocale(locale) ? locale : negotiateLocale(request.headers, env.DEFAULT_LOCALE)
      ],
      state: result.state,
    },
    { 'set-cookie': cartCookie(result.entries, env.SITE_URL.startsWith('https:')) },
  )
}

export function loader(): Response {
  return new Response('POST a piece\n', { status: 405, headers: { allow: 'POST' } })
}

function answer(body: CartAnswer, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', ...headers } })
}
