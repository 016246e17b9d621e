import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { TaxSum } from '#app/shop/checkout/tax-basket.ts'
import { taxCountryName } from '#app/shop/checkout/tax-country.ts'
import type { TaxedLine } from '#app/shop/checkout/types.ts'
import { letterWords } from './letter-words.ts'

/** How a line's price is taxed, in a mail. */
export function taxNote(
  { tax, taxMode, listedCents }: Pick<TaxedLine, 'tax' | 'taxMode' | 'listedCents'>,
  locale: Locale,
): string {
  const t = letterWords(locale)
  switch (tax.rule) {
    case 'export':
    case 'intra-community':
      return t(`order.taxBy.${tax.rule}`, { listed: formatPrice(listedCents, locale) })
    case 'destination':
      return t('order.taxBy.destination', rateAndCountry(tax, locale))
    case 'margin-export':
      return t('order.taxBy.margin-export')
    case 'domestic':
      return t('order.taxBy.domestic', { rate: tax.ratePerMille / 10 })
    default:
      return t(`order.tax.${taxMode}`)
  }
}

/** The rate in per cent, and whose VAT it is, for a sentence. */
export function rateAndCountry(
  { ratePerMille, country }: Pick<TaxSum, 'ratePerMille' | 'country'>,
  locale: Locale,
) {
  return { rate: ratePerMille / 10, country: taxCountryName(country, locale) }
}
