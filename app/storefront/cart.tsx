import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { formatPrice } from '#app/language/formats.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { addToCart, cartCookie, cartFromCookies, cartLimit, removeFromCart } from '#app/shop/checkout/cart.ts'
import type { Route } from './+types/cart.ts'
import { CartLines, cartTotal } from './cart/CartLines.tsx'
import { cartLines } from './cart/cart-lines.ts'
import { Head } from './Head.tsx'
import { addressesOf, type PageMeta } from './page-meta.ts'
import { useLocale } from './shell-data.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const meta: PageMeta = { title: null, addresses: addressesOf('cart'), index: false }
  const lines = await cartLines(context.get(appContext).db, request)
  return data({ meta, lines }, { headers: { 'cache-control': 'no-store' } })
}

/** Puts a piece in (`piece`) or takes it out (`remove`), then shows the cart. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, env } = context.get(appContext)
  const form = await request.formData()
  const pieces = cartFromCookies(request.headers.get('cookie'))
  const removed = form.get('remove')
  const added = form.get('piece')
  let next = pieces
  if (typeof removed === 'string') {
    next = removeFromCart(pieces, removed)
  } else if (typeof added === 'string') {
    const change = addToCart(pieces, added)
    if (!change.ok) return data({ refused: change.reason }, { status: 422 })
    const [known] = await findCards(db, [added], new Date())
    if (!known) return data({ refused: 'no-such-piece' as const }, { status: 422 })
    next = change.pieces
  }
  const locale = localeOfPath(new URL(request.url).pathname) ?? 'de'
  return redirect(pathTo(locale, 'cart'), {
    headers: { 'set-cookie': cartCookie(next, env.SITE_URL.startsWith('https:')) },
  })
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('cart')
  const locale = useLocale()
  const { lines, meta } = loaderData
  const total = cartTotal(lines)
  return (
    <div className="wrap py-12 lg:py-20">
      <Head meta={{ ...meta, title: t('title') }} />
      <h1 className="text-step-4">{t('title')}</h1>
      {actionData && (
        <p role="alert" className="mt-6 border-danger border-l-2 pl-4 text-danger">
          {actionData.refused === 'full' ? t('full', { limit: cartLimit }) : t('noSuchPiece')}
        </p>
      )}
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-8 grid items-start gap-12 lg:grid-cols-[7fr_5fr]">
          <CartLines lines={lines} removable />
          <div className="border-line border-t pt-5 lg:sticky lg:top-6">
            <p className="flex items-baseline justify-between">
              <span>{t('total')}</span>
              <span className="num font-display text-step-3">{formatPrice(total, locale)}</span>
            </p>
            <p className="pt-2 text-ink-soft text-step--1">
              {t.rich('note', {
                shipping: () => (
                  <a className="link" href={pathTo(locale, 'shipping')}>
                    {t('shipping')}
                  </a>
                ),
              })}
            </p>
            {total > 0 && (
              <a className="button mt-6 w-full" href={pathTo(locale, 'checkout')}>
                {t('toCheckout')}
              </a>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function EmptyCart() {
  const t = useTranslations('cart')
  const names = useTranslations('pages')
  const locale = useLocale()
  return (
    <div className="max-w-prose">
      <p className="mt-6 text-step-1">{t('empty')}</p>
      <p className="mt-2 mb-8 text-ink-soft">{t('emptyText')}</p>
      {(['watches', 'jewelry'] as const).map((name) => (
        <a key={name} className="arrow" href={pathTo(locale, name)}>
          <span>{names(name)}</span>
          <span aria-hidden="true">→</span>
        </a>
      ))}
    </div>
  )
}
