import { type RefObject, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { Price } from '#app/ui/Price.tsx'
import { useLocale } from '../shell-data.ts'
import type { ProductView } from './product-view.ts'

type DockedBarProps = {
  piece: ProductView
  isInCart: boolean
  /** Holds the button; once it has been scrolled away upwards, the bar stands in for it. */
  below: RefObject<HTMLElement | null>
}

/** On a phone: what it costs and the button to buy, at the bottom of the window once that of the page is out of sight. */
export function DockedBar({ piece, isInCart, below }: DockedBarProps) {
  const t = useTranslations('product')
  const locale = useLocale()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const button = below.current
    if (!button) return
    const seen = new IntersectionObserver((entries) => {
      const entry = entries.at(-1)
      if (entry) setDue(!entry.isIntersecting && entry.boundingClientRect.bottom <= 0)
    })
    seen.observe(button)
    return () => seen.disconnect()
  }, [below])
  if (!isDue) return null
  return (
    <div className="docked">
      <p className="min-w-0">
        <span className="docked-name">{piece.name}</span>
        <Price cents={piece.cents} />
      </p>
      {isInCart ? (
        <a className="button" href={pathTo(locale, 'cart')}>
          {t('toCart')}
        </a>
      ) : (
        <button type="submit" form="buy" className="button">
          {t('addToCart')}
        </button>
      )}
    </div>
  )
}
