import { findValuable } from '#app/shop/buying/valuables.ts'
import type { EnteredLine } from '#app/shop/buying/valuation.ts'
import type { GoldWords } from './gold-words-in.ts'

/** „Gold 585 (14 Karat), 12,4 g“; null for what is not in the list. */
export function sayLine({ t, nameOf }: GoldWords, { item, amount }: EnteredLine): string | null {
  const valuable = findValuable(item)
  if (!valuable) return null
  // Whoever typed the unit too does not read it twice.
  const bare = amount.trim().replace(/\s*(g|gr|gramm|grams?)\.?$/i, '')
  const what = nameOf(valuable)
  return valuable.by === 'piece' ? t('inPieces', { what, count: bare }) : t('inGrams', { what, grams: bare })
}
