import type { Database } from '#app/platform/database/database.ts'
import { findOrderById } from './order.ts'
import { orderHistory, receivedAt } from './order-history.ts'
import { endOfWithdrawal } from './withdrawal-period.ts'

/** What has to come back: by parcel, from whoever collected it, nothing, or that is for staff to find out. */
export type ReturnAfter = 'sent' | 'collected' | 'kept' | 'unknown'

/**
 * What a declaration of withdrawal means for the goods, for its acknowledgement: which must promise nothing that staff
 * may have to refuse, such as of a late one, of one that no order fits, or of pieces that have come back already.
 */
export async function returnAfter(
  db: Database,
  declared: { order_id: number | null; pieces: readonly string[]; received_at: Date },
): Promise<ReturnAfter> {
  const order = declared.order_id === null ? null : await findOrderById(db, declared.order_id)
  if (!order) return 'unknown'
  const history = await orderHistory(db, order.id)
  const happened = (event: string) => history.some((each) => each.kind === 'step' && each.event === event)
  // Within the transaction of the declaration they were withdrawn by it; those of earlier ones were not.
  const meant = order.lines.filter(
    ({ piece, withdrawnAt }) =>
      (declared.pieces.length === 0 || declared.pieces.includes(piece)) &&
      (withdrawnAt === null || withdrawnAt >= declared.received_at),
  )
  if (meant.length === 0) return 'unknown'
  if (!happened('ship') && !happened('hand-over')) return 'kept'
  const received = receivedAt(history)
  if (received !== null && endOfWithdrawal(received) < declared.received_at) return 'unknown'
  return happened('ship') ? 'sent' : 'collected'
}
