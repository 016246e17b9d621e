import words from '#app/language/messages/de/valuables.json'
import { goldWordsIn } from '#app/sell-form/gold-words-in.ts'
import { findValuable } from '#app/shop/buying/valuables.ts'

const german = goldWordsIn('de', words)

/**
 * What a line of metal is called before anybody calls it otherwise: in German, as pages and papers of sellers are. Empty
 * for what the calculator does not know.
 */
export function titleOfItem(item: string): string {
  const valuable = findValuable(item)
  return valuable ? german.nameOf(valuable) : ''
}

/** Coins and bars are bullion, everything else that is reckoned by its metal is scrap. */
export function kindOfItem(item: string): 'bullion' | 'scrap' {
  const group = findValuable(item)?.group
  return group === 'coin' || group === 'bar' ? 'bullion' : 'scrap'
}
