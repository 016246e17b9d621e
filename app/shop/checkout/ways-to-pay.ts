import type { Locale } from '#app/language/locales.ts'
import type { Settings } from '../settings/settings.ts'
import { trustWords } from '../trust-words.ts'
import { offeredPayments } from './quote.ts'

/** The ways to pay that are open to buyers now, in words; `online`: whether a payment provider is set up. */
export function waysToPay(
  { branches }: Pick<Settings, 'branches'>,
  { locale, online }: { locale: Locale; online: boolean },
): string {
  const words = trustWords(locale)
  const offered = offeredPayments(branches.length > 0 ? 'collection' : 'courier', { online })
  const named = (['bank-transfer', 'online', 'in-branch'] as const).filter((way) => offered.includes(way))
  return words('trust.ways.pay', { ways: named.map((way) => words(`trust.ways.${way}`)).join(', ') })
}
