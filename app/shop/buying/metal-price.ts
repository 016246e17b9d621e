import { sql } from 'kysely'
import { z } from 'zod'
import { timeZone } from '#app/language/formats.ts'
import { answerChangesAt, answerUses } from '#app/platform/answer-record.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { int4, nullable, query, timestamptz } from '#app/platform/database/statement.ts'
import { withLease } from '#app/platform/lease.ts'
import type { Log } from '#app/platform/log.ts'
import { readMetalFeed } from '#app/platform/metal-feed.ts'
import { type Doubt, doubtAbout, priceRule } from './doubtful-price.ts'
import { beginOfDay, daysLater, germanDay, mondayOf } from './german-day.ts'
import { type Metal, metals, type RateName, rateNames } from './valuables.ts'
import { forMetals, type Tariff } from './valuation.ts'
import { type Held, heldPrice, lockPrices, recordReadings, settle } from './waiting-price.ts'

const minute = 60_000
/** The feed is asked again after this long, and after a failure sooner. */
const feedKept = 15 * minute
const feedRetried = minute
/** Older than this a price carries a warning; older than a day no amount is shown. */
const warnAfter = 60 * minute
const hideAfter = 24 * 60 * minute

/** `fresh`; `old`: over 60 minutes, say so; `expired`: over 24 hours, show no amounts. */
export type PriceAge = 'fresh' | 'old' | 'expired'

export type MetalPrice = { centsPerOunce: number; at: Date; source: string; age: PriceAge }

export type CurrentPrices = {
  prices: Record<Metal, MetalPrice | null>
  /** Per mille; `null` where staff have set none. */
  rates: Record<RateName, number | null>
}

/**
 * The newest price of each metal and the payout rates that hold now. With a feed, the feed is asked at most every
 * 15 minutes by one process for all: in the background while there is a price younger than an hour, else before answering.
 * The answer under way is told when it changes by itself, and when the feed is to be asked again, which only pages do.
 */
export async function currentPrices(
  db: Database,
  now: Date,
  feed: { url: string; log: Log } | null = null,
): Promise<CurrentPrices> {
  let current = await readPrices(db, now)
  if (!feed) return current
  if (feedIsDue(known.get(db), now)) {
    const asked = askFeed(db, { ...feed, now })
    if (metals.some((metal) => current.prices[metal]?.age !== 'fresh')) {
      await asked
      current = await readPrices(db, now)
    } else {
      // Nobody knows yet how that goes.
      answerChangesAt(now.getTime() + feedRetried)
    }
  }
  answerChangesAt(dueAgain(known.get(db), now))
  return current
}

/** What may be calculated with: no price that has expired. */
export function tariffOf({ prices, rates }: CurrentPrices): Tariff {
  return {
    centsPerOunce: forMetals((metal) => {
      const price = prices[metal]
      return price === null || price.age === 'expired' ? null : price.centsPerOunce
    }),
    perMille: rates,
  }
}

async function readPrices(db: Database, now: Date): Promise<CurrentPrices> {
  answerUses('prices')
  const [prices, rates] = await Promise.all([
    db
      .selectFrom('metal_price')
      .distinctOn('metal')
      .select(['metal', 'cents_per_ounce', 'at', 'source'])
      .where('at', '<=', now)
      .orderBy('metal')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('payout_rate')
      .distinctOn('name')
      .select(['name', 'per_mille'])
      .where('valid_from', '<=', now)
      .orderBy('name')
      .orderBy('valid_from', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    tellOfTheNext(db, now),
  ])
  return {
    prices: forMetals((metal) => {
      const row = prices.find((price) => price.metal === metal)
      if (!row) return null
      const { cents_per_ounce: centsPerOunce, at, source } = row
      return { centsPerOunce, at, source, age: ageOf(at, now) }
    }),
    rates: Object.fromEntries(
      rateNames.map((name) => [name, rates.find((rate) => rate.name === name)?.per_mille ?? null]),
    ) as CurrentPrices['rates'],
  }
}

function ageOf(at: Date, now: Date): PriceAge {
  const age = now.getTime() - at.getTime()
  if (age > hideAfter) return 'expired'
  answerChangesAt(at.getTime() + (age > warnAfter ? hideAfter : warnAfter) + 1)
  return age > warnAfter ? 'old' : 'fresh'
}

/** Tells the answer under way when the next price or rate holds that has been entered beforehand. */
async function tellOfTheNext(db: Database, now: Date): Promise<void> {
  // What holds from a part of a millisecond on holds for our clock from the next one on.
  const [next] = await query(db, { at: nullable(timestamptz) })`
    select date_trunc('milliseconds', least(
      (select min(p.at) from unnest(${[...metals]}::text[]) as each(metal), lateral (
        select at from metal_price where metal = each.metal and at > ${now} order by at limit 1) p),
      (select min(valid_from) from payout_rate where valid_from > ${now})
    ) + interval '999 microseconds') as at
  `
  answerChangesAt(next?.at ?? null)
}

/** When the feed was last asked, by the clock of who asked, and how that went. */
type Asked = { at: number; well: boolean }

const askedSchema: z.ZodType<Asked> = z.object({ at: z.number(), well: z.boolean() })

/** What this process knows of it: pages need not ask the database whether the feed is due. */
const known = new WeakMap<Database, Asked>()

/** One process asks for all; whoever dies meanwhile gives way after so many seconds. */
const asking = { job: 'metal feed', seconds: 10 }

/** A time that is far ahead was noted by a clock that went wrong. */
function feedIsDue(last: Asked | undefined, now: Date): boolean {
  return !last || Math.abs(now.getTime() - last.at) >= (last.well ? feedKept : feedRetried)
}

/** When the next page asks the feed. */
function dueAgain(last: Asked | undefined, now: Date): number {
  return last ? last.at + (last.well ? feedKept : feedRetried) : now.getTime() + feedRetried
}

type Feed = { url: string; log: Log; now: Date }

/**
 * Has the feed asked once and what it says recorded, unless another process has done so or does it now. A fault is
 * logged and leaves the prices as they are.
 */
async function askFeed(db: Database, feed: Feed): Promise<void> {
  const { log, now } = feed
  const before = known.get(db)
  // Counts as asked while it is under way: no second page asks.
  known.set(db, { at: now.getTime(), well: true })
  try {
    const done = await withLease(db, asking.job, asking, async ({ seen, note }) => {
      const last = seen === null ? undefined : readAsked(seen.snapshot)
      if (last && !feedIsDue(last, now)) return last
      const asked = { at: now.getTime(), well: await recordFeed(db, feed) }
      note(JSON.stringify(asked))
      return asked
    })
    // Another process asks just now: the next page sees how that went.
    if (done ?? before) known.set(db, (done ?? before) as Asked)
    else known.delete(db)
  } catch (error) {
    log.error({ err: error }, 'prices of the metal feed could not be recorded')
    known.set(db, { at: now.getTime(), well: false })
  }
}

function readAsked(text: string): Asked | undefined {
  try {
    return askedSchema.parse(JSON.parse(text))
  } catch {
    // Noted by another release of the shop: the feed is asked once more than need be.
    return undefined
  }
}

/** Asks the feed and records its prices; whether all of them could be used. */
async function recordFeed(db: Database, { url, log, now }: Feed): Promise<boolean> {
  const answer = await readMetalFeed(url, { now })
  if (!answer.ok) {
    log.warn({ reason: answer.reason }, 'the metal feed cannot be used')
    return false
  }
  const { waiting, refused } = await recordReadings(db, answer.prices, { source: answer.source, now })
  refused.unshift(...answer.refused)
  if (refused.length > 0) log.warn({ refused }, 'prices of the metal feed were refused')
  if (waiting.length > 0)
    log.warn({ waiting }, 'prices of the metal feed wait for staff or for a second reading')
  // What waits was answered well: it is read again when its time has come.
  return answer.refused.length === 0
}

export type Entered =
  | { ok: true }
  | { ok: false; doubt: Doubt }
  /** Another value holds than the one that was seen: `now`. Nothing was recorded. */
  | { ok: false; doubt: null; now: Held | null }

/** `seen`: the value that the new one takes the place of, as a screen showed it; undefined where none did. */
type Seen = { seen?: number | null }

const isOvertaken = (value: number, { seen }: Seen, held: Held | null) =>
  seen !== undefined && seen !== (held?.value ?? null) && held?.value !== value

/**
 * Records a price that somebody entered. It holds from `at` on, until a newer one, and does away with what waits. One
 * that is far from the last or outside of its bounds is recorded only when it is `confirmed`.
 */
export async function enterMetalPrice(
  db: Database,
  price: {
    metal: Metal
    centsPerOunce: number
    at: Date
    source: string
    enteredBy: string
    confirmed?: boolean
  } & Seen,
): Promise<Entered> {
  const { metal, centsPerOunce, at, source, enteredBy, confirmed = false } = price
  const { changePerMille, leastCents: least, mostCents: most } = (await priceRule(db, at))[metal]
  return together(db, async (transaction): Promise<Entered> => {
    await lockPrices(transaction)
    const last = await heldPrice(transaction, metal, at)
    if (isOvertaken(centsPerOunce, price, last)) return { ok: false, doubt: null, now: last }
    const doubt = doubtAbout(centsPerOunce, last, { changePerMille, least, most })
    if (doubt && !confirmed) return { ok: false, doubt }
    await transaction
      .insertInto('metal_price')
      .values({
        metal,
        cents_per_ounce: centsPerOunce,
        at,
        source,
        entered_by: enteredBy,
        confirmed: doubt !== null,
      })
      .execute()
    await settle(transaction, metal, 'overtaken', enteredBy)
    return { ok: true }
  })
}

/** Records a payout rate in per mille that holds from `validFrom` on; a doubtful one only when it is `confirmed`. */
export async function enterPayoutRate(
  db: Database,
  rate: { name: RateName; perMille: number; validFrom: Date; enteredBy: string; confirmed?: boolean } & Seen,
): Promise<Entered> {
  const { name, perMille, validFrom, enteredBy, confirmed = false } = rate
  const { changePerMille, leastPerMille: least, mostPerMille: most } = (await priceRule(db, validFrom)).rates
  return together(db, async (transaction): Promise<Entered> => {
    await sql`lock table payout_rate in share row exclusive mode`.execute(transaction)
    const row = await transaction
      .selectFrom('payout_rate')
      .select(['per_mille', 'valid_from', 'entered_by', 'recorded_at'])
      .where('name', '=', name)
      .where('valid_from', '<=', validFrom)
      .orderBy('valid_from', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const last = row ? { value: row.per_mille, at: row.valid_from, by: row.entered_by } : null
    // Who overtook somebody did it when they entered it, from whatever day on it holds.
    if (isOvertaken(perMille, rate, last))
      return { ok: false, doubt: null, now: row && last ? { ...last, at: row.recorded_at } : null }
    const doubt = doubtAbout(perMille, last, { changePerMille, least, most })
    if (doubt && !confirmed) return { ok: false, doubt }
    await transaction
      .insertInto('payout_rate')
      .values({
        name,
        per_mille: perMille,
        valid_from: validFrom,
        entered_by: enteredBy,
        confirmed: doubt !== null,
      })
      .execute()
    return { ok: true }
  })
}

/** How far back the chart of the gold price goes, one price a week. */
const weeksShown = 52

/**
 * The last price of each week of the past year and of this one, oldest first; cents per ounce. Weeks begin on Mondays
 * in Germany, whenever somebody looks: the chart changes with a new week or a new price alone.
 */
export async function metalPriceHistory(
  db: Database,
  metal: Metal,
  now: Date,
): Promise<{ at: Date; centsPerOunce: number }[]> {
  answerUses('prices')
  const monday = mondayOf(germanDay(now))
  answerChangesAt(beginOfDay(daysLater(monday, 7)))
  const [rows] = await Promise.all([
    query(db, { at: timestamptz, cents: int4 })`
      select distinct on (week) at, cents from (
        select date_trunc('week', at, ${timeZone}) as week, id, at, cents_per_ounce as cents
        from metal_price
        where metal = ${metal} and at >= ${beginOfDay(daysLater(monday, -7 * weeksShown))} and at <= ${now}
      ) as price
      order by week, at desc, id desc
    `,
    tellOfTheNext(db, now),
  ])
  return rows.map(({ at, cents }) => ({ at, centsPerOunce: cents }))
}
