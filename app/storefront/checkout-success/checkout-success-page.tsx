import { useEffect } from 'react'
import { data, type HeadersArgs, redirect } from 'react-router'
import { appContext } from '#app/app-context.ts'
import { formatClock, formatDate, formatPrice } from '#app/language/formats.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { cancelUnpaid } from '#app/shop/checkout/cancel-unpaid.ts'
import { addToCart, cartCookie, cartEntries } from '#app/shop/checkout/cart-cookie.ts'
import { findOrder } from '#app/shop/checkout/order.ts'
import { successAddress } from '#app/shop/checkout/order-address.ts'
import { orderAgainCookie } from '#app/shop/checkout/order-again.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { forgetKept } from '#app/ui/use-kept-form.ts'
import { Head } from '../Head.tsx'
import { reached } from '../insight/use-insight.ts'
import { OrderDetails } from '../order/OrderDetails.tsx'
import { OrderLines } from '../order/OrderLines.tsx'
import { OrderTotals } from '../order/OrderTotals.tsx'
import { TransferDetails } from '../order/TransferDetails.tsx'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import { useLocale } from '../shell-data.ts'
import type { Route } from './+types/checkout-success-page.ts'
import { NextSteps } from './NextSteps.tsx'
import { NoOrder } from './NoOrder.tsx'
import { PaymentState } from './PaymentState.tsx'
import { afterOrdering, type SuccessView } from './success-view.ts'
import { useSuccessWords } from './success-words.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('order')
  const meta: PageMeta = { title: null, addresses: addressesOf('checkout-success'), index: false }
  if (token === null) return data({ meta, view: null, placed: false })
  const view = await afterOrdering(context.get(appContext), token, searchParams.get('payment'))
  return data(
    { meta: { ...meta, secret: true as const }, view, placed: view !== null && searchParams.has('placed') },
    { status: view ? 200 : 404 },
  )
}

/** Whoever would rather pay another way ends their unpaid order and finds its pieces at the checkout again. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { pathname, searchParams } = new URL(request.url)
  const locale = localeOfPage(pathname)
  const order = await findOrder(app.db, searchParams.get('order') ?? '')
  if (!order) return redirect(pathTo(locale, 'checkout-success'), 303)
  const cancelled = await cancelUnpaid(app.payment, order.id, await currentSettings(app.db))
  if (!cancelled.ok) {
    // Whether money is on its way cannot be told: the order stays, and its page asks again.
    const errand = cancelled.reason === 'provider-unavailable' ? 'done' : undefined
    return redirect(successAddress({ ...order, locale }, errand), 303)
  }
  let cart = cartEntries(request.headers.get('cookie'))
  for (const { piece, priceCents } of order.lines) {
    const change = addToCart(cart, { id: piece, seenCents: priceCents })
    if (change.ok) cart = change.entries
  }
  const secure = app.env.SITE_URL.startsWith('https:')
  const headers = new Headers({ 'set-cookie': cartCookie(cart, secure) })
  headers.append('set-cookie', orderAgainCookie(order.token, secure))
  return redirect(pathTo(locale, 'checkout'), { status: 303, headers })
}

/** The address is the key to the order: it goes nowhere, and nothing keeps what it shows. */
export function headers(_: HeadersArgs): HeadersInit {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
}

export default function CheckoutSuccess({ loaderData }: Route.ComponentProps) {
  const t = useSuccessWords()
  const { meta, view, placed } = loaderData
  const isPlaced = view !== null
  useEffect(() => {
    if (isPlaced) forgetKept('checkout')
  }, [isPlaced])
  const title = view ? t(`titles.${view.stage}`) : t('none')
  return (
    <div className="wrap prints py-12 lg:py-20" {...(placed && reached('Order'))}>
      <Head meta={{ ...meta, title }} />
      <meta name="referrer" content="no-referrer" />
      {view ? <AfterOrdering view={view} title={title} /> : <NoOrder />}
    </div>
  )
}

function AfterOrdering({ view, title }: { view: SuccessView; title: string }) {
  const t = useSuccessWords()
  const locale = useLocale()
  const { stage, order, transfer, links } = view
  const text = t(`texts.${stage}`, {
    email: order.contact.email,
    amount: formatPrice(order.receivedCents, locale),
    time: order.expiresAt ? formatClock(order.expiresAt, locale) : '',
  })
  const isOpen = ['received', 'paid', 'pending', 'checking'].includes(stage)
  return (
    <>
      <p className="num text-brass">
        {t('number', { number: order.number, date: formatDate(order.placedAt, locale) })}
      </p>
      <div role="status">
        <h1 className="max-w-[22ch] pt-2 text-step-4">{title}</h1>
        <p className="max-w-prose pt-5 text-step-1">{text}</p>
      </div>
      <PaymentState view={view} />
      <div className="mt-12 grid items-start gap-x-[clamp(2rem,6vw,6.5rem)] gap-y-12 lg:grid-cols-[7fr_5fr]">
        <div className="grid gap-12">
          {transfer && <TransferDetails transfer={transfer} payBy={order.payBy} />}
          {isOpen && <NextSteps view={view} />}
        </div>
        <section aria-labelledby="your-order" className="bg-paper-deep p-5 sm:p-7 print:p-0">
          <h2 id="your-order" className="text-step-2">
            {t('yourOrder')}
          </h2>
          <OrderLines lines={order.lines} withoutPage={view.withoutPage} />
          <div className="py-5">
            <OrderTotals amounts={order} large />
          </div>
          <OrderDetails order={order} branches={view.branches} />
          <div className="grid pt-4 print:hidden">
            <a className="link inline-flex min-h-11 items-center" href={links.order}>
              {t('orderPage')}
            </a>
            {links.invoice && order.invoiceNumber && (
              <a className="link inline-flex min-h-11 items-center" href={links.invoice} data-native>
                {t('invoice', { number: order.invoiceNumber })}
              </a>
            )}
            <button
              type="button"
              className="link inline-flex min-h-11 items-center noscript:hidden"
              onClick={() => print()}
            >
              {t('print')}
            </button>
            <p className="pt-2 text-ink-soft text-step--1">{t('keep')}</p>
          </div>
        </section>
      </div>
    </>
  )
}
