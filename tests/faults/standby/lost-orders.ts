import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import type { Outcome } from './buyers.ts'

/** Orders that a buyer was told he has and that the database does not hold. */
export async function lostOrders(db: Database, outcomes: readonly Outcome[]): Promise<string[]> {
  const rows = await query(db, { token: text })`select token from shop_order`
  const tokens = new Set(rows.map(({ token }) => token))
  return outcomes.flatMap(({ piece, confirmed }) =>
    confirmed === null || tokens.has(confirmed.match(/[\w-]{32}/)?.[0] ?? '')
      ? []
      : [`the order of piece ${piece} was confirmed and is lost`],
  )
}
