import type { Database } from '#app/platform/database/database.ts'
import { int8, query, text, texts, timestamptz } from '#app/platform/database/statement.ts'

/** Declarations of withdrawal that name an order and wait for an answer, oldest first. */
export async function openWithdrawalsOf(db: Database, orderId: number) {
  return query(db, { id: int8, at: timestamptz, pieces: texts, comment: text })`
    select w.id, w.received_at as at, w.pieces, w.comment from withdrawal w
    where w.order_id = ${orderId} and not exists (select from withdrawal_answer a where a.withdrawal_id = w.id)
    order by w.id
  `
}
