import { type ActionFunctionArgs, data } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext, clientContext } from '#app/app-context.ts'
import { readForm } from '#app/forms/read-form.ts'
import { formatPrice } from '#app/language/formats.ts'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { shownProduct } from '#app/shop/catalogue/product.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import { alertState } from '#app/shop/enquiries/alerts.ts'
import { subscribePieceAlert } from '#app/shop/enquiries/piece-alerts.ts'
import { StatusTag } from '#app/ui/StatusTag.tsx'
import { validationFailed } from '../error-answers.ts'
import { Head } from '../Head.tsx'
import { answerAlert } from '../listing/alert-action.ts'
import type { PageMeta } from '../page-meta.ts'
import { useLocale } from '../shell-data.ts'
import type { Route } from './+types/piece-alert-page.ts'
import { PieceAlertDecision, PieceAlertForm } from './PieceAlert.tsx'

/** An alert of one piece: asked for here, and confirmed or ended behind the link of a mail (`alert`). */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const locale = localeOfPage(url.pathname)
  const token = url.searchParams.get('alert')?.slice(0, 64) ?? null
  if (!isStockNumber(params.id)) throw validationFailed(request)
  const piece = await shownProduct(app.db, params.id, app.now())
  // Whoever has a link can end the alert, whatever became of the piece.
  if (piece === null && token === null) throw validationFailed(request)
  const address = (each: Locale) => pathTo(each, 'piece-alert', { id: params.id })
  const meta: PageMeta = { title: null, addresses: { de: address('de'), en: address('en') }, index: false }
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  return data(
    {
      meta,
      path: address(locale),
      id: params.id,
      name: piece && [piece.brand?.name, piece.name[locale]].filter(Boolean).join(' '),
      href: piece && pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }),
      price: piece && formatPrice(piece.priceCents, locale),
      status: piece?.status ?? 'sold',
      token,
      state: token === null ? null : await alertState(app.db, token, app.now()),
    },
    { headers },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ context, request, params }: ActionFunctionArgs) {
  const app = context.get(appContext)
  const url = new URL(request.url)
  const [form, now] = [await readForm(request), app.now()]
  const by = { client: context.get(clientContext), secret: app.secret }
  const asked = { locale: localeOfPage(url.pathname), piece: params.id ?? '', now }
  return answerAlert(app, {
    form,
    token: url.searchParams.get('alert'),
    subscribe: (email) => subscribePieceAlert(app.db, { email, ...asked }, by),
    now,
  })
}

export default function PieceAlert({ loaderData: page, actionData }: Route.ComponentProps) {
  const t = useTranslations('keeping')
  const locale = useLocale()
  const name = page.name ?? t('number', { id: page.id })
  const title = t('alert.title', { name })
  const isDecided = page.token !== null || (actionData && actionData.alert !== 'typed')
  return (
    <div className="wrap py-12 lg:py-20">
      <Head meta={{ ...page.meta, title }} />
      <div className="max-w-prose">
        <p className="num caps">{t('number', { id: page.id })}</p>
        <h1 className="mt-2 text-step-4">{title}</h1>
        <p className="num mt-3">
          {page.status !== 'sold' && page.price} <StatusTag status={page.status} />
        </p>
        {page.token === null ? (
          <PieceAlertForm page={page} name={name} answer={actionData} />
        ) : (
          <PieceAlertDecision page={page} name={name} answer={actionData} token={page.token} />
        )}
        <p className="flex flex-wrap gap-x-6 pt-8">
          {page.href && (
            <a href={page.href} className="link inline-flex min-h-11 items-center">
              {t('alert.toPiece')}
            </a>
          )}
          {isDecided && (
            <a href={pathTo(locale, 'wishes')} className="link inline-flex min-h-11 items-center">
              {t('toOwn')}
            </a>
          )}
        </p>
      </div>
    </div>
  )
}
