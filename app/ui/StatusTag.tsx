import { useTranslations } from 'use-intl'
import type { PageStatus } from '#app/shop/catalogue/product-status.ts'

const tones = {
  reserved: 'status status-reserved',
  sold: 'status status-sold',
  examined: 'status status-reserved',
} as const

/** Reserved, sold and being examined again say so in words with a tone; available says nothing. */
export function StatusTag({ status }: { status: PageStatus | undefined }) {
  const t = useTranslations('catalogue.card')
  if (status === undefined || status === 'available') return null
  return <span className={tones[status]}>{t(status)}</span>
}
