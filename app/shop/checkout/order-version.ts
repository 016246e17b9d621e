import { type Database, together } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import type { OrderActor } from './order-actor.ts'
import { lockOrder } from './order-pieces.ts'

/** Somebody else has changed the order since it was seen: nothing was done. */
export type ChangedMeanwhile = { ok: false; reason: 'changed-meanwhile' }
export const changedMeanwhile: ChangedMeanwhile = { ok: false, reason: 'changed-meanwhile' }

/**
 * What tells an order from what it was before: another text as soon as it takes a step, or money, a refund, an entry or a
 * declaration of withdrawal is written about it. `null` when there is no such order.
 */
export async function orderVersion(db: Database, orderId: number): Promise<string | null> {
  const [row] = await query(db, { version: text })`
    select concat_ws('.', o.status,
      (select count(*) from order_status_change where order_id = o.id),
      (select count(*) from order_entry where order_id = o.id),
      (select count(*) from money where order_id = o.id),
      (select count(*) from refund where order_id = o.id),
      (select count(*) from refund where order_id = o.id and (done_at is not null or withdrawn_at is not null)),
      (select count(*) from withdrawal where order_id = o.id),
      (select count(*) from withdrawal_answer where order_id = o.id),
      extract(epoch from o.accepted_at)::bigint, extract(epoch from o.ready_at)::bigint) as version
    from shop_order o where o.id = ${orderId}
  `
  return row?.version ?? null
}

/** Whether an order is as somebody saw it; asked under its lock it stays so. `seen` left out: nobody says what they saw. */
export async function isAsSeen(db: Database, orderId: number, seen: string | undefined): Promise<boolean> {
  return seen === undefined || (await orderVersion(db, orderId)) === seen
}

/** Does `work` under the lock of an order that is as it was seen; otherwise nothing. */
export async function onSeenOrder<Result>(
  db: Database,
  { id, seen, by }: { id: number; seen: string; by: OrderActor },
  work: (transaction: Database) => Promise<Result>,
): Promise<Result | ChangedMeanwhile> {
  return together(db, async (transaction) => {
    await lockOrder(transaction, id, by)
    return (await isAsSeen(transaction, id, seen)) ? work(transaction) : changedMeanwhile
  })
}
