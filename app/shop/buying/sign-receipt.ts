import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { type Secret, seal, unseal } from '#app/platform/secrets.ts'
import { type ReceiptContent, type ReceiptSeller, sellerPurpose } from './purchase-receipt.ts'
import { lockRequest, type RequestKey } from './sell-request-steps.ts'

const coordinate = z.number().int().min(0).max(2000)

/** What was drawn on a tablet: strokes of points, `[x, y, x, y, …]`, within a field of so many units. */
export const signatureSchema = z.object({
  width: coordinate.min(1),
  height: coordinate.min(1),
  strokes: z.array(z.array(coordinate).min(4).max(4000)).min(1).max(200),
})
export type Signature = z.infer<typeof signatureSchema>

export type SignedHow = { how: 'paper' } | { how: 'tablet'; signature: Signature }

export type ReceiptSigned =
  | { ok: true; again: boolean }
  | { ok: false; reason: 'no-such-request' | 'changed-meanwhile' | 'too-short' }

/** In units of the field: what is shorter is a touch, no signature. */
const shortest = 100

/**
 * Records that the seller signed the open receipt, on paper or on the tablet. `receipt` is its number as it was shown:
 * another one is not signed by that. Signed before, it stays as it was signed.
 */
export async function signReceipt(
  db: Database,
  which: RequestKey,
  { receipt, by, secret, ...signed }: SignedHow & { receipt: string; by: string; secret: Secret },
): Promise<ReceiptSigned> {
  if (signed.how === 'tablet' && lengthOf(signed.signature) < shortest)
    return { ok: false, reason: 'too-short' }
  return together(db, async (transaction): Promise<ReceiptSigned> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const row = await transaction
      .selectFrom('purchase_receipt')
      .select(['id', 'paid_at', 'ended_at', 'signed_at', 'seller_sealed'])
      .where('request_id', '=', request.id)
      .where('number', '=', receipt)
      .executeTakeFirst()
    if (!row || row.ended_at) return { ok: false, reason: 'changed-meanwhile' }
    if (row.signed_at) return { ok: true, again: true }
    if (row.paid_at || !row.seller_sealed) return { ok: false, reason: 'changed-meanwhile' }
    const seller = JSON.parse(unseal(row.seller_sealed, secret, sellerPurpose)) as ReceiptSeller
    const sealed =
      signed.how === 'tablet'
        ? seal(JSON.stringify({ ...seller, signature: signed.signature }), secret, sellerPurpose)
        : row.seller_sealed
    await sql`
      update purchase_receipt set signed_at = now(), signed_how = ${signed.how}, signed_before = ${by},
        seller_sealed = ${sealed}
      where id = ${row.id}
    `.execute(transaction)
    return { ok: true, again: false }
  })
}

/** How a receipt was signed, as its paper says it; nothing where it was not. */
export function signedOf(row: {
  signed_at: Date | null
  signed_how: string | null
  signed_before: string | null
}): Pick<ReceiptContent, 'signed'> {
  return row.signed_at && row.signed_how && row.signed_before
    ? {
        signed: {
          at: row.signed_at.toISOString(),
          how: row.signed_how === 'tablet' ? 'tablet' : 'paper',
          before: row.signed_before,
        },
      }
    : {}
}

function lengthOf({ strokes }: Signature): number {
  let length = 0
  for (const points of strokes)
    for (let index = 2; index + 1 < points.length; index += 2)
      length += Math.hypot(
        (points[index] ?? 0) - (points[index - 2] ?? 0),
        (points[index + 1] ?? 0) - (points[index - 1] ?? 0),
      )
  return length
}
