import { useLocale, useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'

type PriceProps = {
  cents: number
  /** The lowest of the last 30 days, where the piece was reduced: § 11 PAngV wants it beside the price. */
  lowestCents?: number | undefined
  className?: string
}

export function Price({ cents, lowestCents, className = 'price' }: PriceProps) {
  const t = useTranslations('catalogue.card')
  const locale = useLocale()
  return (
    <span className={className}>
      {formatPrice(cents, locale)}
      {lowestCents !== undefined && (
        <span className="price-note">{t('lowestPrice', { price: formatPrice(lowestCents, locale) })}</span>
      )}
    </span>
  )
}
