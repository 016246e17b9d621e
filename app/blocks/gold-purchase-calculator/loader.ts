import { currentPrices, type PriceAge, priceHistory, tariffOf } from '#app/shop/buying/metal-price.ts'
import type { Metal } from '#app/shop/buying/valuables.ts'
import { type EnteredLine, forMetals, readLines, type Tariff } from '#app/shop/buying/valuation.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'

/** When a price held (ISO), who says so, and whether it can still be used. */
export type PriceNote = { at: string; source: string; age: PriceAge }

export type CalculatorData = {
  lines: EnteredLine[]
  /** Holds no price that has expired. */
  tariff: Tariff
  notes: Record<Metal, PriceNote | null>
  /** The gold price of the past year, oldest first; `at` is ISO, cents per ounce. */
  history: { at: string; cents: number }[]
  phone: string
}

/** The calculator exists in German only: on English pages there is nothing to load. */
export async function loadGoldPurchaseCalculator(
  block: BlockOf<'gold-purchase-calculator'>,
  { db, locale, now, log, query = new URLSearchParams(), metalFeedUrl }: LoadContext,
): Promise<CalculatorData | null> {
  if (locale !== 'de') return null
  const [current, history, { contact }] = await Promise.all([
    currentPrices(db, now, metalFeedUrl === undefined ? null : { url: metalFeedUrl, log }),
    block.variant === 'small' ? [] : priceHistory(db, 'gold', now),
    currentSettings(db, now.getTime()),
  ])
  return {
    lines: readLines(query),
    tariff: tariffOf(current),
    notes: forMetals((metal) => {
      const price = current.prices[metal]
      return price && { at: price.at.toISOString(), source: price.source, age: price.age }
    }),
    history: history.map(({ at, centsPerOunce }) => ({ at: at.toISOString(), cents: centsPerOunce })),
    phone: contact.phone,
  }
}
