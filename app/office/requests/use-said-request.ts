import { useTranslations } from 'use-intl'
import { lastDayOf } from '#app/shop/buying/german-day.ts'
import type { Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'

type Details = Shown<'request'>['request']['details']
const dayLength = 86_400_000

/** Amounts, spans, days and what is offered, in words. */
export function useSaidRequest() {
  const t = useTranslations('office.requests')
  const { price, perGram, day, moment, number, percent } = useFormats()
  return {
    ...{ price, day, moment },
    /** Of a deadline. */
    lastDay: (deadline: string) => day(lastDayOf(new Date(deadline))),
    /** As many decimals as the other factors ask for. */
    pricePerGram: perGram,
    span: ({ low, high }: { low: number; high: number }) =>
      low === high ? price(low) : t('span', { low: price(low), high: price(high) }),
    number: (value: number, decimals = 2) => number(value, decimals),
    perCent: (perMille: number) => percent(perMille / 1000),
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
