import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { isOffered } from '#app/shop/catalogue/product-status.ts'
import { useHeart } from '#app/ui/late-heart.ts'
import { Price } from '#app/ui/Price.tsx'
import { StatusTag } from '#app/ui/StatusTag.tsx'
import { useCart } from '../layout/use-cart.ts'
import { useShell } from '../shell-data.ts'
import { DockedBar } from './DockedBar.tsx'
import type { ProductView } from './product-view.ts'
import type { Promised } from './promises.ts'
import { useViewing } from './use-viewing.tsx'

/** Name, price and what may be done: one primary action, and other ways to reach us. */
type BuyBoxProps = {
  piece: ProductView
  /** Whether it is shown by video, too. */
  byVideo: boolean
  promises: readonly Promised[]
  /** Whether pieces like it are shown further down. */
  hasSimilar: boolean
  /** Whether the shop buys from the public. */
  tradesIn: boolean
}

export function BuyBox(props: BuyBoxProps) {
  const { piece } = props
  const t = useTranslations('product')
  const { site } = useShell()
  const locale = site.currentLocale
  const heart = useHeart()
  return (
    <div className="relative">
      {heart?.({ id: piece.id, name: piece.name }, 'heart print:hidden')}
      {piece.brand && (
        <p className="caps">
          <a href={piece.brand.href} className="hover:underline underline-offset-4">
            {piece.brand.name}
          </a>
        </p>
      )}
      <h1 className="pt-1 pb-1 text-step-3 lg:pt-2">{piece.name}</h1>
      <p className="num text-ink-soft">
        {piece.subtitle.map((part) => `${part}\u00a0· `)}
        <span className="whitespace-nowrap">{t('stockNumber', { id: piece.id })}</span>
      </p>
      {piece.conditionAndScope && (
        <p>
          <a className="hover:underline underline-offset-4" href="#condition">
            {piece.conditionAndScope}
          </a>
        </p>
      )}
      {piece.status !== 'available' && (
        <p className="pt-4">
          <StatusTag status={piece.status} />
        </p>
      )}
      <p className={`pt-3 pb-1 lg:pt-6 ${isOffered(piece.status) ? '' : 'text-ink-soft'}`}>
        <Price cents={piece.cents} className="num font-display text-step-3 leading-none" />
      </p>
      {piece.lowestCents !== null && isOffered(piece.status) && <LowestPrice piece={piece} />}
      <p className="text-ink-soft text-step--1">
        {piece.tax}
        {isOffered(piece.status) && (
          <>
            {' '}
            <a className="link" href={pathTo(locale, 'shipping')}>
              {t('shipping')}
            </a>
          </>
        )}
      </p>
      <Actions {...props} />
    </div>
  )
}

/** Once it lies in the cart, the button leads there. */
function ToCart({ piece }: { piece: ProductView }) {
  const t = useTranslations('product')
  const locale = useShell().site.currentLocale
  const cart = useCart()
  const isInCart = cart?.includes(piece.id) ?? false
  const place = useRef<HTMLDivElement>(null)
  const wasSeen = useRef<boolean | null>(null)
  useEffect(() => {
    // The pressed button is gone: the link in its place has its focus.
    if (wasSeen.current === false && isInCart && document.activeElement === document.body) {
      const links = document.querySelectorAll<HTMLElement>('.docked > a, [data-to-cart]')
      const seen = [...links].findLast((link) => link.checkVisibility())
      seen?.focus({ preventScroll: true })
    }
    wasSeen.current = cart === null ? null : isInCart
  }, [cart, isInCart])
  return (
    <>
      <div ref={place}>
        {isInCart ? (
          <a className="button w-full" href={pathTo(locale, 'cart')} data-to-cart="">
            {t('toCart')}
          </a>
        ) : (
          <form method="post" action={pathTo(locale, 'cart')} data-cart="open" id="buy">
            <input type="hidden" name="piece" value={piece.id} />
            <button type="submit" className="button w-full">
              {t('addToCart')}
            </button>
          </form>
        )}
      </div>
      <DockedBar piece={piece} isInCart={isInCart} below={place} />
    </>
  )
}

function Promises({ promises }: { promises: readonly Promised[] }) {
  const t = useTranslations('product')
  if (promises.length === 0) return null
  return (
    <ul className="promises" aria-label={t('promises')}>
      {promises.map(({ text, href }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  )
}

function LowestPrice({ piece }: { piece: ProductView }) {
  const t = useTranslations('product')
  const card = useTranslations('catalogue.card')
  const { currentLocale } = useShell().site
  const price = (cents: number) => formatPrice(cents, currentLocale)
  return (
    <div className="pt-1 pb-2 text-step--1">
      <p>{card('lowestPrice', { price: price(piece.lowestCents ?? piece.cents) })}</p>
      {piece.history.length > 1 && (
        <details className="text-ink-soft">
          <summary className="link inline-flex min-h-11 items-center">{t('priceHistory')}</summary>
          <ul className="num pb-2">
            {piece.history.map((step) => (
              <li key={step.since} className="flex gap-4">
                <span className="min-w-24">{price(step.cents)}</span>
                <span>{t('since', { date: step.since })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** The form for what is given in exchange is German only; in English the contact form takes it, with the piece named. */
const tradeInPath = (locale: Locale, id: string) =>
  locale === 'de'
    ? `${pathTo(locale, 'sell')}?piece=${id}#anfrage`
    : `${pathTo(locale, 'contact')}?piece=${id}&subject=selling#formular`

function Actions({ piece, byVideo, promises, hasSimilar, tradesIn }: BuyBoxProps) {
  const t = useTranslations('product')
  const { site, contact } = useShell()
  const locale = site.currentLocale
  const { link, drawer } = useViewing(piece.id)
  const ask = `${pathTo(locale, 'contact')}?piece=${piece.id}`
  return (
    <div className="print:hidden">
      {piece.status === 'available' && (
        <>
          <div className="grid gap-3 pt-4 lg:pt-6">
            <ToCart piece={piece} />
            {piece.city && link('button button-quiet', 'viewing', t('viewIn', { city: piece.city }))}
          </div>
          <Promises promises={promises} />
          <p className="pt-3 text-ink-soft text-step--1">{t('once')}</p>
        </>
      )}
      {piece.status !== 'available' && (
        <div className="grid gap-4 pt-6">
          <p className="text-ink-soft">{t(`${piece.status}Text`)}</p>
          <Promises promises={promises} />
          {piece.status === 'sold' ? (
            hasSimilar && (
              <a className="button" href="#similar">
                {t('toAlternatives')}
              </a>
            )
          ) : (
            <a className="button" href={ask}>
              {t('ask')}
            </a>
          )}
          {piece.status === 'reserved' && (
            <a
              className="link inline-flex min-h-11 items-center"
              href={pathTo(locale, 'piece-alert', { id: piece.id })}
            >
              {t('tellFree')}
            </a>
          )}
          {piece.alike && (
            <a id="told" className="link inline-flex min-h-11 items-center" href={`${piece.alike}#alert`}>
              {t('tellMe')}
            </a>
          )}
        </div>
      )}
      <p className="flex flex-wrap gap-x-6 pt-2">
        {piece.status === 'available' && (
          <a
            className="link inline-flex min-h-11 items-center"
            href={pathTo(locale, 'piece-alert', { id: piece.id })}
          >
            {t('tellPrice')}
          </a>
        )}
        {(piece.status === 'available' || piece.status === 'sold') && (
          <a className="link inline-flex min-h-11 items-center" href={ask}>
            {t('ask')}
          </a>
        )}
        {piece.status === 'available' &&
          byVideo &&
          link('link inline-flex min-h-11 items-center', 'video', t('viewByVideo'))}
        {isOffered(piece.status) && tradesIn && (
          <a className="link inline-flex min-h-11 items-center" href={tradeInPath(locale, piece.id)}>
            {t('tradeIn')}
          </a>
        )}
        <a className="link num inline-flex min-h-11 items-center" href={phoneLink(contact.phone)}>
          {t('call', { phone: contact.phone })}
        </a>
      </p>
      {drawer}
    </div>
  )
}
