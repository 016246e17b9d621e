import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Doubt } from '#app/shop/buying/doubtful-price.ts'
import { comingRates, enteredRates, newestPrices } from '#app/shop/buying/entered-prices.ts'
import { beginOfDay, germanDay } from '#app/shop/buying/german-day.ts'
import {
  currentPrices,
  type Entered,
  enterMetalPrice,
  enterPayoutRate,
  metalPriceHistory,
} from '#app/shop/buying/metal-price.ts'
import { metals, rateNames } from '#app/shop/buying/valuables.ts'
import { centsPerGram } from '#app/shop/buying/valuation.ts'
import { settleWaiting, waitingPrices } from '#app/shop/buying/waiting-price.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { action, screen } from '../answer.ts'
import { ouncePriceIn, perMilleIn } from './price-text.ts'

const entriesShown = 30

export const metalPricesScreens = {
  'metal-prices': screen({
    permission: 'metal-prices.see',
    load: async ({ app: { db, env }, now }) => {
      const { prices, rates } = await currentPrices(db, now)
      const waiting = await waitingPrices(db, now)
      const entered = await enteredRates(db, { limit: entriesShown })
      const coming = await comingRates(db, now)
      return {
        now: now.toISOString(),
        today: germanDay(now),
        feed: env.METAL_FEED_URL !== undefined,
        metals: await Promise.all(
          metals.map(async (metal) => {
            const price = prices[metal]
            const waits = waiting[metal]
            return {
              metal,
              price: price && {
                ...price,
                at: price.at.toISOString(),
                centsPerGram: centsPerGram(price.centsPerOunce),
                minutes: Math.floor((now.getTime() - price.at.getTime()) / 60_000),
              },
              waiting: waits
                ? {
                    centsPerOunce: waits.centsPerOunce,
                    centsPerGram: centsPerGram(waits.centsPerOunce),
                    at: waits.at.toISOString(),
                    source: waits.source,
                    last: waits.last?.value ?? null,
                  }
                : null,
              weeks: (await metalPriceHistory(db, metal, now)).map(({ at, centsPerOunce }) => ({
                at: at.toISOString(),
                centsPerOunce,
              })),
            }
          }),
        ),
        rates: rateNames.map((name) => ({
          name,
          perMille: rates[name],
          /** Entered beforehand. */
          coming: coming
            .filter((rate) => rate.name === name)
            .map(({ perMille, validFrom }) => ({ perMille, day: germanDay(validFrom) })),
        })),
        entries: (await newestPrices(db, { limit: entriesShown })).map(({ at, ...price }) => ({
          ...price,
          at: at.toISOString(),
        })),
        rateEntries: entered.map(({ enteredAt, validFrom, ...rate }) => ({
          ...rate,
          at: enteredAt.toISOString(),
          day: germanDay(validFrom),
        })),
      }
    },
  }),
} as const

const invalid = (field: string, reason: string) =>
  ({ ok: false, reason: 'invalid', faults: { [field]: reason } }) as const

/** What makes a value doubtful, as JSON: units are those of the value. */
function doubtful({ last, change, outside }: Doubt) {
  return {
    ok: false,
    reason: 'doubtful',
    doubt: {
      last: last && { value: last.value, at: last.at.toISOString() },
      usualPerMille: change?.perMille ?? null,
      outside,
    },
  } as const
}

function entered(result: Entered) {
  if (result.ok) return result
  if (result.doubt !== null) return doubtful(result.doubt)
  const { now } = result
  return {
    ok: false,
    reason: 'changed-meanwhile',
    now: now && { ...now, at: now.at.toISOString() },
  } as const
}

/** The value in whose place the new one is entered, as the screen showed it; null: there was none. */
const seen = z.int().min(0).nullable()

export const metalPricesActions = {
  'metal-prices.enter': action({
    permission: 'metal-prices.set',
    input: z.object({
      metal: z.enum(metals),
      price: z.string().max(40),
      per: z.enum(['ounce', 'gram']),
      source: z.string().max(400),
      confirmed: z.boolean(),
      seen,
    }),
    run: async ({ app, member, now }, { metal, price, per, confirmed, seen, ...given }) => {
      const source = cleanLine(given.source)
      const read = ouncePriceIn(price, per)
      if (!read.ok) return invalid('price', read.reason)
      if (source === '') return invalid('source', 'missing')
      if (source.length > 80) return invalid('source', 'too-long')
      return entered(
        await asStaff(app.db, member, (db) =>
          enterMetalPrice(db, {
            metal,
            centsPerOunce: read.centsPerOunce,
            at: now,
            source,
            enteredBy: member.name,
            confirmed,
            seen,
          }),
        ),
      )
    },
  }),
  'metal-prices.settle': action({
    permission: 'metal-prices.set',
    input: z.object({
      metal: z.enum(metals),
      answer: z.enum(['accepted', 'refused']),
      centsPerOunce: z.number().int().min(1),
    }),
    run: async ({ app, member }, given) =>
      (await asStaff(app.db, member, (db) => settleWaiting(db, { ...given, by: member.name })))
        ? ({ ok: true } as const)
        : ({ ok: false, reason: 'nothing-waits' } as const),
  }),
  'payout-rates.set': action({
    permission: 'payout-rates.set',
    input: z.object({
      name: z.enum(rateNames),
      perCent: z.string().max(20),
      /** A day in Germany; today's holds at once. */
      from: z.string().max(20),
      confirmed: z.boolean(),
      /** What would hold on that day without this. */
      seen,
    }),
    run: async ({ app, member, now }, { name, perCent, from, confirmed, seen }) => {
      const perMille = perMilleIn(perCent)
      if (perMille === null) return invalid('perCent', perCent.trim() === '' ? 'missing' : 'not-a-rate')
      if (!z.iso.date().safeParse(from).success) return invalid('from', from === '' ? 'missing' : 'not-a-day')
      if (from < germanDay(now)) return invalid('from', 'is-over')
      const validFrom = from === germanDay(now) ? now : beginOfDay(from)
      return entered(
        await asStaff(app.db, member, (db) =>
          enterPayoutRate(db, { name, perMille, validFrom, enteredBy: member.name, confirmed, seen }),
        ),
      )
    },
  }),
} as const
