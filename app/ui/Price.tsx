import { useLocale, useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'

type PriceProps = {
  cents: number
  /** The lowest of the last 30 days, where the piece was reduced: § 11 PAngV wants it beside the price. */
  lowestCents?: number | undefined
  className?: string
}

export function Price({ cents, lowestCents, className = 'price' }: PriceProps) {
  const locale = useLocale()
  return (
    <span className={className}>
      {formatPrice(cents, locale)}
      {lowestCents !== undefined && <LowestPrice price={formatPrice(lowestCents, locale)} />}
    </span>
  )
}

/** Apart: few prices have it, and the others need no words. */
function LowestPrice({ price }: { price: string }) {
  return <span className="price-note">{useTranslations('catalogue.card')('lowestPrice', { price })}</span>
}
