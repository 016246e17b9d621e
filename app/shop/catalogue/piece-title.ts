import type { Locale } from '#app/language/locales.ts'
import { yearsOf } from './attributes/year.ts'
import type { ProductDetail } from './types.ts'

/** “Rolex Submariner Date”; a name that names its maker does not say it twice. */
export function fullName(piece: ProductDetail, locale: Locale): string {
  const name = piece.name[locale]
  return piece.brand === null || name.includes(piece.brand.name) ? name : `${piece.brand.name} ${name}`
}

/** “Rolex Submariner Date, 116610LN, 2016” */
export function productTitle(piece: ProductDetail, locale: Locale): string {
  const parts = [
    fullName(piece, locale),
    piece.reference?.number,
    piece.years && yearsOf(piece.years, locale),
  ]
  return parts.filter(Boolean).join(', ')
}
