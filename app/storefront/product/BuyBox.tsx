import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'
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
import type { Way, WaysOn } from './ways-on.ts'

/** Name, price and what may be done: one primary action, and other ways to reach us. */
type BuyBoxProps = {
  piece: ProductView
  /** Whether it is shown by video, too. */
  byVideo: boolean
  promises: readonly Promised[]
  ways: WaysOn
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
      {/* Beside a name that stands first is the heart. */}
      <h1 className={`pb-1 text-step-3 ${piece.brand ? 'pt-1 lg:pt-2' : 'pr-12'}`}>{piece.name}</h1>
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

function Actions({ piece, byVideo, promises, ways }: BuyBoxProps) {
  const t = useTranslations('product')
  const { link, drawer } = useViewing(piece.id)
  const isAvailable = piece.status === 'available'
  return (
    <div className="print:hidden">
      {isAvailable && (
        <div className="grid gap-3 pt-4 lg:pt-6">
          <ToCart piece={piece} />
          {piece.city && link('button button-quiet', 'viewing', t('viewIn', { city: piece.city }))}
        </div>
      )}
      {ways.text !== null && <p className="pt-6 pb-4 text-ink-soft">{ways.text}</p>}
      <Promises promises={promises} />
      {isAvailable && <p className="pt-3 text-ink-soft text-step--1">{t('once')}</p>}
      <div className="grid gap-4">
        {ways.first && (
          <a className="button mt-4" href={ways.first.href}>
            {ways.first.text}
          </a>
        )}
        {ways.told.map(wayOn)}
      </div>
      <p className="flex flex-wrap gap-x-6 pt-2">
        {isAvailable && byVideo && link(wayClass, 'video', t('viewByVideo'))}
        {ways.beside.map(wayOn)}
      </p>
      {drawer}
    </div>
  )
}

const wayClass = 'link num inline-flex min-h-11 items-center'

const wayOn = ({ text, ...link }: Way) => (
  <a key={link.href} className={wayClass} {...link}>
    {text}
  </a>
)
