import type { Database } from '#app/platform/database/database.ts'
import { randomOf } from '../checkout-play.ts'
import * as bank from './bank.ts'
import { sum } from './books.ts'
import * as counter from './counter.ts'
import * as purchases from './counter-purchases.ts'
import { filesDiffer } from './each-cent.ts'
import { close, differences, lapse } from './evening.ts'
import * as ledger from './ledger-books.ts'
import * as orders from './orders.ts'
import { buy } from './purchases.ts'
import * as refining from './refining.ts'
import * as reservations from './reservations.ts'
import * as returns from './returns.ts'
import { rowsOutOfStep } from './rows-in-step.ts'
import { type Business, followCalendar, openBusiness, passDays } from './shop.ts'

const acts: readonly (readonly [weight: number, act: (business: Business) => Promise<string | null>])[] = [
  [16, orders.order],
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
  [5, counter.sellOver],
  [1, counter.takeBackSale],
  [1, counter.thinkBetter],
  [3, purchases.buyOver],
  [1, purchases.endHold],
  [3, purchases.stockLater],
  [0.5, purchases.cancelBought],
  [2, reservations.reserveByPhone],
  [0.5, reservations.keepLonger],
  [0.5, reservations.letGo],
  [1, reservations.comeForIt],
  [4, bank.readStatement],
  [1, bank.bookOpenLine],
  [1, bank.unbook],
  [1, refining.sendToRefinery],
  [1, refining.settleWithRefinery],
  [2, ledger.spend],
  [0.5, ledger.takeBackSpent],
  [0.5, ledger.closeBooks],
]

export type DaysOfBusiness = { wrong: string[]; told: string[]; acts: Record<string, number> }

/** Everything that may happen in the shop. */
export const allActs = acts.map(([, { name }]) => name)

/** How many acts a day has at least, and how many more at most; how many pieces there are when the shop opens. */
export type Pace = { least: number; more: number; pieces: number }

/**
 * Does business in an empty database for some days, or until so many things have happened, as the lots of a seed fall, and compares the shop with the books
 * every evening. Ends with the first day on which they do not agree.
 */
export async function doBusiness(
  db: Database,
  {
    seed,
    days = Number.POSITIVE_INFINITY,
    steps = Number.POSITIVE_INFINITY,
    pace = { least: 10, more: 12, pieces: 36 },
    readLetters = null,
  }: { seed: number; days?: number; steps?: number; pace?: Pace; readLetters?: Business['readLetters'] },
): Promise<DaysOfBusiness> {
  const random = randomOf(seed)
  const business = await openBusiness(db, { random, readLetters, pieces: pace.pieces })
  const told: string[] = []
  const lots = acts.flatMap(([weight, act]) => Array.from({ length: 2 * weight }, () => act))
  const result = (wrong: string[]): DaysOfBusiness => ({
    wrong,
    told,
    acts: Object.fromEntries(business.books.acts),
  })
  try {
    for (let day = 1; day <= days && sum([...business.books.acts.values()]) < steps; day++) {
      await followCalendar(business)
      told.push(`── day ${business.books.day}`)
      for (let act = pace.least + business.below(pace.more); act > 0; act--) {
        // What has not happened yet has its turn more often: a short time has everything in it.
        const unseen = acts.filter(([, { name }]) => !business.books.acts.has(name)).map(([, act]) => act)
        const rare = random() < 0.4 ? [business.oneOf(unseen), business.oneOf(unseen)] : []
        for (const lot of [...rare, business.oneOf(lots)]) {
          const said = await lot?.(business)
          if (!lot || typeof said !== 'string') continue
          told.push(said)
          business.books.acts.set(lot.name, (business.books.acts.get(lot.name) ?? 0) + 1)
          break
        }
      }
      await close(business)
      const wrong = await differences(business)
      if (wrong.length > 0) return result(wrong)
      await passDays(business, 1 + business.below(4))
      await lapse(business)
    }
    await followCalendar(business)
    return result([...(await filesDiffer(business)), ...(await rowsOutOfStep(business))])
  } catch (error) {
    return result([(error as Error).stack ?? String(error)])
  } finally {
    await business.close()
  }
}
