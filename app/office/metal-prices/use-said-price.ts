import { useLocale, useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'

/** Ages, rates and differences of prices in words. */
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
    /** „85,0 %“ of a rate in per mille. */
    perCent: (perMille: number) => share(perMille / 1000),
    /** „2,1 % mehr“ */
    change: (from: number, to: number) =>
      t(to < from ? 'less' : 'more', { share: share(Math.abs(to - from) / from) }),
  }
}
