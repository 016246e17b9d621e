import { use } from 'react'
import { useLocale } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { PartValue } from '#app/shop/stock/piece-parts.ts'
import { BranchNames } from './branch-names.ts'

/** A part of a piece in words: amounts are cents, branches are ids. */
export function useSaidPart() {
  const locale = useLocale() as Locale
  const branches = use(BranchNames)
  return (value: PartValue) =>
    value === null
      ? '–'
      : typeof value === 'number'
        ? formatPrice(value, locale)
        : (branches.get(value) ?? value)
}
