import { useLocale, useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import { demoActor, priceSources } from '#app/shop/buying/price-sources.ts'

type Source = keyof typeof priceSources
/** Sources that the shop itself names, by how they are stored. */
const known = new Map<string, Source>(
  Object.entries(priceSources).map(([name, stored]) => [stored, name as Source]),
)

/** Ages, rates and differences of prices in words, and whose they are. */
export function useSaidPrice() {
  const t = useTranslations('office.metal-prices')
  const locale = useLocale()
  const share = (value: number) =>
    formatNumber(value, locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return {
    ago: (minutes: number) => {
      if (minutes < 90) return t('minutes', { minutes })
      const hours = Math.round(minutes / 60)
      return hours < 48 ? t('hours', { hours }) : t('days', { days: Math.round(hours / 24) })
    },
    /** One that somebody named is said as they named it. */
    source: (stored: string) => {
      const name = known.get(stored)
      return name ? t(`sources.${name}`) : stored
    },
    /** null: nobody; the feed said so. */
    who: (stored: string | null) =>
      stored === null ? t('feedBy') : stored === demoActor ? t('demoBy') : stored,
    /** „85,0 %“ of a rate in per mille. */
    perCent: (perMille: number) => share(perMille / 1000),
    /** „2,1 % mehr“ */
    change: (from: number, to: number) =>
      t(to < from ? 'less' : 'more', { share: share(Math.abs(to - from) / from) }),
  }
}
