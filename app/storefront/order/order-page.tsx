import { data } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrder, pagesOfLines } from '#app/shop/checkout/order.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { refundsOf } from '#app/shop/checkout/refund.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { Head } from '../Head.tsx'
import type { PageMeta } from '../page-meta.ts'
import { useLocale } from '../shell-data.ts'
import type { Route } from './+types/order-page.ts'
import { DeliveryAndInvoice, OrderPieces, Timeline } from './OrderParts.tsx'
import { OrderSide } from './OrderSide.tsx'
import { orderWords } from './order-page-words.ts'
import { orderPageView } from './order-view.ts'
import { PrintButton } from './PrintButton.tsx'
import { TransferDetails } from './TransferDetails.tsx'

/** Neither caches nor other sites learn of a page that its address alone protects. */
const privately = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The order behind a token: whoever knows it may see it, nobody else learns whether there is one. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [{ db, env }, now] = [app, app.now()]
  const locale = localeOfPage(url.pathname)
  const found = await findOrder(db, params.token)
  const [history, invoices, refunds, pages, settings] = await Promise.all([
    found ? orderHistory(db, found.id) : [],
    found ? findInvoices(db, found.id) : [],
    found ? refundsOf(db, found.id) : [],
    found ? pagesOfLines(db, found) : new Set<string>(),
    currentSettings(db),
  ])
  const order =
    found &&
    orderPageView(
      { order: found, history: history.filter(isShown), invoices, refunds, pages },
      { settings, locale, apiUrl: env.API_URL, now },
    )
  const words = orderWords(locale)
  const nothing = found ? null : { title: words('nothing.title'), text: words('nothing.text') }
  const address = (each: Locale) => pathTo(each, 'order', { token: params.token })
  const meta: PageMeta = {
    title: order?.title ?? nothing?.title ?? null,
    addresses: order ? { de: address('de'), en: address('en') } : {},
    index: false,
    secret: true,
  }
  return data({ meta, order, nothing }, { status: order ? 200 : 404, headers: privately })
}

/** A payment shows as the money that arrived. */
function isShown(moment: Awaited<ReturnType<typeof orderHistory>>[number]): boolean {
  return moment.kind !== 'step' || moment.event !== 'pay'
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Order({ loaderData: { meta, order, nothing } }: Route.ComponentProps) {
  if (order === null) return <NoOrder meta={meta} {...nothing} />
  return (
    <div className="wrap prints py-12 lg:py-20 print:py-0">
      <Head meta={meta} />
      <p className="num text-ink-soft">{order.placedOn}</p>
      <h1 className="num pt-2 text-step-4">
        {order.title.replace(order.number, '')}
        <span className="whitespace-nowrap narrow:whitespace-normal">{order.number}</span>
      </h1>
      <div className="mt-10 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[7fr_5fr] print:mt-6 print:block">
        <div className="grid min-w-0 gap-12 print:block print:space-y-6">
          <section aria-labelledby="status" className="border-green border-l-2 pl-5">
            <h2 id="status" className="text-step-2">
              {order.status.title}
            </h2>
            <p className="max-w-prose pt-3 text-step-1">{order.status.text}</p>
            {order.action && (
              <a className="button mt-5" href={order.action.href} rel="noreferrer">
                {order.action.label}
              </a>
            )}
          </section>
          {/* Until when has just been said. */}
          {order.transfer && <TransferDetails transfer={order.transfer} payBy={null} />}
          <OrderPieces order={order} />
          <DeliveryAndInvoice order={order} />
        </div>
        <div className="grid min-w-0 gap-12 print:mt-6 print:grid-cols-2 print:gap-6">
          <Timeline order={order} />
          <OrderSide order={order} />
        </div>
      </div>
      <div className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-3 border-line border-t pt-5 text-ink-soft text-step--1 print:hidden">
        <PrintButton label={order.print} />
        <p>{order.keep}</p>
      </div>
    </div>
  )
}

function NoOrder({ meta, title, text }: { meta: PageMeta; title?: string; text?: string }) {
  const errors = useTranslations('errors')
  const locale = useLocale()
  return (
    <div className="wrap py-16 lg:py-28">
      <Head meta={meta} />
      <h1 className="text-step-4">{title}</h1>
      <p className="mt-6 max-w-prose text-ink-soft text-step-1">{text}</p>
      <div className="mt-10 max-w-prose">
        {(['contact', 'index'] as const).map((name) => (
          <a key={name} className="arrow" href={pathTo(locale, name)}>
            <span>{errors(name === 'index' ? 'home' : 'contact')}</span>
            <span aria-hidden="true">→</span>
          </a>
        ))}
      </div>
    </div>
  )
}
