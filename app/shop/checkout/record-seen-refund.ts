import { type Database, together } from '#app/platform/database/database.ts'
import type { OrderActor } from './order-actor.ts'
import { lockOrder } from './order-pieces.ts'
import { type ChangedMeanwhile, changedMeanwhile, isAsSeen } from './order-version.ts'
import { recordRefund } from './refund.ts'

export type RefundSent =
  | { ok: true; repeated: boolean; order: string }
  | { ok: false; reason: 'no-such-refund' }
  | ChangedMeanwhile

/**
 * Records that a refund of an order, which is as it was seen, was sent. The same report once more, as a browser sends it that
 * heard no answer, is no conflict and books nothing; under another reference it is one.
 */
export async function recordSeenRefund(
  db: Database,
  sent: { order: number; seen: string; refund: number; reference: string },
  by: OrderActor,
  given: { mailDelayMinutes?: number; branchId?: string | null } = {},
): Promise<RefundSent> {
  return together(db, async (transaction): Promise<RefundSent> => {
    await lockOrder(transaction, sent.order, by)
    const refund = await transaction
      .selectFrom('refund')
      .select(['done_at', 'sent_reference'])
      .where('id', '=', sent.refund)
      .where('order_id', '=', sent.order)
      .executeTakeFirst()
    if (!refund) return { ok: false, reason: 'no-such-refund' }
    const isKnown = refund.done_at !== null && refund.sent_reference === sent.reference
    if (!isKnown && !(await isAsSeen(transaction, sent.order, sent.seen))) return changedMeanwhile
    return recordRefund(transaction, sent, by, given)
  })
}
