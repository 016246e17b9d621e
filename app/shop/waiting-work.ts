import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { float8, int4, oneOf, query, text } from '#app/platform/database/statement.ts'

/** Something that waits: how many of a queue are in a state, and for how many seconds the oldest one is due. */
export type WaitingWork = { queue: WaitingQueue; state: string; count: number; age: number }

export const waitingQueues = [
  'mails',
  'holds',
  'orders',
  'sell requests',
  'payments to reconcile',
  'refunds',
] as const
export type WaitingQueue = (typeof waitingQueues)[number]

/** For the statement, ms: whoever watches would rather hear nothing than keep the database busy. */
const within = 2_000

/**
 * What waits in the shop, in one statement that reads by indexes what is not finished: what grows for ever (orders that
 * are completed, mails that were sent) is not counted.
 */
export async function waitingWork(db: Database): Promise<WaitingWork[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('statement_timeout', ${String(within)}, true)`.execute(transaction)
    return query(transaction, { queue: oneOf(waitingQueues), state: text, count: int4, age: float8 })`
      select queue, state, count, coalesce(greatest(0, extract(epoch from now() - since)), 0)::float8 as age from (
        select 'mails' as queue, 'waiting' as state, count(*)::int, min(created_at) as since
          from mail_outbox where sent_at is null and given_up_at is null and withdrawn_at is null
        union all select 'mails', 'given up', count(*)::int, min(given_up_at)
          from mail_outbox where given_up_at is not null and sent_at is null and withdrawn_at is null and erased_at is null
        union all select 'holds', 'live', count(*)::int, min(held_since) from claim where held_until > now()
        union all select 'orders', status, count(*)::int, min(placed_at) from shop_order
          where status in ('awaiting_payment', 'paid', 'preparing', 'shipped', 'withdrawal_requested',
            'return_received', 'inspected') group by status
        union all select 'sell requests', status, count(*)::int, min(submitted_at) from sell_request
          where status in ('submitted', 'accepted', 'received', 'inspected', 'agreed', 'identified', 'paid',
            'compliance_hold') group by status
        union all select 'payments to reconcile', 'open', count(*)::int, min(look_at)
          from online_payment where not closed
        union all select 'refunds', 'waiting', count(*)::int, min(due_at)
          from refund where done_at is null and withdrawn_at is null and channel = 'online'
      ) as waiting`
  })
}
