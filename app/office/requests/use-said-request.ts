import { useLocale, useTranslations } from 'use-intl'
import { formatNumber } from '#app/language/formats.ts'
import type { Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'

type Details = Shown<'request'>['request']['details']
const dayLength = 86_400_000

/** Amounts, spans, days and what is offered, in words. */
export function useSaidRequest() {
  const t = useTranslations('office.requests')
  const locale = useLocale()
  const format = useFormats()
  const euros = (cents: number) => formatNumber(cents / 100, locale, { style: 'currency', currency: 'EUR' })
  return {
    euros,
    /** As many decimals as the other factors ask for. */
    pricePerGram: (price: number, decimals: number) =>
      formatNumber(price, locale, {
        ...{ style: 'currency', currency: 'EUR' },
        ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      }),
    span: ({ low, high }: { low: number; high: number }) =>
      low === high ? euros(low) : t('span', { low: euros(low), high: euros(high) }),
    day: (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium' }),
    moment: (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' }),
    number: (value: number, decimals = 2) => formatNumber(value, locale, { maximumFractionDigits: decimals }),
    perCent: (perMille: number) =>
      formatNumber(perMille / 1000, locale, { style: 'percent', maximumFractionDigits: 1 }),
    days: (since: string, now: string) =>
      Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / dayLength)),
    /** „Rolex Submariner 16610“, „Ring: Saphirring mit …“. */
    what: (details: Details) => {
      if (details.kind === 'watch')
        return [details.brand, details.model, details.reference].filter(Boolean).join(' ')
      const words = details.description.trim().split('\n')[0] ?? ''
      const said = words.length > 80 ? `${words.slice(0, 79)}…` : words
      if (details.kind === 'jewellery')
        return [t(`one.types.${details.type}`), said].filter(Boolean).join(': ')
      return said || t('kinds.gold')
    },
  }
}
