import { data, type HeadersArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { appContext, clientContext } from '#app/app-context.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { holderCookie } from '#app/shop/checkout/holder.ts'
import { Head } from '../Head.tsx'
import { reached } from '../insight/use-insight.ts'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import type { Route } from './+types/checkout-page.ts'
import { CheckoutForm } from './CheckoutForm.tsx'
import { receiveCheckout } from './checkout-action.ts'
import { enterCheckout } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'
import { NothingToOrder, TooOften } from './EmptyCheckout.tsx'
import { MissingPieces } from './MissingPieces.tsx'

const meta: PageMeta = { title: null, addresses: addressesOf('checkout'), index: false }

export async function loader({ context, request }: Route.LoaderArgs) {
  // A page that a browser loads ahead, unasked, must not keep a piece from anybody.
  if (request.headers.get('sec-purpose')?.includes('prefetch')) throw new Response(null, { status: 503 })
  const app = context.get(appContext)
  const { holder, view } = await enterCheckout(app, request, context.get(clientContext))
  const headers = new Headers()
  if (view.hold) headers.set('set-cookie', holderCookie(holder, app.env.SITE_URL.startsWith('https:')))
  if (view.retryAfter !== null) headers.set('retry-after', String(view.retryAfter))
  return data({ meta, view }, { status: view.retryAfter === null ? 200 : 429, headers })
}

export function action({ context, request }: Route.ActionArgs) {
  const locale = localeOfPage(new URL(request.url).pathname)
  const app = context.get(appContext)
  return receiveCheckout({ app, request, client: context.get(clientContext), locale })
}

export function headers({ loaderHeaders, actionHeaders }: HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get('retry-after') ?? loaderHeaders.get('retry-after')
  return { 'cache-control': 'no-store', ...(retryAfter ? { 'retry-after': retryAfter } : {}) }
}

/** New prices alone need no new hold; whoever was refused sees what became of their pieces. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const intent = formData?.get('intent')
  if (intent === 'update') return false
  return intent === 'order' || defaultShouldRevalidate
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const t = useCheckoutWords()
  const { meta, view } = loaderData
  const again = { pieces: view.missing.map(({ id }) => id), answer: actionData }
  return (
    <div className="checkout wrap py-10 lg:py-16" {...(view.hold && reached('Hold'))}>
      <Head meta={{ ...meta, title: t('title') }} />
      <h1 className="pb-8 text-step-4">{t('title')}</h1>
      {view.missing.length > 0 && <MissingPieces pieces={view.missing} />}
      {view.retryAfter !== null && <TooOften retryAfter={view.retryAfter} room={view.room} {...again} />}
      {view.retryAfter === null && view.lines.length === 0 && (
        <NothingToOrder isEmpty={view.missing.length === 0} {...again} />
      )}
      {view.lines.length > 0 && <CheckoutForm view={view} answer={actionData} />}
    </div>
  )
}
