import type { Database } from '#app/platform/database/database.ts'
import { countOverview } from '#app/shop/stock-taking/count-result.ts'
import { type CountSeen, lastScans } from '#app/shop/stock-taking/stock-count.ts'

/** What a screen shows of a stock-taking now, as it is named when that is closed. */
export async function countSeen(db: Database, count: number): Promise<CountSeen> {
  const { expected, found, surplus } = await countOverview(db, count, { limit: 1 })
  const [last] = await lastScans(db, count)
  return { expected, found, surplus: surplus.count, lastScan: last?.scan ?? null }
}
