import type { Database } from '#app/platform/database/database.ts'
import { randomOf } from '../checkout-play.ts'
import { close, differences, lapse } from './evening.ts'
import * as orders from './orders.ts'
import { buy } from './purchases.ts'
import * as returns from './returns.ts'
import { type Business, openBusiness, passDays } from './shop.ts'

const acts: readonly (readonly [weight: number, act: (business: Business) => Promise<string | null>])[] = [
  [12, orders.order],
  [9, orders.pay],
  [6, orders.payOnline],
  [2, orders.finishOnline],
  [2, orders.payTwice],
  [4, orders.payLate],
  [3, orders.bookWrongly],
  [4, orders.correct],
  [3, orders.cancel],
  [14, orders.goOn],
  [5, orders.sendRefund],
  [5, returns.withdraw],
  [1, returns.withdrawUnpaid],
  [8, returns.takeBack],
  [5, returns.relist],
  [1, returns.reprice],
  [1, returns.learnCost],
  [3, buy],
]

export type DaysOfBusiness = { wrong: string[]; told: string[]; orders: number; purchases: number }

/**
 * Does business in an empty database for some days, as the lots of a seed fall, and compares the shop with the books
 * every evening. Ends with the first day on which they do not agree.
 */
export async function doBusiness(
  db: Database,
  { seed, days, readLetters = null }: { seed: number; days: number; readLetters?: Business['readLetters'] },
): Promise<DaysOfBusiness> {
  const random = randomOf(seed)
  const business = await openBusiness(db, random, readLetters)
  const told: string[] = []
  const lots = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  const result = (wrong: string[]): DaysOfBusiness => ({
    wrong,
    told,
    orders: business.books.orders.length,
    purchases: business.books.purchases.length,
  })
  try {
    for (let day = 1; day <= days; day++) {
      told.push(`── day ${business.books.day}`)
      for (let act = 10 + business.below(12); act > 0; act--) {
        const said = await business.oneOf(lots)?.(business)
        if (typeof said === 'string') told.push(said)
      }
      await close(business)
      const wrong = await differences(business)
      if (wrong.length > 0) return result(wrong)
      await passDays(business, 1 + business.below(4))
      await lapse(business)
    }
    return result([])
  } catch (error) {
    return result([(error as Error).stack ?? String(error)])
  } finally {
    await business.close()
  }
}
