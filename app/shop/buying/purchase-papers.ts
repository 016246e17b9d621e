import type { Database } from '#app/platform/database/database.ts'
import { int4, int8, nullable, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { findPurchase, findReceiptPaper, type Purchase, type ReceiptPaper } from './purchase.ts'

/** A receipt of a request, or a document that takes one back. Amounts in cents. */
export type PurchasePaper = {
  number: string
  /** `open`: to be signed and paid; `counter`: takes `takesBack` back. */
  kind: 'open' | 'paid' | 'ended' | 'cancelled' | 'counter'
  takesBack: string | null
  at: Date
  by: string
  means: 'cash' | 'transfer'
  totalCents: number
  signedHow: 'paper' | 'tablet' | null
}

/** Every document of the purchase of a request, oldest first. */
export async function purchasePapers(db: Database, requestId: number): Promise<PurchasePaper[]> {
  return query(db, {
    number: text,
    kind: oneOf(['open', 'paid', 'ended', 'cancelled', 'counter']),
    takesBack: nullable(text),
    at: timestamptz,
    by: text,
    means: oneOf(['cash', 'transfer']),
    totalCents: int4,
    signedHow: nullable(oneOf(['paper', 'tablet'])),
  })`
    select number, kind, "takesBack", at, by, means, "totalCents", "signedHow" from (
      select number, case when ended_at is null then 'open' else 'ended' end as kind, null as "takesBack", made_at as at,
        made_by as by, means, total_cents as "totalCents", signed_how as "signedHow"
      from purchase_receipt where request_id = ${requestId} and paid_at is null
      union all
      select end_number, 'counter', number, ended_at, ended_by, means, -total_cents, null
      from purchase_receipt where request_id = ${requestId} and ended_at is not null
      union all
      select number, case when cancelled_at is null then 'paid' else 'cancelled' end, null, paid_at, paid_by, means,
        total_cents, content #>> '{signed,how}'
      from purchase where request_id = ${requestId}
      union all
      select c.number, 'counter', p.number, c.cancelled_at, c.cancelled_by, p.means, -p.total_cents, null
      from purchase_cancellation c join purchase p on p.id = c.purchase_id where p.request_id = ${requestId}
    ) paper order by at, number
  `
}

/** The paper of a request under a number, also of a purchase that was taken back; null if none. */
export async function openPurchasePaper(
  db: Database,
  requestId: number,
  number: string,
  secret: Secret,
): Promise<{ paper: Purchase | ReceiptPaper; takesBack: boolean } | null> {
  const found = await findReceiptPaper(db, requestId, number, secret)
  if (found) return found
  const [row] = await query(db, { id: int8, own: text })`
    select p.id, p.number as own from purchase p join purchase_cancellation c on c.purchase_id = p.id
    where p.request_id = ${requestId} and ${number} in (p.number, c.number)
  `
  const paper = row && (await findPurchase(db, requestId, secret, row.id))
  return paper ? { paper, takesBack: row.own !== number } : null
}
