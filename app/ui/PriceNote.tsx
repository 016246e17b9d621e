import type { MouseEventHandler } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'

/** What belongs to every price of a group, with the way to what shipping costs (docs/law.md total-price). */
export function PriceNote({ onFollow, className = 'cards-note' }: PriceNoteProps) {
  const t = useTranslations('catalogue.card')
  const locale = useLocale()
  return (
    <p className={className}>
      {t.rich('priceNote', {
        shipping: () => (
          <a className="link" href={pathTo(locale, 'shipping')} onClick={onFollow}>
            {t('shipping')}
          </a>
        ),
      })}
    </p>
  )
}

type PriceNoteProps = {
  onFollow?: MouseEventHandler
  className?: string
}
