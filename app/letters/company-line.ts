import type { Locale } from '#app/language/locales.ts'
import type { Company } from '#app/shop/settings/trade-settings.ts'
import { letterWords } from './letter-words.ts'

/** What nobody has filled in yet stands in brackets. */
const isGap = (text: string) => /^\[.*\]$/.test(text.trim())

/** What every business letter says of the company that writes (§ 35a GmbHG), as far as the settings know it. */
export function companyLine(company: Company, locale: Locale): string {
  const t = letterWords(locale)
  const { name, street, postalCode, city, director, register, vatId } = company
  const place = [postalCode, city].filter((part) => !isGap(part)).join(' ')
  const address = [name, street, place].filter((part) => part !== '' && !isGap(part))
  const country = countryName(company.country, locale)
  return [
    [...address, ...(country !== null && place !== '' ? [country] : [])].join(', '),
    isGap(city) ? '' : t('company.seat', { city }),
    isGap(director) ? '' : t('company.director', { director }),
    isGap(register) ? '' : register,
    isGap(vatId) ? '' : t('company.vatId', { vatId }),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** A German reader knows where a German company is. */
function countryName(country: string, locale: Locale): string | null {
  if (country === 'DE' && locale === 'de') return null
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
}
