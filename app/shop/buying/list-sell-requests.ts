import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { timestamptz, value } from '#app/platform/database/statement.ts'
import { endOfWorkingDay } from '#app/shop/checkout/working-days.ts'
import type { SellStatus } from './sell-request-status.ts'

/** An answer is promised within so many working days. */
const answerDays = 1

/** States in which the next step is ours; what ended is here only while its goods are. */
export const ours: readonly SellStatus[] = [
  'submitted',
  'received',
  'inspected',
  'agreed',
  'identified',
  'paid',
  'declined',
  'expired',
  'cancelled',
]

/** Of a row `r` of `sell_request`: the next step is ours, be it that goods are here that must go back, or a deal is held. */
export const isOurTurn: RawBuilder<SqlBool> = sql`(r.status in ('submitted', 'received', 'inspected', 'agreed', 'identified',
  'paid', 'compliance_hold') or (r.status in ('declined', 'expired', 'cancelled') and r.here_since is not null))`

/**
 * Requests in a state, or all that somebody must still do something about, oldest first; at most 500. An ended one
 * whose goods are here is such a one. `ours`: all in which the next step is ours.
 */
export async function listSellRequests(db: Database, status: SellStatus | 'ours' | null, now: Date) {
  const open: RawBuilder<SqlBool> = sql`status not in ('stocked', 'returned')
    and (status not in ('declined', 'expired', 'cancelled') or here_since is not null)`
  const lastStep = sql`(select max(at) from sell_status_change c where c.request_id = r.id)`
  const rows = await db
    .selectFrom('sell_request as r')
    .select(['id', 'number', 'status', 'kind', 'submitted_at as submittedAt', 'name'])
    .select(value(timestamptz)`coalesce(${lastStep}, submitted_at)`.as('since'))
    .where((row) => (status === null ? open : status === 'ours' ? isOurTurn : row('status', '=', status)))
    .orderBy('submitted_at')
    .orderBy('id')
    .$if(status !== 'ours', (some) => some.limit(500))
    .execute()
  return rows.map((row) => ({
    ...row,
    /** Somebody waits for us longer than the working day we promise. */
    overdue: ours.includes(row.status) && endOfWorkingDay(row.since, answerDays) < now,
  }))
}
