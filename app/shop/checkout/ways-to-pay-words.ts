import type { Locale } from '#app/language/locales.ts'
import type { Settings } from '../settings/settings.ts'
import { trustWords } from '../trust-words.ts'
import { offeredPayments } from './quote.ts'

type Asked = { locale: Locale; online: boolean }

/** The ways to pay that are open to buyers now, in words; `online`: whether a payment provider is set up. */
export function waysToPay(settings: Pick<Settings, 'branches'>, asked: Asked): string {
  return trustWords(asked.locale)('trust.ways.pay', { ways: namedWays(settings, asked).join(', ') })
}

/** Each of the same ways by itself, as a mark of its own; what a provider takes is named one by one. */
export function paymentMarks(settings: Pick<Settings, 'branches'>, asked: Asked) {
  const marks = namedWays(settings, asked).flatMap((way) => way.split(', '))
  return { label: trustWords(asked.locale)('trust.ways.label'), marks }
}

function namedWays({ branches }: Pick<Settings, 'branches'>, { locale, online }: Asked): string[] {
  const words = trustWords(locale)
  const offered = offeredPayments(branches.length > 0 ? 'collection' : 'courier', { online })
  return (['bank-transfer', 'online', 'in-branch'] as const)
    .filter((way) => offered.includes(way))
    .map((way) => words(`trust.ways.${way}`))
}
