import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, query, text } from '#app/platform/database/statement.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type EndedReceipt, endOpenReceipt } from './end-receipt.ts'
import { germanDay } from './german-day.ts'
import { lockRequest, type RequestKey, takeSellStep, writeToSeller } from './sell-request-steps.ts'

export type PurchaseCancelled =
  /** `receipt`: the one it takes back; `paid`: whether the seller had been paid for it. */
  | ({ ok: true; paid: boolean } & EndedReceipt)
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'why-missing' | 'changed-meanwhile' }

/**
 * Takes back a purchase that was recorded by mistake, before its pieces are stocked: a document of its own under the
 * next number of the receipts, a row for each piece in the ledger, and a mail to the seller, who reads the reason
 * (3 to 500 characters). The seller can then be paid anew, or the goods go back. A receipt that is printed and not paid is
 * taken back likewise, by its document alone. `seen` is the number of the receipt that is meant: another one stays.
 */
export async function cancelPurchase(
  db: Database,
  which: RequestKey,
  {
    reason,
    by,
    settings,
    seen,
  }: { reason: string; by: string; settings: Pick<Settings, 'buying'>; seen?: string },
): Promise<PurchaseCancelled> {
  const why = readReason(reason)
  if (why === null) return { ok: false, reason: 'why-missing' }
  return together(db, async (transaction): Promise<PurchaseCancelled> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    if (seen !== undefined && (await standing(transaction, request.id)) !== seen)
      return { ok: false, reason: 'changed-meanwhile' }
    const unpaid = await endOpenReceipt(transaction, request, { cause: 'cancel', by, note: why })
    if (unpaid) return { ok: true, paid: false, ...unpaid }
    const staff = { actor: 'staff', name: by } as const
    if (!(await takeSellStep(transaction, request, 'cancel-purchase', staff, { note: why }))) {
      return { ok: false, reason: 'not-possible' }
    }
    const [cancelled] = await query(transaction, { purchase_id: int8, receipt: text, number: text })`
      with ended as (
        update purchase set cancelled_at = now() where request_id = ${request.id} and cancelled_at is null returning id, number
      ), next as (${nextNumberInSeries('receipt', request.now)})
      insert into purchase_cancellation (purchase_id, number, cancelled_by, reason)
      select ended.id, ${settings.buying.receiptPrefix} || '-' || next.number, ${by}, ${why} from ended, next
      returning purchase_id, (select number from ended) as receipt, number
    `
    if (!cancelled) throw new Error(`request ${request.number} was paid without a purchase`)
    await sql`
      insert into ledger_exit (ledger_number, kind, on_day, document, proceeds_cents, margin_cents, tax_cents)
      select number, 'cancelled', ${germanDay(request.now)}::date, ${cancelled.number}, 0, 0, 0
      from ledger where purchase_id = ${cancelled.purchase_id}
    `.execute(transaction)
    const about = { purchase: cancelled.purchase_id }
    await writeToSeller(transaction, request, 'sell-cancelled', cancelled.purchase_id, about)
    return { ok: true, paid: true, receipt: cancelled.receipt, number: cancelled.number }
  })
}

/** The number of the receipt that stands, paid or to be signed; null where there is none. */
async function standing(db: Database, requestId: number): Promise<string | null> {
  const [row] = await query(db, { number: text })`
    select number from purchase_receipt where request_id = ${requestId} and paid_at is null and ended_at is null
    union all select number from purchase where request_id = ${requestId} and cancelled_at is null limit 1
  `
  return row?.number ?? null
}
