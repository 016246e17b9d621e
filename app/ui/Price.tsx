import { useLocale, useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'

type PriceProps = {
  cents: number
  /** The lowest of the last 30 days, where the piece was reduced: § 11 PAngV wants it beside the price. */
  lowestCents?: number | undefined
  className?: string
}

/** Without a class it is a card's: there its name alone is enough. */
export function Price({ cents, lowestCents, className }: PriceProps) {
  const locale = useLocale()
  const Element = className === undefined ? 'b' : 'span'
  return (
    <Element className={className}>
      {formatPrice(cents, locale)}
      {lowestCents !== undefined && <LowestPrice price={formatPrice(lowestCents, locale)} />}
    </Element>
  )
}

/** Apart: few prices have it, and the others need no words. */
function LowestPrice({ price }: { price: string }) {
  return <span className="price-note">{useTranslations('catalogue.card')('lowestPrice', { price })}</span>
}
