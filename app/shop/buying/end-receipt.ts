import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'

/** A receipt that nobody was paid for, and the number of the document that takes it back. */
export type EndedReceipt = { receipt: string; number: string }

/**
 * Ends the receipt of a locked request that is printed but not paid, by a document of its own under the next number of
 * the receipts. `cause` is the step that ended it; the seller reads `note`. Null when there is none.
 */
export async function endOpenReceipt(
  db: Database,
  request: { id: number; now: Date },
  { cause, by, note = null }: { cause: string; by: string; note?: string | null },
): Promise<EndedReceipt | null> {
  const open = await db
    .selectFrom('purchase_receipt')
    .select('id')
    .where('request_id', '=', request.id)
    .where('paid_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!open) return null
  const [ended] = await query(db, { receipt: text, number: text })`
    with next as (${nextNumberInSeries('receipt', request.now)})
    update purchase_receipt set ended_at = now(), ended_by = ${by}, ended_cause = ${cause}, ended_note = ${note},
      end_number = split_part(purchase_receipt.number, '-', 1) || '-' || next.number
    from next where id = ${open.id}
    returning purchase_receipt.number as receipt, end_number as number
  `
  return ended ?? null
}
