import { shownPhone } from '#app/language/phone.ts'
import { currentPrices, metalPriceHistory, type PriceAge, tariffOf } from '#app/shop/buying/metal-price.ts'
import { forMetals, readLines } from '#app/shop/buying/valuation.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'

/** When a price held (ISO), who says so, and whether it can still be used. */
export type PriceNote = { at: string; source: string; age: PriceAge }

export type CalculatorData = Awaited<ReturnType<typeof loadGoldPurchaseCalculator>>

export async function loadGoldPurchaseCalculator(
  block: BlockOf<'gold-purchase-calculator'>,
  { db, locale, now, log, query = new URLSearchParams(), metalFeedUrl }: LoadContext,
) {
  // One line goes on to the calculator's page, which exists in German only: in English the block answers itself.
  const whole = !block.rates && (block.variant === 'full' || locale !== 'de')
  const [current, history, { contact }] = await Promise.all([
    currentPrices(db, now, metalFeedUrl === undefined || block.rates ? null : { url: metalFeedUrl, log }),
    whole ? metalPriceHistory(db, 'gold', now) : [],
    currentSettings(db),
  ])
  return {
    /** Drawn whole although a small one is asked for. */
    ...(whole && block.variant === 'small' && { whole }),
    lines: readLines(query),
    /** Holds no price that has expired. */
    tariff: tariffOf(current),
    notes: forMetals((metal): PriceNote | null => {
      const price = current.prices[metal]
      return price && { at: price.at.toISOString(), source: price.source, age: price.age }
    }),
    /** The gold price of the past year, oldest first; `at` is ISO, cents per ounce. */
    history: history.map(({ at, centsPerOunce }) => ({ at: at.toISOString(), cents: centsPerOunce })),
    phone: shownPhone(contact.phone, locale),
  }
}
