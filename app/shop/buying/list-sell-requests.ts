import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import type { SellKind } from './sell-request-form.ts'
import type { SellStatus } from './sell-request-status.ts'

export type ListedRequest = {
  id: number
  number: string
  status: SellStatus
  kind: SellKind
  submittedAt: Date
  /** `null` once forgotten. */
  name: string | null
}

/**
 * Requests in a state, or all that somebody must still do something about, oldest first; at most 500. An ended one
 * whose goods are here is such a one.
 */
export async function listSellRequests(db: Database, status: SellStatus | null): Promise<ListedRequest[]> {
  const open = sql`status not in ('stocked', 'returned')
    and (status not in ('declined', 'expired', 'cancelled') or here_since is not null)`
  const wanted = status === null ? open : sql`status = ${status}`
  const { rows } = await sql<ListedRequest>`
    select id, number, status, kind, submitted_at as "submittedAt", name
    from sell_request where ${wanted} order by submitted_at, id limit 500
  `.execute(db)
  return rows
}
