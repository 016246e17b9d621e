import type { RouterContextProvider } from 'react-router'
import { appContext } from '#app/app-context.ts'
import { readAtMost } from '#app/platform/request-body.ts'
import { receiveNotice } from '#app/shop/checkout/payment-page.ts'

/** Far more than an event has. */
const maxBytes = 256 * 1024

/**
 * `POST {apiUrl}/webhooks/stripe`: what the payment provider tells by itself. Answered 200 once it has taken effect,
 * so that the provider sends again what did not; what it did not sign is refused.
 */
export async function action({
  request,
  context,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<Response> {
  const { payment } = context.get(appContext)
  if (request.method !== 'POST') return answer(405, 'method not allowed')
  const body = await readAtMost(request, maxBytes)
  if (body === null) return answer(413, 'too large')
  const outcome = await receiveNotice(payment, { body, signature: request.headers.get('stripe-signature') })
  if (outcome === 'taken') return answer(200, 'ok')
  if (outcome === 'wrong') return answer(422, 'this cannot be: please look into it')
  return outcome === 'forged'
    ? answer(400, 'not signed by the payment provider')
    : answer(404, 'no payment provider is set up')
}

export function loader(): Response {
  return answer(405, 'method not allowed')
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
