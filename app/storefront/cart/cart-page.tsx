import { type ComponentProps, useEffect, useRef } from 'react'
import { data, Form, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { readForm } from '#app/forms/read-form.ts'
import { formatPrice } from '#app/language/formats.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import {
  addToCart,
  cartCookie,
  cartEntries,
  cartLimit,
  removeFromCart,
} from '#app/shop/checkout/cart-cookie.ts'
import { type CartLine, putInCart } from '#app/shop/checkout/cart-lines.ts'
import { holderFromCookies } from '#app/shop/checkout/holder.ts'
import { paymentMarks } from '#app/shop/checkout/ways-to-pay-words.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { RatingsLine } from '#app/ui/RatingsLine.tsx'
import { Head } from '../Head.tsx'
import { reached } from '../insight/use-insight.ts'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import { ratingsOfShop } from '../ratings-of-shop.ts'
import { useLocale } from '../shell-data.ts'
import type { Route } from './+types/cart-page.ts'
import { CartLines, cartTotal } from './CartLines.tsx'
import { cartOf } from './load-cart.ts'
import { type Removed, readUndo, undoText } from './undo.ts'
import { useFreshCart } from './use-fresh-cart.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const meta: PageMeta = { title: null, addresses: addressesOf('cart'), index: false }
  const locale = localeOfPage(url.pathname)
  const [lines, settings, ratings] = await Promise.all([
    cartOf(app, request),
    currentSettings(app.db),
    ratingsOfShop(app, locale),
  ])
  const gone = readUndo(url.searchParams.get('removed'))
  const [card] = gone ? await cardsWithPage(app.db, [gone.id], app.now()) : []
  const removed: (Removed & { name: string }) | null =
    gone && card && !lines.some(({ id }) => id === gone.id) ? { ...gone, name: card.name[locale] } : null
  const added = url.searchParams.get('added')
  return {
    meta,
    lines,
    removed,
    added: lines.find(({ id }) => id === added)?.id ?? null,
    payment: paymentMarks(settings, { locale, online: app.payment.payments !== null }),
    ratings,
  }
}

/** What lies in somebody's cart is no cache's business. */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

/** Puts a piece in (`piece`), takes one out (`remove`) or puts it back where it was (`undo`), then shows the cart. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, now } = context.get(appContext)
  const form = await readForm(request)
  const cookies = request.headers.get('cookie')
  const entries = cartEntries(cookies)
  const cart = pathTo(localeOfPage(new URL(request.url).pathname), 'cart')
  const show = (next: typeof entries, news = '') =>
    redirect(cart + news, {
      headers: { 'set-cookie': cartCookie(next, env.SITE_URL.startsWith('https:')) },
    })
  const [removed, undone, added] = ['remove', 'undo', 'piece'].map((name) => form.get(name))
  if (typeof removed === 'string') {
    const at = entries.findIndex(({ id }) => id === removed)
    const entry = entries[at]
    return show(removeFromCart(entries, removed), entry && `?removed=${undoText({ ...entry, at })}`)
  }
  const undo = typeof undone === 'string' ? readUndo(undone) : null
  if (undo) {
    const { at, ...entry } = undo
    const change = addToCart(entries, entry, at)
    return change.ok ? show(change.entries) : data({ refused: change.reason }, { status: 422 })
  }
  if (typeof added !== 'string') return show(entries)
  const holder = holderFromCookies(cookies)?.token ?? null
  const result = await putInCart(db, entries, added, { holder, now: now() })
  return result.ok
    ? show(result.entries, `?added=${encodeURIComponent(added)}`)
    : data({ refused: result.reason }, { status: 422 })
}

const refusals = {
  full: 'full',
  sold: 'soldNotice',
  examined: 'examined',
  'no-such-piece': 'noSuchPiece',
} as const

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('cart')
  const { lines, meta, removed, added, payment, ratings } = loaderData
  const news = useFreshCart(lines)
  return (
    <div className="wrap py-12 lg:py-20" {...(added !== null && reached('Add', added))}>
      <Head meta={{ ...meta, title: t('title') }} />
      <h1 className="text-step-4">{t('title')}</h1>
      <p role="status" className="sr-only">
        {news}
      </p>
      {actionData && (
        <p role="alert" className="mt-6 border-danger border-l-2 pl-4 text-danger">
          {t(refusals[actionData.refused], { limit: cartLimit })}
        </p>
      )}
      {removed && <Undo key={removed.id} removed={removed} />}
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-8 grid items-start gap-12 lg:grid-cols-[7fr_5fr]">
          <CartLines lines={lines} removable />
          <Sum lines={lines} payment={payment} ratings={ratings} />
        </div>
      )}
    </div>
  )
}

function Undo({ removed }: { removed: Removed & { name: string } }) {
  const t = useTranslations('cart')
  const locale = useLocale()
  const button = useRef<HTMLButtonElement>(null)
  // What was pressed is gone with its piece: the focus goes on with the way back.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Form
      method="post"
      action={pathTo(locale, 'cart')}
      className="mt-6 flex flex-wrap items-center gap-x-5 border-line-strong border-l-2 pl-4"
    >
      <p role="status">{t('removed', { name: removed.name })}</p>
      <button ref={button} type="submit" name="undo" value={undoText(removed)} className="link min-h-11">
        {t('undo')}
      </button>
    </Form>
  )
}

type SumProps = {
  lines: readonly CartLine[]
  payment: ReturnType<typeof paymentMarks>
  ratings: ComponentProps<typeof RatingsLine>['line'] | null
}

/** What can be bought, what it costs, and where to go from here. */
function Sum({ lines, payment, ratings }: SumProps) {
  const t = useTranslations('cart')
  const locale = useLocale()
  const count = lines.filter(({ state }) => state === 'available').length
  const missing = lines.length - count
  return (
    <div className="border-line border-t pt-5 below-head lg:sticky">
      {count === 0 ? (
        <p className="text-step-1">{t('nothingToBuy')}</p>
      ) : (
        <>
          <p className="flex items-baseline justify-between gap-6">
            <span>{t('totalOf', { count })}</span>
            <span className="num font-display text-step-3">{formatPrice(cartTotal(lines), locale)}</span>
          </p>
          {missing > 0 && <p className="pt-1 text-reserved">{t('notCounted', { count: missing })}</p>}
          <p className="pt-2 text-ink-soft text-step--1">
            {t.rich('note', {
              shipping: () => (
                <a className="link" href={pathTo(locale, 'shipping')}>
                  {t('shipping')}
                </a>
              ),
            })}
          </p>
          <a className="button mt-6 w-full" href={pathTo(locale, 'checkout')}>
            {t('toCheckout')}
          </a>
          <p className="flex flex-wrap gap-2 pt-4 text-step--1">
            <span className="sr-only">{`${payment.label}: `}</span>
            {payment.marks.map((mark) => (
              <span key={mark} className="rounded-sm border border-line-strong px-2 py-0.5">
                {mark}
                <span className="sr-only">, </span>
              </span>
            ))}
          </p>
          {ratings && <RatingsLine line={ratings} />}
        </>
      )}
      <p className="pt-4">
        <a className="link inline-flex min-h-11 items-center" href={pathTo(locale, departmentOf(lines))}>
          {t('keepLooking')}
        </a>
      </p>
    </div>
  )
}

/** Who has put a watch in last looks on among watches. */
function departmentOf(lines: readonly CartLine[]): 'watches' | 'jewelry' {
  return lines.findLast(({ piece }) => piece !== null)?.piece?.kind === 'watch' ? 'watches' : 'jewelry'
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
