import type { Database } from '#app/platform/database/database.ts'
import type { Metal, RateName } from './valuables.ts'

export type EnteredPrice = {
  metal: Metal
  centsPerOunce: number
  at: Date
  source: string
  /** Null: read from the feed. */
  enteredBy: string | null
  /** It was doubtful, and somebody said that it is right. */
  confirmed: boolean
}

/** The newest prices of all metals, those that hold later among them. */
export async function newestPrices(db: Database, { limit }: { limit: number }): Promise<EnteredPrice[]> {
  const rows = await db
    .selectFrom('metal_price')
    .select(['metal', 'cents_per_ounce', 'at', 'source', 'entered_by', 'confirmed'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    metal: row.metal as Metal,
    centsPerOunce: row.cents_per_ounce,
    at: row.at,
    source: row.source,
    enteredBy: row.entered_by,
    confirmed: row.confirmed,
  }))
}

export type EnteredRate = {
  name: RateName
  perMille: number
  validFrom: Date
  enteredBy: string
  enteredAt: Date
  confirmed: boolean
}

const rates = (db: Database) =>
  db
    .selectFrom('payout_rate')
    .select(['name', 'per_mille', 'valid_from', 'entered_by', 'recorded_at', 'confirmed'])

const asRate = (row: Awaited<ReturnType<ReturnType<typeof rates>['execute']>>[number]): EnteredRate => ({
  name: row.name as RateName,
  perMille: row.per_mille,
  validFrom: row.valid_from,
  enteredBy: row.entered_by,
  enteredAt: row.recorded_at,
  confirmed: row.confirmed,
})

/** Payout rates as they were entered, the newest entry first, those that hold later among them. */
export async function enteredRates(db: Database, { limit }: { limit: number }): Promise<EnteredRate[]> {
  return (await rates(db).orderBy('id', 'desc').limit(limit).execute()).map(asRate)
}

/** All payout rates that were entered beforehand, as they will hold: of two from the same moment on, the later entry last. */
export async function comingRates(db: Database, now: Date): Promise<EnteredRate[]> {
  const rows = await rates(db).where('valid_from', '>', now).orderBy('valid_from').orderBy('id').execute()
  return rows.map(asRate)
}
