import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { bool, query } from '#app/platform/database/statement.ts'
import type { FedPrice } from '#app/platform/metal-feed.ts'
import { doubtAbout, type Last, near, priceRule } from './doubtful-price.ts'
import type { Metal } from './valuables.ts'

/** A doubtful price of the feed holds when it is read again so much later. */
const agreeAfter = 15 * 60_000

/** A price of the feed that waits for staff or for a second reading. */
export type WaitingPrice = {
  centsPerOunce: number
  /** When it held, as the feed says, and when it was first read. */
  at: Date
  readAt: Date
  source: string
  last: Last | null
}

/** Nobody else records a price until the transaction ends; reading goes on. */
export async function lockPrices(transaction: Database): Promise<void> {
  await sql`lock table metal_price in share row exclusive mode`.execute(transaction)
}

/** A price or rate that holds at a moment, and who entered it; null: the feed. */
export type Held = Last & { by: string | null }

/** The price that holds at a moment. */
export async function heldPrice(db: Database, metal: Metal, now: Date): Promise<Held | null> {
  const row = await db
    .selectFrom('metal_price')
    .select(['cents_per_ounce', 'at', 'entered_by'])
    .where('metal', '=', metal)
    .where('at', '<=', now)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { value: row.cents_per_ounce, at: row.at, by: row.entered_by } : null
}

/** The same as something to compare with. */
async function lastPrice(db: Database, metal: Metal, now: Date): Promise<Last | null> {
  const held = await heldPrice(db, metal, now)
  return held && { value: held.value, at: held.at }
}

/**
 * Records what the feed said, each metal by itself. A price that is doubtful waits: until staff accept it, or until a
 * newer quote that is read 15 minutes later or more agrees with it; one that is not doubtful does away with it, another
 * doubtful one takes its place. What staff refused is not taken again until the feed has said something else that holds.
 * Returns what waits or was refused, in words for the log.
 */
export async function recordReadings(
  db: Database,
  readings: readonly FedPrice[],
  { source, now }: { source: string; now: Date },
): Promise<{ waiting: string[]; refused: string[] }> {
  const said = { waiting: [] as string[], refused: [] as string[] }
  const rule = await priceRule(db, now)
  await db.transaction().execute(async (transaction) => {
    await lockPrices(transaction)
    for (const { metal, centsPerOunce, at } of readings) {
      const last = await lastPrice(transaction, metal, now)
      const { changePerMille, leastCents, mostCents } = rule[metal]
      if (last && at <= last.at) {
        // The feed repeats a price until it has a new one. One that says the last again has come to its senses.
        if (near(last.value, centsPerOunce, changePerMille)) await settle(transaction, metal, 'overtaken')
        continue
      }
      const doubt = doubtAbout(centsPerOunce, last, { changePerMille, least: leastCents, most: mostCents })
      const row = { metal, cents_per_ounce: centsPerOunce, at, source }
      const take = () =>
        transaction
          .insertInto('metal_price')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      if (!doubt) {
        await take()
        await settle(transaction, metal, 'overtaken')
        continue
      }
      const inWords = `${metal}: ${centsPerOunce} cents an ounce, ${last ? `last ${last.value}` : 'none before'}`
      const waiting = await pending(transaction, metal)
      if (waiting && near(waiting.cents_per_ounce, centsPerOunce, changePerMille)) {
        // The same quote once more is no second reading, nor is one that comes too soon.
        if (at > waiting.at && now.getTime() - waiting.read_at.getTime() >= agreeAfter) {
          await take()
          await settle(transaction, metal, 'agreed')
        } else said.waiting.push(inWords)
      } else if (await wasRefused(transaction, metal, centsPerOunce, changePerMille)) {
        await settle(transaction, metal, 'overtaken')
        said.refused.push(`${inWords}, refused by staff`)
      } else {
        await settle(transaction, metal, 'overtaken')
        await transaction
          .insertInto('metal_price_waiting')
          .values({ ...row, read_at: now })
          .execute()
        said.waiting.push(inWords)
      }
    }
  })
  return said
}

const pending = (db: Database, metal: Metal) =>
  db
    .selectFrom('metal_price_waiting')
    .selectAll()
    .where('metal', '=', metal)
    .where('settled', 'is', null)
    .executeTakeFirst()

/** Whether staff have refused such a price since the feed last said one that holds. */
async function wasRefused(db: Database, metal: Metal, cents: number, perMille: number): Promise<boolean> {
  const rows = await query(db, { refused: bool })`
    select exists (
      select from metal_price_waiting waiting
      where metal = ${metal} and settled = 'refused'
        and abs(${cents}::bigint - cents_per_ounce) * 1000 <= cents_per_ounce::bigint * ${perMille}::int
        and not exists (
          select from metal_price price
          where price.metal = waiting.metal and entered_by is null and recorded_at > waiting.settled_at
        )
    ) as refused
  `
  return rows[0]?.refused ?? false
}

type Settled = 'agreed' | 'accepted' | 'refused' | 'overtaken'

/** What waits for a metal waits no longer; there may be nothing. Whose account it was is whom the transaction acts for. */
export async function settle(db: Database, metal: Metal, settled: Settled, by: string | null = null) {
  await sql`
    update metal_price_waiting set settled = ${settled}, settled_at = clock_timestamp(), settled_by = ${by},
      settled_staff_id = nullif(current_setting('shop.staff', true), '')::int
    where metal = ${metal} and settled is null
  `.execute(db)
}

/** What waits, by metal, with what holds meanwhile. */
export async function waitingPrices(db: Database, now: Date): Promise<Partial<Record<Metal, WaitingPrice>>> {
  const rows = await db
    .selectFrom('metal_price_waiting')
    .select(['metal', 'cents_per_ounce', 'at', 'read_at', 'source'])
    .where('settled', 'is', null)
    .execute()
  const waiting: Partial<Record<Metal, WaitingPrice>> = {}
  for (const { metal, cents_per_ounce: centsPerOunce, at, read_at: readAt, source } of rows)
    waiting[metal] = { centsPerOunce, at, readAt, source, last: await lastPrice(db, metal, now) }
  return waiting
}

/**
 * Staff's word on what waits: accepted, it holds from its own time on. With the price that they saw it is about that one
 * alone: the feed may have said another one since. False when nothing of it waits.
 */
export async function settleWaiting(
  db: Database,
  {
    metal,
    answer,
    by,
    centsPerOunce = null,
  }: { metal: Metal; answer: 'accepted' | 'refused'; by: string; centsPerOunce?: number | null },
): Promise<boolean> {
  return together(db, async (transaction) => {
    await lockPrices(transaction)
    const waiting = await pending(transaction, metal)
    if (!waiting || (centsPerOunce !== null && waiting.cents_per_ounce !== centsPerOunce)) return false
    const { cents_per_ounce, at, source } = waiting
    if (answer === 'accepted')
      await transaction
        .insertInto('metal_price')
        .values({ metal, cents_per_ounce, at, source, entered_by: by })
        .execute()
    await settle(transaction, metal, answer, by)
    return true
  })
}
