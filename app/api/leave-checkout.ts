import { appContext } from '#app/app-context.ts'
import { releaseHold } from '#app/shop/checkout/hold.ts'
import { holderFromCookies } from '#app/shop/checkout/holder.ts'
import { formOf, type ResourceArgs } from './resource.ts'

/**
 * `POST {apiUrl}/checkout/leave` with `visit`: sent by a checkout page that is closed. Only the page that was shown
 * last lets go of what its holder holds; an older one, closed by loading it again, changes nothing.
 */
export async function action({ request, context }: ResourceArgs<never>): Promise<Response> {
  if (request.method !== 'POST') return loader()
  const holder = holderFromCookies(request.headers.get('cookie'))
  const form = await formOf(request)
  if (holder && form?.get('visit') === holder.visit) {
    await releaseHold(context.get(appContext).db, { holder: holder.token })
  }
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

export function loader(): Response {
  return new Response('method not allowed\n', { status: 405, headers: { 'cache-control': 'no-store' } })
}
