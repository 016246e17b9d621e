import { createTranslator } from 'use-intl'
import { formatNumber, timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type words from '#app/language/messages/de/valuables.json'
import type { ShownPrice } from '#app/shop/buying/shown-arithmetic.ts'
import { goldStamps, type Valuable } from '#app/shop/buying/valuables.ts'
import type { Span } from '#app/shop/buying/valuation.ts'

export type GoldWords = ReturnType<typeof goldWordsIn>

/** What the lines of the sell form and of the calculator say, in one language: no other page needs their words. */
export function goldWordsIn(locale: Locale, messages: typeof words) {
  const t = createTranslator({ locale, timeZone, messages })

  const euros = (cents: number) => formatNumber(cents / 100, locale, { style: 'currency', currency: 'EUR' })

  /** A price per gram beside other factors. */
  const pricePerGram = ({ euros: price, decimals }: ShownPrice) =>
    formatNumber(price, locale, {
      style: 'currency',
      currency: 'EUR',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })

  /** Millionths of a gram, to the last one. */
  const grams = (micrograms: number) => formatNumber(micrograms / 1e6, locale, { maximumFractionDigits: 6 })

  const perCent = (perMille: number) =>
    formatNumber(perMille / 1000, locale, { style: 'percent', maximumFractionDigits: 1 })

  const span = ({ low, high }: Span, say: (value: number) => string) =>
    low === high ? say(low) : t('span', { low: say(low), high: say(high) })

  const spanOfEuros = (value: Span) => span(value, euros)

  const spanOfGrams = (value: Span) => span(value, grams)

  const number = (value: number) => formatNumber(value, locale, { useGrouping: false })

  /** What a valuable is called in the list. */
  function nameOf({ id, group }: Valuable): string {
    const rest = id.slice(id.indexOf('-') + 1)
    const stamp = number(Number(rest))
    switch (group) {
      case 'coin':
        return t(`coins.${rest as 'ducat'}`)
      case 'dental':
        return t(`dental.${rest as 'yellow'}`)
      case 'bar':
        return t('bar', { stamp })
      default: {
        const metal = t(`metals.${group}`)
        if (rest === 'unknown') return t('unknown', { metal })
        if (id === 'silver-90' || id === 'silver-100') return t('plateStamp', { stamp })
        const gold = group === 'gold' && goldStamps.find((known) => String(known.stamp) === rest)
        return gold ? t('goldStamp', { stamp, carat: number(gold.carat) }) : t('stamp', { metal, stamp })
      }
    }
  }

  return { t, euros, pricePerGram, perCent, span, spanOfEuros, spanOfGrams, number, nameOf }
}
