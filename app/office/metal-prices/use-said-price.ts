import { useTranslations } from 'use-intl'
import { demoActor, priceSources } from '#app/shop/buying/price-sources.ts'
import { useFormats } from '../frame/use-formats.ts'

type Source = keyof typeof priceSources
/** Sources that the shop itself names, by how they are stored. */
const known = new Map<string, Source>(
  Object.entries(priceSources).map(([name, stored]) => [stored, name as Source]),
)

/** Ages, rates and differences of prices in words, and whose they are. */
export function useSaidPrice() {
  const t = useTranslations('office.metal-prices')
  const { percent } = useFormats()
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
    /** As it is stored, of what `source` says or somebody typed. */
    storedSource: (said: string) =>
      [...known].find(([, name]) => t(`sources.${name}`) === said.trim())?.[0] ?? said,
    /** null: nobody; the feed said so. */
    who: (stored: string | null) =>
      stored === null ? t('feedBy') : stored === demoActor ? t('demoBy') : stored,
    /** „85 %“ of a rate in per mille. */
    perCent: (perMille: number) => percent(perMille / 1000),
    /** „2,1 % mehr“ */
    change: (from: number, to: number) =>
      t(to < from ? 'less' : 'more', { share: percent(Math.abs(to - from) / from) }),
  }
}
