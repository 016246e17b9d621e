import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { cleanTexts } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import { demoActor } from '#app/shop/buying/price-sources.ts'
import { metals, rateNames } from '#app/shop/buying/valuables.ts'

const euros = z.number().positive()

const fileSchema = z.object({
  source: z.string().min(1).max(80),
  /** Per cent. */
  rates: z.record(z.enum(rateNames), z.number().min(0.1).max(100)),
  /** EUR per ounce. */
  prices: z.array(
    z.object({ daysAgo: z.number().min(0), gold: euros, silver: euros, platinum: euros, palladium: euros }),
  ),
})

const day = 86_400_000
const enteredBy = demoActor

/**
 * Loads invented metal prices and payout rates, the prices as many days before `now` as the file says.
 * @throws naming the file when it does not fit
 */
export async function loadMetalPrices(db: Database, file: string, now: Date): Promise<void> {
  const parsed = fileSchema.safeParse(cleanTexts(parse(readFileSync(file, 'utf8'))))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  const { source, rates, prices } = parsed.data
  const oldest = Math.max(0, ...prices.map(({ daysAgo }) => daysAgo))
  const before = (days: number) => new Date(now.getTime() - days * day)
  const validFrom = before(oldest)
  for (const name of rateNames) {
    const perMille = Math.round(rates[name] * 10)
    await enterPayoutRate(db, { name, perMille, validFrom, enteredBy, confirmed: true })
  }
  // Invented prices are no entries that somebody could mistype.
  const rows = prices.toReversed().flatMap(({ daysAgo, ...price }) =>
    metals.map((metal) => ({
      metal,
      cents_per_ounce: Math.round(price[metal] * 100),
      at: before(daysAgo),
      source,
      entered_by: enteredBy,
    })),
  )
  if (rows.length > 0) await db.insertInto('metal_price').values(rows).execute()
}
