import { data } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { formatPrice } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Route } from './+types/checkout.ts'
import { CartLines, cartTotal } from './cart/CartLines.tsx'
import { cartOf } from './cart/cart-of.ts'
import { Head } from './Head.tsx'
import { phoneLink } from './layout/phone-link.ts'
import { addressesOf, type PageMeta } from './page-meta.ts'
import { useLocale, useShell } from './shell-data.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const meta: PageMeta = { title: null, addresses: addressesOf('checkout'), index: false }
  const lines = await cartOf(context.get(appContext).db, request)
  return data({ meta, lines }, { headers: { 'cache-control': 'no-store' } })
}

/** The selection and the ways to order it: until orders are taken online, by phone, e-mail or in a branch. */
export default function Checkout({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('checkout')
  const cart = useTranslations('cart')
  const locale = useLocale()
  const { contact } = useShell()
  const { lines, meta } = loaderData
  const subject = t('subject', { pieces: lines.map(({ id }) => id).join(', ') })
  return (
    <div className="wrap py-12 lg:py-20">
      <Head meta={{ ...meta, title: t('title') }} />
      <h1 className="text-step-4">{t('title')}</h1>
      {lines.length === 0 ? (
        <p className="mt-6 text-step-1">
          {cart('empty')}{' '}
          <a className="link" href={pathTo(locale, 'watches')}>
            {cart('browse')}
          </a>
        </p>
      ) : (
        <div className="mt-8 grid items-start gap-12 lg:grid-cols-[7fr_5fr]">
          <CartLines lines={lines} removable={false} />
          <section aria-labelledby="order" className="border-line border-t pt-5">
            <p className="flex items-baseline justify-between">
              <span>{cart('total')}</span>
              <span className="num font-display text-step-3">{formatPrice(cartTotal(lines), locale)}</span>
            </p>
            <h2 id="order" className="pt-8 text-step-2">
              {t('byPhone')}
            </h2>
            <p className="pt-3 pb-6 text-ink-soft">{t('intro')}</p>
            <div className="grid gap-3">
              <a className="button" href={phoneLink(contact.phone)}>
                {t('call', { phone: contact.phone })}
              </a>
              <a
                className="button button-quiet"
                href={`mailto:${contact.email}?subject=${encodeURIComponent(subject)}`}
              >
                {t('write')}
              </a>
            </div>
          </section>
        </div>
      )}
    </div>
  )
}
