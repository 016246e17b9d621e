import { useTranslations } from 'use-intl'
import type { PublicStatus } from '#app/shop/catalogue/product-status.ts'

const tones = { reserved: 'status status-reserved', sold: 'status status-sold' } as const

/** Reserved and sold say so in a word with its own tone; available says nothing. */
export function StatusTag({ status }: { status: PublicStatus | undefined }) {
  const t = useTranslations('catalogue.card')
  if (status === undefined || status === 'available') return null
  return <span className={tones[status]}>{t(status)}</span>
}
